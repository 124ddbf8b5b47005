"""Error raised by parsers."""

from __future__ import annotations

from rcssgym.errors import RcssGymError


class ParserError(RcssGymError):
    """A text that cannot be parsed."""
