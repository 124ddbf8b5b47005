"""Observations of `Disc-Soccer` in plain Python, one player at a time: the oracle."""

import math
from typing import Any

from rcssgym.disc import PLAY_MODES

KINDS = ["kick_off", "kick_in", "corner_kick", "goal_kick", "free_kick"]
BLAMED = [
    "offside",
    "foul_charge",
    "foul_push",
    "foul_multiple_attack",
    "foul_ballout",
    "back_pass",
    "free_kick_fault",
    "catch_fault",
    "illegal_defense",
]


def rotated(x: float, y: float, body: float) -> list[float]:
    return [
        x * math.cos(body) + y * math.sin(body),
        y * math.cos(body) - x * math.sin(body),
    ]


def mode_of(name: str, *, is_left: bool) -> list[float]:
    out = [0.0] * 12
    kind, _, side = name.rpartition("_")
    ours = (side == "l") == is_left
    if name == "play_on":
        out[0] = 1
    elif kind == "indirect_free_kick":
        out[9 + (not ours)] = 1
    elif kind in KINDS:
        out[1 + 2 * KINDS.index(kind) + (not ours)] = 1
    elif kind in BLAMED:
        out[9 + ours] = 1
    else:
        out[11] = 1
    return out


class PlainSoccer:
    """Observations of players of a game, from a batch's arrays."""

    def __init__(self, worlds: Any, sizes: tuple[int, int]) -> None:
        self.worlds, self.sizes = worlds, sizes

    def known(self, world: int, player: int) -> tuple[list[Any], list[float], list[list[float]]]:
        """State of the player, ball and others in the pitch's frame: x, y, vx, vy, body, age."""
        worlds, count = self.worlds, sum(self.sizes)

        def row(other: int) -> list[float]:
            body = math.radians(worlds.body[world, other])
            return [*worlds.position[world, other], *worlds.velocity[world, other], body, 0]

        ball = [*worlds.ball_position[world], *worlds.ball_velocity[world], 0, 0]
        return row(player), ball, [row(other) for other in range(count)]

    def observation(self, world: int, player: int) -> list[Any]:
        worlds, (left, right) = self.worlds, self.sizes
        is_left = player < left
        sign = 1 if is_left else -1
        own, ball, all_others = self.known(world, player)

        def seen(row: list[float]) -> list[float]:
            return [sign * number for number in row[:4]] + row[4:]

        own, ball = seen(own), seen(ball)
        body = own[4] + (0 if is_left else math.pi)
        ours = range(left) if is_left else range(left, left + right)
        theirs = range(left, left + right) if is_left else range(left)
        order = [*(other for other in ours if other != player), *theirs]

        def age(cycles: float) -> float:
            return min(cycles / 30, 1)

        frozen = worlds.tackle_cycles[world, player] > 0 or worlds.foul_cycles[world, player] > 0
        reach = worlds.kickable_area[world, player]
        gap = worlds.position[world, player] - worlds.ball_position[world]
        found: list[Any] = [own[0] / 52.5, own[1] / 34, math.sin(body), math.cos(body)]
        found += [v / 1.05 for v in rotated(own[2], own[3], body)]
        found += [age(own[5]), worlds.stamina[world, player] / 8000, frozen]
        found += [gap[0] ** 2 + gap[1] ** 2 <= reach**2, None, None]
        place = rotated(ball[0] - own[0], ball[1] - own[1], body)
        velocity = rotated(ball[2], ball[3], body)
        ages = [age(ball[4]), age(ball[5])]
        found += [p / 52.5 if ages[0] < 1 else 0 for p in place]
        found += [v / 3 if ages[1] < 1 else 0 for v in velocity]
        found += ages
        for other in order:
            row = seen(all_others[other])
            if age(row[5]) == 1:
                found += [0] * 6 + [1]
                continue
            place = rotated(row[0] - own[0], row[1] - own[1], body)
            velocity = rotated(row[2], row[3], body)
            off = row[4] + (0 if is_left else math.pi) - body
            found += [p / 52.5 for p in place] + [v / 1.05 for v in velocity]
            found += [math.sin(off), math.cos(off), age(row[5])]
        for goal in (52.5, -52.5):
            found += [p / 52.5 for p in rotated(goal - own[0], -own[1], body)]
        found += [float(other == player) for other in ours]
        found += mode_of(PLAY_MODES[worlds.play_mode[world]], is_left=is_left)
        found += [worlds.cycle[world] * 0.1 / 300]
        score = worlds.score[world].tolist()
        found += [goals / 10 for goals in (score if is_left else score[::-1])]
        return found


class PlainSensing(PlainSoccer):
    """The same from what players remember."""

    def known(self, world: int, player: int) -> tuple[list[Any], list[float], list[list[float]]]:
        left, _ = self.sizes
        rows = self.worlds.sensed[world, player]

        def row(index: int) -> list[float]:
            x, y, vx, vy, body, _, pos, vel = rows[index][:8].tolist()
            if vel >= 1000:
                vx = vy = 0.0
            return [x, y, vx, vy, math.radians(body), pos]

        ball = rows[1].tolist()
        velocity = ball[2:4] if ball[7] < 1000 else [0.0, 0.0]
        places = [
            2 + (other if other < left else 11 + other - left) for other in range(sum(self.sizes))
        ]
        others = [row(place) for place in places]
        return row(0), [*ball[:2], *velocity, ball[6], ball[7]], others
