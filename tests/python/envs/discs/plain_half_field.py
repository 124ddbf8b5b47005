"""`Disc-HFO` in plain Python, one env at a time, on a batch of one game: the oracle."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym import DiscBatch
from rcssgym.disc import PLAY_MODES
from rcssgym.envs import Streams

ENV = np.array([0])
FARTHEST = math.hypot(52.5, 68)
ABOUT = [(-1, -1), (-1, 1), (1, 1), (1, -1), (0, 2), (0, -2), (-2, -2), (-2, 2), (2, 2), (2, -2)]
LANDMARKS = [
    *((52.5, y) for y in (0, -7.01, 7.01)),
    *((36, y) for y in (0, -20.16, 20.16)),
    (0, 0),
    (0, -34),
    (52.5, -34),
    (52.5, 34),
    (0, 34),
]
KICK, KICK_FAULT, CATCH, TACKLE = 0x2, 0x4, 0x10, 0x1000
BALL, PLAYER, POST = 0x400, 0x800, 0x10000


class PlainHalfField:
    """One environment."""

    def __init__(
        self,
        seed: int,
        offense: int,
        defense: int,
        others: str = "still",
        reward: str = "goal",
        frames_per_trial: int = 1000,
        untouched_time: int = 100,
        on_ball: bool = False,
        features: str = "low",
    ) -> None:
        self.features = features
        self.size = offense, defense
        self.others, self.reward, self.on_ball = others, reward, on_ball
        self.limits = frames_per_trial, untouched_time
        self.streams = Streams(1)
        self.streams.seed(ENV, [seed])
        self.game: DiscBatch
        self.begin()

    def unit(self, low: float = 0.0, high: float = 1.0) -> float:
        return low + float(self.streams.uniform(ENV, 1)[0, 0]) * (high - low)

    def begin(self) -> NDArray[np.float32]:
        """A game of its own, in which all are placed."""
        seed = int(self.unit() * 2.0**53)
        offense, defense = self.size
        self.game = game = DiscBatch(
            1,
            offense,
            defense,
            seed=seed,
            goalies=(False, True),
            player_params={"random_seed": 0},
            server_params={"use_offside": False, "back_passes": False},
        )
        game.change_mode("play_on")
        ball = self.unit(0, 10.5), self.unit(-27.2, 27.2)
        game.trainer(0, f"(move (ball) {ball[0]!r} {ball[1]!r} 0 0 0)")
        for index in range(offense + defense):
            if index < offense:
                x, y = ABOUT[int(self.unit() * 10)]
                at = (
                    ball[0] + (x + self.unit()) * 10.5,
                    ball[1] + (y + self.unit()) * 10.5,
                )
                if self.on_ball and index == 0:
                    at = ball
            elif index == offense:
                at = 52.5, 0.0
            else:
                at = self.unit(26.25, 39.375), self.unit(-27.2, 27.2)
            body = math.degrees(self.unit(-math.pi, math.pi))
            at = min(max(at[0], 0.0), 52.5), min(max(at[1], -34.0), 34.0)
            who = f"left {index + 1}" if index < offense else f"right {index - offense + 1}"
            game.trainer(0, f"(move (player {who}) {at[0]!r} {at[1]!r} {body!r} 0 0)")
        game.recover()
        self.steps = self.untouched = self.kicks = 0
        self.gaps = self.distances()
        return self.observation()

    def distances(self) -> tuple[float, float]:
        (x, y), (px, py) = self.game.ball_position[0], self.game.position[0, 0]
        return math.hypot(x - px, y - py), math.hypot(52.5 - x, y)

    def observation(self) -> NDArray[np.float32]:
        return self.low() if self.features == "low" else self.high()

    def high(self) -> NDArray[np.float32]:
        game, (offense, _) = self.game, self.size
        points = game.position[0]
        at, number = points[0], range(sum(self.size))

        def share(value: float, low: float, high: float) -> float:
            return 2 * (min(max(value, low), high) - low) / (high - low) - 1

        def place(point: Any) -> list[float]:
            return [share(point[0], -5.25, 57.75), share(point[1], -37.4, 37.4)]

        def far(point: Any, other: Any) -> float:
            return math.hypot(point[0] - other[0], point[1] - other[1])

        def way(point: Any, other: Any) -> float:
            dx, dy = other[0] - point[0], other[1] - point[1]
            return math.atan2(dy, dx) if (dx, dy) != (0, 0) else 0.0

        mates = sorted(number[1:offense], key=lambda other: far(points[other], at))
        rivals = sorted(number[offense:], key=lambda other: far(points[other], at))

        def widest(point: Any, window: tuple[float, float], most: float) -> float:
            """By cutting what opponents cover out of the window, one after the other."""
            parts = [window]
            for rival in rivals:
                distance, middle = far(point, points[rival]), way(point, points[rival])
                if distance < most:
                    half = math.atan2(1.085 / 2, distance)
                    cut = [(a, min(b, middle - half)) for a, b in parts]
                    cut += [(max(a, middle + half), b) for a, b in parts]
                    parts = [(a, b) for a, b in cut if b > a]
            return share(max((b - a for a, b in parts), default=0.0), 0, math.pi)

        def open_goal(point: Any) -> float:
            return widest(point, (way(point, (52.5, -7.01)), way(point, (52.5, 7.01))), math.inf)

        def rival_of(point: Any) -> float:
            gaps = [far(point, points[rival]) for rival in rivals]
            return share(min(gaps), 0, FARTHEST) if gaps else -2.0

        body = math.radians(game.body[0, 0])
        found = [*place(at), share(body, -math.pi, math.pi), *place(game.ball_position[0])]
        found.append(1 if game.can_kick[0, 0] else -1)
        found.append(share(far(at, (52.5, 0)), 0, FARTHEST))
        found.append(share(way(at, (52.5, 0)), -math.pi, math.pi))
        found += [open_goal(at), rival_of(at)]
        found += [open_goal(points[mate]) for mate in mates]
        found += [rival_of(points[mate]) for mate in mates]
        for mate in mates:
            middle = way(at, points[mate])
            window = middle - math.pi / 4, middle + math.pi / 4
            found.append(widest(at, window, far(at, points[mate])))
        for other in mates + rivals:
            found += [*place(points[other]), other + 1 if other < offense else other - offense + 1]
        in_vain = int(game.flags[0, 0]) & (KICK_FAULT | 0x2000 | 0x20)
        found += [-1 if in_vain else 1, share(game.stamina[0, 0], 0, 8000)]
        return np.array(found, np.float32)

    def low(self) -> NDArray[np.float32]:
        game, (offense, _) = self.game, self.size
        at, body = game.position[0, 0], math.radians(game.body[0, 0])
        flags = int(game.flags[0, 0])
        found: list[float] = []

        def angle(radians: float) -> None:
            found.extend((math.sin(radians), math.cos(radians)))

        def share(number: float, most: float) -> None:
            found.append(2 * min(max(number / most, 0), 1) - 1)

        def gap(point: Any) -> None:
            dx, dy = point[0] - at[0], point[1] - at[1]
            angle((math.atan2(dy, dx) if (dx, dy) != (0, 0) else 0.0) - body)
            share(FARTHEST - math.hypot(dx, dy), FARTHEST)

        def way(vector: Any) -> float:
            return math.atan2(vector[1], vector[0]) if tuple(vector) != (0, 0) else 0.0

        velocity = game.velocity[0, 0]
        found += [1, 1]
        angle(body - way(velocity))
        share(math.hypot(*velocity), 0.46)
        angle(body)
        share(game.stamina[0, 0], 8000)
        found.append(1 if game.tackle_cycles[0, 0] > 0 or game.foul_cycles[0, 0] > 0 else -1)
        found += [1 if flags & what else -1 for what in (BALL, PLAYER, POST)]
        found.append(1 if game.can_kick[0, 0] else -1)
        for landmark in LANDMARKS:
            gap(landmark)
        for border, most in ((at[0], 57.75), (52.5 - at[0], 57.75)):
            share(most - border, most)
        for border, most in ((34 + at[1], 71.4), (34 - at[1], 71.4)):
            share(most - border, most)
        found.append(1)
        gap(game.ball_position[0])
        found.append(1)
        share(math.hypot(*game.ball_velocity[0]), 5)
        angle(way(game.ball_velocity[0]))
        numbers: list[float] = []
        everybody = range(sum(self.size))
        for team, size in ((range(1, offense), offense - 1), (everybody[offense:], self.size[1])):
            told = [other for other in team if game.position[0, other, 0] > 0]
            told.sort(key=lambda other: math.hypot(*(game.position[0, other] - at)))
            for other in told:
                gap(game.position[0, other])
                angle(math.radians(game.body[0, other]))
                share(math.hypot(*game.velocity[0, other]), 0.75)
                angle(way(game.velocity[0, other]))
                numbers.append((other + 1 if other < offense else other - offense + 1) / 100)
            found += [0.0] * 8 * (size - len(told))
            numbers += [-1.0] * (size - len(told))
        found += numbers
        found.append(-1 if flags & (KICK_FAULT | 0x2000 | 0x20) else 1)
        return np.array(found, np.float32)

    def step(self, action: NDArray[np.float32]) -> tuple[NDArray[np.float32], float, int]:
        """Observation, reward, and HFO's status."""
        game, (offense, _) = self.game, self.size
        dash, turn, kick, power, way, turned, force, aim = (float(number) for number in action)
        command = f"(dash {100 * power!r} {180 * way!r})"
        if kick > max(dash, turn):
            command = f"(kick {50 * (force + 1)!r} {180 * aim!r})"
        elif turn > dash:
            command = f"(turn {180 * turned!r})"
        assert game.send(0, 0, command) == ""
        for other in range(1, sum(self.size)):
            if self.others == "random":
                what, power, way = self.unit(), 100 * self.unit(), 360 * self.unit() - 180
                names = {True: f"(kick {power!r} {way!r})", False: f"(turn {way!r})"}
                order = names[what < 0.1] if what < 0.3 else f"(dash {power!r} {way!r})"
                game.send(0, other, order)
        game.change_mode("play_on")
        game.advance(1)
        self.steps += 1
        before, self.gaps = self.gaps, self.distances()
        flags = [int(flag) for flag in game.flags[0]]
        touched = any(flag & (KICK | CATCH | TACKLE | BALL) for flag in flags)
        self.untouched = 0 if touched else self.untouched + 1
        self.kicks += bool(flags[0] & KICK)
        status = 0
        if game.score[0, 0] > 0:
            status = 1
        elif any(flag & (KICK | CATCH | TACKLE) for flag in flags[offense:]):
            status = 2
        elif PLAY_MODES[game.play_mode[0]] != "play_on" or game.ball_position[0, 0] < 0:
            status = 3
        elif self.steps >= self.limits[0] or self.untouched >= self.limits[1]:
            status = 4
        reward = {0: 0.0, 1: 1.0}.get(status, -1.0)
        if self.reward == "shaped":
            reward = (before[0] - self.gaps[0] + 3 * (before[1] - self.gaps[1])) / FARTHEST
            reward += (self.kicks == 1 and bool(flags[0] & KICK)) + 5 * (status == 1)
        return self.observation(), reward, status
