"""Observations of worlds that Python steps: with delay, with history, and for critics."""

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import Past
from rcssgym.envs.options import Options, known_space
from rcssgym.envs.returned import observe, observe_privileged
from rcssgym.envs.streams import Indices, Streams
from rcssgym.envs.task import Task

Seen = NDArray[np.float32]


class Observer:
    """What passes observations of all worlds on to policies and critics.

    :param task: the task that observes.
    :param num_envs: number of worlds.
    """

    def __init__(self, task: Task, num_envs: int, options: Options) -> None:
        self._task = task
        *agents, width = task.observation_space.shape
        self._rows = (-1, width)
        self._shape = (num_envs, *agents, options.history * width)
        self.fresh = np.zeros((num_envs, *agents, width), dtype=np.float32)
        """The task's latest observations ``(W, ..., n)``."""
        self.past: Past | None = None
        """Delay and history of the observations, if there is any."""
        if options.has_past:
            count = int(np.prod(agents, dtype=int))
            self.past = Past(num_envs, count, width, options.history, options.delay)
        self._known: Seen | None = None
        if options.privileged is not None:
            self._known = np.zeros((num_envs, *known_space(task).shape), dtype=np.float32)
        self._early = np.zeros(num_envs, dtype=np.bool_)
        self._kept: dict[str, Seen] = {}

    def begin_step(self) -> None:
        """Forget all observations that :meth:`keep` has stored."""
        self._early[:] = False
        self._kept = {}

    def keep(self, envs: Indices) -> None:
        """Observe and store worlds whose step ends earlier than that of the others."""
        arrays = {"fresh": self.fresh, "known": self._known}
        for name, array in arrays.items():
            if array is not None:
                kept = self._kept.setdefault(name, array.copy())
                kept[envs] = self._observed(name)[envs]
        self._early[envs] = True

    def send(self, envs: Indices) -> None:
        """Put the observations of some worlds into the delay line, after a control step."""
        fresh = self._observed("fresh")
        if self.past is not None and self.past.is_late:
            self.past.send(envs, fresh.reshape(self._rows))

    @property
    def is_late(self) -> bool:
        """Whether observations are delayed; :meth:`send` is then needed in every control step."""
        return self.past is not None and self.past.is_late

    def look(self, others: Indices, first: Indices, streams: Streams) -> Seen:
        """Return what policies see ``(W, ..., n)``, without a copy.

        :param others: worlds in the middle of an episode.
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
        """Return what policies were shown last, without a copy; requires :attr:`past`."""
        assert self.past is not None
        return self.past.shown.reshape(self._shape)

    def known(self) -> Seen | None:
        """Return a fresh array of what critics know; ``None`` if the options do not ask for it."""
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
