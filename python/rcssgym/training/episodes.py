"""Statistics of episodes while a policy learns: returns, lengths, falls, successes, scores."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.streams import Floats
from rcssgym.envs.task import Flags, Task
from rcssgym.envs.tasks.robot import RobotTask


class Noted(defaultdict[str, list[float]]):
    """Lists of numbers by name, to be averaged."""

    def __init__(self) -> None:
        super().__init__(list)

    def means(self) -> dict[str, float]:
        """Return their averages."""
        return {name: float(np.mean(values)) for name, values in self.items() if values}


def fell(task: Task, terminated: Flags, info: dict[str, Any]) -> Flags:
    """Return which episodes a fall has ended ``(W,)``, after a step.

    Episodes that end for another reason, such as an arrival, do not count as failures.
    """
    if "fallen" in info:
        return np.asarray(info["fallen"], dtype=np.bool_) & terminated
    if isinstance(task, RobotTask) and terminated.any():
        return np.asarray(task.fallen() & terminated, dtype=np.bool_)
    return np.zeros_like(terminated)


OWN = ("return", "length", "falls", "falls_per_minute")
"""Names of the statistics that are not measures of a task."""


def measures(info: dict[str, Any]) -> dict[str, NDArray[Any]]:
    """Return what a task measures, ``(W,)`` each.

    Names begin with ``task_`` where they would otherwise be among :data:`OWN`.
    """
    found = {name: value for name, value in info.items() if not name.startswith(("_", "final"))}
    named = {
        name.removeprefix("is_"): value
        for name, value in found.items()
        if name not in ("reward", "fallen", "play_mode") and np.ndim(value) == 1
    }
    return {f"task_{name}" if name in OWN else name: value for name, value in named.items()}


class Episodes:
    """The episodes under way in ``num`` environments."""

    def __init__(self, num: int, gamma: float) -> None:
        self.gamma = gamma
        self.returns, self.lengths, self.discounted = np.zeros((3, num))
        self.was_over = np.zeros(num, dtype=np.bool_)
        self.moments = np.array([1e-4, 1e-4])

    @property
    def reward_scale(self) -> float:
        """Factor that brings discounted sums of rewards to about 1."""
        return float(np.sqrt(self.moments[0] / self.moments[1]))

    def add(
        self,
        task: Task,
        rewards: Floats,
        terminated: Flags,
        over: Flags,
        info: dict[str, Any],
        noted: Noted,
    ) -> None:
        """Process a step: note the terms of the reward, and the episodes that are over.

        A step that only begins the next episode has no reward, and its terms do not count.
        """
        for name, term in info["reward"].items():
            if not name.startswith("_"):
                counts = ~self.was_over.reshape(len(term), -1)[:, 0]  # a world may have many rows
                noted[f"reward/{name}"] += term[counts].ravel().tolist()
        self.discounted = self.gamma * self.discounted * ~self.was_over + rewards
        self.moments += (len(over), np.square(self.discounted).sum())
        self.returns += rewards
        self.lengths += ~self.was_over
        self.was_over = over.copy()
        if over.any():
            noted["episode/return"] += self.returns[over].tolist()
            noted["episode/length"] += self.lengths[over].tolist()
            noted["episode/falls"] += fell(task, terminated, info)[over].astype(float).tolist()
            for name, value in measures(info).items():
                noted[f"episode/{name}"] += value[over].astype(float).tolist()
            self.forget(over)

    def restart(self, envs: Flags) -> None:
        """Note that episodes were restarted before they were over."""
        self.forget(envs)
        self.discounted[envs] = 0.0
        self.was_over[envs] = False

    def forget(self, envs: Flags) -> None:
        """Reset returns and lengths in some environments."""
        self.returns[envs] = 0.0
        self.lengths[envs] = 0.0

    def state(self) -> dict[str, Any]:
        """Return the state as lists of numbers."""
        arrays = ("returns", "lengths", "discounted", "was_over", "moments")
        return {name: getattr(self, name).tolist() for name in arrays}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what :meth:`state` returned."""
        for name, values in state.items():
            setattr(self, name, np.array(values))
