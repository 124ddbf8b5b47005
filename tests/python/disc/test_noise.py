"""Noise has rcssserver's distributions.

``noise.json.gz`` is a game of the real server with noise on. Here the same commands are given, and
the random draws of both are computed from positions and speeds alone: the length of a motion's
noise relative to its limit, its direction, the relative errors of turns, and the effects of kicks
and tackles on the ball. If the distributions are equal, a Kolmogorov-Smirnov test fails once in a
thousand times; here seeds are fixed, so it does not fail by chance. The real server's values pass
the same tests.
"""

import math
from collections.abc import Callable, Iterable
from typing import Any

import pytest
import rcssgym

from .recording import Recording

COLLIDED = 0x400 | 0x800 | 0x10000
KICKED, TACKLED, FAILED = 0x2, 0x1000, 0x2000
RARE = 1.95
"""sqrt(n) D exceeds this once in a thousand times."""


class Cycle:
    """The observable part of a cycle: commands, and states before and after it."""

    def __init__(self, commands: dict[str, list[str]], moved: bool) -> None:
        self.commands = {int(index): texts for index, texts in commands.items() if texts}
        self.moved = moved
        """Whether the trainer has moved something."""


class Watched:
    """A game with noise, cycle by cycle."""

    def __init__(self, seed: int | None) -> None:
        recording = Recording("noise")
        sim = rcssgym.DiscSimulation(
            recording.trace["server_param"],
            recording.trace["player_param"],
            recording.trace["player_types"],
            seed=seed or 0,
        )
        for player in recording.trace["players"]:
            sim.add_player("L" if player["side"] == "l" else "R", player["goalie"])
        recording.sim = sim
        self.cycles: list[Cycle] = []
        self.balls: list[list[float]] = []
        self.players: list[list[list[float]]] = []
        self.flags: list[list[int]] = []
        for record in recording.play():
            self.cycles.append(Cycle(record["commands"], "trainer" in record))
            real = seed is None
            self.balls.append(record["ball"] if real else list(sim.ball))
            self.players.append(record["players"] if real else [p.state for p in sim.players])
            flags = map(recording.flags, range(len(sim.players)))
            self.flags.append(list(flags) if real else [p.flags for p in sim.players])

    def quiet(self) -> Iterable[int]:
        """Cycles before which the trainer has moved nothing."""
        return (i for i in range(1, len(self.cycles)) if not self.cycles[i].moved)

    def off(self, before: list[float], after: list[float]) -> tuple[float, float]:
        return after[0] - before[0] - before[2], after[1] - before[1] - before[3]

    def rolling(self) -> list[tuple[float, float, float]]:
        """Noise of a ball that nobody touches, and its speed."""
        found = []
        for i in self.quiet():
            touched = any(flags & (COLLIDED | KICKED | TACKLED) for flags in self.flags[i])
            speed = math.hypot(*self.balls[i - 1][2:])
            if not touched and speed > 0.1:
                found.append((*self.off(self.balls[i - 1], self.balls[i]), speed))
        return found

    def coasting(self) -> list[tuple[float, float, float]]:
        """Noise of players that only coast, and their speed."""
        found = []
        for i in self.quiet():
            for j, (before, after) in enumerate(
                zip(self.players[i - 1], self.players[i], strict=True)
            ):
                speed = math.hypot(before[2], before[3])
                still = j not in self.cycles[i].commands
                if still and speed > 0.02 and not self.flags[i][j] & COLLIDED:
                    found.append((*self.off(before, after), speed))
        return found

    def dashing(self) -> list[tuple[float, float, float]]:
        """Noise of players in their first dash, and their speed; type 0 with full effort."""
        found = []
        for i in self.quiet():
            for j, texts in self.cycles[i].commands.items():
                before, after = self.players[i - 1][j], self.players[i][j]
                first = texts == ["(dash 100)"] and before[2] == before[3] == 0.0
                if first and not self.flags[i][j] & COLLIDED:
                    body = math.radians(before[4])
                    ahead = [before[0], before[1], 0.6 * math.cos(body), 0.6 * math.sin(body)]
                    found.append((*self.off(ahead, after), 0.6))
        return found

    def turns(self) -> list[float]:
        """Relative amounts by which turns are larger than they should be."""
        found = []
        for i in self.quiet():
            for j, texts in self.cycles[i].commands.items():
                if texts == ["(turn 60)"]:
                    before, after = self.players[i - 1][j], self.players[i][j]
                    speed = math.hypot(before[2], before[3])
                    turned = (after[4] - before[4] + 540.0) % 360.0 - 180.0
                    found.append(turned * (1.0 + 5.0 * speed) / 60.0 - 1.0)
        return found

    def kicks(self) -> list[tuple[float, float]]:
        """Velocities of a resting ball, half a metre ahead, after kicks straight ahead."""
        return [
            (self.balls[i][2], self.balls[i][3])
            for i, cycle in enumerate(self.cycles)
            if cycle.commands.get(1) == ["(kick 100 0)"] and self.flags[i][1] & KICKED
        ]

    def tackles(self) -> dict[str, tuple[int, int]]:
        """Numbers of successful tackles and of all tackles, by command."""
        found: dict[str, tuple[int, int]] = {}
        for i, cycle in enumerate(self.cycles):
            for j, texts in cycle.commands.items():
                if texts[0].startswith("(tackle"):
                    good, count = found.get(texts[0], (0, 0))
                    success = not self.flags[i][j] & FAILED
                    found[texts[0]] = good + success, count + 1
        return found


