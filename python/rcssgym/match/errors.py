"""Errors of a match."""

from rcssgym.errors import RcssGymError


class MatchError(RcssGymError, RuntimeError):
    """A half that could not be played to its end: a server or a team that is gone or stuck."""


class Stopped(Exception):  # noqa: N818
    """The match was cancelled."""
