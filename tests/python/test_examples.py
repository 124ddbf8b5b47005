"""The examples run as they are."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from rcssgym.policy import Policy

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_push_tells_strong_pushes_from_weak_ones() -> None:
    command = [sys.executable, str(EXAMPLES / "push.py"), "--worlds", "48", "--seconds", "2"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    shares = [line.split()[4] for line in result.stdout.splitlines() if "m/s" in line]
    assert shares[0] == "100%"
    assert shares[-1] == "0%"


@pytest.mark.parametrize(
    ("script", "arguments", "complaint"),
    [
        ("push.py", ["--worlds", "0"], "num_worlds: must be from 1 to 1000000, not 0"),
        ("push.py", ["--seconds", "nan"], "--seconds: nan is not a length of time"),
        ("self_play.py", ["--seed", "-1"], "--seed: -1 is less than 0"),
        ("self_play.py", ["--seconds", "-1"], "--seconds: -1.0 is not a length of time"),
        ("disc_batch.py", ["--cycles", "-3"], "--cycles: at least 1, not -3"),
        (
            "disc_batch.py",
            ["--picture", "nowhere/games.png"],
            "--picture: there is no folder for nowhere/games.png",
        ),
        ("disc_baselines.py", ["Disc-HFO-1v1", "--trials", "0"], "--trials: 0 is less than 1"),
        ("disc_baselines.py", ["Disc-HFO-1v1", "--seed", "-1"], "--seed: -1 is less than 0"),
        (
            "disc_baselines.py",
            ["T1Stand"],
            "tasks: 'T1Stand' is not a task of the 2D game",
        ),
        (
            "disc_baselines.py",
            ["Disc-Keepaway-3v2", "--team"],
            "--team: 'Disc-Keepaway-3v2' has no team that one policy commands",
        ),
        (
            "disc_baselines.py",
            ["Disc-ReachBall", "--players", "scripted"],
            "--players: scripted: 'Disc-ReachBall' has no script for the learner",
        ),
        (
            "keepaway_and_academy.py",
            ["--policy"],
            "argument --policy: expected at least one argument",
        ),
        ("agents/team.py", ["--players", "0"], "--players: 0 is less than 1"),
        ("agents/agent.py", ["--port", "99999"], "--port: 99999 is not from 1 to 65535"),
        ("agents/agent.py", ["--seconds", "nan"], "--seconds: nan is not a length of time"),
        ("simspark_agents/agent.py", ["--number", "-2"], "--number: -2 is not from 0 to 11"),
        ("disc_agents/team.py", ["--port", "99999"], "--port: 99999 is not from 1 to 65535"),
        ("disc_agents/team.py", ["--players", "12"], "--players: 12 is not from 1 to 11"),
        ("simspark_trainer.py", ["--patience", "nan"], "--patience: nan is not a length of time"),
        ("playmaker/server.py", ["--port", "-1"], "port: must be from 0 to 65535, not -1"),
        ("disc_coach.py", ["--seed", "-1"], "--seed: -1 is less than 0"),
        (
            "disc_baselines.py",
            ["Disc-ReachBall", "--envs", "0"],
            "num_envs: 0 is not from 1 to 1000000",
        ),
        (
            "disc_coach.py",
            ["--games", "1"],
            "--games: 1 is too few for a confidence interval: at least 2",
        ),
        (
            "playmaker/in_process.py",
            ["--games", "1", "--cycles", "10"],
            "--cycles: 10 is not a multiple of 20, two halves of whole seconds",
        ),
        (
            "playmaker/in_process.py",
            ["--right", "nobody"],
            "teams: must be 'still', 'random' or 'scripted', not \"nobody\"",
        ),
    ],
)
def test_wrong_numbers_are_refused_in_one_line(
    script: str, arguments: list[str], complaint: str
) -> None:
    command = [sys.executable, str(EXAMPLES / script), *arguments]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert refused.returncode == 2
    assert refused.stderr.endswith(f"{Path(script).name}: error: {complaint}\n")


@pytest.mark.parametrize(
    ("script", "arguments", "complaint"),
    [
        ("record_video.py", ["--env", "rcssgym/T1Fly-v0"], "--env: Environment `T1Fly` doesn't"),
        (
            "record_video.py",
            ["--env", "rcssgym/Disc-Coach-v0"],
            "--env: rcssgym/Disc-Coach-v0 has no pictures with a width and a height",
        ),
        (
            "record_video.py",
            ["--env", "rcssgym/Disc-ReachBall-v0", "--out", str(EXAMPLES / "push.py")],
            "--out: [Errno 17] File exists",
        ),
        (
            "disc_dagger.py",
            ["--policy", "nowhere/policy.onnx"],
            "--policy: there is no folder for nowhere/policy.onnx",
        ),
        ("disc_dagger.py", ["--policy", str(EXAMPLES)], f"--policy: {EXAMPLES} is a folder"),
        ("disc_dagger.py", ["--policy", "p.onnx", "--turns", "0"], "--turns: 0 is less than 1"),
        (
            "keepaway_and_academy.py",
            ["--policy", "nowhere.onnx"],
            "policy: 'nowhere.onnx': cannot be read: No such file",
        ),
        ("record_video.py", ["--steps", "0"], "--steps: 0 is less than 1"),
    ],
)
def test_what_needs_a_library_is_refused_as_well(
    script: str, arguments: list[str], complaint: str
) -> None:
    needed = {"record_video.py": "moviepy", "keepaway_and_academy.py": "onnxruntime"}
    pytest.importorskip(needed.get(script, "torch"))
    command = [sys.executable, str(EXAMPLES / script), *arguments]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert refused.returncode == 2
    assert f"{script}: error: {complaint}" in refused.stderr.splitlines()[-1]


def test_an_agent_without_a_server_says_so_in_one_line() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # nobody listens
        port = unused.getsockname()[1]
        command = [sys.executable, str(EXAMPLES / "simspark_agents/agent.py"), "--port", str(port)]
        failed = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert failed.returncode == 1
    assert failed.stderr.startswith(f"agent.py: error: 127.0.0.1:{port}: ")
    assert failed.stderr.count("\n") == 1


def test_self_play_tells_what_both_teams_earn() -> None:
    command = [sys.executable, str(EXAMPLES / "self_play.py"), "--games", "3", "--seconds", "0.4"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    agents = [line.split()[0] for line in result.stdout.splitlines() if "return" in line]
    assert agents == ["left_1", "left_2", "left_3", "right_1", "right_2", "right_3"]
    assert "goals: 0 of the left teams, 0 of the right ones" in result.stdout
    command += ["--teams", "9v9"]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert refused.returncode == 2
    assert "teams: '9v9' is none of '1v1' to '7v7'" in refused.stderr


@pytest.mark.parametrize("name", ["rcssgym/T1Walk-v1", "rcssgym/Disc-ReachBall-v0"])
def test_record_video_records_every_episode(name: str, tmp_path: Path) -> None:
    pytest.importorskip("moviepy")
    command = [sys.executable, str(EXAMPLES / "record_video.py"), "--env", name, "--steps", "30"]
    subprocess.run([*command, "--out", str(tmp_path)], check=True, timeout=120)
    assert (tmp_path / "rl-video-episode-0.mp4").stat().st_size > 1000


def test_disc_batch_scores_and_draws(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / "disc_batch.py"), "--worlds", "6", "--cycles", "900"]
    picture = tmp_path / "games.png"
    result = subprocess.run(
        [*command, "--picture", str(picture)],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    goals = next(line for line in result.stdout.splitlines() if line.startswith("goals"))
    assert int(goals.split()[1]) > 0
    assert picture.stat().st_size > 10_000


def test_the_common_playmaker_team_beats_the_random_one() -> None:
    """It runs without gRPC, and its report has all values."""
    script = EXAMPLES / "playmaker" / "in_process.py"
    command = [sys.executable, str(script), "--right", "random", "--games", "4", "--cycles", "600"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    lines = result.stdout.splitlines()
    assert lines[0] == "4 games of 600 cycles against random"
    goals = re.fullmatch(r"goals +(\d+\.\d\d) \+- \d+\.\d\d : (\d+\.\d\d) .*", lines[1])
    assert goals
    assert float(goals[1]) >= float(goals[2]) + 1.0
    assert lines[3] == "won 4, drawn 0, lost 0"


def test_disc_coach_finds_the_open_side() -> None:
    command = [sys.executable, str(EXAMPLES / "disc_coach.py"), "--games", "2"]
    shots = {}
    for advice in ("open", "reversed"):
        result = subprocess.run(
            [*command, "--advice", advice], capture_output=True, text=True, check=True, timeout=300
        )
        assert "seen the open side in 100% of the games" in result.stdout
        line = next(line for line in result.stdout.splitlines() if line.startswith("shots"))
        shots[advice] = float(line.split()[1])
    assert shots["open"] > shots["reversed"]


def test_keepers_keep_the_ball_and_scripts_score() -> None:
    command = [sys.executable, str(EXAMPLES / "keepaway_and_academy.py"), "--episodes", "16"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    rows = [line.split("|")[1:-1] for line in result.stdout.splitlines() if line.startswith("| `")]
    medians = {row[0].strip(" `"): [float(cell.split()[0]) for cell in row[1:]] for row in rows}
    random, hold, coded = medians["Disc-Keepaway-4v3"]
    assert hold < random < coded
    random, scripted = medians["EmptyGoal"]
    assert random < scripted


def test_baselines_tell_how_tasks_of_the_2d_game_end() -> None:
    command = [sys.executable, str(EXAMPLES / "disc_baselines.py"), "Disc-HFO-1v1"]
    command += ["Disc-ReachBallMended", "Disc-Soccer-2v2-Skills", "--trials", "64", "--envs", "32"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    rows = [line.split(" | ") for line in result.stdout.splitlines()]
    assert [row[:2] for row in rows] == [
        ["| `Disc-HFO-1v1`", "random"],
        ["| `Disc-HFO-1v1`", "scripted"],
        ["| `Disc-ReachBallMended`", "random"],
        ["| `Disc-Soccer-2v2-Skills`", "random"],
        ["| `Disc-Soccer-2v2-Skills`", "scripted"],
    ]
    goals = [float(row[2].split()[1].rstrip("%,")) for row in rows[:2]]
    assert goals[0] < 10 < 50 < goals[1]
    for row, (least, most) in zip(rows[3:], ((0, 10), (25, 75)), strict=True):
        scored, suffered = (float(share) for share in re.findall(r"(\d+\.\d)%", row[2]))
        assert least <= scored <= most
        # One game of 64 may last until its time is up.
        assert scored + suffered == pytest.approx(100, abs=1.7)


def test_baselines_tell_what_a_teacher_comes_to() -> None:
    command = [
        sys.executable,
        str(EXAMPLES / "disc_baselines.py"),
        "Disc-Academy-3v1-High",
        "--team",
    ]
    command += ["--players", "random", "scripted", "teacher", "--trials", "256", "--envs", "32"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    rows = [line.split(" | ") for line in result.stdout.splitlines()]
    assert [row[1] for row in rows] == ["random", "scripted", "teacher"]
    random, scripted, teacher = (float(row[2].split()[1].rstrip("%,")) for row in rows)
    assert random < 40 < scripted < 70 < teacher < 95


def test_a_student_learns_from_the_teacher(tmp_path: Path) -> None:
    """It learns the act that the teacher would choose, and the policy is for the same task."""
    pytest.importorskip("torch")
    path = tmp_path / "student.onnx"
    command = [sys.executable, str(EXAMPLES / "disc_dagger.py"), "--policy", str(path)]
    command += ["--turns", "4", "--envs", "32", "--steps", "32"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    alike = [int(text) for text in re.findall(r"(\d+)% as the teacher", result.stdout)]
    assert len(alike) == 4
    assert alike[0] < 65 < 70 < alike[-1], "of three acts"
    policy = Policy.load(path)
    assert policy.facts["task"] == "Disc-HFO-1v1"
    assert policy.act(np.zeros((3, 68), np.float32)).shape == (3, 8)
