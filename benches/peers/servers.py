"""Servers to drive: rcsssmj's ``rcssservermj`` and ours, by the same flags."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 60.0
"""For how long a server may take to start, s."""


@dataclass(frozen=True)
class Kind:
    """A server's name and its command line without flags."""

    name: str
    command: tuple[str, ...]
    ready: bytes
    """What its log says once it listens on all of its ports."""
    settling: float = 0.0
    """How long to wait then, s."""


# It does not survive agents that come before its first step.
THEIRS = Kind("rcsssmj", (sys.executable, "-m", "rcsssmj"), b"update loop", 1.0)
OURS = Kind("rcssgym", (sys.executable, "-m", "rcssgym", "serve"), b"listening for")


@dataclass(frozen=True)
class Server:
    """A server that runs on this machine."""

    kind: Kind
    aport: int
    mport: int
    process: subprocess.Popen[bytes]
    log: Path

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
    """Run a server with ``flags`` in ``folder``, on free ports, without a window."""
    aport, mport = free_ports(2)
    log_path = folder / f"{kind.name}-{aport}.log"
    ports = ("--aport", str(aport), "--mport", str(mport))
    with (
        log_path.open("wb") as log,
        subprocess.Popen(
            [*kind.command, "--no-render", *flags, *ports],
            cwd=folder,
            env=_environment(),
            stdout=log,
            stderr=log,
        ) as process,
    ):
        server = Server(kind, aport, mport, process, log_path)
        try:
            _wait(server)
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
    """Ports that nobody listens on."""
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(number)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]


def _wait(server: Server) -> None:
    end = time.monotonic() + PATIENCE
    while not server.says(server.kind.ready):
        if server.process.poll() is not None:
            raise RuntimeError(f"{server.kind.name} has ended: {server.last_words()}")
        if time.monotonic() > end:
            raise TimeoutError(f"{server.kind.name} is not ready: {server.last_words()}")
        time.sleep(0.05)
    time.sleep(server.kind.settling)


def _environment() -> dict[str, str]:
    """Return this process's environment; relative paths of packages made absolute."""
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    absolute = [str(Path(path).resolve()) for path in paths if path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(absolute)}
