"""Whole 2D games of teams that play by themselves: what ``rcssgym disc game`` plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from rcssgym._core import DiscBatch, Scripted
from rcssgym.disc.commands import PLAY_MODES, STATISTICS
from rcssgym.disc.shoot_out import shoot_out_winner
from rcssgym.disc.simulation import DiscSimulation
from rcssgym.errors import ArgumentError

TeamPlay: TypeAlias = str | Scripted
"""How a team plays: ``"still"``, ``"random"``, ``"scripted"`` or a :class:`Scripted`."""
NAMES = ("Left", "Right")
WHOLE_GAME = {"auto_mode": True, "kick_off_wait": 10}
"""Server parameters: the referee gives the kick-offs, after a second."""
NEWEST = 19
"""Protocol version in which players sense."""
CHUNK = 100
"""Cycles between two checks of games that are played together."""
_OVER = PLAY_MODES.index("time_over")
MOST_GAMES = 1_000_000
"""How many worlds a batch can have."""


def checked_cycles(cycles: object) -> int | None:
    """Return the cycles after which a game is stopped; ``None`` if it is played to its end.

    Raises :class:`ArgumentError` for anything but an integer above 0.
    """
    if cycles is None:
        return None
    if isinstance(cycles, bool) or not isinstance(cycles, int | np.integer) or cycles < 1:
        raise ArgumentError(f"cycles: {cycles!r} is not a positive integer")
    return int(cycles)


@dataclass(frozen=True)
class DiscResult:
    """The result of a game, or its state when it was stopped."""

    seed: int
    cycles: int
    """Cycles on the game clock."""
    over: bool
    """Whether the referee has ended it."""
    score: tuple[int, int]
    """Goals of left and right."""
    penalties: tuple[int, int]
    """Kicks of a shoot-out that went in, of left and right."""
    statistics: tuple[dict[str, int], dict[str, int]]
    """What left and right have done: :data:`STATISTICS` by name."""
    penalties_missed: tuple[int, int] = (0, 0)
    """Kicks of a shoot-out that did not go in, of left and right."""

    @property
    def winner(self) -> int | None:
        """Who has won, by goals or by a shoot-out: 0 left, 1 right; ``None`` for a draw.

        In a game that was stopped, who is ahead by goals.
        """
        if self.score[0] != self.score[1]:
            return int(self.score[0] < self.score[1])
        return shoot_out_winner(self.penalties, self.penalties_missed) if self.over else None


class DiscGame:
    """A game between two teams that play by themselves, with extra time and penalties if needed.

    :param left: how the left team plays: ``"still"``, ``"random"``, ``"scripted"`` or a
        :class:`Scripted`.
    :param right: how the right team plays.
    :param seed: seed of everything random.
    :param cycles: cycles of the game clock after which the game is stopped; ``None``: play to the
        end.

    Raises :class:`ArgumentError` for cycles that are not a positive integer, and the errors of
    :meth:`DiscSimulation.add_team`.

    >>> game = rcssgym.disc.DiscGame("scripted", "random", cycles=500)
    >>> game.play()
    >>> game.result.cycles
    500
    """

    def __init__(
        self,
        left: TeamPlay = "scripted",
        right: TeamPlay = "scripted",
        seed: int = 0,
        cycles: int | None = None,
    ) -> None:
        self.seed, self.cycles = seed, checked_cycles(cycles)
        senses = NEWEST if _sense(left, right) else None
        self.simulation = DiscSimulation(server_params=WHOLE_GAME, seed=seed, senses=senses)
        for name, play in zip(NAMES, (left, right), strict=True):
            self.simulation.add_team(name, play)

    @property
    def over(self) -> bool:
        """Whether the game has ended or has reached its limit of cycles."""
        return self._ended or (self.cycles is not None and self.simulation.cycle >= self.cycles)

    @property
    def _ended(self) -> bool:
        return self.simulation.play_mode == "time_over"

    def play(self, after_step: Callable[[], object] = lambda: None) -> None:
        """Play to the end, and call ``after_step`` after every cycle."""
        while not self.over:
            self.simulation.step()
            after_step()

    @property
    def result(self) -> DiscResult:
        """The result so far."""
        return result_of(self.seed, self.simulation, self._ended)


def result_of(seed: int, sim: DiscSimulation, over: bool) -> DiscResult:
    """Return the result of a game so far."""
    left, left_missed, right, right_missed = sim.penalties
    kicks, missed = (left, right), (left_missed, right_missed)
    return DiscResult(seed, sim.cycle, over, sim.score, kicks, sim.statistics, missed)


def play_games(
    left: TeamPlay = "scripted",
    right: TeamPlay = "scripted",
    games: int = 1,
    seed: int = 0,
    cycles: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] = lambda *_: None,
) -> list[DiscResult]:
    """Play games with consecutive seeds at the same time, and return their results.

    Each game is the same as the :class:`DiscGame` with its seed. ``progress`` is called after every
    hundred cycles with the number of games that are over and the cycles of the longest game. Ctrl-C
    ends all games: the results are then those of games that were stopped.

    :param threads: maximum number of worker threads; ``None`` for one per core.

    Raises :class:`ArgumentError` as :class:`DiscGame`, for a number of games that is not from 1
    to a million, and for seeds of 64 bits and more.
    """
    checked_cycles(cycles)
    for name, number in (("games", games), ("seed", seed)):
        if isinstance(number, bool) or not isinstance(number, int | np.integer):
            raise ArgumentError(f"{name}: {number!r} is not an integer")
    games, seed = int(games), int(seed)
    if not 1 <= games <= MOST_GAMES:
        raise ArgumentError(f"games: {games} is not from 1 to {MOST_GAMES}")
    if seed + games > 2**64:
        raise ArgumentError(f"seed: {seed} leaves no seeds for {games} games, up to 2**64 - 1")
    batch = DiscBatch(
        games,
        seed=seed,
        threads=threads,
        server_params=WHOLE_GAME,
        team_names=NAMES,
        sensed=_sense(left, right),
        teams=(left, right),
    )
    try:
        while (going := _going(batch, cycles)).any():
            # Few enough cycles that no game passes the last one.
            left_over = CHUNK if cycles is None else cycles - int(batch.cycle[going].max())
            batch.advance(min(CHUNK, left_over), worlds=going)
            progress(games - int(_going(batch, cycles).sum()), int(batch.cycle.max()))
    except KeyboardInterrupt:
        pass
    return _results(batch, seed)


def _sense(*teams: TeamPlay) -> bool:
    """Return whether players of any team sense."""
    return any(isinstance(team, Scripted) and team.sensed for team in teams)


def _going(batch: DiscBatch, cycles: int | None) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    going = np.asarray(batch.play_mode != _OVER)
    return going if cycles is None else going & (batch.cycle < cycles)


def _results(batch: DiscBatch, seed: int) -> list[DiscResult]:
    counts, scores, penalties = batch.statistics, batch.score, batch.penalties
    over, clock = batch.play_mode == _OVER, batch.cycle

    def named(numbers: Sequence[int]) -> dict[str, int]:
        return dict(zip(STATISTICS, map(int, numbers), strict=True))

    return [
        DiscResult(
            seed + i,
            int(clock[i]),
            bool(over[i]),
            (int(scores[i, 0]), int(scores[i, 1])),
            (int(penalties[i, 0]), int(penalties[i, 2])),
            (named(counts[i, 0]), named(counts[i, 1])),
            (int(penalties[i, 1]), int(penalties[i, 3])),
        )
        for i in range(len(batch))
    ]
