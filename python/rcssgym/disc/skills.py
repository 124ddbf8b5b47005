"""Skills of players in arrays."""

from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rcssgym import _core


class Skill(IntEnum):
    """A skill of a player, and the numbers that it takes.

    Points are in m, in the frame of the player's team, which attacks towards +x; speeds are in
    m/cycle, angles in degrees.
    """

    NONE = 0
    """Nothing."""
    GO_TO_POINT = 1
    """x, y, distance at which it has arrived, power."""
    INTERCEPT = 2
    """Goes for the ball."""
    TURN_TO_ANGLE = 3
    """Direction."""
    TURN_TO_POINT = 4
    """x, y."""
    TURN_TO_BALL = 5
    """Turns to the ball."""
    STOP_DASH = 6
    """Comes to a stop."""
    SMART_KICK = 7
    """x, y, speed, smallest sufficient speed: kicks up to three times."""
    ONE_STEP_KICK = 8
    """x, y, speed."""
    STOP_BALL = 9
    """Keeps the ball where it is."""
    HOLD_BALL = 10
    """Keeps the ball from opponents."""
    DRIBBLE = 11
    """x, y, distance at which it has arrived, power."""
    ADVANCE_BALL = 12
    """Kicks the ball ahead where there is room."""
    CLEAR_BALL = 13
    """Kicks the ball out of danger."""
    TACKLE_TO_POINT = 14
    """x, y, smallest sufficient probability."""
    PASS = 15
    """Number of the teammate, 0 for the best one."""
    SHOOT = 16
    """Shoots where nobody reaches the ball."""
    PLAN = 17
    """The first action of the best chain of passes, runs and shots."""
    SCAN_FIELD = 18
    """Looks around."""
    GO_TO_POINT_DODGE = 19
    """x, y, power: goes around players in the way."""
    GO_TO_POINT_LOOK_BALL = 20
    """x, y, distance at which it has arrived, power; the head turns to the ball."""
    BASIC_TACKLE = 21
    """Smallest sufficient probability: tackles if it is necessary."""
    BASIC_MOVE = 22
    """x, y of the player's position: tackles, goes for the ball, or goes to that position."""
    GOALIE = 23
    """Catches, clears, comes out, or covers the goal."""
    MARK = 24
    """Number of the opponent, 0 for the nearest."""
    BLOCK = 25
    """Cuts off the ball's path to the player's own goal."""
    CATCH = 26
    """Catches the ball."""


class Look(IntEnum):
    """Where a player looks."""

    NONE = 0
    """No command."""
    BALL = 1
    """At the ball."""
    SCAN = 2
    """At players who have not been seen for a long time."""
    BALL_OR_SCAN = 3
    """At the ball, unless it was seen in this cycle."""


def step_skills(
    batch: _core.DiscBatch,
    skill: ArrayLike,
    args: ArrayLike | None = None,
    *,
    look: ArrayLike | None = None,
    sensed: bool = False,
) -> NDArray[np.bool_]:
    """Play one cycle in which players use skills; return which skills can do what they are for.

    Takes the arguments of :meth:`DiscBatch.skill_commands`: codes of :class:`Skill` ``(W, P)``,
    numbers ``(W, P, 4)``, codes of :class:`Look` ``(W, P)``.
    """
    kind, numbers, turn_neck, change_view, success = batch.skill_commands(
        skill, args, look=look, sensed=sensed
    )
    batch.step(kind, numbers, turn_neck=turn_neck, change_view=change_view)
    return success
