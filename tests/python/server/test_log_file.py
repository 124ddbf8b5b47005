"""The log file has the messages that a monitor gets."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import ending
from rcssgym import Model, SoccerSimulation

from server.client import PATIENCE, Client, ClosedError
from server.driver import hold
from server.logs import game_server, running

GUARD = 60.0
"""How long a server may take to start and to end, s."""


def play(server_port: int, monitor: Client, turns: int) -> list[bytes]:
    """Let a robot join, fall and leave while a monitor watches."""
    seen = [monitor.receive()]
    with Client(server_port) as agent:
        agent.send(b"(init T1 Reds 1)")
        agent.send(b"(beam 3 4 0)" + hold("T1"))
        motor = Model("T1").motor_names[5]
        for turn in range(turns):
            agent.receive()
            agent.send(f"({motor} {turn % 60} 0 40 1 0)".encode())
            if turn % 2:
                seen.append(monitor.receive())
    seen += [monitor.receive() for _ in range(10)]
    return seen


def everything(monitor: Client, seen: list[bytes]) -> list[bytes]:
    try:
        while True:
            seen.append(monitor.receive())
    except ClosedError:
        return seen


class Waiting(SoccerSimulation):
    """A game whose first step waits for a monitor."""

    has_come = threading.Event()

    def _pre_step(self) -> None:
        if self.frame_id == 0:
            assert self.has_come.wait(PATIENCE)
            time.sleep(0.2)
        super()._pre_step()


class Doorbell(logging.Handler):
    """Reports that a monitor has connected."""

    def emit(self, record: logging.LogRecord) -> None:
        """Read the server's log records."""
        if "new monitor connection" in record.getMessage():
            Waiting.has_come.set()


@pytest.fixture
def _doorbell() -> Iterator[None]:
    logger, bell = logging.getLogger("rcssgym.server"), Doorbell()
    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(bell)
    yield
    logger.removeHandler(bell)
    logger.setLevel(level)


@pytest.mark.usefixtures("_doorbell")
def test_it_is_what_a_monitor_gets_that_is_there_from_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_bytes(b"((RSMP 1 0)((gt 1 0)what a crash has cut off")
    server = game_server(Waiting, log_file=path)
    monitor = Client(server.monitor_address[1])
    with running(server):
        seen = play(server.agent_address[1], monitor, 60)
    seen = everything(monitor, seen)
    monitor.close()
    first, *lines = path.read_bytes().split(b"\n")
    assert first == b"((RSMP 1 0)((gt 1 0)what a crash has cut off"
    assert lines.pop() == b""
    # Messages still to be sent at the server's end may be lost to monitors, but not to the file.
    assert lines[: len(seen)] == seen
    assert len(lines) - len(seen) <= 2
    assert sum(b"full" in line[:60] for line in lines) >= 3
    assert any(b"(team_left Reds)" in line for line in lines)


def test_signals_leave_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    for kind in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        before = path.stat().st_size if path.exists() else 0
        arguments = ["serve", "--no-render", "--aport", "0", "--mport", "0", "--logfile", str(path)]
        command = [sys.executable, "-m", "rcssgym", *arguments]
        with ending(subprocess.Popen(command, stderr=subprocess.PIPE), GUARD) as process:
            assert process.stderr is not None
            assert any(b"update loop" in line for line in process.stderr)
            time.sleep(0.5)
            process.send_signal(kind)
            process.communicate()
        assert process.returncode == 0
        added = path.read_bytes()[before:]
        # Half a second, less than the second after which the file would be written anyway.
        assert added.count(b"\n") >= 5
        assert added.startswith(b"((RSMP 1 0)((gt 1 0)0.04)((sg 1 0)full")
        assert added.endswith(b"))\n")
