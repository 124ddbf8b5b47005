"""Commands of trainers.

Positions are in m in the frame of the pitch: x points to the goal of the right team, z upwards, the
origin is in the middle, on the ground. The constructor of a command raises :class:`ArgumentError`
for values that no server accepts.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rcssgym import _core
from rcssgym.errors import ArgumentError
from rcssgym.soccer import TeamSide

Vector: TypeAlias = Sequence[float] | NDArray[np.floating]
"""Three numbers: x, y, z."""
PlayerName: TypeAlias = tuple[TeamSide, int]
"""Side and number."""

LARGEST = _core.COMMAND_LIMIT
"""Greatest magnitude of a number in a command."""
_WORD = re.compile(r"[^\s()]+")


class Command(ABC):
    """A command of a trainer."""

    @abstractmethod
    def to_sexp(self) -> str:
        """Return the command as it is sent."""


@dataclass(frozen=True)
class PlayerCommand(Command):
    """Place a player, turn it, or set its battery and temperature."""

    side: TeamSide
    number: int
    position: Vector | None = None
    """Position of its torso, m."""
    rotation: float | None = None
    """Rotation about the vertical, degrees: 0 faces along y, -90 along x. Needs a position."""
    battery: float | None = None
    """Charge; players of this package have none."""
    temperature: float | None = None
    """Temperature of the motors; players of this package have none."""

    def __post_init__(self) -> None:
        self.to_sexp()

    def to_sexp(self) -> str:
        """Return ``(agent (unum N)(team T)(pos x y z))``, or with ``(move x y z rotation)``."""
        parts = [_player((self.side, self.number))]
        if self.position is not None and self.rotation is not None:
            rotation = _number("rotation", self.rotation)
            parts.append(f"(move {_vector('position', self.position)} {rotation})")
        elif self.position is not None:
            parts.append(f"(pos {_vector('position', self.position)})")
        elif self.rotation is not None:
            raise ArgumentError(f"rotation: {self.rotation!r} needs a position")
        for name, value in (("battery", self.battery), ("temperature", self.temperature)):
            if value is not None:
                parts.append(f"({name} {_number(name, value)})")
        if len(parts) == 1:
            raise ArgumentError("position: needed, or a battery or temperature")
        return f"(agent {''.join(parts)})"


@dataclass(frozen=True)
class PushCommand(Command):
    """Move the selected player towards its own goal line, 0.5 m farther than free kicks require."""

    def to_sexp(self) -> str:
        """Return ``(agent (pos 0 0 1))``: an ``agent`` without a number; the position is unused."""
        return "(agent (pos 0 0 1))"


@dataclass(frozen=True)
class BallCommand(Command):
    """Place the ball, give it a velocity, or both."""

    position: Vector | None = None
    """Position of its centre, m."""
    velocity: Vector | None = None
    """Velocity, m/s; the ball then has no spin."""

    def __post_init__(self) -> None:
        self.to_sexp()

    def to_sexp(self) -> str:
        """Return ``(ball (pos x y z)(vel x y z))``."""
        text = ""
        if self.position is not None:
            text += f"(pos {_vector('position', self.position)})"
        if self.velocity is not None:
            text += f"(vel {_vector('velocity', self.velocity)})"
        if not text:
            raise ArgumentError("position: needed, or a velocity")
        return f"(ball {text})"


@dataclass(frozen=True)
class PlayModeCommand(Command):
    """Change the play mode."""

    name: str
    """One of :attr:`Environment.play_modes`, in the same case."""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not _WORD.fullmatch(self.name):
            raise ArgumentError(f"name: {self.name!r} is not a play mode")

    def to_sexp(self) -> str:
        """Return ``(playMode X)``."""
        return f"(playMode {self.name})"


@dataclass(frozen=True)
class DropBallCommand(Command):
    """Drop the ball where it is, within the pitch, and move all players out of its way."""

    def to_sexp(self) -> str:
        """Return ``(dropBall)``."""
        return "(dropBall)"


@dataclass(frozen=True)
class KickOffCommand(Command):
    """Give a team the kick-off."""

    side: TeamSide | None = None
    """The team's side; ``None`` for a side drawn at random."""

    def __post_init__(self) -> None:
        self.to_sexp()

    def to_sexp(self) -> str:
        """Return ``(kickOff Left)``, or with ``Right`` or ``None``."""
        return f"(kickOff {'None' if self.side is None else _side(self.side)})"


