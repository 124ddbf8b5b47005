"""A game of two teams as a task."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray
from rcssgym._core import WorldBatch
from rcssgym.envs.registration import SOCCER_STEPS
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags, Task
from rcssgym.errors import ArgumentError
from rcssgym.soccer.commands import KickOffCommand
from rcssgym.soccer.fields import SoccerField, create_soccer_field
from rcssgym.soccer.play_mode import PlayMode

from envs.numpy_games.formation import draws, kick_off_poses
from envs.numpy_games.lineup import Lineup, Robots
from envs.numpy_games.perceived import PerceivedView
from envs.numpy_games.privileged import PrivilegedView
from envs.numpy_games.scoring import Scoring, Sharing, all_weights
from envs.numpy_games.view import MODES, View

Field = Literal["fifa", "fifa7vs7"] | SoccerField
Observation = Literal["perception", "state"]

LARGEST_OBSERVATION = 10.0
_OVER = [MODES.index(PlayMode.GAME_OVER), MODES.index(PlayMode.BEFORE_KICK_OFF)]
"""Play modes after the end of a half."""
_BEND = 0.05
"""Largest random offset of joints at the start, rad."""


class SoccerTask(Task):
    """A game by the league's rules and with its referee.

    :param teams: ``"1v1"`` to ``"7v7"``.
    :param observation: ``"perception"`` for what robots perceive (:class:`PerceivedView`) or
        ``"state"`` for the exact state (:class:`PrivilegedView`).
    :param reward: ``"individual"``, or ``"shared"`` for the team's mean of each term
        (:class:`Scoring` has the terms).
    :param weights: weights of terms of the reward that should differ from ``scoring.WEIGHTS``.
    :param robots: all robots, or one for each number: see :class:`Lineup`.
    :param field: pitch: ``"fifa7vs7"``, ``"fifa"`` or one of your own.
    :param end_on_goal: whether a goal terminates the episode; otherwise a kick-off follows.

    An observation is ``(A, n)``, of all agents, and an action ``(A, J)``, -1 to 1: target angles of
    the motors are those of the robot's nominal pose + action, rad. Columns beyond a robot's motors
    are ignored; ``lineup.motors`` marks the motors.

    Episodes begin with a kick-off, with both the team that kicks off and the formation drawn at
    random. They terminate with a goal or the end of the half. Fallen robots play on: the referee
    puts those that lie for too long beside the pitch.
    """

    rules = "ssim"
    max_episode_steps = SOCCER_STEPS
    observation_space: Box
    action_space: Box

    def __init__(
        self,
        teams: str = "3v3",
        *,
        observation: Observation = "perception",
        reward: Sharing = "individual",
        weights: Mapping[str, float] | None = None,
        robots: Robots = "T1",
        field: Field = "fifa7vs7",
        end_on_goal: bool = True,
    ) -> None:
        _check("observation", observation, ("perception", "state"))
        _check("reward", reward, ("individual", "shared"))
        self.lineup = Lineup(teams, robots)
        self.left = self.right = self.lineup.models
        self.field = field
        self.pitch = _pitch(field)
        self.observation, self.sharing = observation, reward
        self.weights = all_weights(weights)
        self.end_on_goal = end_on_goal
        self.agents = self.lineup.agents
        kind = PerceivedView if observation == "perception" else PrivilegedView
        shape = (len(self.agents), kind.size(self.lineup))
        self.observation_space = Box(-LARGEST_OBSERVATION, LARGEST_OBSERVATION, shape, np.float32)
        self.action_space = Box(-1.0, 1.0, self.lineup.motors.shape, np.float32)

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Take the worlds."""
        super().begin(worlds, streams)
        self.action = np.zeros((len(worlds), *self.lineup.motors.shape))
        self.scoring = Scoring(worlds, self.lineup, self.pitch, self.weights, self.sharing)
        self.view: View
        if self.observation == "perception":
            self.view = PerceivedView(worlds, self.lineup)
        else:
            self.view = PrivilegedView(worlds, self.lineup, self.pitch)

    def reset(self, envs: Indices) -> None:
        """Line the teams up and give one of them the kick-off."""
        lineup, robots = self.lineup, len(self.agents)
        numbers = self.streams.uniform(envs, 1 + draws(lineup.size) + robots * lineup.joints)
        left_kicks_off = (numbers[:, 0] < 0.5).astype(np.float64)
        formation, bends = np.split(numbers[:, 1:], [draws(lineup.size)], axis=1)
        poses = kick_off_poses(self.pitch, formation, left_kicks_off)
        bends = _BEND * (2.0 * bends - 1.0).reshape(len(envs), robots, lineup.joints)
        qpos = lineup.qpos(poses, bends)
        qvel = np.zeros((len(envs), qpos.shape[1] - 1 - robots))
        self.worlds.set_state(qpos, qvel, envs)
        for env, is_left in zip(envs.tolist(), left_kicks_off.tolist(), strict=True):
            self.worlds.command(env, KickOffCommand(0 if is_left else 1))
        self.action[envs] = 0.0
        self.view.forget(envs)
        self.scoring.begin()

    def step(self, actions: Floats) -> None:
        """Command all motors."""
        lineup = self.lineup
        self.action[:] = actions * lineup.motors
        scaled = lineup.action_scale * self.action
        self.worlds.step(
            lineup.nominal + scaled, kp=lineup.kp, kd=lineup.kd, torques=lineup.torque * scaled
        )

    def rewards(self) -> dict[str, Floats]:
        """Return the terms ``(W, A)``: see :class:`Scoring`."""
        return self.scoring.terms()

    def total(self, terms: dict[str, Floats]) -> Floats:
        """Return the mean of the left team's rewards ``(W,)``."""
        return self.scoring.team_mean(self.total_by_agent(terms))[:, 0]

    def total_by_agent(self, terms: dict[str, Floats]) -> Floats:
        """Return every agent's reward ``(W, A)``."""
        return sum(terms.values(), start=np.zeros((len(self.worlds), len(self.agents))))

    def measures(self) -> dict[str, NDArray[Any]]:
        """Return the score ``(W, 2)`` and play mode ``(W,)``, an index into ``list(PlayMode)``."""
        return {"score": self.worlds.score, "play_mode": self.worlds.play_mode}

    def terminated(self) -> Flags:
        """Return where a goal was scored or the half is over."""
        is_over: Flags = np.isin(self.worlds.play_mode, _OVER)
        return is_over | (self.scoring.goals.any(axis=1) & self.end_on_goal)

    def observe(self, out: NDArray[np.float32]) -> None:
        """Write the observations of all agents."""
        self.view.write(self.action, out, LARGEST_OBSERVATION)


def _check(name: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ArgumentError(f"{name}: {value!r} is none of {', '.join(known)}")


def _pitch(field: Field) -> SoccerField:
    if isinstance(field, SoccerField):
        return field
    _check("field", field, ("fifa", "fifa7vs7"))
    return create_soccer_field(field)
