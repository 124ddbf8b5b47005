"""Estimates for a State of a 3D game: when players reach the ball, offside and defence lines.

Robots are assumed to turn at 90 degrees per second and then walk at 1 m/s, to a ball that loses
half of its speed in a second. This is not a model of a robot; it ranks players by their time to
the ball.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, degrees, hypot, inf

from rcssgym.playmaker.messages import Ball, InterceptTable, Player, Self

REACH = 0.5
"""Distance from its centre within which a robot can kick the ball, m."""
NEVER = 1000
"""Steps of players that do not reach the ball."""

_SPEED = 0.1
"""Walking speed, m/cycle."""
_TURN = 9.0
"""Turning speed, degrees/cycle."""
_DECAY = 0.5**0.1
"""Factor on the ball's speed in a cycle."""
_LONGEST = 300


def reach_steps(ball: Ball, player: Player | Self) -> int:
    """Return the number of cycles after which a player can be at the ball."""
    x, y = ball.position.x, ball.position.y
    vx, vy = ball.velocity.x, ball.velocity.y
    for steps in range(_LONGEST):
        dx, dy = x - player.position.x, y - player.position.y
        gap = hypot(dx, dy)
        if gap <= REACH:
            return steps
        off = (degrees(atan2(dy, dx)) - player.body_direction) % 360.0
        turn = min(off, 360.0 - off) / _TURN
        if (gap - REACH) / _SPEED + turn <= steps:
            return steps
        x, y, vx, vy = x + vx, y + vy, vx * _DECAY, vy * _DECAY
    return NEVER


def intercept_table(
    own: int, mates: Iterable[Player], opponents: Iterable[Player]
) -> InterceptTable:
    """Return the table of the first and second players at the ball, of those with known steps."""
    first, second = _two(mates)
    their_first, their_second = _two(opponents)
    return InterceptTable(
        self_reach_steps=own,
        first_teammate_reach_steps=first[0],
        second_teammate_reach_steps=second[0],
        first_opponent_reach_steps=their_first[0],
        second_opponent_reach_steps=their_second[0],
        first_teammate_id=first[1],
        second_teammate_id=second[1],
        first_opponent_id=their_first[1],
        second_opponent_id=their_second[1],
    )


def _two(players: Iterable[Player]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return steps and ids of the two fastest players."""
    found = sorted((player.ball_reach_steps, player.id) for player in players)
    found = [one for one in found if one[0] < NEVER] + [(NEVER, 0)] * 2
    return found[0], found[1]


def offside_line(opponents: Sequence[Player], ball: Ball) -> float:
    """Return the x of the offside line: that of the second last opponent, or of the ball."""
    behind = sorted((player.position.x for player in opponents), reverse=True)
    return max(0.0, ball.position.x, behind[1] if len(behind) > 1 else -inf)


def defense_line(players: Sequence[Player | Self], ball: Ball) -> float:
    """Return the x of a team's second last player or the ball, whichever is lower."""
    own = sorted(player.position.x for player in players)
    return min(ball.position.x, own[1] if len(own) > 1 else inf)


def second_lowest(numbers: Sequence[float]) -> float:
    """Return the second lowest number, the only one, or 0 if there is none."""
    own = sorted(numbers)[:2]
    return own[-1] if own else 0.0
