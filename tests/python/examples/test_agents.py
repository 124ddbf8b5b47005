"""The example team: what it understands, decides and says, and its play on rcsssmj's server."""

from __future__ import annotations

import base64
import importlib.util
import math
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from policy.agent.test_server import serving
from processes import ending

FOLDER = Path(__file__).parents[3] / "examples" / "agents"
PATIENCE = 60.0
MESSAGE = (
    "(time (now 12.34))(GS (t 3.5)(pm Goal_Left)(tl us)(tr them)(sl 1)(sr 0))"
    "(quat (n torso_quat) (q 0.707 0.0 0.0 -0.707))(pos (n torso_pos) (p -3.0 21.0 0.673))"
    "(GYR (n torso_gyro) (rt 0.5 -1.0 0.0))(ACC (n torso_acc) (a -0.1 0.0 9.81))"
    "(HJ (n q_hj1)(ax 10.0)(vx 0.5))(HJ (n q_hj2)(ax 20.0)(vx 0.0))"
    "(MIC hear (-12 {words})(90 AAAA))"
    "(See (l_llf (pol 45.97 -32.21 -1.36))(B (pol 21.12 8.17 -2.68))"
    "(P (team them)(id 3)(head (pol 1.0 2.0 3.0))(lfoot (pol 1.5 2.5 -30.0))))"
)


