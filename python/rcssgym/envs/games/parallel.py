"""One game behind PettingZoo's parallel API."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from rcssgym.envs.checks import as_array
from rcssgym.envs.games.agents import GameTask
from rcssgym.envs.games.vector import GameVectorEnv, SoccerVectorEnv
from rcssgym.envs.made import Made, options_of
from rcssgym.envs.registration import SOCCER_STEPS
from rcssgym.envs.vector import WorldVectorEnv
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.optional import needed_by

with needed_by("parallel_env", "pettingzoo", "pettingzoo"):
    from pettingzoo import ParallelEnv

Array = NDArray[np.float32]
ByAgent = dict[str, Any]


METADATA: dict[str, Any] = {
    **{name: value for name, value in GameVectorEnv.metadata.items() if name.startswith("render")},
    "is_parallelizable": True,
}


class GameParallelEnv(Made, ParallelEnv[str, Array, Array]):  # type: ignore[misc]
    """A game of several agents.

    :param task: the game, as of :class:`GameVectorEnv`, or such an environment with one world whose
        ``autoreset_mode`` is not ``SAME_STEP``.
    :param max_episode_steps: steps after which an episode is truncated; ``None`` for never, and
        ``"task"`` for the game's own limit.
    :param options: further options of :class:`GameVectorEnv`, except autoreset and threads.

    This is a :class:`GameVectorEnv` with one world, agent by agent. Observations are ``(n,)`` and
    actions ``(J,)``, -1 to 1. An episode begins and ends for all agents together.

    Raises :class:`ArgumentError` for another task, and for a vector environment of another kind.
    """

    metadata: dict[str, Any] = {**METADATA, "name": "rcssgym_game_v0"}  # noqa: RUF012

    def __init__(
        self,
        task: GameTask | type[GameTask] | str | GameVectorEnv,
        *,
        max_episode_steps: int | Literal["task"] | None = "task",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if not isinstance(task, GameVectorEnv):
            task = GameVectorEnv(
                task,
                1,
                max_episode_steps=max_episode_steps,
                autoreset_mode=AutoresetMode.DISABLED,
                threads=1,
                render_mode=render_mode,
                **options,
            )
        if task.num_envs != 1:
            raise ArgumentError(f"task: has {task.num_envs} worlds, must have one")
        if task.autoreset_mode is AutoresetMode.SAME_STEP:
            # At the end of an episode, it would show the next one.
            raise ArgumentError("task: autoreset_mode SAME_STEP, must be DISABLED or NEXT_STEP")
        self.vector = task
        self.metadata = {
            **type(self).metadata,
            "render_fps": self.vector.metadata["render_fps"],
        }
        self.render_mode = self.vector.render_mode
        self.possible_agents = list(self.vector.agents)
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: _row(self.vector.single_observation_space, row)
            for row, agent in enumerate(self.possible_agents)
        }
        self.action_spaces = {
            agent: _row(self.vector.task.action_space, row)
            for row, agent in enumerate(self.possible_agents)
        }
        self._is_made = True

    _made_from = options_of(WorldVectorEnv.__init__)

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations ``(n,)``.

        With ``privileged="dict"`` it is the space of policy and critic.
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Box:
        """Return the space of an agent's actions ``(J,)``."""
        space: Box = self.action_spaces[agent]
        return space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ByAgent, ByAgent]:
        """Begin an episode; a seed makes this episode and all later ones reproducible.

        There are no options. The argument is ignored, because PettingZoo's own tests pass some.
        """
        del options
        observations, info = self.vector.reset(seed=seed)
        self.agents = self.possible_agents[:]
        infos: ByAgent = {agent: {} for agent in self.agents}
        self._tell_critics(infos, info)
        return self._by_agent(observations), infos

    def step(
        self, actions: Mapping[str, Array]
    ) -> tuple[ByAgent, dict[str, float], dict[str, bool], dict[str, bool], ByAgent]:
        """Act with all agents and make a step.

        Infos have every term of the agent's ``reward``, and what the game measures: an agent's own
        values where they differ between agents, such as the goals for and against its team.

        Raises :class:`ArgumentError`, before anything moves, for an agent that is missing or
        unknown, and for an action that has a wrong shape or dtype, is not finite or lies outside
        the space (unless it is clipped).
        """
        if not self.agents:
            raise RcssGymError("call reset() first: no episode is under way")
        if not isinstance(actions, Mapping):
            kind = type(actions).__name__
            raise ArgumentError(f"actions: must map agents to actions, not be a {kind}")
        array = np.stack([self._checked(actions, agent) for agent in self.agents])
        for agent in actions:
            if agent not in self.action_spaces:
                raise ArgumentError(f"actions: there is no agent {agent!r}")
        observations, rewards, terminated, truncated, info = self.vector.step(array[None])
        terms = _unmasked(info.pop("reward"))
        critics = {"privileged": info.pop("privileged", None)}
        measures, each = _unmasked(info), self.vector.task.measures_by_agent()
        infos = {
            agent: {
                "reward": {name: float(term[0, row]) for name, term in terms.items()},
                **{
                    name: (each[name][0, row] if name in each else one[0]).tolist()
                    for name, one in measures.items()
                },
            }
            for row, agent in enumerate(self.agents)
        }
        outcome = (
            self._by_agent(observations),
            dict(zip(self.agents, rewards[0].tolist(), strict=True)),
            dict.fromkeys(self.agents, bool(terminated[0])),
            dict.fromkeys(self.agents, bool(truncated[0])),
            infos,
        )
        self._tell_critics(outcome[4], critics)
        if terminated[0] or truncated[0]:
            self.agents = []
        return outcome

    def set_progress(self, progress: float) -> None:
        """Set the task's training progress: see :meth:`Task.advance`."""
        self.vector.set_progress(progress)

    def render(self) -> Any:
        """Return a frame, or show it, as ``render_mode`` says."""
        frames = self.vector.render()
        return None if frames is None else frames[0]

    def close(self) -> None:
        """Close the environment; may be called more than once."""
        self.vector.close()

    def _by_agent(self, observations: Any) -> ByAgent:
        if isinstance(observations, dict):
            each = {name: self._by_agent(array) for name, array in observations.items()}
            return {
                agent: {name: rows[agent] for name, rows in each.items()}
                for agent in self.possible_agents
            }
        rows = observations[0]
        return {agent: rows[row].copy() for row, agent in enumerate(self.possible_agents)}

    def _tell_critics(self, infos: ByAgent, info: Mapping[str, Any]) -> None:
        """Put what the agents' critics know into their infos, with ``privileged="info"``."""
        if info.get("privileged") is not None:
            for agent, known in self._by_agent(info["privileged"]).items():
                infos[agent]["privileged"] = known

    def _checked(self, actions: Mapping[str, Array], agent: str) -> NDArray[Any]:
        if agent not in actions:
            raise ArgumentError(f"actions: there is none of {agent!r}")
        array, space = as_array(f"actions: of {agent!r}", actions[agent]), self.action_spaces[agent]
        if array.dtype.kind not in "fiu":
            raise ArgumentError(f"actions: dtype {array.dtype} of {agent!r}, must be real numbers")
        if array.shape != space.shape:
            raise ArgumentError(f"actions: shape {array.shape} of {agent!r}, must be {space.shape}")
        if self.vector.clip_actions:
            is_good, words = np.isfinite(array), "finite"
        else:
            is_good, words = (array >= space.low) & (array <= space.high), "in -1 to 1"
        if not is_good.all():
            at = int(np.argmin(is_good))
            raise ArgumentError(f"actions: {array[at]} at index {at} of {agent!r} is not {words}")
        return array


