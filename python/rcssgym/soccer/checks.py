"""Checks of arguments of a simulation, and a helper that makes several calls despite errors."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from typing import TypeVar

from rcssgym.errors import ArgumentError
from rcssgym.soccer.commands import MonitorCommand

_logger = logging.getLogger("rcssgym.soccer.simulation")
_Object = TypeVar("_Object")


def checked(command: MonitorCommand) -> MonitorCommand:
    """Return a command; raise :class:`ArgumentError` for an object that is not a command."""
    if not hasattr(command, "perform"):
        kind = type(command).__name__
        raise ArgumentError(f"monitor_commands: a {kind} is no command: it has no perform()")
    return command


def not_named(argument: str, value: _Object, maker: str) -> _Object:
    """Return a field or a rule book; raise :class:`ArgumentError` if it is given by name."""
    if isinstance(value, str):
        raise ArgumentError(f"{argument}: must be an object, not a name: {maker}({value!r})")
    return value


def check_time(argument: str, value: float) -> None:
    """Raise :class:`ArgumentError` unless the value is a time of 0 s or more."""
    try:
        is_time = 0.0 <= float(value) < math.inf
    except (TypeError, ValueError, OverflowError):
        is_time = False
    if not is_time:
        raise ArgumentError(f"{argument}: must be a time from 0 s on, not {value!r}")


def one_by_one(*calls: Callable[[], object]) -> None:
    """Make all calls even if some raise; then raise the first error and log the others."""
    first: BaseException | None = None
    for call in calls:
        try:
            call()
        except BaseException as error:
            if first is None:
                first = error
            else:
                _logger.error("another error in the same step", exc_info=error)
    if first is not None:
        raise first
