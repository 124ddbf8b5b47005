"""Environments of the 2D game, called from Python: observation, reward and reset included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import gymnasium
import numpy as np
from rcssgym.envs import Task
from rcssgym.envs.discs import DiscSoccer, Keepaway

from benches.contestants import Spent, Stopwatch

ENVS = 4096
DRAWN = 32
"""Steps after which the actions repeat; they are drawn before the clock runs."""


@dataclass(frozen=True)
class Chosen:
    """A task with options, and a name for them."""

    name: str
    make: Callable[[], Task]


class DiscTask:
    """`step` of a vector environment with random actions; all of the call is timed."""

    def __init__(
        self, task: str, envs: int = ENVS, threads: int = 1, made: Chosen | None = None
    ) -> None:
        what = "" if made is None else f" ({made.name})"
        self.name = f"{task}{what}, {envs:,} envs, {threads} thread{'s' * (threads > 1)}"
        options = {} if made is None else {"task": made.make()}
        self._envs = gymnasium.make_vec(
            f"rcssgym/{task}-v0", num_envs=envs, threads=threads, copy=False, **options
        )
        self._envs.reset(seed=0)
        shape = DRAWN, *(self._envs.action_space.shape or ())
        self._actions = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
        self._step = 0

    def advance(self, steps: int) -> Spent:
        """Make `steps` steps of all envs."""
        spent = Spent(steps * self._envs.num_envs)
        with Stopwatch(spent):
            for _ in range(steps):
                self._envs.step(self._actions[self._step % DRAWN])
                self._step += 1
        return spent


def keepaway(envs: int = ENVS, threads: int = 1, *, steps: str = "cycles") -> DiscTask:
    """Three keepers against two scripted takers; a decision lasts several cycles."""
    chosen = Chosen(steps, lambda: Keepaway(3, 2, steps=steps))  # type: ignore[arg-type]
    return DiscTask("Disc-Keepaway-3v2", envs, threads, chosen)


def soccer(observation: str, envs: int = 256) -> DiscTask:
    """Eleven against eleven, an agent for each."""
    chosen = Chosen(
        observation,
        lambda: DiscSoccer(observation=observation),  # type: ignore[arg-type]
    )
    return DiscTask("Disc-Soccer-11v11", envs, made=chosen)