@dataclass(frozen=True)
class SelectCommand(Command):
    """Select a player, and no other."""

    player: PlayerName | Literal["next", "nobody"]
    """Side and number; ``"next"`` for the player after the selected one, ``"nobody"`` for none."""

    def __post_init__(self) -> None:
        self.to_sexp()

    def to_sexp(self) -> str:
        """Return ``(select (unum N)(team T))``, ``(select)`` or ``(select (unum -1))``."""
        match self.player:
            case "next":
                return "(select)"
            case "nobody":
                return "(select (unum -1))"
            case player:
                return f"(select {_player(player)})"


@dataclass(frozen=True)
class KillCommand(Command):
    """Remove a player from the game; its agent is disconnected."""

    player: PlayerName | None = None
    """Side and number; ``None`` for the selected player."""

    def __post_init__(self) -> None:
        self.to_sexp()

    def to_sexp(self) -> str:
        """Return ``(kill (unum N)(team T))`` or ``(kill)``."""
        return "(kill)" if self.player is None else f"(kill {_player(self.player)})"


@dataclass(frozen=True)
class RepositionCommand(Command):
    """Place a player beside the pitch, away from the ball, at the place for its number.

    That is in its own half up to number 7.
    """

    player: PlayerName | None = None
    """Side and number; ``None`` for the selected player."""

    def __post_init__(self) -> None:
        self.to_sexp()

    def to_sexp(self) -> str:
        """Return ``(repos (unum N)(team T))`` or ``(repos)``."""
        return "(repos)" if self.player is None else f"(repos {_player(self.player)})"


@dataclass(frozen=True)
class TimeCommand(Command):
    """Set the play time."""

    time: float
    """Play time, s, 0 or more."""

    def __post_init__(self) -> None:
        self.to_sexp()

    def to_sexp(self) -> str:
        """Return ``(time t)``."""
        text = _number("time", self.time)
        if self.time < 0.0:
            raise ArgumentError(f"time: {self.time!r} is less than 0 s")
        return f"(time {text})"


@dataclass(frozen=True)
class ScoreCommand(Command):
    """Set the score."""

    left: int
    """Goals of the left team."""
    right: int
    """Goals of the right team."""

    def __post_init__(self) -> None:
        self.to_sexp()

    def to_sexp(self) -> str:
        """Return ``(score (left A)(right B))``."""
        left = _whole("left", self.left, 2**31 - 1)
        return f"(score (left {left})(right {_whole('right', self.right, 2**31 - 1)}))"


@dataclass(frozen=True)
class FullStateCommand(Command):
    """Request a full frame, which is sent to all monitors."""

    def to_sexp(self) -> str:
        """Return ``(reqfullstate)``."""
        return "(reqfullstate)"


@dataclass(frozen=True)
class KillSimCommand(Command):
    """End the server."""

    def to_sexp(self) -> str:
        """Return ``(killsim)``."""
        return "(killsim)"


def _number(name: str, value: float) -> str:
    """Return a number as it is sent: without an exponent, which not all servers can read."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(f"{name}: {value!r} is not a number") from None
    if not abs(number) <= LARGEST:
        raise ArgumentError(f"{name}: {value!r} is not within -{LARGEST:g} and {LARGEST:g}")
    return np.format_float_positional(number, trim="-")


def _vector(name: str, values: Vector) -> str:
    try:
        numbers = list(values)
    except TypeError:
        numbers = []
    if len(numbers) != 3:
        raise ArgumentError(f"{name}: {values!r} are not three numbers")
    return " ".join(_number(f"{name}[{at}]", number) for at, number in enumerate(numbers))


def _whole(name: str, value: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise ArgumentError(f"{name}: {value!r} is not a whole number")
    if not 0 <= value <= most:
        raise ArgumentError(f"{name}: {value} is not from 0 to {most}")
    return int(value)


def _side(side: TeamSide) -> str:
    match side:
        case TeamSide.LEFT:
            return "Left"
        case TeamSide.RIGHT:
            return "Right"
        case _:
            raise ArgumentError(f"side: {side!r} is neither TeamSide.LEFT nor TeamSide.RIGHT")


def _player(player: PlayerName) -> str:
    if not (isinstance(player, tuple) and len(player) == 2):
        raise ArgumentError(f"player: {player!r} is not a pair of a side and a number")
    side, number = player
    return f"(unum {_whole('number', number, 99)})(team {_side(side)})"
