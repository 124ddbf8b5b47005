"""Dribble the ball."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1

from envs.numpy_tasks.ball import BallTask


class Dribble(BallTask):
    """Drive the ball along a commanded direction, and keep it near the feet.

    The ball begins ``near`` to ``far`` from the torso, at most ``aside`` off the heading. It should
    go along a direction that is redrawn every ``direction_interval`` steps, at most ``turn`` from
    the heading at the start and from the last direction later. With :attr:`progress` ``p``,
    ``aside`` and ``turn`` are multiplied by ``p``.

    An episode terminates when the robot falls or the ball is farther than ``lost`` from it.

    ``info["distance"]`` is how far the ball has come along its directions in this episode, m.
    """

    near, far = 0.35, 0.6
    """From torso to ball at the start, m."""
    aside = 0.5
    """rad"""
    turn = 0.8
    """rad"""
    direction_interval = 250
    """Steps of 20 ms."""
    fastest = 1.0
    """Speed of the ball beyond which the reward does not increase, m/s."""
    lost = 2.0
    """m"""

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Allocate."""
        super().begin(worlds, streams)
        self.yaw = np.zeros(len(worlds))
        self.distance = np.zeros(len(worlds))

    def reset(self, envs: Indices) -> None:
        """Place robots and balls, and draw directions."""
        super().reset(envs)
        self.distance[envs] = 0.0
        self._turn(envs)

    def start_states(self, envs: Indices) -> Floats:
        """Return states ``(len(envs), nq)`` with the ball in front of the robot."""
        qpos = super().start_states(envs)
        draws = self.streams.uniform(envs, 2)
        self.yaw[envs] = 2.0 * np.arctan2(qpos[:, 13], qpos[:, 10])
        distance = self.near + (self.far - self.near) * draws[:, 0]
        bearing = self.yaw[envs] + self.progress * self.aside * (2.0 * draws[:, 1] - 1.0)
        offset = distance[:, None] * np.stack([np.cos(bearing), np.sin(bearing)], axis=-1)
        self.lay_ball(qpos, offset)
        return qpos

    def _turn(self, envs: Indices) -> None:
        """Turn the directions of some worlds."""
        turn = self.progress * self.turn
        self.yaw[envs] += self.streams.uniform(envs, 1, -turn, turn)[:, 0]
        yaw = self.yaw[envs]
        self.direction[envs] = np.stack([np.cos(yaw), np.sin(yaw)], axis=-1)

    def step(self, actions: Floats) -> None:
        """Command the motors, and redraw directions now and then."""
        due = np.flatnonzero((self.age > 0) & (self.age % self.direction_interval == 0))
        if len(due) > 0:
            self._turn(due)
        before = self.ball.copy()
        super().step(actions)
        self.distance += ((self.ball - before) * self.direction).sum(axis=-1)

    def rewards(self) -> dict[str, Floats]:
        """Reward the ball's speed along the direction, while it is near.

        ``ball_speed``: 2 for each m/s along the direction, from -1 to :attr:`fastest` m/s, times
        ``exp(-d^2)``, where ``d`` is the distance from torso to ball, m; ``drift``: square of the
        ball's speed across the direction, m/s; ``near``: ``0.5 exp(-d)``; then those of
        :meth:`usual_rewards`.
        """
        x, y = self.direction.T
        along = self.ball_velocity[:, 0] * x + self.ball_velocity[:, 1] * y
        across = self.ball_velocity[:, 1] * x - self.ball_velocity[:, 0] * y
        squared = np.square(self.to_ball()).sum(axis=-1)
        return {
            "ball_speed": 2.0 * np.clip(along, -1.0, self.fastest) * np.exp(-squared),
            "drift": -0.5 * np.square(np.clip(across, -2.0, 2.0)),
            "near": 0.5 * np.exp(-np.sqrt(squared)),
            **self.usual_rewards(),
        }

    def measures(self) -> dict[str, NDArray[Any]]:
        """Return how far the ball has come."""
        return {**super().measures(), "distance": self.distance}

    def terminated(self) -> Flags:
        """Return which robots have fallen or lost the ball."""
        is_lost = np.square(self.to_ball()).sum(axis=-1) > self.lost**2
        over: Flags = self.fallen() | is_lost
        return over


class T1Dribble(Dribble):
    """Dribble as a T1: observation ``(85,)``, action ``(23,)``."""

    robot = FIRM_T1


class K1Dribble(Dribble):
    """Dribble as a K1: observation ``(82,)``, action ``(22,)``."""

    robot = FIRM_K1
