"""Mirror images of observations and actions, left and right swapped.

A task that looks the same in a mirror tells so by ``observation_mirror`` and ``action_mirror``: a
learner may then take every sample for two.
"""

from typing import NamedTuple

import numpy as np

from rcssgym.envs.streams import Floats, Indices
from rcssgym.envs.tasks.robots import RobotSetup


class Mirror(NamedTuple):
    """What makes an array its mirror image: ``array[..., source] * sign``."""

    source: Indices
    """Which number is the mirror image of each ``(n,)``."""
    sign: Floats
    """``(n,)``, 1 or -1."""

    def __call__(self, array: Floats) -> Floats:
        """Return the mirror image of rows ``(..., n)``."""
        image: Floats = array[..., self.source] * self.sign
        return image


VECTOR = Mirror(np.arange(3), np.array([1.0, -1.0, 1.0]))
"""Of positions, velocities and forces: x forwards, y to the left, z upwards."""
TURN = Mirror(np.arange(3), np.array([-1.0, 1.0, -1.0]))
"""Of angular velocities about these axes."""


def joints_mirror(robot: RobotSetup) -> Mirror:
    """Of angles, speeds or actions of all joints ``(..., J)``."""
    return Mirror(np.array(robot.mirror), np.array(robot.mirror_sign))


def body_mirror(robot: RobotSetup) -> Mirror:
    """Of what :func:`rcssgym.envs.tasks.senses.body_observation` returns."""
    joints = joints_mirror(robot)
    return side_by_side(joints, joints, joints, TURN)


def side_by_side(*mirrors: Mirror) -> Mirror:
    """Of arrays that consist of parts, one beside the other."""
    begins = np.cumsum([0, *(len(mirror.source) for mirror in mirrors)])
    source = [begin + mirror.source for begin, mirror in zip(begins, mirrors, strict=False)]
    return Mirror(np.concatenate(source), np.concatenate([mirror.sign for mirror in mirrors]))
