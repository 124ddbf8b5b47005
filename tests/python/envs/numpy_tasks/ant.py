"""Run on four legs."""

import numpy as np
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.robots import ANT
from rcssgym.envs.tasks.senses import heading

from envs.numpy_tasks.robot import RobotTask


class AntRun(RobotTask):
    """Run along the world's x axis, as fast as possible; much like Gymnasium's ``Ant``.

    Observation ``(36,)``: scaled joint angles, speeds and last action (8 each), gyro (3), direction
    of gravity in the torso's frame (3), velocity of the torso in the world (3, m/s), cosine and
    sine of its heading (2), its height (1, m).

    Reward: ``forward``, the speed along x in m/s; ``alive``, 0.5 a step; ``effort``, -0.1 times the
    mean square of the actions, which are torques in units of 150 N m.
    """

    robot = ANT
    extras = 9

    def rewards(self) -> dict[str, Floats]:
        """Reward speed."""
        forward: Floats = self.velocity[:, 0, 0].copy()
        return {
            "forward": forward,
            "alive": np.full(len(forward), 0.5),
            "effort": -0.1 * np.square(self.action).mean(axis=-1),
        }

    def measures(self) -> dict[str, Floats]:
        """Return how far the ant has come along x, m."""
        return {"distance": self.position[:, 0, 0].copy()}

    def parts(self) -> list[Floats]:
        """Body, gravity, velocity, heading and height."""
        yaw = heading(self.quaternion[:, 0])
        return [
            *self.body_observation(),
            self.gravity(),
            self.velocity[:, 0, :3],
            np.stack([np.cos(yaw), np.sin(yaw)], axis=-1),
            self.position[:, 0, 2:],
        ]
