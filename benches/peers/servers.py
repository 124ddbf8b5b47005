"""Runs servers: rcsssmj's ``rcssservermj`` and ours, with the same flags."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

PATIENCE = 60.0
"""Time within which an expected line must be in a server's log, s."""
Seen = TypeVar("Seen")


@dataclass(frozen=True)
class Kind:
    """A server's name and its command line without flags."""

    name: str
    command: tuple[str, ...]
    ready: bytes
    """What its log says once it listens on all of its ports."""
    settling: float = 0.0
    """How long to wait after that, s."""
    tells_ports: bool = False
    """Whether its log says where it listens, so that it can choose free ports itself."""


# This server crashes if agents connect before its first step.
THEIRS = Kind("rcsssmj", (sys.executable, "-m", "rcsssmj"), b"update loop", 1.0)
OURS = Kind(
    "rcssgym", (sys.executable, "-m", "rcssgym", "serve"), b"listening for", tells_ports=True
)


@dataclass(frozen=True)
class Server:
    """A server that runs on this machine."""

    kind: Kind
    process: subprocess.Popen[bytes]
    log: Path
    given: dict[str, int]
    """Ports that it was told to listen on, by clients' names."""

    @property
    def aport(self) -> int:
        """Port for agents."""
        return self.port("agent")

    @property
    def mport(self) -> int:
        """Port for monitors."""
        return self.port("monitor")

    def port(self, clients: str) -> int:
        """Return the port for these clients, which are named as in the server's log."""
        if clients in self.given:
            return self.given[clients]
        line = re.compile(rf"listening for {clients} connections on \S+:(\d+)\n".encode())
        return int(self._wait(lambda: line.search(self.log.read_bytes()))[1])

    def until_it_says(self, text: bytes) -> None:
        """Wait for a text in its log."""
        self._wait(lambda: self.says(text))

    def _wait(self, look: Callable[[], Seen | None]) -> Seen:
        """Call ``look`` until it returns something, and return that. Raises if the server ends."""
        end = time.monotonic() + PATIENCE
        while not (seen := look()):
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.kind.name} has ended: {self.last_words()}")
            if time.monotonic() > end:
                raise TimeoutError(f"{self.kind.name} takes too long: {self.last_words()}")
            time.sleep(0.05)
        return seen

    def says(self, text: bytes) -> bool:
        """Whether its log has this text."""
        return text in self.log.read_bytes()

    def last_words(self) -> str:
        """Return the end of its log."""
        return self.log.read_text(errors="replace")[-2000:]


@functools.cache
def has_theirs() -> bool:
    """Whether rcsssmj is installed."""
    return importlib.util.find_spec("rcsssmj") is not None


@functools.cache
def has_ours() -> bool:
    """Whether this package has a server."""
    return subprocess.run([*OURS.command, "--help"], capture_output=True).returncode == 0


@contextlib.contextmanager
def serving(kind: Kind, folder: Path, *flags: str) -> Iterator[Server]:
    """Run a server with ``flags`` in ``folder``, on free ports, without a window.

    If ports are chosen here, another program may take one before the server listens on it.
    """
    given = {} if kind.tells_ports else dict(zip(("agent", "monitor"), free_ports(2), strict=True))
    ports = ("--aport", str(given.get("agent", 0)), "--mport", str(given.get("monitor", 0)))
    with (
        tempfile.NamedTemporaryFile(
            prefix=f"{kind.name} ", suffix=".log", dir=folder, delete=False
        ) as log,
        subprocess.Popen(
            [*kind.command, "--no-render", *flags, *ports],
            cwd=folder,
            env=_environment(),
            stdout=log,
            stderr=log,
        ) as process,
    ):
        server = Server(kind, process, Path(log.name), given)
        try:
            server.until_it_says(kind.ready)
            time.sleep(kind.settling)
            yield server
        finally:
            stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Interrupt a server; kill it if that does not end it soon."""
    process.send_signal(signal.SIGINT)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=5.0)
        return
    process.kill()


def free_ports(number: int) -> list[int]:
    """Return ports that no program listens on."""
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(number)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]


def _environment() -> dict[str, str]:
    """Return this process's environment, with relative paths in ``PYTHONPATH`` made absolute."""
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    absolute = [str(Path(path).resolve()) for path in paths if path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(absolute)}
