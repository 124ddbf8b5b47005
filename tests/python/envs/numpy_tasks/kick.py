"""Kick the ball far and straight."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.soccer.commands import KickOffCommand
from rcssgym.soccer.play_mode import PlayMode
from rcssgym.soccer.teams import TeamSide

from envs.numpy_tasks.ball import REST, BallTask
from envs.numpy_tasks.robot import TORSO

_MODES = list(PlayMode)
_BEFORE = [_MODES.index(mode) for mode in (PlayMode.BEFORE_KICK_OFF, PlayMode.KICK_OFF_LEFT)]
_OVER = _MODES.index(PlayMode.GAME_OVER)


class Kick(BallTask):
    """Kick the ball along the pitch, as in the league's kick challenge, whose referee scores it.

    The challenge gives 100 points for each metre along x that the ball has come from the centre of
    the pitch, minus 100 for each metre to the side: ``x - |y|``. It ends at the player's second
    touch, and a foot that bounces touches twice. Here the robot stands behind the ball, which lies
    at the centre, and faces along x with an error of at most ``yaw``. With :attr:`progress` ``p``,
    all variations at the start are multiplied by ``p``.

    An episode terminates when the ball has come to rest after the touch, at a second touch, or
    when the robot falls without having touched the ball.

    ``info["distance"]`` is the current score, in units of 100 points (m); ``info["touched"]`` marks
    who has touched the ball.
    """

    rules = "ssim"
    referee = "kick_challenge"
    max_episode_steps = 500
    near, far = 0.28, 0.4
    """From torso to ball at the start, m."""
    side = 0.12
    """Largest distance of the ball to the left or right of the torso, m."""
    yaw = 0.2
    """rad"""
    points = 5.0
    """Reward for each metre of score."""

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Allocate."""
        super().begin(worlds, streams)
        self.direction[:, 0] = 1.0
        self.before = np.zeros(len(worlds))
        self.is_over = np.zeros(len(worlds), dtype=np.bool_)

    def reset(self, envs: Indices) -> None:
        """Place robots and balls, and let the referee begin at once."""
        super().reset(envs)
        for env in envs.tolist():
            self.worlds.command(env, KickOffCommand(TeamSide.LEFT.value))

    def start_states(self, envs: Indices) -> Floats:
        """Return states ``(len(envs), nq)``: the ball at the centre, the robot behind it."""
        qpos = super().start_states(envs)
        ahead, left, turn = self.progress * self.streams.uniform(envs, 3, -1.0, 1.0).T
        middle = 0.5 * (self.near + self.far)
        ahead = middle + (self.far - middle) * ahead
        offset = np.stack([ahead, self.side * left], axis=-1)
        qpos[:, TORSO : TORSO + 2] = -offset
        self.lay_ball(qpos, offset)
        qpos[:, TORSO + 3] = np.cos(0.5 * self.yaw * turn)
        qpos[:, TORSO + 6] = np.sin(0.5 * self.yaw * turn)
        return qpos

    def step(self, actions: Floats) -> None:
        """Command the motors, and read the referee's score."""
        self.before = self.score()
        super().step(actions)
        modes = self.worlds.play_mode
        self.touched = ~np.isin(modes, _BEFORE)
        self.is_over = modes == _OVER

    def score(self) -> Floats:
        """Score of the kick challenge ``(W,)``, in units of 100 points (m)."""
        metres: Floats = self.worlds.score[:, 0] / 100.0
        return metres

    def rewards(self) -> dict[str, Floats]:
        """Reward gains in score, so that an episode's sum is its score.

        ``distance``: :attr:`points` for each metre of score that the step has gained; then those of
        :meth:`usual_rewards`, the fall only for a robot that has not touched the ball.
        """
        usual = self.usual_rewards()
        usual["fall"] = np.where(self.touched, 0.0, usual["fall"])
        return {"distance": self.points * (self.score() - self.before), **usual}

    def measures(self) -> dict[str, NDArray[Any]]:
        """Return the score, and who has touched the ball."""
        return {**super().measures(), "distance": self.score(), "touched": self.touched}

    def terminated(self) -> Flags:
        """Return which balls rest or were touched twice, and which robots fell before a touch."""
        speed = np.sqrt(np.square(self.ball_velocity).sum(axis=-1))
        is_at_rest = self.touched & (speed < REST)
        over: Flags = is_at_rest | self.is_over | (self.fallen() & ~self.touched)
        return over


class T1Kick(Kick):
    """Kick as a T1: observation ``(85,)``, action ``(23,)``."""

    robot = FIRM_T1


class K1Kick(Kick):
    """Kick as a K1: observation ``(82,)``, action ``(22,)``."""

    robot = FIRM_K1
    near, far = 0.25, 0.36
    side = 0.11
