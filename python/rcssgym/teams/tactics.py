"""Positions of players.

Places are in the team's frame, x towards the opponents' goal and y across as in the world, in m on
a pitch 55 m long; :class:`Tactics` scales them to other pitches.
"""

from __future__ import annotations

from dataclasses import dataclass

PITCH = 27.5  # m, half its length
GOALIE = (-25.5, 0.0)
FORMATION = (  # with the ball in the centre, from the highest number down, without the goalie
    (-1.0, 0.0),
    (2.0, 6.0),
    (8.0, -4.0),
    (13.0, 3.0),
    (18.0, -3.0),
    (-9.0, 0.0),
    (-7.0, 6.0),
    (3.0, -8.0),
    (-16.0, -6.0),
    (9.0, 9.0),
)
ALONG, ACROSS = 0.5, 0.5  # share of the ball's movement by which the formation follows
FOREMOST = 22.0
KICKER = (0.0, -1.0)  # at the own kick-off, facing left
RECEIVER = (-1.0, 6.5)  # of the kicker's pass
OFF_CIRCLE = -6.5  # x at the others' kick-off
GOALIES_REACH = 3.5  # from the own goal


@dataclass(frozen=True)
class Tactics:
    """Places on the pitch for a player."""

    number: int
    """The player's number, from 1."""
    size: int
    """Number of players of its team."""
    goal: float
    """x of the goal that its team attacks, m."""

    @property
    def is_goalie(self) -> bool:
        """Whether this is the player who guards the goal."""
        return self.number == 1 and self.size > 1

    def home(self, ball: tuple[float, float]) -> tuple[float, float]:
        """Return the place in the world to be at while others play the ball, at ``ball``, m."""
        if self.is_goalie:
            return self._world(GOALIE)
        scale = self._scale
        x, y = self._post
        x += ALONG * ball[0] / scale
        y += ACROSS * ball[1] / abs(scale)
        return self._world((max(GOALIE[0] + 3.0, min(FOREMOST, x)), y))

    def kick_off(self, ours: bool) -> tuple[float, float, float]:
        """Return x, y (m) and heading (degrees) in the own frame, for a kick-off.

        The heading is seen from the own side: 0 is towards the opponents.
        """
        scale = abs(self._scale)
        if ours and self.number == self.size:
            return (*KICKER, 90.0 if self.goal > 0.0 else -90.0)
        if ours and self.number == self.size - 1 and not self.is_goalie:
            return (*RECEIVER, 0.0)
        x, y = GOALIE if self.is_goalie else self._post
        return scale * min(x, OFF_CIRCLE), scale * y, 0.0

    def aim(self, *, passing: bool) -> tuple[float, float]:
        """Return where to kick the ball, in the world."""
        if not passing:
            return self.goal, 0.0
        x, y = RECEIVER
        return (x if self.goal > 0.0 else -x), y

    def guards(self, ball: tuple[float, float]) -> bool:
        """Return whether the ball is so near to the own goal that the goalie comes out for it."""
        x, y = ball
        return (x + self.goal) ** 2 + y**2 < (GOALIES_REACH * self._scale) ** 2

    @property
    def _post(self) -> tuple[float, float]:
        return FORMATION[(self.size - self.number) % len(FORMATION)]

    @property
    def _scale(self) -> float:
        """Factor that scales the pitch, negative if the team plays towards negative x."""
        return self.goal / PITCH

    def _world(self, place: tuple[float, float]) -> tuple[float, float]:
        return self._scale * place[0], abs(self._scale) * place[1]
