"""What a robot senses of itself, and observations computed from it.

These functions only use arrays, one row per robot, so that an agent on the network computes from
its perceptions the same as a task from its worlds.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import CYCLE
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.robots import RobotSetup

ANGLE_UNIT = 3.14
"""Unit of joint angles in observations, rad."""
SPEED_UNIT = 100.0
"""Unit of joint speeds in observations, rad/s."""
OFFSET_UNIT = 5.0
"""Unit of the last action in observations, rad: ten times the unit of RL-X's actions."""
GYRO_UNIT = 50.0
"""Unit of the gyro in observations, rad/s."""
BALL_SPEED_UNIT = 3.0
"""Unit of the ball's velocity in observations, m/s."""


@dataclass(frozen=True)
class Senses:
    """Proprioception of ``N`` robots."""

    angles: Floats
    """Angles of the joints in the order of the motors ``(N, J)``, rad."""
    speeds: Floats
    """Speeds of the joints ``(N, J)``, rad/s."""
    gyro: Floats
    """Angular velocity in the torso's frame ``(N, 3)``, rad/s."""
    quaternion: Floats
    """Orientation w, x, y, z of the torso in the world ``(N, 4)``."""


@dataclass(frozen=True)
class AgentView:
    """Knowledge of ``N`` agents on a server, without access to worlds."""

    senses: Senses
    """Proprioception of the robots."""
    action: Floats
    """Their last actions ``(N, J)``, -1 to 1."""
    command: Floats
    """Commanded velocities ``(N, 3)``: forwards and to the left, m/s, and turning, rad/s."""
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
    """Return the direction of gravity ``(..., 3)`` in torsos' frames.

    The frames are given by quaternions ``(..., 4)``.
    """
    w, x, y, z = _parts(quaternion)
    down = np.empty((*w.shape, 3))
    down[..., 0] = 2.0 * (w * y - x * z)
    down[..., 1] = -2.0 * (y * z + w * x)
    down[..., 2] = 2.0 * (x * x + y * y) - 1.0
    return down


def heading(quaternion: Floats) -> Floats:
    """Return the headings of torsos ``(...)``, rad from the world's x axis, positive to the left.

    :param quaternion: orientations of the torsos ``(..., 4)``.
    """
    w, x, y, z = _parts(quaternion)
    yaw: Floats = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    return yaw


def seen_along(yaw: Floats, vectors: Floats) -> Floats:
    """Turn vectors of the world ``(N, 2 or 3)`` so that x is forwards and y to the left.

    :param yaw: direction of forwards in the world ``(N,)``, rad.
    """
    sin, cos = np.sin(yaw), np.cos(yaw)
    x, y = vectors[:, 0], vectors[:, 1]
    turned: Floats = vectors.copy()
    turned[:, 0] = cos * x + sin * y
    turned[:, 1] = cos * y - sin * x
    return turned


def gait_phase(age: NDArray[np.int64], frequency: float) -> Floats:
    """Return sines, then cosines of both legs' gait phases ``(N, 4)``: left, right, left, right.

    :param age: age of the gait ``(N,)``, steps of 20 ms.
    :param frequency: steps of each leg per second, 1/s.
    """
    phase = 2.0 * np.pi * frequency * CYCLE * age
    phases = np.stack([phase, phase + np.pi], axis=-1)
    return np.concatenate([np.sin(phases), np.cos(phases)], axis=-1)


def ball_observation(yaw: Floats, ball: Floats, velocity: Floats, direction: Floats) -> Floats:
    """Return the ball's position, velocity and target direction ``(N, 6)``, along the heading.

    :param yaw: heading of the torso ``(N,)``, rad.
    :param ball: vector from torso to ball in the world ``(N, 2)``, m; observed in m.
    :param velocity: velocity of the ball in the world ``(N, 2)``, m/s; observed in units of 3 m/s.
    :param direction: unit vector in the world along which the ball should go ``(N, 2)``.
    """
    parts = [ball, velocity / BALL_SPEED_UNIT, direction]
    return np.concatenate([seen_along(yaw, part) for part in parts], axis=-1)


def _parts(quaternion: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    return quaternion[..., 0], quaternion[..., 1], quaternion[..., 2], quaternion[..., 3]
