import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from processes import ending
from rcssgym.cli import main
from rcssgym.disc import read_log

SAMPLE = Path(__file__).parents[3] / "examples" / "playmaker" / "server.py"


@pytest.fixture
def sample() -> Iterator[str]:
    command = [sys.executable, str(SAMPLE), "--port", "0"]
    with ending(subprocess.Popen(command, stdout=subprocess.PIPE, text=True)) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("a playmaker on 127.0.0.1:")
        yield line.split()[-1]


def test_games_are_reported(
    sample: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, log = tmp_path / "games.csv", tmp_path / "game.rcg"
    command = ["disc", "playmaker", "--left", sample, "--right", "random", "--cycles", "40"]
    assert main([*command, "--games", "2", "--parallel", "2", "--csv", str(table), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert not report["interrupted"]
    assert [game["game"]["seed"] for game in report["games"]] == [0, 1]
    assert all(game["asked"][0]["calls"] > 12 * 40 for game in report["games"])
    assert all(game["asked"][0]["missed"] == {} for game in report["games"])
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [row["left_missed"] for row in rows] == ["0", "0"]
    assert main([*command, "--log", str(log), "--trainer", "left", "--no-noise"]) == 0
    out = capsys.readouterr().out
    assert "after 40 cycles" in out
    assert "calls, 0 missed" in out
    assert log.stat().st_size > 10_000


def test_the_last_seed_and_a_long_timeout_can_be_chosen(
    sample: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["disc", "playmaker", "--left", sample, "--right", "still", "--cycles", "2"]
    assert main([*command, "--seed", str(2**64 - 1), "--timeout", "1e12"]) == 0
    assert "calls, 0 missed" in capsys.readouterr().out


def test_several_games_have_logs_and_films_of_their_own(sample: str, tmp_path: Path) -> None:
    """The files are named after the game's number; each is the log of its game."""
    pytest.importorskip("moviepy")
    command = ["disc", "playmaker", "--left", sample, "--right", "random", "--cycles", "12"]
    log, film = tmp_path / "game.rcg.gz", tmp_path / "game.mp4"
    several = [*command, "--games", "2", "--parallel", "2", "--log", str(log), "--film", str(film)]
    assert main(several) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"game-1.rcg.gz", "game-2.rcg.gz", "game-1.mp4", "game-2.mp4"}
    for number in (1, 2):
        alone = tmp_path / "alone.rcg"
        assert main([*command, "--seed", str(number - 1), "--log", str(alone)]) == 0
        own = read_log(tmp_path / f"game-{number}.rcg.gz")
        np.testing.assert_array_equal(own.motion, read_log(alone).motion)
        assert len(own) >= 12


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--left", "random"], "--left: neither team asks a playmaker"),
        (["--left", "nonsense"], "--left: must be HOST:PORT"),
        (["--left", "192.0.2.1:50051"], "not of this machine"),
        (["--left", "127.0.0.1:1", "--trainer", "right"], "--trainer: the right team asks no"),
        (["--left", "127.0.0.1:1", "--formation", "/none"], "--left-formation: cannot read /none"),
        (
            ["--left", "127.0.0.1:1", "--right", "still", "--right-formation", "x"],
            "--right-formation: is for a scripted team",
        ),
        (["--left", "127.0.0.1:1", "--csv", "/none/x.csv"], "--csv: cannot write /none/x.csv"),
        (["--left", "127.0.0.1:1", "--seed", str(2**64)], "--seed: must be from 0 to 2**64 - 1"),
        (
            ["--left", "127.0.0.1:1", "--seed", str(2**64 - 1), "--games", "2"],
            "leaves no seeds for 2 games",
        ),
    ],
)
def test_wrong_arguments_are_named(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["disc", "playmaker", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_formation_that_makes_no_sense_is_named_with_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "places.txt"
    path.write_text("role 12 goalie\n")
    command = ["disc", "playmaker", "--left", "127.0.0.1:1", "--right", "still"]
    for flag in ("--formation", "--left-formation"):
        assert main([*command, flag, str(path)]) == 2
        said = f'--left-formation: {path}: formation: line 1: "12" is not a player'
        assert said in capsys.readouterr().err


def test_serving_needs_a_policy_of_the_2d_game(capsys: pytest.CaptureFixture[str]) -> None:
    walk = str(SAMPLE.parents[2] / "policies" / "T1Walk.onnx")
    assert main(["playmaker", "serve", "--policy", walk, "--port", "0"]) == 2
    assert "T1Walk, which is not of the 2D game" in capsys.readouterr().err
    assert main(["playmaker", "serve", "--policy", "T1Walk", "--port", "0"]) == 2
    assert "T1Walk, which is not of the 2D game" in capsys.readouterr().err
