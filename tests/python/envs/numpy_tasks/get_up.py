"""Get up."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags
from rcssgym.envs.tasks.lying import lying_states
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1

from envs.numpy_tasks.balance import BalanceTask
from envs.numpy_tasks.robot import HINGES, TORSO

WIDE = 1.6
"""Scale of actions, rad: getting up moves most joints to their limits."""


class GetUp(BalanceTask):
    """Get up from lying on the back, the front or a side, and stay standing.

    Observation: :meth:`body_observation` (3 J + 3), direction of gravity in the torso's frame (3).
    Episodes begin in one of the 64 states of :func:`lying_states`, turned about the vertical and
    bent by at most 0.05 rad at random. Only time ends an episode. With :attr:`progress` ``p``, a
    share ``(1 - p) / 2`` of the episodes begins upright in the nominal pose, so that a policy
    learns its goal early.

    ``info["is_success"]`` marks who has stood for the last ``steady`` steps.
    """

    max_episode_steps = 500
    upright_lean = 0.3
    """Largest lean of a robot that counts as standing, rad."""
    upright_height = 0.9
    """Least torso height of a robot that counts as standing, as a share of ``robot.height``."""
    steady = 25
    """Steps of 20 ms."""

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Allocate, and fetch the states."""
        super().begin(worlds, streams)
        self.lying = lying_states(self.robot)
        self.standing = np.zeros(len(worlds), dtype=np.int64)

    def reset(self, envs: Indices) -> None:
        """Lay the robots down."""
        super().reset(envs)
        self.standing[envs] = 0

    def start_states(self, envs: Indices) -> Floats:
        """Return states ``(len(envs), nq)``: lying, and some upright early in a curriculum."""
        draws = self.streams.uniform(envs, 3 + self.robot.joints)
        qpos = self.lying[(draws[:, 0] * len(self.lying)).astype(np.intp)]
        half = np.pi * draws[:, 1]
        cos, sin = np.cos(half), np.sin(half)
        w, x, y, z = np.moveaxis(qpos[:, TORSO + 3 : HINGES], -1, 0)
        turned = [cos * w - sin * z, cos * x - sin * y, cos * y + sin * x, cos * z + sin * w]
        qpos[:, TORSO + 3 : HINGES] = np.stack(turned, axis=-1)
        # Without this, two robots that begin in the same state would have the same observations.
        qpos[:, HINGES + self.robot.hinges] += 0.05 * (2.0 * draws[:, 3:] - 1.0)
        upright = draws[:, 2] < 0.5 * (1.0 - self.progress)
        return np.where(upright[:, None], super().start_states(envs), qpos)

    def step(self, actions: Floats) -> None:
        """Command the motors, and count for how long robots have stood."""
        super().step(actions)
        self.standing = np.where(self._stands(), self.standing + 1, 0)

    def _stands(self) -> Flags:
        high = self.position[:, 0, 2] > self.upright_height * self.robot.height
        steep = -self.gravity()[:, 2] < np.cos(self.upright_lean)
        stands: Flags = high & ~steep
        return stands

    def rewards(self) -> dict[str, Floats]:
        """Reward height and being upright, then the nominal pose; punish haste.

        ``height``: 1 for the torso at its standing height, proportionally less below; ``upright``:
        0.5 upright, 0 upside down; ``standing``: 1 for a robot that stands; ``pose``: up to 0.5 for
        a robot that stands, less by squares of joint angles from nominal, rad; ``action_rate``,
        ``joint_speed``: squares of the change of the action, and of rad/s.
        """
        stands = self._stands()
        height = np.clip(self.position[:, 0, 2] / self.robot.height, 0.0, 1.0)
        offsets = self.angles[:, 0] - self.robot.nominal
        rate = self.action - self.previous_action
        return {
            "height": height,
            "upright": 0.25 * (1.0 - self.gravity()[:, 2]),
            "standing": 1.0 * stands,
            "pose": 0.5 * stands * np.exp(-np.square(offsets).sum(axis=-1)),
            "action_rate": -0.01 * np.square(rate).sum(axis=-1),
            "joint_speed": -2e-4 * np.square(self.speeds[:, 0]).sum(axis=-1),
        }

    def measures(self) -> dict[str, NDArray[Any]]:
        """Return which robots have stood for long enough."""
        return {**super().measures(), "is_success": self.standing >= self.steady}

    def terminated(self) -> Flags:
        """Return no robots, because fallen ones may get up again."""
        return np.zeros(len(self.standing), dtype=np.bool_)


class T1GetUp(GetUp):
    """Get up as a T1: observation ``(75,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=WIDE)


class K1GetUp(GetUp):
    """Get up as a K1: observation ``(72,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=WIDE)
