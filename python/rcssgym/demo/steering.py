"""Steering: velocity commands that lead to a place.

A command has the velocities forwards and to the left, m/s, and the turn rate to the left, rad/s.
"""

from __future__ import annotations

from math import atan2, cos, hypot, sin
from typing import TypeAlias

from rcssgym.teams.belief import wrapped

Point: TypeAlias = tuple[float, float]
Command: TypeAlias = tuple[float, float, float]

STAND: Command = (0.0, 0.0, 0.0)
LOWEST: Command = (-0.4, -0.3, -0.8)
HIGHEST: Command = (1.0, 0.3, 0.8)
GAIN, TURNING = 1.5, 1.5
"""Gains of the velocity, m/s per metre, and of the turn rate, rad/s per radian."""
FACING = 0.6
"""Distance from a place above which a robot turns towards it and walks forwards, m."""


def rotated(x: float, y: float, angle: float) -> Point:
    """Return a vector rotated to the left by an angle, rad."""
    return cos(angle) * x - sin(angle) * y, sin(angle) * x + cos(angle) * y


def limited(command: Command) -> Command:
    """Return the command limited to the robots' greatest velocities."""
    ahead, left, turn = (
        max(low, min(high, wish)) for wish, low, high in zip(command, LOWEST, HIGHEST, strict=True)
    )
    return ahead, left, turn


def way_to(here: Point, yaw: float, there: Point, look_at: Point, close: float = 0.3) -> Command:
    """Return the command that leads from one place to another and, there, turns to a third.

    :param here: the robot's position, m.
    :param yaw: its heading, rad.
    :param there: where it is to go, m.
    :param look_at: the point that it faces there, m.
    :param close: distance from ``there`` at which it has arrived, m.
    """
    x, y = there[0] - here[0], there[1] - here[1]
    distance = hypot(x, y)
    if distance > close:
        bearing = wrapped(atan2(y, x) - yaw)
        return limited((GAIN * distance * max(0.0, cos(bearing)), 0.0, TURNING * bearing))
    bearing = wrapped(atan2(look_at[1] - here[1], look_at[0] - here[0]) - yaw)
    return STAND if abs(bearing) < 0.35 else limited((0.0, 0.0, TURNING * bearing))


def behind_ball(
    to_ball: Point,
    yaw: float,
    direction: float,
    behind: float,
    *,
    around: float = 0.0,
    drive: float = 0.0,
) -> Command:
    """Return the command that leads behind the ball, like the term ``pose_command`` of tasks.

    There the robot looks along ``direction``.

    :param to_ball: vector from the torso to the ball in the world's frame, m.
    :param yaw: heading of the torso, rad.
    :param direction: direction in which the ball should go, rad.
    :param behind: distance of the place behind the ball, m.
    :param around: distance from the ball of a way around it, m; 0 for no way around it.
    :param drive: velocity at which to walk on through the ball, m/s; 0 to stop behind it.
    """
    ahead, left = rotated(*to_ball, -direction)
    turn = wrapped(direction - yaw)
    way = _way(ahead, left, behind, around)
    distance = hypot(*way)
    x, y = rotated(*way, turn)
    if drive > 0.0 and distance <= FACING and ahead > 0.5 * behind:
        exactness = max(0.0, 1.0 - abs(left) / max(ahead, behind))
        x, y = rotated(drive * exactness, GAIN * left, turn)
        return limited((x, y, TURNING * turn))
    if distance < 0.05 and abs(turn) < 0.1:
        return STAND
    if distance > FACING:
        bearing = atan2(y, x)
        return limited((GAIN * distance * max(0.0, cos(bearing)), 0.0, TURNING * bearing))
    return limited((GAIN * x, GAIN * y, TURNING * turn))


def _way(ahead: float, left: float, behind: float, around: float) -> Point:
    """Return the vector from torso to next place, along the direction and to its left, m."""
    if around > 0.0 and ahead < 0.5 * behind:
        side = -around if left > 0.0 else around
        past = max(0.0, min(1.0, (abs(left) / around - 0.4) / 0.5))
        return past * (ahead - behind), left + side
    return ahead - behind, left
