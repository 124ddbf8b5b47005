"""Time while this process runs: deadlines do not pass while the process is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

LONGEST_STEP: Final = 1.0
"""Largest advance of the clock between two readings, s. Code that waits reads it more often."""


class RunningClock:
    """A clock that stands still while the process or its machine is stopped, such as by Ctrl-Z.

    Servers and teams that were stopped with it have as much time left afterwards as before, and
    what they have sent meanwhile is read. Only differences between readings are meaningful. Threads
    may share it.

    :param source: returns the time, s.
    """

    def __init__(self, source: Callable[[], float] = time.monotonic) -> None:
        self._source = source
        self._lock = Lock()
        self._looked = self._time = source()

    def __call__(self) -> float:
        """Return the time, s."""
        with self._lock:
            now = self._source()
            self._time += min(now - self._looked, LONGEST_STEP)
            self._looked = now
            return self._time


running_time: Final = RunningClock()
"""The clock of all deadlines in this process."""
