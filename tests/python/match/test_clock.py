"""Deadlines of a match whose process has been stopped."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rcssgym.clock import LONGEST_STEP, RunningClock, running_time
from rcssgym.match import Setting, Team
from rcssgym.match.errors import MatchError
from rcssgym.match.processes import Guard
from rcssgym.match.serving import Place, Serving


class Wall:
    """A wall clock that a test sets."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.time


def test_it_goes_on_with_the_wall_but_for_stops() -> None:
    wall = Wall()
    clock = RunningClock(wall)
    begin = clock()
    wall.time += 0.25
    assert clock() - begin == 0.25
    wall.time += 3600.0
    assert clock() - begin == 0.25 + LONGEST_STEP
    wall.time += 0.5
    assert clock() - begin == 0.75 + LONGEST_STEP


@pytest.mark.parametrize("looks", [1, 100])
def test_a_server_is_not_silent_while_all_are_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: int
) -> None:
    """Five minutes with one clock reading are a stop; with many readings they are silence."""
    wall = Wall()
    wall.time = time.monotonic()
    monkeypatch.setattr(running_time, "_source", wall)
    setting = Setting(teams=(Team("A", "true"), Team("B", "true")), out=tmp_path, silence=10.0)
    with Guard() as guard:
        crew = guard.crew("server", signal.SIGINT)
        serving = Serving(setting, Place(1, 1, 0, tmp_path), 0.0, crew, Event())
        rest = iter(range(looks))

        def receive() -> list[str]:
            if next(rest, None) is None:
                return ["frame"]
            wall.time += 300.0 / looks
            return []

        fake = cast("Any", serving)
        fake._monitor.close()
        fake._monitor = SimpleNamespace(receive=receive, has_ended=False)
        fake._process = SimpleNamespace(has_ended=False, account=lambda: "it runs")
        if looks == 1:
            assert next(fake.frames()) == "frame"
        else:
            with pytest.raises(MatchError, match="silent for 10 s"):
                next(fake.frames())
