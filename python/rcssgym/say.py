"""A codec for what players of different teams can tell each other in ten characters.

The Coachable Agents Communication Standard of Davin, Riley, Gu and Veloso (2004): a text is a
sequence of units, each with one character for its kind and one for each value. The league's players
say and hear such texts; ours do so through ``SpeakerAction`` and microphone perceptions.

>>> from rcssgym import say
>>> text = say.encode([say.OurPos(20, -10), say.BallPos(30, 29, 5), say.PassToPlayer(4)])
>>> text
'0Op1V*554'
>>> say.decode(text).units[2]
PassToPlayer(player=4)

Positions are in metres from the centre of the 2D pitch, velocities in metres per cycle; ``cycles``
is the age of the information, at most 72. The resolution of a character is 1.45 m in x, 0.93 m in
y, and 0.074 m/cycle for velocities. Players are numbered from 1 to 11.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from rcssgym import _core
from rcssgym.errors import ArgumentError, SayError
from rcssgym.surrogates import without_surrogates

__all__ = [
    "KINDS",
    "MAX_LENGTH",
    "BallPos",
    "BallVelocity",
    "Decoded",
    "DecodedMany",
    "OpponentHasBall",
    "OpponentPos",
    "OurPos",
    "PassToPlayer",
    "PassToPoint",
    "SayError",
    "TeammatePos",
    "Unit",
    "WantPass",
    "WeHaveBall",
    "decode",
    "decode_many",
    "encode",
    "encode_many",
]

MAX_LENGTH = _core.SAY_LENGTH
"""Characters of the longest text that players can say."""

_OLDEST = 2**32 - 1
"""The core's largest age, cycles; it says all that are above 72 as 72."""


@final
@dataclass(frozen=True, slots=True)
class OurPos:
    """Position of the speaker, m; 3 characters."""

    x: float
    y: float


@final
@dataclass(frozen=True, slots=True)
class BallPos:
    """Position of the ball, m; 4 characters."""

    x: float
    y: float
    cycles: int


@final
@dataclass(frozen=True, slots=True)
class BallVelocity:
    """Velocity of the ball, m/cycle; 4 characters."""

    dx: float
    dy: float
    cycles: int


@final
@dataclass(frozen=True, slots=True)
class WeHaveBall:
    """The player of our team that has the ball, 0 if unknown; 2 characters."""

    player: int


@final
@dataclass(frozen=True, slots=True)
class OpponentHasBall:
    """The opponent that has the ball, 0 if unknown; 2 characters."""

    player: int


@final
@dataclass(frozen=True, slots=True)
class PassToPlayer:
    """The speaker passes to a player; 2 characters."""

    player: int


@final
@dataclass(frozen=True, slots=True)
class PassToPoint:
    """The speaker passes to a place, m; 3 characters."""

    x: float
    y: float


@final
@dataclass(frozen=True, slots=True)
class WantPass:
    """The speaker wants a pass; 1 character."""


@final
@dataclass(frozen=True, slots=True)
class OpponentPos:
    """Position of an opponent, m; 4 characters."""

    player: int
    x: float
    y: float
    cycles: int


@final
@dataclass(frozen=True, slots=True)
class TeammatePos:
    """Position of a teammate, m; 4 characters."""

    player: int
    x: float
    y: float
    cycles: int


Unit: TypeAlias = (
    OurPos
    | BallPos
    | BallVelocity
    | WeHaveBall
    | OpponentHasBall
    | PassToPlayer
    | PassToPoint
    | WantPass
    | OpponentPos
    | TeammatePos
)

KINDS: tuple[type[Unit], ...] = (
    OurPos,
    BallPos,
    BallVelocity,
    WeHaveBall,
    OpponentHasBall,
    PassToPlayer,
    PassToPoint,
    WantPass,
    OpponentPos,
    TeammatePos,
)
"""The kinds of units; :attr:`DecodedMany.kind` is an index into this."""


@final
@dataclass(frozen=True, slots=True)
class Decoded:
    """The units of a text up to the first that cannot be read, and why it cannot be read."""

    units: tuple[Unit, ...]
    error: str | None


