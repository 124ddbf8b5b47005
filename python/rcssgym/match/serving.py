"""A server that runs, watched by a monitor."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from rcssgym.match.errors import MatchError, Stopped
from rcssgym.match.monitor import Frame, Monitor
from rcssgym.match.processes import PAUSE, Crew, Process
from rcssgym.match.setting import Setting

ATTEMPTS = 3
"""How often to try: another program may take the ports before the server does."""


@dataclass(frozen=True)
class Place:
    """Which half this is."""

    game: int
    """Counted from 1."""
    half: int
    """1 or 2."""
    left: int
    """Which team is on the left: 0 or 1."""
    folder: Path
    """For what server and teams write."""


class Serving:
    """A server for one half, to be used in a ``with`` statement.

    :param begin: play time at which the half begins, s.
    :param stop: is set to break it off.

    Raises :class:`MatchError` if it does not come up, and :class:`Stopped` if told to.
    """

    def __init__(
        self, setting: Setting, place: Place, begin: float, crew: Crew, stop: Event
    ) -> None:
        self._setting = setting
        self._place = place
        self._begin = begin
        self._crew = crew
        self._stop = stop
        self._early: list[Frame] = []
        self.port = 0
        """Of the players."""

    def __enter__(self) -> Serving:
        for _ in range(ATTEMPTS):
            ports = _free_ports(self._setting.server.host)
            self._process = self._start(*ports)
            if (monitor := self._connect(ports[1])) is not None:
                self.port, self._monitor = ports[0], monitor
                return self
        raise MatchError(f"the server does not come up: {self._process.account()}")

    def __exit__(self, *_: object) -> None:
        """End it, reading what it sends until it is gone: rcsssmj would not end otherwise."""
        try:
            self._monitor.send("(killsim)")
            self._crew.end(self._process, signal.SIGINT, self._setting.grace, self._monitor.drain)
        finally:
            self._monitor.close()

    def send(self, command: str) -> None:
        """Send a command of a monitor."""
        self._monitor.send(command)

    def frames(self) -> Iterator[Frame]:
        """Yield what the monitor sees, without end.

        Raises :class:`MatchError` if the server ends or is silent, and :class:`Stopped` if told to.
        """
        yield from self._early
        heard = time.monotonic()
        while True:
            if self._stop.is_set():
                raise Stopped
            for frame in self._monitor.receive():
                heard = time.monotonic()
                yield frame
            if self._monitor.has_ended:
                self._crew.end(self._process, signal.SIGINT, self._setting.grace, _pause)
                raise MatchError(f"the server has left: {self._process.account()}")
            if time.monotonic() - heard > self._setting.silence:
                raise MatchError(
                    f"the server has been silent for {self._setting.silence:g} s: "
                    f"{self._process.account()}"
                )

    def _start(self, aport: int, mport: int) -> Process:
        setting, place = self._setting, self._place
        values = {
            "host": setting.server.host,
            "aport": aport,
            "mport": mport,
            "rules": setting.server.rules,
            "phase": place.half - 1,
            "time": round(self._begin, 3),
            "logfile": place.folder / "monitor.log",
            "half": place.half,
            "game": place.game,
        }
        words = setting.server.line.fill(values)
        log = place.folder / "server.log"
        return self._crew.start(words, log, _python_path(), place.folder)

    def _connect(self, port: int) -> Monitor | None:
        """Connect and wait for the first frame: rcsssmj does not survive agents before that.

        ``None`` if the server has ended.
        """
        latest = time.monotonic() + self._setting.startup
        while (monitor := self._try(port)) is None:
            if self._process.has_ended:
                return None
            self._check(latest)
            time.sleep(PAUSE)
        while not self._early:
            if monitor.has_ended:
                monitor.close()
                self._crew.end(self._process, signal.SIGINT, self._setting.grace, _pause)
                return None
            self._check(latest)
            self._early = monitor.receive()
        return monitor

    def _try(self, port: int) -> Monitor | None:
        try:
            return Monitor(self._setting.server.host, port)
        except OSError:
            return None

    def _check(self, latest: float) -> None:
        if self._stop.is_set():
            raise Stopped
        if time.monotonic() > latest:
            raise MatchError(
                f"the server does not come up within {self._setting.startup:g} s: "
                f"{self._process.account()}"
            )


def _python_path() -> dict[str, str]:
    """The environment's paths of modules, as they are from any folder."""
    if not (paths := os.environ.get("PYTHONPATH")):
        return {}
    return {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, paths.split(os.pathsep)))}


def _pause() -> None:
    time.sleep(PAUSE)


def _free_ports(host: str) -> tuple[int, int]:
    """Ports for players and monitors that nobody has now."""
    try:
        with socket.create_server((host, 0)) as one, socket.create_server((host, 0)) as other:
            return one.getsockname()[1], other.getsockname()[1]
    except OSError as error:
        raise MatchError(f"no free port at {host}: {error}") from error
