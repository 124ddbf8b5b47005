"""Matches on the fake server, and the processes that they leave behind."""

import os
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from rcssgym.match import Server, Setting, Team

HERE = Path(__file__).parent
LABEL = "RCSSGYM_TEST_LABEL"
SOON = 20.0
"""s"""


def team(name: str, kind: str) -> Team:
    return Team(name, f"{sys.executable} {HERE / 'fake_team.py'} {kind}")


def server(kind: str = "plain") -> Server:
    return Server(f"{sys.executable} {HERE / 'fake_server.py'} {kind}")


def setting(
    out: Path, left: str = "stand", right: str = "stand", on: str = "plain", **more: Any
) -> Setting:
    usual: dict[str, Any] = {
        "teams": (team("home", left), team("away", right)),
        "server": server(on),
        "players": 2,
        "patience": 30.0,
        "prepare": 0.1,
        "half_time": 4.0,
        "grace": 0.5,
    }
    return Setting(out=out, **{**usual, **more})


@contextmanager
def labelled() -> Iterator[str]:
    """Label all processes that are started meanwhile, by their environment."""
    label = uuid.uuid4().hex
    os.environ[LABEL] = label
    try:
        yield label
    finally:
        del os.environ[LABEL]


def alive(label: str) -> list[str]:
    """Return the command lines of processes with a label."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{LABEL}={label}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
    return found


def wait_until_gone(label: str) -> None:
    end = time.monotonic() + SOON
    while processes := alive(label):
        assert time.monotonic() < end, processes
        time.sleep(0.05)
