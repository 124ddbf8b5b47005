"""States of robots that lie on the ground after a fall."""

from functools import lru_cache

import numpy as np

from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.tasks.robot import HINGES, TORSO
from rcssgym.envs.tasks.robots import RobotSetup
from rcssgym.envs.tasks.senses import gravity_in_torso

FAR_AWAY = (0.0, 40.0)
"""Position of the ball, m: beside the pitch, where it does not disturb the robots."""
STATES = 64
"""Number of lying states for each robot."""
DROPPED = 96
"""Number of robots dropped to find them: equally many onto the back, the front and each side. Some
end up sitting."""
SITTING = 0.7
"""Cosine of the torso's tilt from the vertical above which a robot sits rather than lies."""
SEED = 0
SETTLING = 100
"""Steps of 20 ms after which dropped robots lie still."""


@lru_cache(maxsize=8)
def lying_states(robot: RobotSetup) -> Floats:
    """Return rows of ``qpos``, ``(64, nq)``, of a robot at rest on its back, front and sides.

    Robots are dropped from just above the ground, in turn onto their back, front, left and right,
    with joints anywhere between the nominal pose and their limits, held with weak motors. The
    random numbers are always the same, so the states depend only on the robot. Robots that end up
    sitting upright are left out, as long as enough others lie.
    """
    worlds = WorldBatch(DROPPED, left=[robot.model])
    streams, every = Streams(DROPPED), np.arange(DROPPED)
    streams.seed(every, [SEED + i for i in range(DROPPED)])
    noise = streams.uniform(every, 3 + robot.joints, -1.0, 1.0)
    qpos = worlds.qpos
    qpos[:, :2] = FAR_AWAY
    qpos[:, TORSO : TORSO + 3] = (0.0, 0.0, 0.6 * robot.height)
    qpos[:, TORSO + 3 : TORSO + 7] = _fallen(every % 4, noise[:, :3])
    low, high = np.moveaxis(worlds.joint_ranges[0], -1, 0)
    bent = robot.nominal + noise[:, 3:] * np.where(
        noise[:, 3:] > 0, high - robot.nominal, robot.nominal - low
    )
    qpos[:, HINGES + robot.hinges] = bent
    worlds.set_state(qpos, np.zeros_like(worlds.qvel))
    for _ in range(SETTLING):
        worlds.step(bent[:, None, :], kp=10.0, kd=2.0)
    sits = -gravity_in_torso(worlds.root_quaternion[:, 0])[:, 2] > SITTING
    settled = worlds.qpos[np.argsort(sits, kind="stable")[:STATES]]
    settled.setflags(write=False)
    return settled


def _fallen(side: Indices, noise: Floats) -> Floats:
    """Return orientations ``(n, 4)``: on back, front, left or right (0 to 3).

    They are tilted by up to 0.5 rad.
    """
    quarter = 0.5 * np.pi
    pitch = np.array([-quarter, quarter, 0.0, 0.0])[side] + 0.5 * noise[:, 0]
    roll = np.array([0.0, 0.0, -quarter, quarter])[side] + 0.5 * noise[:, 1]
    return orientations(np.pi * noise[:, 2], pitch, roll)


def orientations(yaw: Floats, pitch: Floats, roll: Floats) -> Floats:
    """Return quaternions ``wxyz`` ``(n, 4)`` of turns by angles ``(n,)``, rad.

    Each turn is about an axis of the frame turned so far: yaw about z, pitch about y, roll about x.
    """
    quaternion = np.zeros((len(yaw), 4))
    quaternion[:, 0] = 1.0
    for angle, axis in ((yaw, 2), (pitch, 1), (roll, 0)):
        quaternion = _turned(quaternion, angle, axis)
    return quaternion


def _turned(quaternion: Floats, angle: Floats, axis: int) -> Floats:
    """Turn about an axis of the turned frame itself: quaternion times rotation."""
    w, v = quaternion[:, 0], quaternion[:, 1:]
    cos, sin = np.cos(0.5 * angle), np.sin(0.5 * angle)
    along = np.zeros_like(v)
    along[:, axis] = sin
    real = cos * w - (v * along).sum(axis=-1)
    imaginary = cos[:, None] * v + w[:, None] * along + np.cross(v, along)
    return np.concatenate([real[:, None], imaginary], axis=-1)
