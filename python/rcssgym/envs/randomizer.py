"""Randomization of an environment's worlds from episode to episode."""

from numbers import Real

import numpy as np

from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Indices, Streams
from rcssgym.envs.task import Task
from rcssgym.errors import ArgumentError
from rcssgym.randomization import Randomization

_SEEDS = 2.0**53


class Randomizer:
    """Draws new properties of worlds for their next episodes.

    :param randomization: what to draw; ``None`` leaves all worlds plain.
    :param fraction: share of episodes that are randomized, 0 to 1; each env draws whether its
        episode is one of them.
    """

    def __init__(self, randomization: Randomization | None, fraction: float) -> None:
        if not (randomization is None or isinstance(randomization, Randomization)):
            kind = type(randomization).__name__
            raise ArgumentError(f"randomization: must be a Randomization or None, not {kind}")
        given: object = fraction
        if not isinstance(given, Real) or isinstance(given, bool):
            kind = type(given).__name__
            raise ArgumentError(f"randomize_fraction: must be a number, not {kind}")
        if not 0.0 <= fraction <= 1.0:
            raise ArgumentError(f"randomize_fraction: {fraction} is not from 0 to 1")
        self.randomization = randomization
        self.fraction = fraction

    def prepare(self, task: Task) -> None:
        """Set whether a task's sensors have noise; refuse noise that the task would not observe."""
        ranges = {} if self.randomization is None else self.randomization.ranges()
        noises = {name for name in ranges if name.endswith("_noise")}
        for name in sorted(noises - task.noises):
            raise ArgumentError(f"randomization: {type(task).__name__} does not observe {name}")
        task.senses_err = bool(noises)

    def draw(self, worlds: WorldBatch, envs: Indices, streams: Streams) -> None:
        """Draw new properties of some worlds, each from its env's stream."""
        if self.randomization is None:
            return
        draws = streams.uniform(envs, 2)
        chosen = draws[:, 1] < self.fraction
        seeds = (draws[:, 0] * _SEEDS).astype(np.uint64)
        worlds.randomize(self.randomization, envs[chosen], seeds[chosen])
        worlds.randomize(None, envs[~chosen])
