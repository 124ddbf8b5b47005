"""Mirror images of observations and actions, left and right swapped.

A task that is symmetric has the methods ``observation_mirror`` and ``action_mirror``. A learner may
then use every sample twice.
"""

from typing import NamedTuple

import numpy as np

from rcssgym.envs.streams import Floats, Indices
from rcssgym.envs.tasks.robots import RobotSetup


class Mirror(NamedTuple):
    """A mapping to the mirror image of an array: ``array[..., source] * sign``."""

    source: Indices
    """Index of the mirror counterpart of each number ``(n,)``."""
    sign: Floats
    """Factor of each number ``(n,)``, 1 or -1."""

    def __call__(self, array: Floats) -> Floats:
        """Return the mirror image of rows ``(..., n)``."""
        image: Floats = array[..., self.source] * self.sign
        return image


VECTOR = Mirror(np.arange(3), np.array([1.0, -1.0, 1.0]))
"""Mirror of positions, velocities and forces: x forwards, y to the left, z upwards."""
TURN = Mirror(np.arange(3), np.array([-1.0, 1.0, -1.0]))
"""Mirror of angular velocities about these axes."""
PLANE = Mirror(np.arange(2), np.array([1.0, -1.0]))
"""Mirror of x forwards and y to the left."""
COMMAND = Mirror(np.arange(3), np.array([1.0, -1.0, -1.0]))
"""Mirror of commanded velocities: forwards, to the left, and turning to the left."""
GAIT = Mirror(np.array([1, 0, 3, 2]), np.ones(4))
"""Mirror of sines and cosines of both legs' gait phases."""


def joints_mirror(robot: RobotSetup) -> Mirror:
    """Return the mirror of angles, speeds or actions of all joints ``(..., J)``."""
    return Mirror(np.array(robot.mirror), np.array(robot.mirror_sign))


def body_mirror(robot: RobotSetup) -> Mirror:
    """Return the mirror of what :func:`rcssgym.envs.tasks.senses.body_observation` returns."""
    joints = joints_mirror(robot)
    return side_by_side(joints, joints, joints, TURN)


def side_by_side(*mirrors: Mirror) -> Mirror:
    """Return the mirror of arrays that consist of parts side by side."""
    begins = np.cumsum([0, *(len(mirror.source) for mirror in mirrors)])
    source = [begin + mirror.source for begin, mirror in zip(begins, mirrors, strict=False)]
    return Mirror(np.concatenate(source), np.concatenate([mirror.sign for mirror in mirrors]))
