"""A running server, watched by a monitor."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Final

from rcssgym.clock import running_time
from rcssgym.match.errors import MatchError, Stopped
from rcssgym.match.monitor import Frame, Monitor
from rcssgym.match.processes import PAUSE, Crew, Process, end_all
from rcssgym.match.setting import Setting

ATTEMPTS = 3
"""Number of attempts to start: another program may take the ports before the server does."""
LATE = 1.0
"""How long after a server's end its data may still arrive, s; later data is from another server."""


@dataclass(frozen=True)
class Place:
    """Identifies a half of a game."""

    game: int
    """Number of the game, counted from 1."""
    half: int
    """1 or 2."""
    left: int
    """Which team is on the left: 0 or 1."""
    folder: Path
    """Folder for files of server and teams."""


class Serving:
    """A server for one half.

    :param begin: play time at which the half begins, s.
    :param crew: crew for its processes.
    :param stop: event that cancels the half when set.
    """

    def __init__(
        self, setting: Setting, place: Place, begin: float, crew: Crew, stop: Event
    ) -> None:
        self._setting = setting
        self._place = place
        self._begin = begin
        self._crew = crew
        self._stop = stop
        self._monitor = Monitor(setting.server.host)
        self._early: list[Frame] = []
        self.port = 0
        """Port for players."""
        self.log: Final = place.folder / "server.log"
        """File for the server's output, such as why it refuses players."""

    def begin(self) -> None:
        """Start the server and connect a monitor; :meth:`end` must follow, whatever happens.

        Raises :class:`MatchError` if it does not start, and :class:`Stopped` if ``stop`` is set.
        """
        for _ in range(ATTEMPTS):
            ports = free_ports(self._setting.server.host)
            self._process = self._start(*ports)
            if self._connect(ports[1]):
                self.port = ports[0]
                return
        raise MatchError(f"the server does not come up: {self._process.account()}")

    def end(self, teams: Sequence[Crew]) -> None:
        """End the server and the teams; what it sends is read, or rcsssmj would not end."""
        with closing(self._monitor):
            if not self._crew.has_ended:  # otherwise the monitor may be watching another game
                self._monitor.send("(killsim)")
            end_all(self._crew, teams, self._setting.grace, self._monitor.drain)

    def send(self, command: str) -> None:
        """Send a command of a monitor."""
        self._monitor.send(command)

    def frames(self) -> Iterator[Frame]:
        """Yield the monitor's frames, without end.

        Raises :class:`MatchError` if the server ends or is silent, and :class:`Stopped` if ``stop``
        is set.
        """
        yield from self._early
        heard = alive = running_time()
        while True:
            if self._stop.is_set():
                raise Stopped
            for frame in self._monitor.receive():
                heard = running_time()
                yield frame
            if not self._process.has_ended:
                alive = running_time()
            if self._monitor.has_ended or running_time() - alive > LATE:
                self._crew.end(self._process, self._setting.grace)
                raise MatchError(f"the server has left: {self._process.account()}")
            if running_time() - heard > self._setting.silence:
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
        return self._crew.start(words, self.log, _python_path(), place.folder)

    def _connect(self, port: int) -> bool:
        """Connect and wait for the first frame: rcsssmj does not survive agents before that.

        Returns whether the server is still running then. If it is not, the frame is from another
        server that used the port before.
        """
        self._early = []
        latest = running_time() + self._setting.startup
        while not self._monitor.connect(port):
            if self._process.has_ended:
                return False
            self._check(latest)
            time.sleep(PAUSE)
        while not self._early:
            if self._monitor.has_ended:
                self._crew.end(self._process, self._setting.grace)
                return False
            self._check(latest)
            self._early = self._monitor.receive()
        return not self._process.has_ended

    def _check(self, latest: float) -> None:
        if self._stop.is_set():
            raise Stopped
        if running_time() > latest:
            raise MatchError(
                f"the server does not come up within {self._setting.startup:g} s: "
                f"{self._process.account()}"
            )


def _python_path() -> dict[str, str]:
    """Return the environment variable ``PYTHONPATH`` with absolute paths, if it is set."""
    if not (paths := os.environ.get("PYTHONPATH")):
        return {}
    return {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, paths.split(os.pathsep)))}


def free_ports(host: str) -> tuple[int, int]:
    """Return ports for players and monitors that are free now.

    Raises :class:`MatchError` if there are none at this address.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        with (
            socket.create_server(address, family=family) as one,
            socket.create_server(address, family=family) as other,
        ):
            return one.getsockname()[1], other.getsockname()[1]
    except (OSError, TypeError, UnicodeError) as error:
        raise MatchError(f"no free port at {host!r}: {error}") from error
