"""Checks of what a simulation is given, and calls that are all made."""

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
    """Return a command; raise :class:`ArgumentError` for what is none."""
    if not hasattr(command, "perform"):
        kind = type(command).__name__
        raise ArgumentError(f"monitor_commands: a {kind} is no command: it has no perform()")
    return command


def not_named(argument: str, value: _Object, maker: str) -> _Object:
    """Return a field or a rule book; raise :class:`ArgumentError` for the name of one."""
    if isinstance(value, str):
        raise ArgumentError(f"{argument}: must be an object, not a name: {maker}({value!r})")
    return value


def check_time(argument: str, value: float) -> None:
    """Raise :class:`ArgumentError` for what is no time from 0 s on."""
    try:
        is_time = 0.0 <= float(value) < math.inf
    except (TypeError, ValueError, OverflowError):
        is_time = False
    if not is_time:
        raise ArgumentError(f"{argument}: must be a time from 0 s on, not {value!r}")


def one_by_one(*calls: Callable[[], object]) -> None:
    """Make all calls, though some may raise; then raise the first error, the others are logged."""
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
