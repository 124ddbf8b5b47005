"""Messages between agents of games, in units of the say codec (:mod:`rcssgym.say`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import SAY_NUMBERS, SAY_UNITS
from rcssgym.envs.terms import Term, term
from rcssgym.errors import ArgumentError
from rcssgym.say import KINDS, BallVelocity, OpponentHasBall, OpponentPos, Unit, WantPass, encode

Array = NDArray[np.float32]

SCORES = 1 + len(KINDS)
"""Scores per unit in an action: one for saying nothing, and one for each kind of unit."""
HEARD_NUMBERS = len(KINDS) + 4
"""Numbers per unit in an observation."""
X, Y, SPEED, CYCLES = 53.0, 34.0, 2.7, 72
"""Largest values that can be said: coordinates, m, speed, m/cycle, and age, cycles."""
STEPS = 73
"""Number of values that a character can express."""
PLAYERS = 11
"""Divisor of players' numbers in observations."""
OLDEST = 3.0
"""Age that observations scale to 1, s."""


def checked_units(value: object, mates: int) -> int:
    """Return the maximum number of units in a message; 0 for ``False``, 1 for ``True``.

    :param mates: number of an agent's teammates, at least one if agents talk.

    Raises :class:`ArgumentError` for a number outside 0 to 4, and if nobody could listen.
    """
    is_whole = isinstance(value, bool | np.bool_ | int | np.integer)
    number: Any = value
    if not is_whole or not 0 <= int(number) <= SAY_UNITS:
        raise ArgumentError(f"say: {value!r} is neither a bool nor from 0 to {SAY_UNITS} units")
    if int(number) > 0 and mates < 1:
        raise ArgumentError("say: there is no teammate who could listen")
    return int(number)


def with_talk(
    observations: tuple[Any, ...], processes: tuple[Any, ...], units: int
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return observations and processes, with those for hearing teammates added if they talk."""
    if units == 0:
        return observations, processes
    heard: Term = term("heard_units", units=units, oldest=OLDEST)
    return (*observations, heard), (*processes, "talk_memory")


@dataclass(frozen=True)
class Heard:
    """The last message heard from a teammate."""

    age: float
    """Time since it was heard, s; capped at 3."""
    direction: float
    """Direction it came from, degrees from the body or from the microphone."""
    units: tuple[Unit, ...]
    """Its units; positions and velocities are in the middle of a character's range."""


class Talk:
    """Encoding of what is said and heard in numbers of actions and observations.

    :param units: maximum number of units in a message, ``W`` in the shapes below.
    :param teams: number of players of the own team, ``N``, and of the other one.
    :param attends: whether the last number of an action selects the player to listen to, as in the
        2D game.
    """

    def __init__(self, units: int, teams: tuple[int, int], *, attends: bool) -> None:
        self.units, self.teams, self.attends = units, teams, attends
        self.numbers = SAY_NUMBERS * units + int(attends)
        """Number of entries for talk at the end of an action."""
        self.width = (2 + HEARD_NUMBERS * units) * (teams[0] - 1)
        """Number of entries for talk at the end of an observation."""

    def action(self, units: Iterable[Unit] = (), listen_to: int = 0) -> Array:
        """Return the last numbers of an action that says this ``(15 W,)``, or ``(15 W + 1,)``.

        Values beyond the range of their character are clipped to it.

        :param listen_to: number of a teammate; 0 for nobody in particular.

        Raises :class:`ArgumentError` for too many units or for players who do not exist, and
        :class:`SayError` for units that do not make a message.
        """
        said = list(units)
        encode(said)
        if len(said) > self.units:
            raise ArgumentError(f"units: {len(said)} are more than {self.units}")
        rows = np.zeros((self.units, SAY_NUMBERS), np.float32)
        rows[:, 0] = 1.0
        for row, unit in zip(rows, said, strict=False):
            kind = KINDS.index(type(unit))
            row[0], row[1 + kind] = 0.0, 1.0
            row[SCORES:] = self._arguments(unit)
        numbers = rows.ravel()
        if not self.attends:
            return numbers
        last = _in_part(listen_to, 1 + self.teams[0], "listen_to", lowest=0)
        return np.append(numbers, np.float32(last))

    def _arguments(self, unit: Unit) -> list[float]:
        values: Any = dict(zip(type(unit).__dataclass_fields__, astuple(unit), strict=True))
        is_theirs = isinstance(unit, OpponentHasBall | OpponentPos)
        size = self.teams[int(is_theirs)]
        player = 0.0
        if "player" in values:
            player = _in_part(values["player"], size, "player", lowest=1)
        wide, high = (SPEED, SPEED) if isinstance(unit, BallVelocity) else (X, Y)
        first = values.get("x", values.get("dx", 0.0)) / wide
        second = values.get("y", values.get("dy", 0.0)) / high
        cycles = 2.0 * values.get("cycles", 0) / CYCLES - 1.0
        return [player, *(min(max(value, -1.0), 1.0) for value in (first, second, cycles))]

    def heard(self, observation: Any) -> list[Heard | None]:
        """Return what one agent's observation ``(n,)`` says was heard from each mate, by number.

        ``None`` for mates from whom nothing was heard in the last 3 s.

        Raises :class:`ArgumentError` for an observation with too few numbers.
        """
        numbers = np.asarray(observation, np.float64)
        if numbers.ndim != 1 or len(numbers) < self.width:
            raise ArgumentError(
                f"observation: shape {numbers.shape} lacks the {self.width} numbers of mates"
            )
        rows = numbers[len(numbers) - self.width :].reshape(self.teams[0] - 1, -1)
        return [None if row[0] >= 1.0 else _heard(row) for row in rows]


def _in_part(number: int, count: int, name: str, lowest: int) -> float:
    """Return the middle of a number's part when -1 to 1 is split into ``count`` equal parts."""
    if not lowest <= number < lowest + count:
        raise ArgumentError(f"{name}: {number} is not from {lowest} to {lowest + count - 1}")
    return (2 * (number - lowest) + 1) / count - 1.0


def _heard(row: NDArray[np.float64]) -> Heard:
    units = [_unit(one) for one in row[2:].reshape(-1, HEARD_NUMBERS) if one[: len(KINDS)].any()]
    return Heard(float(row[0] * OLDEST), float(180.0 * row[1]), tuple(units))


def _unit(numbers: Sequence[float] | NDArray[np.float64]) -> Unit:
    kind: Any = KINDS[int(np.argmax(numbers[: len(KINDS)]))]
    player, x, y, cycles = (float(number) for number in numbers[len(KINDS) :])
    wide, high = (SPEED, SPEED) if kind is BallVelocity else (X, Y)
    known = {
        "player": round(PLAYERS * player),
        "x": wide * x,
        "y": high * y,
        "dx": wide * x,
        "dy": high * y,
        "cycles": round(CYCLES * cycles),
    }
    made: Unit = kind(**{name: known[name] for name in kind.__dataclass_fields__})
    return made if kind is not WantPass else WantPass()
