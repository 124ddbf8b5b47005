"""Where a robot's feet are and how they move."""

import numpy as np
from rcssgym._core import CYCLE, WorldBatch
from rcssgym.envs.streams import Floats, Indices
from rcssgym.envs.tasks.robots import RobotSetup


class Feet:
    """The feet of the one robot in each of ``W`` worlds, left before right.

    :meth:`read` updates all attributes.
    """

    def __init__(self, worlds: WorldBatch, robot: RobotSetup) -> None:
        self._worlds = worlds
        self._sole = np.array([0.0, 0.0, robot.sole])
        self._names = robot.feet
        self._poses = np.zeros((len(worlds), 1, len(robot.feet), 7))
        self.soles = np.zeros((len(worlds), len(robot.feet), 3))
        """The middle of the sole in the world ``(W, 2, 3)``, m."""
        self.speeds = np.zeros((len(worlds), len(robot.feet)))
        """Horizontal speed of the soles over the last step ``(W, 2)``, m/s."""
        self.tilts = np.zeros((len(worlds), len(robot.feet)))
        """Square of the sine of the angle between sole and ground ``(W, 2)``."""

    def read(self) -> None:
        """Read the state after a step."""
        self._worlds.body_poses(self._names, out=self._poses)
        w, x, y, z = np.moveaxis(self._poses[:, 0, :, 3:], -1, 0)
        up_x, up_y = 2 * (x * z + w * y), 2 * (y * z - w * x)
        self.tilts = np.square(up_x) + np.square(up_y)
        before = self.soles
        self.soles = self._poses[:, 0, :, :3] - self._sole
        self.speeds = np.linalg.norm((self.soles - before)[:, :, :2], axis=-1) / CYCLE

    @property
    def heights(self) -> Floats:
        """Heights of the soles above the ground ``(W, 2)``, m."""
        heights: Floats = self.soles[:, :, 2]
        return heights


def push(worlds: WorldBatch, envs: Indices, change: Floats) -> None:
    """Change the horizontal velocity of some robots at once.

    :param change: ``(len(envs), 2)``, m/s in the world.
    """
    if len(envs) > 0:
        qpos, qvel = worlds.qpos[envs], worlds.qvel[envs]
        # The first six velocities are the ball's.
        qvel[:, 6:8] += change
        worlds.set_state(qpos, qvel, envs)