@pytest.fixture(scope="module")
def agent() -> Any:
    spec = importlib.util.spec_from_file_location("example_agent", FOLDER / "agent.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["example_agent"] = module
    spec.loader.exec_module(module)
    return module


def message(agent: Any, **changes: str) -> str:
    words = base64.b64encode(agent.ball_words("us", 7, 8.25)).decode()
    text = MESSAGE.format(words=words)
    for old, new in changes.items():
        text = text.replace(old, new)
    joints = "(HJ (n q_j)(ax 0.0)(vx 0.0))" * 21
    return text.replace("(MIC", f"{joints}(MIC")


def test_understands_all_it_perceives(agent: Any) -> None:
    perception = agent.Perception()
    perception.update(message(agent))
    assert (perception.time, perception.play_time, perception.play_mode) == (
        12.34,
        3.5,
        "Goal_Left",
    )
    assert (perception.left, perception.score) == ("us", (1, 0))
    assert perception.orientation == [0.707, 0.0, 0.0, -0.707]
    assert perception.position == [-3.0, 21.0, 0.673]
    assert perception.turning == [0.5, -1.0, 0.0]
    assert perception.acceleration == [-0.1, 0.0, 9.81]
    assert perception.angles == [10.0, 20.0] + [0.0] * 21
    assert perception.speeds == [0.5] + [0.0] * 22
    assert perception.heard == [(-12.0, agent.ball_words("us", 7, 8.25)), (90.0, b"\0\0\0")]
    assert perception.seen == {"l_llf": (45.97, -32.21, -1.36), "B": (21.12, 8.17, -2.68)}
    assert perception.players["them", 3] == {"head": (1.0, 2.0, 3.0), "lfoot": (1.5, 2.5, -30.0)}
    assert perception.has_seen
    perception.update("(time (now 12.36))(MIC hear )")
    assert (perception.heard, perception.has_seen, len(perception.seen)) == ([], False, 2)


def test_a_message_cut_short_is_an_error(agent: Any) -> None:
    for text in ("(time (now 1.0)", "(time))"):
        with pytest.raises(ValueError, match="a message"):
            agent.parse(text)


def test_words_have_ten_bytes_and_reach_team_mates_only(agent: Any) -> None:
    for number in (0, 9, 99):
        for distance in (0.0, 9.995, 66.66):
            words = agent.ball_words("us", number, distance)
            assert len(words) == 10
            heard, metres = agent.read_ball_words("us", words)
            assert heard == number
            assert metres == pytest.approx(distance, abs=0.006)
            assert agent.read_ball_words("them", words) is None
    for odd in (b"", b"\xff" * 10, agent.team_mark("us").encode() + b"xxyyyyyy"):
        assert agent.read_ball_words("us", odd) is None


def decided(player: Any) -> dict[str, list[str]]:
    """Return the actions of a message, by name."""
    actions = [action.split() for action in re.findall(r"\(([^()]*)\)", player.decide())]
    return {action[0]: action[1:] for action in actions}


def test_a_player_decides_by_what_it_knows(agent: Any) -> None:
    player = agent.Player("T1", "us", 3)
    player.perception.update(message(agent))
    player.listen()
    assert player.mates == {7: 8.25}
    actions = decided(player)
    assert actions["beam"] == ["-18.0", "-6.0", "0"]
    assert actions["he1"] == ["18.17", "0", "25.0", "0.6", "0"]  # 10 + 8.17 to the left
    assert actions["he2"] == ["22.68", "0", "25.0", "0.6", "0"]  # 20 + 2.68 downwards
    assert actions["lae2"][0] == "60.00"  # its team has scored
    assert set(actions) - {"beam", "SPK", "syn"} == set(agent.POSES["T1"])
    loudness, words = actions["SPK"][1:]
    assert loudness == "100"
    assert agent.read_ball_words("us", base64.b64decode(words)) == (3, 21.12)

    actions = decided(player)
    assert "beam" not in actions
    assert "SPK" not in actions
    player.perception.update(message(agent, Goal_Left="PlayOn", **{"12.34": "14.34"}))
    actions = decided(player)
    assert actions["lae2"][0] == "-80.00"
    assert "SPK" in actions
    player.perception.update("(time (now 15.50))" + "(HJ (n q)(ax 0.0)(vx 0.0))" * 23)
    assert decided(player)["he1"][0] == f"{80.0 * math.sin(31.0):.2f}"  # it looks for the ball
    player.perception.update("(HJ (n q)(ax 0.0)(vx 0.0))")
    with pytest.raises(ValueError, match="1 joints"):
        player.decide()


def test_poses_have_all_motors_in_order(agent: Any) -> None:
    from rcssgym import Model

    for robot, pose in agent.POSES.items():
        assert tuple(pose) == Model(robot).motor_names


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Start the test's own server: one that a team has left may not serve the next test."""
    pytest.importorskip("rcsssmj", reason="the server is rcsssmj's")
    with serving(tmp_path, "--sync", "--no-realtime") as (port, _):
        yield port


@pytest.mark.parametrize("robot", ["T1", "K1"])
def test_a_team_stands_looks_and_talks(agent: Any, port: int, robot: str, tmp_path: Path) -> None:
    command = [sys.executable, str(FOLDER / "team.py"), "--players", "2", "--team", f"{robot}s"]
    command += ["--port", str(port), "--robot", robot, "--seconds", "9"]
    output = tmp_path / "output"
    with (
        output.open("w") as out,
        ending(subprocess.Popen(command, stdout=out, stderr=out)) as team,
    ):
        third = observe(agent, port, robot, seconds=6.0)
        assert team.wait(PATIENCE) == 0, output.read_text()
    # The third player has understood and decided like the others; the state of its body shows it.
    x, y, z = third.perception.position
    assert (abs(x), y) == pytest.approx((18.0, -6.0), abs=0.1)
    assert z > {"T1": 0.6, "K1": 0.5}[robot]
    distance, azimuth, elevation = third.perception.seen["B"]
    assert distance == pytest.approx(18.97, abs=0.2)
    assert max(abs(azimuth), abs(elevation)) < 1.0
    assert set(third.mates) == {1, 2}
    assert third.mates[1] == pytest.approx(26.0, abs=0.3)
    assert third.mates[2] == pytest.approx(18.97, abs=0.3)
    said = output.read_text()
    for number in (1, 2, 3):
        assert f"hears of number {number}" in said
    assert "BeforeKickOff" in said


def observe(agent: Any, port: int, robot: str, seconds: float) -> Any:
    """Be number 3 of the team for some simulation time, starting at the first cycle."""
    player = agent.Player(robot, f"{robot}s", 3)
    connection = agent.Connection("127.0.0.1", port, PATIENCE)
    connection.send(f"(init {robot} {player.team} 3)")
    begin: float | None = None
    while begin is None or player.perception.time - begin < seconds:
        player.perception.update(connection.receive())
        player.listen()
        begin = player.perception.time if begin is None else begin
        connection.send(player.decide())
    while "B" not in player.perception.seen:
        player.perception.update(connection.receive())
        connection.send(player.decide())
    connection.leave()
    return player


def test_a_team_ends_with_its_players(port: int) -> None:
    command = [sys.executable, str(FOLDER / "team.py"), "--players", "2", "--team", "T1s"]
    command += ["--port", str(port)]
    with ending(subprocess.Popen(command, stdout=subprocess.PIPE, text=True)) as team:
        assert team.stdout is not None
        assert "BeforeKickOff" in team.stdout.readline()
        team.send_signal(signal.SIGTERM)
        team.communicate(timeout=PATIENCE)  # until both players have closed the pipe, too
    assert team.returncode == 128 + signal.SIGTERM


def run(script: str, port: int, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FOLDER / script), "--port", str(port), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.parametrize("script", ["agent.py", "team.py"])
def test_a_player_that_is_refused_says_so(script: str, tmp_path: Path) -> None:
    pytest.importorskip("rcsssmj", reason="the server is rcsssmj's")
    # A server of its own, in real time: no other test's agent holds a number or is waited for.
    with serving(tmp_path) as (port, _):
        for team in ("first", "second"):
            done = run("agent.py", port, "--team", team, "--seconds", "0")
            assert done.returncode == 0, done.stderr
        done = run(script, port, "--team", "third", *["--players", "1"] * (script == "team.py"))
    assert done.returncode == 1
    assert done.stderr.startswith("agent.py: the server refused T1 third 1, ")
    assert done.stderr.count("\n") == 1


def serve_once(listener: socket.socket, *messages: str, rudely: bool) -> None:
    """Let a player connect, send it something, and close the connection."""
    size = 1 if rudely else 1 << 16  # unread bytes make the connection end abruptly
    connection, _ = listener.accept()
    with connection:
        connection.recv(size)
        for text in messages:
            connection.sendall(len(text).to_bytes(4, "big") + text.encode())
            connection.recv(size)


@pytest.mark.parametrize("rudely", [False, True])
@pytest.mark.parametrize("has_played", [False, True])
def test_the_end_of_the_server_is_no_error_for_who_has_played(
    agent: Any, has_played: bool, rudely: bool
) -> None:
    messages = [message(agent)] * has_played
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Thread(target=serve_once, args=(listener, *messages), kwargs={"rudely": rudely})
        server.start()
        done = run("agent.py", listener.getsockname()[1])
        server.join()
    assert done.returncode == (0 if has_played else 1), done
    assert ("the server refused T1 example 1" in done.stderr) != has_played


def test_without_a_server_it_says_so() -> None:
    command = [sys.executable, str(FOLDER / "agent.py"), "--port", "1", "--patience", "0.1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert done.stderr.startswith("agent.py: [Errno")
    assert done.stderr.count("\n") == 1
