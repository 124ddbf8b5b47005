"""Places of robots when an episode begins: legal for a kick-off."""

import numpy as np
from rcssgym.envs.streams import Floats
from rcssgym.soccer.fields import SoccerField

_CLEARANCE = 0.5
"""Distance from lines, circle and areas, and half the least distance of two robots, m."""
_KICKER = 0.4, 0.9
"""Distance from the ball to the robot that kicks off: least and most, m."""


def draws(size: int) -> int:
    """Return how many random numbers from 0 to 1 a formation of teams of ``size`` needs."""
    return 4 * size + 2


def kick_off_poses(field: SoccerField, numbers: Floats, left_kicks_off: Floats) -> Floats:
    """Return x, y (m) and yaw (rad) of all robots in the world ``(W, 2 N, 3)``.

    :param numbers: ``(W, draws(N))``, 0 to 1.
    :param left_kicks_off: 1 where the left team kicks off and 0 where the right one does ``(W,)``.

    Each team stands in its own half, outside of the circle and of its goalie area, each robot in a
    strip of its own along the pitch; the right team mirrors the left one. In the team that kicks
    off, the robot with the highest number stands behind the ball instead.
    """
    size = (numbers.shape[1] - 2) // 4
    length, width, _ = field.field_dim
    order, across, along, turn = np.split(numbers[:, : 4 * size], 4, axis=1)
    strip = width / size
    margin = min(_CLEARANCE, 0.4 * strip)
    y = (np.argsort(order, axis=1) + 0.5) * strip - 0.5 * width
    y = y + (2.0 * across - 1.0) * (0.5 * strip - margin)
    circle = field.center_circle_radius + _CLEARANCE
    front = -np.sqrt(np.maximum(circle**2 - y**2, _CLEARANCE**2))
    back = -0.5 * length + field.goalie_area_dim[0] + _CLEARANCE
    # A custom pitch may leave no room between the two.
    back = np.minimum(back, front)
    x = back + along * (front - back)
    yaw = np.arctan2(-y, -x) + 0.6 * (turn - 0.5)
    team = np.stack([x, y, yaw], axis=-1)
    kicking = team.copy()
    kicking[:, -1] = _behind_the_ball(numbers[:, -2:])
    left_first = left_kicks_off[:, None, None] > 0.5
    left = np.where(left_first, kicking, team)
    right = np.where(left_first, team, kicking)
    turned = right * (-1.0, -1.0, 1.0) + (0.0, 0.0, np.pi)
    poses: Floats = np.concatenate([left, turned], axis=1)
    return poses


def _behind_the_ball(numbers: Floats) -> Floats:
    nearest, farthest = _KICKER
    distance = nearest + (farthest - nearest) * numbers[:, 0]
    angle = 1.4 * (numbers[:, 1] - 0.5)
    x, y = -distance * np.cos(angle), -distance * np.sin(angle)
    return np.stack([x, y, angle], axis=-1)
