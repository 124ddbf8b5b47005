"""Time as long as this process runs: deadlines do not pass while it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

LONGEST_STEP: Final = 1.0
"""So far it goes on at most between two looks at it, s. Who waits looks more often."""


class RunningClock:
    """A clock that stands still while nobody can look at it: by Ctrl-Z, or with its machine.

    Servers and teams that are stopped along with it have as much time left afterwards as before,
    and what they have sent meanwhile is read. Only differences of what it shows mean anything.
    Threads may share it.

    :param source: tells the time, s.
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
