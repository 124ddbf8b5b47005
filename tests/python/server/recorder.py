"""Plays scripts on servers of their own and returns the events."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from benches.peers.servers import Kind, serving
from server.driver import driving
from server.events import Event
from server.scripts import SCRIPTS

MODES = {"parallel": "--sync", "sequential": "--sequential"}
ATTEMPTS = 3
"""On a busy machine, a server may notice something too late."""


def record(kind: Kind, mode: str, script: str, folder: Path) -> Sequence[Event]:
    """Play a script on a server of this kind in one of :data:`MODES`."""
    for _ in range(ATTEMPTS - 1):
        with contextlib.suppress(TimeoutError):
            return _play(kind, mode, script, folder)
    return _play(kind, mode, script, folder)


def _play(kind: Kind, mode: str, script: str, folder: Path) -> Sequence[Event]:
    with serving(kind, folder, MODES[mode], "--no-realtime") as server:
        with driving(server, mode == "sequential") as driver:
            SCRIPTS[script](driver)
        return driver.events
