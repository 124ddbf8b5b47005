"""Games of several players as rows of observations for one policy that all players share."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.games.agents import GameTask
from rcssgym.envs.games.vector import GameVectorEnv
from rcssgym.envs.streams import Floats
from rcssgym.envs.task import Task
from rcssgym.envs.vector import Observations, Step, WorldVectorEnv
from rcssgym.training.wrapped import Wrapped


def in_rows(task: Task, num_envs: int, **options: Any) -> WorldVectorEnv | Players:
    """Return worlds whose observations are ``(rows, n)`` and actions ``(rows, m)``.

    A world in which several players are commanded has a row for each of them.
    """
    space: Any = task.observation_space
    if len(space.shape) == 1:
        return WorldVectorEnv(task, num_envs, **options)
    make = GameVectorEnv if isinstance(task, GameTask) else WorldVectorEnv
    return Players(make(task, num_envs, **options), space.shape[0])  # type: ignore[arg-type]


class Players(Wrapped):
    """``W`` worlds of ``L`` players as ``W L`` rows, all players of the first world first.

    All rows of a world share its ends and measures, and its reward if the task does not have one
    for each player.

    :param envs: worlds with observations ``(W, L, n)`` and actions ``(W, L, m)``.
    :param each: number of players in a world.
    """

    def __init__(self, envs: WorldVectorEnv, each: int) -> None:
        super().__init__(envs)
        self.each, self.num_envs = each, envs.num_envs * each

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode in every world, or in those of which a row is in ``reset_mask``."""
        if options is not None:
            mask = options["reset_mask"].reshape(-1, self.each).any(axis=1)
            options = {"reset_mask": mask}
        observations, info = self.envs.reset(seed=seed, options=options)
        return self._rows(observations), info

    def step(self, actions: NDArray[np.float32]) -> Step:
        """Act with every player ``(W L, m)``."""
        shape = (self.envs.num_envs, self.each, -1)
        observations, rewards, terminated, truncated, info = self.envs.step(actions.reshape(shape))
        rows: Any = self._rows(observations)
        return rows, self._of_each(rewards), self._all(terminated), self._all(truncated), {
            name: self._all(value) if np.ndim(value) == 1 else value for name, value in info.items()
        }  # fmt: skip

    def _rows(self, observations: Any) -> Any:
        if isinstance(observations, dict):
            return {name: self._rows(value) for name, value in observations.items()}
        rows: Observations = observations.reshape(self.num_envs, -1)
        return rows

    def _of_each(self, rewards: Floats) -> Floats:
        return rewards.ravel() if rewards.ndim == 2 else self._all(rewards)

    def _all(self, values: NDArray[Any]) -> NDArray[Any]:
        return np.repeat(values, self.each)
