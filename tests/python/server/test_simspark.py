"""SimSpark's monitors on a server in its own process, and replays of its log files."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from rcssgym import (
    ArgumentError,
    FIFA7vs7SoccerField,
    RcssGymError,
    Replay,
    ServerError,
    SoccerSimServer,
    SoccerSimulation,
    SSim2026Rules,
)
from rcssgym.simspark import read_log

from benches.peers.servers import OURS, serving
from server.client import Client
from server.logs import game_server, running


def is_full(message: bytes) -> bool:
    return b"(RSG 0 1)" in message


def test_both_protocols_tell_of_one_game(tmp_path: Path) -> None:
    flags = ("--protocol", "both", "--simspark-aport", "0", "--simspark-mport", "0")
    with (
        serving(OURS, tmp_path, *flags) as server,
        Client(server.port("SimSpark monitor")) as spark,
    ):
        assert is_full(spark.receive())
        with Client(server.mport) as theirs:
            assert theirs.receive().startswith(b"((RSMP 1 0)")
            spark.send(b"(score (left 3) (right 1))(playMode PlayOn)")
            while b"(score_left 3)(score_right 1)(play_mode 3)" not in theirs.receive():
                pass
            theirs.send(b"(score (left 5)(right 1))")
            while b"(score_left 5)" not in spark.receive():
                pass


def test_a_recording_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "spark.log"
    server = game_server(
        protocol="simspark",
        simspark_agent_port=0,
        simspark_monitor_port=0,
        log_file=path,
        monitor_step=0.1,
    )
    server.bind()
    assert server.simspark_monitor_address is not None
    with running(server), Client(server.simspark_monitor_address[1]) as monitor:
        monitor.send(b"(playMode PlayOn)(ball (pos 1 1 1)(vel 3 0 3))(getAck go)")
        while monitor.receive() != b"(ack go)":
            pass
        for _ in range(10):
            monitor.receive()
    lines = path.read_bytes().splitlines()
    assert is_full(lines[0])
    assert not any(map(is_full, lines[1:]))
    replay = Replay(path, port=0, simspark=True, speed=100.0)
    assert replay.messages == len(lines)
    assert replay.duration == pytest.approx(0.1 * (len(lines) - 1), rel=0.3)
    with running(replay), Client(replay.address[1]) as viewer:
        assert [viewer.receive() for _ in lines] == lines
    with pytest.raises(ServerError, match="replay it with --simspark"):
        Replay(path, port=0)
    command = [sys.executable, "-m", "rcssgym", "replay", str(path), "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "is a log file of SimSpark's protocol: replay it with --simspark" in done.stderr
    command += ["--simspark"]
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=True)
    assert f"{path}: {len(lines)} messages, " in done.stderr


def test_the_log_file_has_the_protocol_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "spark.log"
    flags = ("--protocol", "both", "--simspark-aport", "0", "--simspark-mport", "0")
    log = ("--logfile", str(path), "--log-protocol", "simspark")
    with (
        serving(OURS, tmp_path, *flags, *log) as server,
        Client(server.port("SimSpark monitor")) as monitor,
    ):
        for _ in range(5):
            monitor.receive()
    frames = list(read_log(path))
    assert len(frames) >= 5
    assert frames[0].message.is_full
    command = [sys.executable, "-m", "rcssgym", "serve", "--log-protocol", "simspark"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--log-protocol needs --logfile" in done.stderr


def test_who_is_served_has_an_address() -> None:
    server = game_server(protocol="simspark", simspark_agent_port=0, simspark_monitor_port=0)
    server.bind()
    assert server.simspark_monitor_address is not None
    with pytest.raises(RcssGymError, match="rcsssmj's clients are not served"):
        _ = server.agent_address
    server = game_server()
    server.bind()
    assert server.simspark_monitor_address is None


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"protocol": "other"}, "protocol: must be 'rcsssmj', 'simspark' or 'both', not 'other'"),
        ({"monitor_step": 0.05}, "monitor_step: 0.05 s is not a multiple of 0.02 s"),
        ({"monitor_step": 0.0}, "monitor_step: 0 s is not a multiple"),
        ({"monitor_step": float("nan")}, "monitor_step: NaN s is not a multiple"),
        ({"simspark_monitor_port": 70000}, "simspark_monitor_port"),
        ({"log_protocol": "simspark"}, "log_protocol: there is no log_file to write"),
        (
            {"log_protocol": "both", "log_file": "game.log"},
            "log_protocol: must be 'rcsssmj' or 'simspark', not 'both'",
        ),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], part: str) -> None:
    with pytest.raises(ArgumentError, match=part):
        game_server(**options).bind()


class Recorded(SoccerSimulation):
    """A simulation whose steps are Python's, so that commands arrive as objects."""

    def __init__(self) -> None:
        super().__init__(FIFA7vs7SoccerField(), SSim2026Rules(), seed=1)
        self.asked: list[str] = []

    def request_pass(self, team_side: object) -> None:
        self.asked.append("pass")
        super().request_pass(team_side)  # type: ignore[arg-type]

    def request_goal_kick(self, team_side: object) -> None:
        self.asked.append("goal kick")
        super().request_goal_kick(team_side)  # type: ignore[arg-type]

    def request_drop_ball_in_field(self) -> None:
        self.asked.append("drop ball")
        super().request_drop_ball_in_field()


def test_commands_reach_a_simulation_of_ones_own() -> None:
    simulation = Recorded()
    server = SoccerSimServer(
        simulation,
        protocol="simspark",
        simspark_agent_port=0,
        simspark_monitor_port=0,
        render=False,
    )
    server.bind()
    assert server.simspark_monitor_address is not None
    running_server = threading.Thread(target=server.run)
    running_server.start()
    try:
        with Client(server.simspark_monitor_address[1]) as monitor:
            monitor.send(b"(playMode pass_left)(playMode goal_kick_right)(dropBall)(getAck x)")
            while monitor.receive() != b"(ack x)":
                time.sleep(0.0)
    finally:
        server.shutdown()
        running_server.join()
    assert simulation.asked == ["pass", "goal kick", "drop ball"]
