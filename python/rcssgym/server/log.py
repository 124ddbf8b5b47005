"""Where the core's log goes."""

import logging

logger = logging.getLogger("rcssgym.server")


def log(level: int, text: str) -> None:
    """Log what the core reports."""
    logger.log(level, "%s", text)
