"""A task whose episodes soon end, in both ways, whatever the robot does."""

import gymnasium
import numpy as np
import rcssgym
from rcssgym.envs import T1Walk, register_task
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags

NAME = "tests/Brief-v0"
STEPS = 10


class Brief(T1Walk):
    """Terminates after 4 to 15 steps; registered to be truncated after ten."""

    def begin(self, worlds: rcssgym.WorldBatch, streams: Streams) -> None:
        super().begin(worlds, streams)
        self.left_over = np.zeros(len(worlds), dtype=np.int64)

    def reset(self, envs: Indices) -> None:
        super().reset(envs)
        self.left_over[envs] = 4 + (12.0 * self.streams.uniform(envs, 1)[:, 0]).astype(np.int64)

    def step(self, actions: Floats) -> None:
        super().step(actions)
        self.left_over -= 1

    def terminated(self) -> Flags:
        is_over: Flags = self.left_over <= 0
        return is_over


if NAME not in gymnasium.registry:
    register_task(NAME, "brief:Brief", STEPS)
