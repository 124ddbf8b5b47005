"""Environments of the 2D game, called from Python: observation, reward and reset included."""

from __future__ import annotations

import gymnasium
import numpy as np
import rcssgym  # noqa: F401  (its environments are registered by it)

from benches.contestants import Spent, Stopwatch

ENVS = 4096
DRAWN = 32
"""Steps after which the actions repeat; they are drawn before the clock runs."""


class DiscTask:
    """`step` of a vector environment with random actions; all of the call is timed."""

    def __init__(self, task: str, envs: int = ENVS, threads: int = 1) -> None:
        self.name = f"{task}, {envs:,} envs, {threads} thread{'s' * (threads > 1)}"
        self._envs = gymnasium.make_vec(
            f"rcssgym/{task}-v0", num_envs=envs, threads=threads, copy=False
        )
        self._envs.reset(seed=0)
        shape = DRAWN, *(self._envs.action_space.shape or ())
        self._actions = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
        self._step = 0

    def advance(self, steps: int) -> Spent:
        """Make so many steps of all envs."""
        spent = Spent(steps * self._envs.num_envs)
        with Stopwatch(spent):
            for _ in range(steps):
                self._envs.step(self._actions[self._step % DRAWN])
                self._step += 1
        return spent
