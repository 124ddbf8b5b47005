"""Go to the ball."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags
from rcssgym.envs.tasks.robots import ANT, FIRM_K1, FIRM_T1
from rcssgym.envs.tasks.senses import heading

from envs.numpy_tasks.ball import BallTask
from envs.numpy_tasks.robot import TORSO


class GoToBall(BallTask):
    """Get behind the ball, ready to kick it along a direction.

    The pose to reach is ``behind`` the ball, facing along the direction. The ball begins up to
    ``far`` from the torso, anywhere around it. With :attr:`progress` ``p``, it begins up to ``near
    + p (far - near)`` from the torso, at most ``p`` half turns off the heading; the direction is at
    most ``p`` half turns off that of the ball.

    An episode terminates when the robot falls, or has been at the pose for ``steady`` steps: within
    ``close`` and ``aligned`` of it. ``info["is_success"]`` marks who has reached it,
    ``info["distance"]`` is the distance to the pose, m, and ``info["touched"]`` marks who has
    touched the ball.
    """

    behind = 0.35
    """m"""
    near, far = 0.8, 4.0
    """m"""
    close = 0.1
    """m"""
    aligned = 0.2
    """rad"""
    steady = 10
    """Steps of 20 ms."""
    arrival = 10.0
    """Reward for being at the pose at the end."""

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Allocate."""
        super().begin(worlds, streams)
        num = len(worlds)
        self.error = np.zeros((num, 2))
        self.before = np.zeros((num, 2))
        self.arrived = np.zeros(num, dtype=np.int64)

    def reset(self, envs: Indices) -> None:
        """Place robots and balls."""
        super().reset(envs)
        self.arrived[envs] = 0

    def start_states(self, envs: Indices) -> Floats:
        """Return states ``(len(envs), nq)``: the ball somewhere around the robot."""
        qpos = super().start_states(envs)
        draws = self.streams.uniform(envs, 3)
        far = self.near + self.progress * (self.far - self.near)
        distance = self.near + (far - self.near) * draws[:, 0]
        yaw = 2.0 * np.arctan2(qpos[:, TORSO + 6], qpos[:, TORSO + 3])
        half_turn = np.pi * self.progress
        bearing = yaw + half_turn * (2.0 * draws[:, 1] - 1.0)
        towards = bearing + half_turn * (2.0 * draws[:, 2] - 1.0)
        offset = distance[:, None] * np.stack([np.cos(bearing), np.sin(bearing)], axis=-1)
        self.lay_ball(qpos, offset)
        self.direction[envs] = np.stack([np.cos(towards), np.sin(towards)], axis=-1)
        return qpos

    def errors(self) -> Floats:
        """Errors of the pose ``(W, 2)``: distance, m, and angle, rad."""
        to_pose = self.to_ball() - self.behind * self.direction
        distance = np.sqrt(np.square(to_pose).sum(axis=-1))
        turn = np.arctan2(self.direction[:, 1], self.direction[:, 0])
        turn = turn - heading(self.quaternion[:, 0])
        angle = np.abs(np.arctan2(np.sin(turn), np.cos(turn)))
        return np.stack([distance, angle], axis=-1)

    def _sense(self) -> None:
        """Also compute the errors of the pose."""
        super()._sense()
        self.error = self.errors()

    def step(self, actions: Floats) -> None:
        """Command the motors, and count how long robots have been at the pose."""
        self.before = self.error
        super().step(actions)
        distance, angle = self.error.T
        is_there = (distance < self.close) & (angle < self.aligned)
        self.arrived = np.where(is_there, self.arrived + 1, 0)

    def _is_there(self) -> Flags:
        """Return which robots have been at the pose for long enough."""
        there: Flags = self.arrived >= self.steady
        return there

    def rewards(self) -> dict[str, Floats]:
        """Reward getting nearer to the pose and leaving the ball alone.

        ``approach``: 5 for each metre that the step has come nearer; ``facing``: 1 for each radian
        that it has turned towards the direction, times ``exp(-d)``, which decreases with the
        distance ``d``; ``arrival``: :attr:`arrival` at the end; ``touch``: -0.2 for each step that
        touches the ball; then those of :meth:`usual_rewards`.
        """
        nearer, straighter = (self.before - self.error).T
        return {
            "approach": 5.0 * nearer,
            "facing": straighter * np.exp(-self.error[:, 0]),
            "arrival": self.arrival * self._is_there(),
            "touch": -0.2 * self.touches,
            **self.usual_rewards(),
        }

    def measures(self) -> dict[str, NDArray[Any]]:
        """Return who has reached the pose, how far it is, and who has touched the ball."""
        own: dict[str, NDArray[Any]] = {
            "is_success": self._is_there(),
            "distance": self.error[:, 0],
            "touched": self.touched,
        }
        return {**super().measures(), **own}

    def terminated(self) -> Flags:
        """Return which robots have fallen or reached the pose."""
        over: Flags = self.fallen() | self._is_there()
        return over


class T1GoToBall(GoToBall):
    """Go to the ball as a T1: observation ``(85,)``, action ``(23,)``."""

    robot = FIRM_T1


class K1GoToBall(GoToBall):
    """Go to the ball as a K1: observation ``(82,)``, action ``(22,)``."""

    robot = FIRM_K1


class AntGoToBall(GoToBall):
    """Go to the ball as an ant: observation ``(40,)``, action ``(8,)``."""

    robot = ANT
    behind = 1.2
    near, far = 1.5, 6.0
    close = 0.2