@pytest.fixture(scope="module")
def real() -> Watched:
    return Watched(None)


@pytest.fixture(scope="module", params=["real", 1, 2])
def game(request: pytest.FixtureRequest, real: Watched) -> Watched:
    return real if request.param == "real" else Watched(request.param)


def check_law(samples: list[float], law: Callable[[float], float]) -> None:
    ordered, n = sorted(samples), len(samples)
    assert n > 90
    gap = max(max((i + 1) / n - law(value), law(value) - i / n) for i, value in enumerate(ordered))
    assert math.sqrt(n) * gap < RARE, (n, gap)


def check_same(one: list[float], other: list[float]) -> None:
    merged = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    counts, gap = [0, 0], 0.0
    for _, which in merged:
        counts[which] += 1
        gap = max(gap, abs(counts[0] / len(one) - counts[1] / len(other)))
    assert min(len(one), len(other)) > 90
    assert math.sqrt(len(one) * len(other) / (len(one) + len(other))) * gap < RARE


def uniform(low: float, high: float) -> Callable[[float], float]:
    return lambda value: min(max((value - low) / (high - low), 0.0), 1.0)


def check_motion(samples: list[tuple[float, float, float]], rand: float) -> None:
    """Lengths uniform up to ``rand`` of the speed, directions uniform."""
    lengths = [math.hypot(x, y) / (rand * speed) for x, y, speed in samples]
    assert max(lengths) < 1.0 + 1e-3
    check_law(lengths, uniform(0.0, 1.0))
    check_law([math.atan2(y, x) for x, y, _ in samples], uniform(-math.pi, math.pi))


def test_a_rolling_ball(game: Watched) -> None:
    check_motion(game.rolling(), 0.05)


def test_players_who_run_out(game: Watched) -> None:
    check_motion(game.coasting(), 0.1)


def test_players_who_dash(game: Watched) -> None:
    check_motion(game.dashing(), 0.1)


def test_turns(game: Watched) -> None:
    check_law(game.turns(), uniform(-0.1, 0.1))


def test_kicks_are_as_the_real_ones(game: Watched, real: Watched) -> None:
    for axis in (0, 1):
        check_same([kick[axis] for kick in game.kicks()], [kick[axis] for kick in real.kicks()])


def test_tackles_succeed_as_the_real_ones(game: Watched, real: Watched) -> None:
    """Rates of success differ by less than 3.3 standard deviations."""
    ours, theirs = game.tackles(), real.tackles()
    assert ours.keys() == theirs.keys()
    for text, (good, count) in ours.items():
        other, of = theirs[text]
        rate = (good + other) / (count + of)
        deviation = math.sqrt(max(rate * (1 - rate), 0.01) * (1 / count + 1 / of))
        assert count > 90
        assert abs(good / count - other / of) < 3.3 * deviation, text


def test_a_law_that_differs_is_found() -> None:
    samples: list[Any] = [i / 1000 for i in range(1000)]
    check_law(samples, uniform(0.0, 1.0))
    with pytest.raises(AssertionError):
        check_law([value**1.2 for value in samples], uniform(0.0, 1.0))
    with pytest.raises(AssertionError):
        check_same(samples, [value**1.3 for value in samples])