@final
@dataclass(frozen=True, slots=True)
class DecodedMany:
    """The ``U`` units of many texts, one per row, in order. Values that a kind lacks are 0."""

    text: NDArray[np.int64]
    """Index of the text that a unit is from ``(U,)``."""
    kind: NDArray[np.int64]
    """Kind of the unit, an index into :data:`KINDS` ``(U,)``."""
    player: NDArray[np.int64]
    """Number of the player ``(U,)``."""
    x: NDArray[np.float64]
    """x or dx, m or m/cycle ``(U,)``."""
    y: NDArray[np.float64]
    """y or dy, m or m/cycle ``(U,)``."""
    cycles: NDArray[np.int64]
    """Age of the information, cycles ``(U,)``."""
    errors: tuple[str | None, ...]
    """For each text, why the rest of it cannot be read, or ``None``."""


def encode(units: Iterable[Unit]) -> str:
    """Return the text that says these units, in their order.

    Values beyond the range of their character are clipped to it, as the standard says. Values that
    :func:`decode` has read become the same characters again.

    Raises :class:`SayError` if the text would be longer than 10 characters, for players who do not
    exist, and for numbers that are not finite; :class:`ArgumentError` for values that are no
    numbers, and for objects that are not units.
    """
    try:
        listed = list(units)
    except TypeError:
        raise ArgumentError(f"units: must be a sequence of units, not {units!r}") from None
    return _core.say_encode([_fields(at, unit) for at, unit in enumerate(listed)])


def decode(text: str) -> Decoded:
    """Read a text as far as possible.

    Coordinates are the lower edge of their character's range. Players' numbers are returned as
    said, even if no such player exists.

    Raises :class:`ArgumentError` for anything but a string.
    """
    if not isinstance(text, str):
        raise ArgumentError(f"text: must be a string, not {text!r}")
    units, error = _core.say_decode(without_surrogates(text))
    return Decoded(tuple(_unit(*unit) for unit in units), error)


def encode_many(messages: Iterable[Iterable[Unit]]) -> list[str]:
    """Return the text of each message; see :func:`encode`."""
    return [encode(units) for units in messages]


def decode_many(texts: Iterable[str]) -> DecodedMany:
    """Read many texts at once into arrays; see :func:`decode`.

    Raises :class:`ArgumentError` for anything but strings.
    """
    listed = list(texts) if isinstance(texts, Iterable) and not isinstance(texts, str) else None
    if listed is None or not all(isinstance(text, str) for text in listed):
        raise ArgumentError("texts: must be a sequence of strings")
    columns = _core.say_decode_many([without_surrogates(text) for text in listed])
    text, kind, player, x, y, cycles, errors = columns
    return DecodedMany(text, kind, player, x, y, cycles, tuple(errors))


def _fields(at: int, unit: Unit) -> tuple[int, int, float, float, int]:
    """Return a unit in the core's format: kind, player, two numbers, cycles."""
    if type(unit) not in KINDS:
        raise ArgumentError(f"units: unit {at} must be one of rcssgym.say.KINDS, not {unit!r}")
    kind = KINDS.index(type(unit))
    player = _whole(at, unit, "player") if hasattr(unit, "player") else 0
    if not 0 <= player <= 255:
        raise SayError(f"unit {at}: player {player} cannot be said")
    cycles = _whole(at, unit, "cycles") if hasattr(unit, "cycles") else 0
    match unit:
        case BallVelocity(dx=first, dy=second):
            pass
        case WeHaveBall() | OpponentHasBall() | PassToPlayer() | WantPass():
            first, second = 0.0, 0.0
        case _:
            first, second = unit.x, unit.y
    try:
        if any(isinstance(value, str | bytes | bytearray) for value in (first, second)):
            raise TypeError  # float() would read them as texts
        return kind, player, float(first), float(second), min(max(cycles, 0), _OLDEST)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(f"units: unit {at} has no numbers: {unit!r}") from None


def _whole(at: int, unit: Unit, name: str) -> int:
    value = getattr(unit, name)
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ArgumentError(f"units: unit {at}: {name} must be an integer, not {value!r}")
    return int(value)


def _unit(kind: int, player: int, x: float, y: float, cycles: int) -> Unit:
    match KINDS[kind]:
        case k if k is OurPos or k is PassToPoint:
            return k(x, y)
        case k if k is BallPos or k is BallVelocity:
            return k(x, y, cycles)
        case k if k is WantPass:
            return k()
        case k if k is OpponentPos or k is TeammatePos:
            return k(player, x, y, cycles)
        case k:
            return k(player)
