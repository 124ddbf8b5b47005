"""`Disc-HFO` in plain Python, one env at a time, in a batch of one game: the oracle."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym import DiscBatch
from rcssgym.disc import PLAY_MODES
from rcssgym.envs import Streams

from envs.discs.plain_acts import PlainActs

ENV = np.array([0])
FARTHEST = math.hypot(52.5, 68)
WIDE = 0.8 * 34
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
# Flags of an act, and of one that was in vain.
KICK, CATCH, TACKLE = (0x2, 0x4), (0x10, 0x20), (0x1000, 0x2000)
FAULTS = KICK[1] | CATCH[1] | TACKLE[1]
BALL, PLAYER, POST = 0x400, 0x800, 0x10000


ATTACK = ("dash", "turn", "kick")
DEFENCE = ("dash", "turn", "tackle")


def did(flags: int, what: tuple[int, int]) -> bool:
    """Return whether a player did something, and not in vain."""
    return bool(flags & what[0]) and not flags & what[1]


class PlainHalfField:
    """One environment. The batch plays scripted players; then a whole team is scripted."""

    def __init__(
        self,
        seed: int,
        offense: int,
        defense: int,
        others: str = "still",
        reward: str = "goal",
        frames_per_trial: int = 1000,
        untouched_time: int = 100,
        on_ball: int = 0,
        features: str = "low",
        defends: bool = False,
        numbers: tuple[int, ...] = (1,),
        actions: tuple[str, ...] | None = None,
    ) -> None:
        self.features, self.defends = features, defends
        self.size = offense, defense
        self.acts = actions or (DEFENCE if defends else ATTACK)
        first = offense if defends else 0
        self.commanded = [first + number - 1 for number in numbers]
        self.others, self.reward, self.on_ball = others, reward, on_ball
        self.limits = frames_per_trial, untouched_time
        self.streams = Streams(1)
        self.streams.seed(ENV, [seed])
        self.game: DiscBatch
        self.begin()

    def unit(self, low: float = 0.0, high: float = 1.0) -> float:
        return low + float(self.streams.uniform(ENV, 1)[0, 0]) * (high - low)

    def begin(self) -> NDArray[np.float32]:
        """Create a new game and place everything in it."""
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
            teams=(
                None if not self.defends or self.others != "scripted" else "scripted",
                None if self.defends or self.others != "scripted" else "scripted",
            ),
        )
        game.change_mode("play_on")
        ball = self.unit(0, 10.5), self.unit(-WIDE, WIDE)
        game.trainer(0, f"(move (ball) {ball[0]!r} {ball[1]!r} 0 0 0)")
        holder = self.on_ball - 1
        if self.on_ball > offense:
            holder = int(self.unit() * offense)
        for index in range(offense + defense):
            if index < offense:
                x, y = ABOUT[int(self.unit() * 10)]
                at = (
                    ball[0] + (x + self.unit()) * 10.5,
                    ball[1] + (y + self.unit()) * 10.5,
                )
                if index == holder:
                    at = ball
            elif index == offense:
                at = 52.5, 0.0
            else:
                at = self.unit(26.25, 39.375), self.unit(-WIDE, WIDE)
            body = self.unit(-180, 180)
            at = min(max(at[0], 0.0), 52.5), min(max(at[1], -34.0), 34.0)
            who = f"left {index + 1}" if index < offense else f"right {index - offense + 1}"
            game.trainer(0, f"(move (player {who}) {at[0]!r} {at[1]!r} {body!r} 0 0)")
        game.recover()
        self.steps = self.untouched = 0
        self.kicks, self.in_vain = np.zeros((2, len(self.commanded)), np.int64)
        self.gaps = self.distances()
        return self.observation()

    def distances(self) -> tuple[list[float], float]:
        x, y = self.game.ball_position[0]
        places = self.game.position[0, self.commanded]
        return [math.hypot(x - px, y - py) for px, py in places], math.hypot(52.5 - x, y)

    def observation(self) -> NDArray[np.float32]:
        see = self.low if self.features == "low" else self.high
        seen = [see(index) for index in range(len(self.commanded))]
        return np.array(seen) if len(seen) > 1 else seen[0]

    def teams(self, player: int) -> tuple[list[int], list[int]]:
        """Return teammates and opponents."""
        left, total = self.size[0], sum(self.size)
        teams = [[*range(left)], [*range(left, total)]]
        own, others = teams[:: -1 if player >= left else 1]
        return [one for one in own if one != player], others

    def number(self, player: int) -> int:
        return player + 1 - (self.size[0] if player >= self.size[0] else 0)

    def failed(self, index: int) -> bool:
        flags = int(self.game.flags[0, self.commanded[index]])
        return bool(flags & FAULTS) or bool(self.in_vain[index])

    def turned(self, vectors: Any) -> Any:
        """Return vectors as the player's team sees them."""
        return -vectors if self.defends else vectors

    def high(self, index: int = 0) -> NDArray[np.float32]:
        game, player = self.game, self.commanded[index]
        points = self.turned(game.position[0])
        ball = self.turned(game.ball_position[0])
        at, goal = points[player], (-52.5 if self.defends else 52.5, 0)
        ends = (-57.75, 5.25) if self.defends else (-5.25, 57.75)

        def share(value: float, low: float, high: float) -> float:
            return 2 * (min(max(value, low), high) - low) / (high - low) - 1

        def place(point: Any) -> list[float]:
            return [share(point[0], *ends), share(point[1], -37.4, 37.4)]

        def far(point: Any, other: Any) -> float:
            return math.hypot(point[0] - other[0], point[1] - other[1])

        def way(point: Any, other: Any) -> float:
            dx, dy = other[0] - point[0], other[1] - point[1]
            return math.atan2(dy, dx) if (dx, dy) != (0, 0) else 0.0

        own, others = self.teams(player)
        mates = sorted(own, key=lambda other: far(points[other], at))
        rivals = sorted(others, key=lambda other: far(points[other], at))

        def widest(point: Any, window: tuple[float, float], most: float) -> float:
            """Cut what opponents cover out of the window, one opponent after the other."""
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

        body = self.body(player)
        found = [*place(at), share(body, -math.pi, math.pi), *place(ball)]
        found.append(1 if game.can_kick[0, player] else -1)
        found.append(share(far(at, goal), 0, FARTHEST))
        found.append(share(way(at, goal), -math.pi, math.pi))
        found += [open_goal(at), rival_of(at)]
        found += [open_goal(points[mate]) for mate in mates]
        found += [rival_of(points[mate]) for mate in mates]
        for mate in mates:
            middle = way(at, points[mate])
            window = middle - math.pi / 4, middle + math.pi / 4
            found.append(widest(at, window, far(at, points[mate])))
        for other in mates + rivals:
            found += [*place(points[other]), self.number(other)]
        found += [-1 if self.failed(index) else 1, share(game.stamina[0, player], 0, 8000)]
        return np.array(found, np.float32)

    def body(self, player: int) -> float:
        """Direction of a body as the commanded player's team sees it."""
        body = math.radians(self.game.body[0, player])
        return math.remainder(body + math.pi, 2 * math.pi) if self.defends else body

    def low(self, index: int = 0) -> NDArray[np.float32]:
        game, player = self.game, self.commanded[index]
        points, velocities = self.turned(game.position[0]), self.turned(game.velocity[0])
        at, body = points[player], self.body(player)
        sign = -1 if self.defends else 1
        flags = int(game.flags[0, player])
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

        velocity = velocities[player]
        found += [1, 1]
        angle(body - way(velocity))
        share(math.hypot(*velocity), 0.46)
        angle(body)
        share(game.stamina[0, player], 8000)
        is_frozen = game.tackle_cycles[0, player] > 0 or game.foul_cycles[0, player] > 0
        found.append(1 if is_frozen else -1)
        found += [1 if flags & what else -1 for what in (BALL, PLAYER, POST)]
        found.append(1 if game.can_kick[0, player] else -1)
        for x, y in LANDMARKS:
            gap((sign * x, y))
        left = 52.5 if self.defends else 0
        for border, most in ((left + at[0], 57.75), (52.5 - left - at[0], 57.75)):
            share(most - border, most)
        for border, most in ((34 + at[1], 71.4), (34 - at[1], 71.4)):
            share(most - border, most)
        found.append(1)
        gap(self.turned(game.ball_position[0]))
        found.append(1)
        share(math.hypot(*game.ball_velocity[0]), 5)
        angle(way(self.turned(game.ball_velocity[0])))
        numbers: list[float] = []
        for team in self.teams(player):
            ahead = [other for other in team if sign * points[other, 0] > 0]
            ahead.sort(key=lambda other: math.hypot(*(points[other] - at)))
            for other in ahead:
                gap(points[other])
                angle(self.body(other))
                share(math.hypot(*velocities[other]), 0.75)
                angle(way(velocities[other]))
                numbers.append(self.number(other) / 100)
            found += [0.0] * 8 * (len(team) - len(ahead))
            numbers += [-1.0] * (len(team) - len(ahead))
        found += numbers
        found.append(-1 if self.failed(index) else 1)
        return np.array(found, np.float32)

    def step(self, action: NDArray[np.float32]) -> tuple[NDArray[np.float32], float, int]:
        """Return observation, reward, and HFO's status."""
        game, (offense, _), total = self.game, self.size, sum(self.size)
        game.change_mode("play_on")
        kinds, args = np.zeros((1, total), np.int64), np.zeros((1, total, 2))
        rows = action if len(self.commanded) > 1 else action[None]
        for index, (player, own) in enumerate(zip(self.commanded, rows, strict=True)):
            plain = PlainActs(game, player)
            (kinds[0, player], args[0, player]), self.in_vain[index] = plain.command(
                *plain.chosen(self.acts, own)
            )
        for other in range(total):
            if self.others == "random" and other not in self.commanded:
                what, power, way = self.unit(), 100 * self.unit(), 360 * self.unit() - 180
                kinds[0, other] = 3 if what < 0.1 else 2 if what < 0.3 else 1
                args[0, other] = (way, 0) if kinds[0, other] == 2 else (power, way)
        self.act(kinds, args)
        self.steps += 1
        before, self.gaps = self.gaps, self.distances()
        flags = [int(flag) for flag in game.flags[0]]
        played = [did(flag, KICK) or did(flag, CATCH) or did(flag, TACKLE) for flag in flags]
        touched = any(played) or any(flag & BALL for flag in flags)
        self.untouched = 0 if touched else self.untouched + 1
        kicked = np.array([did(flags[player], KICK) for player in self.commanded])
        self.kicks += kicked
        status = 0
        if game.score[0, 0] > 0:
            status = 1
        elif any(played[offense:]):
            status = 2
        elif PLAY_MODES[game.play_mode[0]] != "play_on" or game.ball_position[0, 0] < 0:
            status = 3
        elif self.steps >= self.limits[0] or self.untouched >= self.limits[1]:
            status = 4
        sign = -1 if self.defends else 1
        reward = sign * {0: 0.0, 1: 1.0}.get(status, -1.0)
        if self.reward == "shaped":
            nearing = np.subtract(before[0], self.gaps[0])
            advance = 3 * sign * (before[1] - self.gaps[1])
            each = (nearing + advance) / FARTHEST + ((self.kicks == 1) & kicked)
            reward = float(each.mean()) + 5 * sign * (status == 1)
        return self.observation(), reward, status

    def act(self, kinds: Any, args: Any) -> None:
        """Play a cycle: scripted teams act first, then commanded players, then the rest."""
        if self.others == "scripted":
            self.game.step(kinds, args)
            return
        rest = [one for one in range(sum(self.size)) if one not in self.commanded]
        for player in self.commanded + rest:
            name = ("", "dash", "turn", "kick", "tackle", "catch")[kinds[0, player]]
            numbers = args[0, player, : 2 if name in ("dash", "kick") else 1].tolist()
            if name:
                self.game.send(0, player, f"({name} {' '.join(map(repr, numbers))})")
        self.game.advance(1)
