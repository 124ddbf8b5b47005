"""What is shown of worlds whose tasks are stepped by Python: late, with a history, to critics."""

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import Past
from rcssgym.envs.options import Options, known_space
from rcssgym.envs.returned import observe, observe_privileged
from rcssgym.envs.streams import Indices, Streams
from rcssgym.envs.task import Task

Seen = NDArray[np.float32]


class Shown:
    """Observations of all worlds on their way to policies and critics.

    :param task: what observes.
    :param num_envs: number of worlds.
    """

    def __init__(self, task: Task, num_envs: int, options: Options) -> None:
        self._task = task
        *agents, width = task.observation_space.shape
        self._rows = (-1, width)
        self._shape = (num_envs, *agents, options.history * width)
        self.fresh = np.zeros((num_envs, *agents, width), dtype=np.float32)
        """What the task has observed ``(W, ..., n)``."""
        self.past: Past | None = None
        """What it goes through."""
        if options.has_past:
            count = int(np.prod(agents, dtype=int))
            self.past = Past(num_envs, count, width, options.history, options.delay)
        self._known: Seen | None = None
        if options.privileged is not None:
            self._known = np.zeros((num_envs, *known_space(task).shape), dtype=np.float32)
        self._early = np.zeros(num_envs, dtype=np.bool_)
        self._kept: dict[str, Seen] = {}

    def begin_step(self) -> None:
        """Forget whose last observation has been kept."""
        self._early[:] = False
        self._kept = {}

    def keep(self, envs: Indices) -> None:
        """Observe worlds whose step is over before those of the others."""
        arrays = {"fresh": self.fresh, "known": self._known}
        for name, array in arrays.items():
            if array is not None:
                kept = self._kept.setdefault(name, array.copy())
                kept[envs] = self._observed(name)[envs]
        self._early[envs] = True

    def send(self, envs: Indices) -> None:
        """Let observations of some worlds set out: a control step has been made."""
        fresh = self._observed("fresh")
        if self.past is not None and self.past.is_late:
            self.past.send(envs, fresh.reshape(self._rows))

    @property
    def is_late(self) -> bool:
        """Tell whether observations must set out in every control step."""
        return self.past is not None and self.past.is_late

    def look(self, others: Indices, first: Indices, streams: Streams) -> Seen:
        """Return what policies see ``(W, ..., n)``: the memory itself.

        :param others: worlds in the middle of an episode that has gone on.
        :param first: worlds whose episode begins.
        """
        fresh = self._observed("fresh")
        if self.past is None:
            return fresh
        rows = fresh.reshape(self._rows)
        if not self.past.is_late:
            self.past.send(others, rows)
        self.past.look(others)
        self.past.begin(first, rows, streams.state)
        return self.shown()

    def shown(self) -> Seen:
        """Return what policies have been shown last, if there is a past: the memory itself."""
        assert self.past is not None
        return self.past.shown.reshape(self._shape)

    def known(self) -> Seen | None:
        """Return what critics know, if somebody asks: a fresh array."""
        return None if self._known is None else self._observed("known").copy()

    def _observed(self, name: str) -> Seen:
        if name == "fresh":
            observe(self._task, self.fresh)
            out = self.fresh
        else:
            assert self._known is not None
            observe_privileged(self._task, self._known)
            out = self._known
        if self._early.any():
            out[self._early] = self._kept[name][self._early]
        return out
