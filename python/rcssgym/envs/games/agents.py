"""Tasks with several agents in a world, each with its own observation, action and reward."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.core_task import CoreTask
from rcssgym.envs.returned import checked_total_by_agent
from rcssgym.envs.streams import Floats


class GameTask(CoreTask):
    """A game of ``A`` agents, those of the left team first.

    An observation is ``(A, n)`` and an action ``(A, J)``; terms of the reward are ``(W, A)``.
    """

    agents: tuple[str, ...]
    """Names, such as ``left_1``."""
    left_agents: int
    """Number of agents of the left team."""

    def total(self, terms: dict[str, Floats]) -> Floats:
        """Return the mean of the left team's rewards ``(W,)``, or of all if it has no agents."""
        agents = len(self.agents)
        return self.of_robots(checked_total_by_agent(self, terms, len(self.worlds), agents))

    def total_by_agent(self, terms: dict[str, Floats]) -> Floats:
        """Return every agent's reward ``(W, A)``."""
        return sum(terms.values(), start=np.zeros((len(self.worlds), len(self.agents))))

    @property
    def _paid_agents(self) -> tuple[int, ...] | None:
        kind = type(self)
        totals = kind.total, kind.total_by_agent
        usual = totals == (GameTask.total, GameTask.total_by_agent)
        return (len(self.agents),) if usual else None

    def measures_by_agent(self) -> dict[str, NDArray[Any]]:
        """Return what the last step has measured for every agent, ``(W, A, ...)`` each.

        Only declared measures have a value for each agent; the others in ``info`` are the game's.
        """
        if self.runs_in_core():
            CoreTask.measures(self)
        shape = (len(self.worlds), len(self.agents))
        return {name: one for name, one in self._measured.items() if one.shape[:2] == shape}

    def of_robots(self, rewards: Floats) -> Floats:
        """Return the mean reward of the left team ``(W,)``, given the rewards of all ``(W, A)``."""
        left: Floats = rewards[:, : self.left_agents or None].mean(axis=-1)
        return left

    @property
    def paid(self) -> int | None:
        """Number of robots, counted from the first, over which :meth:`of_robots` takes the mean."""
        count = self.left_agents or len(self.agents)
        is_mean = type(self).of_robots is GameTask.of_robots
        return count if is_mean else super().paid
