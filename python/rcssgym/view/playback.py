"""Playback of recordings on a page, with pause, step, seek and speed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from rcssgym.view.page import INTERVAL, Page
from rcssgym.view.recordings import Reel, chapters_as_notes

SPEEDS = (0.01, 1000.0)
"""Minimum and maximum speed, relative to real time."""


class Playback:
    """Plays a recording on a page; all viewers see the same moment.

    :param reel: the recording.
    :param page: the page.
    :param title: title on the page.
    :param start: time at which to start, s.
    :param speed: speed relative to real time.
    """

    def __init__(
        self, reel: Reel, page: Page, *, title: str = "", start: float = 0.0, speed: float = 1.0
    ) -> None:
        self._reel = reel
        self._page = page
        self.time = start
        """Current time in the recording, s."""
        self.speed = speed
        """Speed relative to real time."""
        self.paused = False
        """Whether the playback is paused."""
        self._over = threading.Event()
        self._notes: dict[str, Any] = {"title": title}
        self.chapters = chapters_as_notes(reel)
        """Chapters, which the page lists: time, s, and text."""

    def run(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Play until :meth:`stop`. At the end of the recording its last picture stays."""
        last = clock()
        while not self._over.is_set():
            for words in self._page.asked():
                self.obey(words)
            now = clock()
            if not self.paused:
                self.time = min(self.time + (now - last) * self.speed, self._reel.duration)
            last = now
            if self._page.viewers > 0:
                self._reel.show(self._page, self.time, self._all_notes())
            self._over.wait(INTERVAL)

    def stop(self) -> None:
        """End :meth:`run`; can be called from any thread or signal handler."""
        self._over.set()

    def obey(self, words: list[str]) -> None:
        """Execute a viewer's command; invalid ones have no effect."""
        match words:
            case ["pause"]:
                self.paused = True
            case ["play"]:
                self.paused = False
                if self.time >= self._reel.duration:
                    self.time = 0.0
            case ["step"]:
                self.paused = True
                self.time = min(self.time + INTERVAL, self._reel.duration)
            case ["seek", at]:
                self.time = _within(at, 0.0, self._reel.duration, self.time)
            case ["speed", speed]:
                self.speed = _within(speed, *SPEEDS, self.speed)
            case _:
                pass

    def _all_notes(self) -> dict[str, Any]:
        playback = {
            "duration": self._reel.duration,
            "speed": self.speed,
            "paused": self.paused,
            "chapters": self.chapters,
        }
        return {**self._notes, "playback": playback}


def _within(text: str, least: float, most: float, otherwise: float) -> float:
    try:
        number = float(text)
    except ValueError:
        return otherwise
    return min(max(number, least), most) if number == number else otherwise