class SoccerParallelEnv(GameParallelEnv):
    """A game in which every robot is an agent: ``left_1``, ..., ``right_N``; a step is 20 ms.

    :param teams: ``"1v1"`` to ``"7v7"``.
    :param max_episode_steps: steps after which an episode is truncated; ``None`` for never.
    :param options: further options of :class:`SoccerVectorEnv`, except autoreset and threads.
    """

    metadata: dict[str, Any] = {**METADATA, "name": "rcssgym_soccer_v0"}  # noqa: RUF012
    vector: SoccerVectorEnv

    def __init__(
        self,
        teams: str = "3v3",
        *,
        max_episode_steps: int | None = SOCCER_STEPS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        vector = SoccerVectorEnv(
            teams,
            1,
            max_episode_steps=max_episode_steps,
            autoreset_mode=AutoresetMode.DISABLED,
            threads=1,
            render_mode=render_mode,
            **options,
        )
        super().__init__(vector)


def _row(space: Any, row: int) -> Any:
    """Return the space of one agent."""
    if isinstance(space, Dict):
        return Dict({name: _row(one, row) for name, one in space.items()})
    return Box(space.low[row], space.high[row], dtype=np.float32)


def _unmasked(info: dict[str, Any]) -> dict[str, Any]:
    return {name: one for name, one in info.items() if not name.startswith("_")}
