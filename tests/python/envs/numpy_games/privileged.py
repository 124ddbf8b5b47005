"""Observations from the exact state of the world, which no robot on the pitch knows."""

import numpy as np
from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices
from rcssgym.envs.tasks.senses import gravity_in_torso, heading
from rcssgym.soccer.fields import SoccerField

from envs.numpy_games.lineup import Lineup
from envs.numpy_games.view import FAR, Own, View

PLAYER = 9
"""Numbers per other player."""


class PrivilegedView(View):
    """Observations of agents that know everything exactly.

    After the common parts come, along the own heading, to its left and upwards: the own velocity
    (3); position relative to the torso and velocity of the ball (3 each); for each teammate and
    then each opponent, by number, its relative position and its velocity (3 each), cosine and sine
    of its heading seen from ours (2), and the upward part of its torso's axis (1); relative
    positions of the middle of our goal and of theirs (2 each). Lengths are in units of 10 m, speeds
    of 10 m/s.
    """

    def __init__(self, worlds: WorldBatch, lineup: Lineup, field: SoccerField) -> None:
        super().__init__(worlds, lineup)
        mates, opponents = lineup.others()
        self._others = np.concatenate([mates, opponents], axis=1)
        goal = np.array([0.5 * field.field_dim[0], 0.0, 0.0])
        self._goals = np.stack([-goal, goal]) * lineup.side[:, None, None]

    @staticmethod
    def size(lineup: Lineup) -> int:
        """Return the length of an observation."""
        return View.own_size(lineup) + 13 + PLAYER * (2 * lineup.size - 1)

    def forget(self, envs: Indices) -> None:
        """There is nothing to forget."""

    def parts(self, actions: Floats) -> list[Floats]:
        """Read the state."""
        read = self.worlds.read
        own = Own(
            angles=read("joint_positions"),
            speeds=read("joint_velocities"),
            gyro=read("gyro"),
            acceleration=read("accelerometer"),
            quaternion=read("root_quaternion"),
            position=read("root_position"),
        )
        common = self.own_parts(own, actions)
        velocity = read("root_velocity")[..., :3]
        yaw = heading(own.quaternion)
        from_own = np.stack([np.cos(yaw), np.sin(yaw)], axis=-1)
        ball = read("ball_position")[:, None] - own.position
        ball_velocity = np.broadcast_to(read("ball_velocity")[:, None, :3], ball.shape)
        goals = self._goals - own.position[:, :, None]
        everything = [velocity, ball, ball_velocity]
        near = np.concatenate([np.stack(everything, axis=2), goals], axis=2)
        near = _along(from_own[:, :, None], near) / FAR
        return [
            *common,
            near[:, :, :3].reshape(*yaw.shape, 9),
            self._players(own, velocity, from_own),
            near[:, :, 3:, :2].reshape(*yaw.shape, 4),
        ]

    def _players(self, own: Own, velocity: Floats, from_own: Floats) -> Floats:
        others, ours = self._others, from_own[:, :, None]
        offset = own.position[:, others] - own.position[:, :, None]
        looks = np.zeros((*offset.shape[:3], 3))
        looks[..., :2] = from_own[:, others]
        up = -gravity_in_torso(own.quaternion)[:, others, 2:]
        features = [
            _along(ours, offset) / FAR,
            _along(ours, velocity[:, others]) / FAR,
            _along(ours, looks)[..., :2],
            up,
        ]
        return np.concatenate(features, axis=-1).reshape(*offset.shape[:2], -1)


def _along(direction: Floats, vectors: Floats) -> Floats:
    """Turn vectors ``(..., 3)`` so that x is along a direction ``(..., 2)`` of the plane."""
    cos, sin = direction[..., 0], direction[..., 1]
    x, y, z = np.moveaxis(vectors, -1, 0)
    return np.stack([cos * x + sin * y, cos * y - sin * x, z], axis=-1)
