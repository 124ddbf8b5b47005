"""What a robot senses of itself, and observations made of it.

These functions know arrays only, one row a robot, so that an agent on the network computes from
its perceptions what a task computes from its worlds.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import CYCLE
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.robots import RobotSetup

ANGLE_UNIT = 3.14
"""rad"""
SPEED_UNIT = 100.0
"""rad/s"""
OFFSET_UNIT = 5.0
"""rad: ten actions of RL-X."""
GYRO_UNIT = 50.0
"""rad/s"""
BALL_SPEED_UNIT = 3.0
"""m/s"""


@dataclass(frozen=True)
class Senses:
    """What ``N`` robots sense of themselves."""

    angles: Floats
    """Of the joints in the order of the motors ``(N, J)``, rad."""
    speeds: Floats
    """Of the joints ``(N, J)``, rad/s."""
    gyro: Floats
    """Angular velocity in the torso's frame ``(N, 3)``, rad/s."""
    quaternion: Floats
    """Orientation w, x, y, z of the torso in the world ``(N, 4)``."""


@dataclass(frozen=True)
class AgentView:
    """What ``N`` agents on a server know, who have no worlds to look into."""

    senses: Senses
    """What the robots sense of themselves."""
    action: Floats
    """Their last actions ``(N, J)``, -1 to 1."""
    command: Floats
    """Where they are to walk ``(N, 3)``: forwards and to the left, m/s, and turning, rad/s."""
    age: NDArray[np.int64]
    """Steps of 20 ms since their policies took over ``(N,)``."""


def body_observation(robot: RobotSetup, senses: Senses, action: Floats) -> list[Floats]:
    """Return scaled joint angles, speeds, last action and gyro: J, J, J and 3 numbers a robot.

    :param action: the last action ``(N, J)``, -1 to 1.

    The scales are those of RL-X ``robocup_soccer``.
    """
    return [
        (senses.angles - robot.nominal) / ANGLE_UNIT,
        senses.speeds / SPEED_UNIT,
        action * (robot.action_scale / OFFSET_UNIT),
        senses.gyro / GYRO_UNIT,
    ]


def gravity_in_torso(quaternion: Floats) -> Floats:
    """Direction of gravity ``(..., 3)`` in the frames of torsos with orientations ``(..., 4)``."""
    w, x, y, z = _parts(quaternion)
    down = np.empty((*w.shape, 3))
    down[..., 0] = 2.0 * (w * y - x * z)
    down[..., 1] = -2.0 * (y * z + w * x)
    down[..., 2] = 2.0 * (x * x + y * y) - 1.0
    return down


def heading(quaternion: Floats) -> Floats:
    """Direction in which torsos look ``(...)``, rad from the world's x axis to its left.

    :param quaternion: their orientations ``(..., 4)``.
    """
    w, x, y, z = _parts(quaternion)
    yaw: Floats = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    return yaw


def seen_along(yaw: Floats, vectors: Floats) -> Floats:
    """Turn vectors of the world ``(N, 2 or 3)`` so that x is forwards and y to the left.

    :param yaw: where forwards is ``(N,)``, rad.
    """
    sin, cos = np.sin(yaw), np.cos(yaw)
    x, y = vectors[:, 0], vectors[:, 1]
    turned: Floats = vectors.copy()
    turned[:, 0] = cos * x + sin * y
    turned[:, 1] = cos * y - sin * x
    return turned


def gait_phase(age: NDArray[np.int64], frequency: float) -> Floats:
    """Sine and cosine of the phases of both legs' gait ``(N, 4)``: left, right, left, right.

    :param age: of the gait ``(N,)``, steps of 20 ms.
    :param frequency: steps of each leg a second, 1/s.
    """
    phase = 2.0 * np.pi * frequency * CYCLE * age
    phases = np.stack([phase, phase + np.pi], axis=-1)
    return np.concatenate([np.sin(phases), np.cos(phases)], axis=-1)


def ball_observation(yaw: Floats, ball: Floats, velocity: Floats, direction: Floats) -> Floats:
    """Return where the ball is, how it rolls and where it should go ``(N, 6)``, along the heading.

    :param yaw: heading of the torso ``(N,)``, rad.
    :param ball: from torso to ball in the world ``(N, 2)``, m; shown as metres.
    :param velocity: of the ball in the world ``(N, 2)``, m/s; shown in units of 3 m/s.
    :param direction: unit vector in the world ``(N, 2)``.
    """
    parts = [ball, velocity / BALL_SPEED_UNIT, direction]
    return np.concatenate([seen_along(yaw, part) for part in parts], axis=-1)


def _parts(quaternion: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    return quaternion[..., 0], quaternion[..., 1], quaternion[..., 2], quaternion[..., 3]
