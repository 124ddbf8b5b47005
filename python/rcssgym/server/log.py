"""The logger for messages of the core's servers."""

import logging

logger = logging.getLogger("rcssgym.server")


def log(level: int, text: str) -> None:
    """Log a message of the core."""
    logger.log(level, "%s", text)
