"""Parameters of pitch, ball and rules that a server sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from rcssgym.errors import ProtocolError

if TYPE_CHECKING:
    from typing_extensions import Self


class Parameter:
    """A parameter, under its name in the protocol."""

    def __init__(self, name: str, doc: str) -> None:
        self._name = name
        self.__doc__ = doc

    @overload
    def __get__(self, environment: None, owner: type[Environment]) -> Self: ...
    @overload
    def __get__(self, environment: Environment, owner: type[Environment]) -> float: ...
    def __get__(self, environment: Environment | None, owner: type[Environment]) -> Self | float:
        """Return its value. Raises :class:`ProtocolError` if the server has not sent it."""
        if environment is None:
            return self
        try:
            return environment.parameters[self._name]
        except KeyError:
            raise ProtocolError(f"the server has not sent {self._name}") from None


@dataclass(frozen=True)
class Environment:
    """Parameters of pitch, ball and rules.

    Reading an attribute that the server has not sent raises :class:`ProtocolError`: old servers
    leave some out.
    """

    parameters: Mapping[str, float]
    """All parameters that the server has sent, by protocol name, e.g. ``"FieldLength"``."""
    play_modes: tuple[str, ...]
    """Names of the play modes, which commands use."""

    field_length = Parameter("FieldLength", "Length of the pitch, along x, m.")
    field_width = Parameter("FieldWidth", "Width of the pitch, along y, m.")
    field_height = Parameter("FieldHeight", "Height of the space above the pitch, m.")
    goal_width = Parameter("GoalWidth", "Width of a goal between its posts, along y, m.")
    goal_depth = Parameter("GoalDepth", "Depth of a goal behind its line, along x, m.")
    goal_height = Parameter("GoalHeight", "Height of a goal up to its bar, m.")
    border_size = Parameter("BorderSize", "Width of the ground around the pitch, m.")
    free_kick_distance = Parameter("FreeKickDistance", "Distance of opponents from a free kick, m.")
    wait_before_kick_off = Parameter(
        "WaitBeforeKickOff", "Time until the game starts by itself, s."
    )
    agent_radius = Parameter("AgentRadius", "Radius of a circle around a player, m.")
    ball_radius = Parameter("BallRadius", "Radius of the ball, m.")
    ball_mass = Parameter("BallMass", "Mass of the ball, kg.")
    goal_pause_time = Parameter("RuleGoalPauseTime", "Pause from a goal to the kick-off, s.")
    kick_in_pause_time = Parameter(
        "RuleKickInPauseTime", "Pause from the ball's leaving the pitch to a kick-in, s."
    )
    half_time = Parameter("RuleHalfTime", "Length of a half, s.")
