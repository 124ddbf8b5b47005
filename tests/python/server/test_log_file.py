"""The log file is what a monitor gets."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from rcssgym import Model

from server.client import Client, Closed
from server.driver import hold
from server.logs import game_server, running


def play(server_port: int, monitor: Client, turns: int) -> list[bytes]:
    """Let a robot come, fall and go while a monitor watches."""
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
    except Closed:
        return seen


def test_it_is_what_a_monitor_gets_that_is_there_from_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_bytes(b"what was there\n")
    server = game_server(log_file=path)
    monitor = Client(server.monitor_address[1])
    time.sleep(0.5)  # for the server to take it in before the first cycle
    with running(server):
        seen = play(server.agent_address[1], monitor, 60)
    seen = everything(monitor, seen)
    monitor.close()
    first, *lines = path.read_bytes().split(b"\n")
    assert first == b"what was there"
    assert lines.pop() == b""
    # What the server still had to send when it ended may be lost to monitors, not to the file.
    assert lines[: len(seen)] == seen
    assert len(lines) - len(seen) <= 2
    assert sum(b"full" in line[:60] for line in lines) >= 3
    assert any(b"(team_left Reds)" in line for line in lines)


def test_signals_leave_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    for kind in (signal.SIGINT, signal.SIGTERM):
        before = path.stat().st_size if path.exists() else 0
        arguments = ["serve", "--no-render", "--aport", "0", "--mport", "0", "--logfile", str(path)]
        with subprocess.Popen(
            [sys.executable, "-m", "rcssgym", *arguments], stderr=subprocess.PIPE
        ) as process:
            assert process.stderr is not None
            while b"update loop" not in process.stderr.readline():
                pass
            time.sleep(0.5)
            process.send_signal(kind)
            process.communicate(timeout=30.0)
        assert process.returncode == 0
        added = path.read_bytes()[before:]
        # Half a second, and less than the second after which it would be written anyway.
        assert added.count(b"\n") >= 5
        assert added.startswith(b"((RSMP 1 0)((gt 1 0)0.04)((sg 1 0)full")
        assert added.endswith(b"))\n")
