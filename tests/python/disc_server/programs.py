"""The 2D server as a program."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from disc_server.client import PATIENCE

COMMAND = [sys.executable, "-m", "rcssgym", "disc", "serve"]
NO_CONF = "--no-conf"
"""Ignores the configuration of the machine that runs the tests."""
PORTS = [f"server::{name}=0" for name in ("port", "coach_port", "olcoach_port")]
QUIET = ["server::game_logging=0", "server::text_logging=0"]


class Program:
    """The server as a process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.ports: list[tuple[str, int]] = []
        assert process.stderr is not None
        while len(self.ports) < 3:
            line = process.stderr.readline()
            assert line, "the server has not come up"
            if found := re.search(r"listening for .* on (\S+):(\d+)", line):
                self.ports.append((found[1], int(found[2])))

    def end(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Ask the server to end; return its exit code and its output."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors


@contextmanager
def program(folder: Path, *arguments: str, conf: str = NO_CONF) -> Iterator[Program]:
    """Run the server as a process in a folder."""
    process = subprocess.Popen(
        [*COMMAND, conf, *PORTS, *arguments], stderr=subprocess.PIPE, text=True, cwd=folder
    )
    try:
        yield Program(process)
    finally:
        process.kill()
        process.communicate()


def failed(folder: Path, *arguments: str, conf: str = NO_CONF) -> tuple[int, str]:
    """Run a server that cannot start; return its exit code and its output."""
    done = subprocess.run(
        [*COMMAND, conf, *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr
