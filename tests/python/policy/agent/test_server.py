"""Policies on the league's own server, rcsssmj's ``rcssservermj``."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from processes import ending
from rcssgym import Model
from rcssgym.cli import main
from rcssgym.connection import Connection
from rcssgym.envs.tasks import T1
from rcssgym.policy import Policy
from rcssgym.policy.agent import Agent, Phase, Schedule
from rcssgym.policy.agent.body import read_body

from policy.files import LimpStand, StiffStand, nothing, walking

pytest.importorskip("rcsssmj", reason="the server is rcsssmj's")

PATIENCE = 30.0
SERVER = Path(__file__).parents[4] / "benches" / "peers" / "plain_robots.py"
"""rcsssmj's server, which compiles all robots anew whenever a player joins or leaves."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


SHARED = 1800.0
"""How long a server shared by several tests may run, s."""


@contextlib.contextmanager
def serving(folder: Path, *flags: str) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """Run the server; yield the port of its agents and its process."""
    port = free_port()
    log_path = folder / f"server-{port}.log"
    command = [sys.executable, str(SERVER), "--no-render"]
    ports = ["--aport", str(port), "--mport", str(free_port()), *flags]
    with (
        log_path.open("wb") as log,
        ending(
            subprocess.Popen([*command, *ports], cwd=folder, stdout=log, stderr=log), SHARED
        ) as process,
    ):
        wait_for(log_path, b"update loop")
        time.sleep(1.0)  # agents that connect before its first step crash it
        assert process.poll() is None, log_path.read_text()
        yield port, process


def wait_for(log: Path, text: bytes) -> None:
    end = time.monotonic() + PATIENCE
    while text not in log.read_bytes():
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.05)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """Run a server that waits for its agents and for nothing else."""
    with serving(folder, "--sync", "--no-realtime") as (port, _):
        yield port


@pytest.fixture(scope="module")
def walker(folder: Path) -> str:
    return str(walking(folder / "walk.onnx"))


@pytest.fixture(scope="module")
def stander(folder: Path) -> str:
    return str(nothing(folder / "stand.onnx", StiffStand, 23, 75))


@pytest.fixture(scope="module")
def sagging(folder: Path) -> str:
    return str(nothing(folder / "sag.onnx", LimpStand, 23, 75))


def arguments(policy: str, port: int, unum: int, *more: str) -> list[str]:
    where = ["--port", str(port), "--unum", str(unum), "--patience", str(PATIENCE)]
    return ["play", "--policy", policy, "--trust-task", *where, *more]


def report(out: str) -> tuple[float, float, int]:
    """Return seconds, metres and falls, from the last line."""
    words = out.splitlines()[-1].split()
    return float(words[0]), float(words[words.index("m") - 1]), int(words[-1])


def test_a_walking_policy_walks(walker: str, port: int, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--seconds", "6", "--place", "20,5,0", "--command", "0.3,0,0"]
    assert main(arguments(walker, port, 2, *options)) == 0
    out = capsys.readouterr().out
    seconds, distance, falls = report(out)
    assert seconds == pytest.approx(6.0, abs=0.03)
    assert distance > 1.5
    assert falls == 0
    for phase in ("takes its place", "stands up", "follows its policy (BeforeKickOff)"):
        assert phase in out


def test_the_walk_that_we_ship_walks(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    policy = str(Path(__file__).parents[4] / "policies" / "T1Walk.onnx")
    options = ["--seconds", "20", "--place", "10,5,180", "--command", "0.5,0,0"]
    assert main(arguments(policy, port, 4, *options)) == 0
    seconds, distance, falls = report(capsys.readouterr().out)
    assert falls == 0
    assert seconds == pytest.approx(20.0, abs=0.03)
    assert distance >= 0.5 * 20.0


def test_says_when_it_falls_and_begins_again(
    sagging: str, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments(sagging, port, 3, "--stop-on-fall")) == 0
    out = capsys.readouterr().out
    assert out.count("has fallen at -14.9, -6.") == 1
    assert report(out)[2] == 1
    assert main(arguments(sagging, port, 3, "--seconds", "1")) == 0
    out = capsys.readouterr().out
    assert report(out)[2] > 1
    assert out.count("stands up") == report(out)[2] + 1


def test_says_why_the_server_may_not_let_it_in(
    folder: Path, stander: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # This test has a server of its own: sending to a refused agent may end the server.
    with serving(folder, "--sync", "--no-realtime") as (port, _):
        with playing(stander, port, 4) as other:
            wait_for_policy(other)
            assert main(arguments(stander, port, 4, "--seconds", "1")) == 1
        error = capsys.readouterr().err
    assert "before it let T1 number 4 of rcssgym in" in error
    assert error.count("\n") == 1


def test_an_answer_acts_one_cycle_later(port: int) -> None:
    """The server steps with answers to the previous perceptions, not to those it sends."""
    hold = "".join(f"({motor} 0 0 200 3 0)" for motor in Model("T1").motor_names)
    with Connection("127.0.0.1", port, PATIENCE) as connection:
        connection.send("(init T1 rcssgym 5)")
        angles = []
        for cycle in range(12):
            angles.append(read_body(connection.receive()).angles[0])
            connection.send("(he1 90 0 20 0 0)" if cycle == 8 else hold if cycle < 8 else "(syn)")
    steps = np.abs(np.diff(angles))
    # From perception 8 to 9 the answer to 8 has no effect on the head yet; from 9 to 10 it has.
    assert steps[8] < 1e-3
    assert steps[9] > 1e-2


def test_stands_up_into_the_pose_in_which_episodes_begin(stander: str, folder: Path) -> None:
    # The server is its own, as it compiles all robots anew when the player of another test leaves.
    with (
        serving(folder, "--sync", "--no-realtime") as (port, _),
        Connection("127.0.0.1", port, PATIENCE) as connection,
    ):
        agent = Agent(Policy.load(stander, trust_task=True), Schedule(), (15.0, 12.0, 0.0))
        connection.send("(init T1 rcssgym 6)")
        body = read_body(connection.receive())
        while agent.phase is not Phase.PLAYING:
            connection.send(agent.decide(body, 1))
            body = read_body(connection.receive())
    np.testing.assert_allclose(body.position[:2], [-15.0, 12.0], atol=0.05)
    np.testing.assert_allclose(body.position[2], 0.626, atol=0.005)
    np.testing.assert_allclose(body.angles, T1.nominal, atol=0.06)
    np.testing.assert_allclose(body.quaternion, [1.0, 0.0, 0.0, 0.0], atol=0.02)
    assert np.abs(body.gyro).max() < 0.1


def test_a_server_that_leaves_is_an_error(folder: Path, stander: str) -> None:
    with (
        serving(folder, "--no-realtime") as (port, process),
        playing(stander, port, 2) as agent,
    ):
        wait_for_policy(agent)
        process.kill()
        out, error = agent.communicate(timeout=PATIENCE)
    assert agent.returncode == 1
    assert error.startswith(f"rcssgym play: error: the server 127.0.0.1:{port}")
    assert error.count("\n") == 1
    assert report(out)[0] > 0.0


def test_ctrl_c_leaves_in_peace(stander: str, port: int) -> None:
    with playing(stander, port, 7) as agent:
        wait_for_policy(agent)
        agent.send_signal(signal.SIGINT)
        out, error = agent.communicate(timeout=PATIENCE)
    assert agent.returncode == 130
    assert error == ""
    assert report(out)[2] == 0
    assert main(arguments(stander, port, 7, "--seconds", "0.1")) == 0


def playing(
    policy: str, port: int, unum: int
) -> contextlib.AbstractContextManager["subprocess.Popen[str]"]:
    """Run the command in a process of its own, which can import the tasks of these tests."""
    command = [sys.executable, "-m", "rcssgym", *arguments(policy, port, unum)]
    paths = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    return ending(process)


def wait_for_policy(agent: "subprocess.Popen[str]") -> None:
    """Wait until the policy is in charge, and a little longer."""
    assert agent.stdout is not None
    while "follows its policy" not in (line := agent.stdout.readline()):
        assert line, "the agent has ended"
    time.sleep(0.3)


def test_plays_in_real_time(folder: Path, walker: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As on match day; a busy machine may be late, so only the time is checked."""
    with serving(folder) as (port, _):
        start = time.monotonic()
        assert main(arguments(walker, port, 2, "--seconds", "2", "--stay")) == 0
        assert time.monotonic() - start > 3.0
    assert report(capsys.readouterr().out)[0] == pytest.approx(2.0, abs=0.5)
