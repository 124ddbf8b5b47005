"""Stand, and stay standing when pushed."""

from dataclasses import replace

import numpy as np
from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Streams
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1

from envs.numpy_tasks.balance import BalanceTask
from envs.numpy_tasks.feet import push


class Stand(BalanceTask):
    """Stand still against pushes.

    Observation: scaled joint angles, speeds, previous action (J each), gyro (3), direction of
    gravity in the torso's frame (3). Every ``push_interval`` steps on average, the torso's
    horizontal velocity jumps by at most ``push`` along each axis.
    """

    max_episode_steps = 500
    push = 0.5
    """m/s"""
    push_interval = 200
    """Steps of 20 ms."""

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Allocate."""
        super().begin(worlds, streams)
        self.all = np.arange(len(worlds))

    def step(self, actions: Floats) -> None:
        """Push some robots, then command the motors."""
        draws = self.streams.uniform(self.all, 3, -1.0, 1.0)
        chosen = np.flatnonzero(draws[:, 2] > 1.0 - 2.0 / self.push_interval)
        push(self.worlds, chosen, self.push * draws[chosen, :2])
        super().step(actions)

    def rewards(self) -> dict[str, Floats]:
        """Reward being upright and calm."""
        sideways = self.gravity()[:, :2]
        speed = self.velocity[:, 0]
        rate = self.action - self.previous_action
        return {
            "alive": np.full(len(speed), 1.0),
            "upright": -2.0 * np.square(sideways).sum(axis=-1),
            "stillness": -0.2 * np.square(speed).sum(axis=-1),
            "action_rate": -0.01 * np.square(rate).sum(axis=-1),
            "pose": -0.05 * np.square(self.body_observation()[0] * 3.14).sum(axis=-1),
        }


class T1Stand(Stand):
    """Stand as a T1: observation ``(75,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=0.5)


class K1Stand(Stand):
    """Stand as a K1: observation ``(72,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=0.5)
