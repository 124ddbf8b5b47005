"""Checks of arguments of a simulation, and a helper that makes several calls despite errors."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from rcssgym._core import COMMAND_LIMIT
from rcssgym.errors import ArgumentError
from rcssgym.soccer.commands import MonitorCommand
from rcssgym.soccer.interfaces import PAgentParameter
from rcssgym.soccer.referee import SoccerReferee
from rcssgym.soccer.rules import SoccerRules

_logger = logging.getLogger("rcssgym.soccer.simulation")
_Object = TypeVar("_Object")


def checked(command: MonitorCommand) -> MonitorCommand:
    """Return a command; raise :class:`ArgumentError` for an object that is not a command."""
    if isinstance(command, type):
        name = command.__name__
        raise ArgumentError(f"monitor_commands: {name} is a class; give a command: {name}(...)")
    if not hasattr(command, "perform"):
        kind = type(command).__name__
        raise ArgumentError(f"monitor_commands: a {kind} is not a command: it has no perform()")
    return command


def not_named(argument: str, value: _Object, maker: str) -> _Object:
    """Return a field or a rule book; raise :class:`ArgumentError` for a name or a class."""
    if isinstance(value, str):
        raise ArgumentError(f"{argument}: must be an object, not a name: {maker}({value!r})")
    if isinstance(value, type):
        name = value.__name__
        raise ArgumentError(f"{argument}: must be an object, not a class: {name}()")
    return value


def rule_book(rules: SoccerRules) -> SoccerRules:
    """Return a rule book; raise :class:`ArgumentError` for anything else."""
    if not hasattr(not_named("rules", rules, "create_soccer_rule_book"), "get_start_time_for"):
        raise ArgumentError(f"rules: must be SoccerRules, not {rules!r}")
    return rules


def refereeing(referee: SoccerReferee) -> SoccerReferee:
    """Return a referee; raise :class:`ArgumentError` for anything else."""
    if not isinstance(referee, SoccerReferee):
        raise ArgumentError(f"referee: must be a SoccerReferee, not {referee!r}")
    return referee


def request_of(index: int, params: PAgentParameter) -> tuple[str, str, int]:
    """Return model, team and number that a player asks for.

    Raises :class:`ArgumentError` for an object that has none.
    """
    try:
        return params.model_name, params.team_name, params.player_no
    except AttributeError as error:
        message = f"params: player {index}: must be an InitRequest or alike, not {params!r}"
        raise ArgumentError(message) from error


def check_time(argument: str, value: float) -> None:
    """Raise :class:`ArgumentError` unless the value is a time that trainers may set, too."""
    try:
        is_time = 0.0 <= float(value) <= COMMAND_LIMIT
    except (TypeError, ValueError, OverflowError):
        is_time = False
    if not is_time:
        limit = f"{COMMAND_LIMIT:g}"
        raise ArgumentError(f"{argument}: must be a time from 0 to {limit} s, not {value!r}")


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
