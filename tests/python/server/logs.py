"""Log files of games, artificial or played."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rcssgym import FIFA7vs7SoccerField, Replay, SoccerSimServer, SoccerSimulation, SSim2026Rules

INTERVAL = 0.04
"""Time between two messages, s."""


def message(number: int, full: bool, time: float | None = None) -> bytes:
    """Return a message with its number as the play time."""
    time = INTERVAL * number if time is None else time
    kind = "full" if full else "diff"
    text = f"((RSMP 1 0)((gt 1 0){time:.2f})((sg 1 0){kind}(nd))((gs 1 0)(time {number})))"
    return text.encode()


def made_up(count: int, every: int = 50) -> list[bytes]:
    """Return the messages of a game; one in ``every`` is a full one."""
    return [message(number, number % every == 0) for number in range(count)]


def write(path: Path, messages: list[bytes]) -> Path:
    """Write a log file."""
    path.write_bytes(b"".join(message + b"\n" for message in messages))
    return path


@contextlib.contextmanager
def running(server: SoccerSimServer | Replay) -> Iterator[None]:
    """Run a server in a thread until the end."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            server.run()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join(timeout=30.0)
    assert not thread.is_alive()
    assert not errors


def game_server(kind: type[SoccerSimulation] = SoccerSimulation, **options: Any) -> SoccerSimServer:
    """Return a server of a new game, bound to free ports."""
    simulation = kind(FIFA7vs7SoccerField(), SSim2026Rules(), seed=1)
    options = {"agent_port": 0, "monitor_port": 0, "render": False, **options}
    server = SoccerSimServer(simulation, **options)
    server.bind()
    return server
