"""Interleaved rounds, so that other load on the machine affects every engine alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benches.contestants import Contestant, Spent


@dataclass(frozen=True)
class Timing:
    """Medians over rounds, seconds per control step (20 ms) of one world."""

    name: str
    wall: float
    cpu: float
    rounds: tuple[float, ...]  # wall seconds of every round

    @property
    def rate(self) -> float:
        """World-steps per second."""
        return 1.0 / self.wall


def interleave(contestants: Sequence[Contestant], rounds: int, seconds: float) -> list[Timing]:
    """Run every contestant for about `seconds` in each of `rounds` rounds."""
    steps = [_steps_for(contestant, seconds) for contestant in contestants]
    spent: list[list[Spent]] = [[] for _ in contestants]
    for number in range(rounds):
        # reverse the order in every other round, so that none always follows the same neighbour
        order = range(len(contestants)) if number % 2 == 0 else reversed(range(len(contestants)))
        for index in order:
            spent[index].append(contestants[index].advance(steps[index]))
    return [
        Timing(
            contestant.name,
            median(s.wall_each for s in results),
            median(s.cpu_each for s in results),
            tuple(s.wall_each for s in results),
        )
        for contestant, results in zip(contestants, spent, strict=True)
    ]


def _steps_for(contestant: Contestant, seconds: float) -> int:
    """Return the number of control steps that take about `seconds`, at least 2."""
    steps = 2
    while (spent := contestant.advance(steps)).wall < seconds / 8:
        steps *= 2
    return max(2, round(steps * seconds / spent.wall))
