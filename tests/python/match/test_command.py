"""The command ``rcssgym match``: what it prints, its files, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from processes import PATIENCE, ending
from rcssgym.cli import main

from match.matches import SOON, alive, labelled, server, team, wait_until_gone


@pytest.fixture
def label() -> Iterator[str]:
    with labelled() as label:
        yield label
        wait_until_gone(label)


def arguments(out: Path, left: str = "stand", right: str = "stand", *more: str) -> list[str]:
    teams = ["--left", team("home", left).command, "--right", team("away", right).command]
    places = ["--server", server().command, "--out", str(out)]
    times = ["--players", "2", "--prepare", "0.1", "--grace", "0.5"]
    return ["match", *teams, *places, *times, *more]


def test_prints_games_and_figures(
    tmp_path: Path, label: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    names = ["--left-name", "reds", "--right-name", "blues"]
    assert main(arguments(out, "stand", "stand", "--half-time", "4", "--games", "2", *names)) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[:2] == [
        "game 1: reds 3 : 0 blues (1 : 0), fouls 2 : 2",
        "game 2: reds 0 : 3 blues (0 : 1), fouls 2 : 2",
    ]
    assert "reds - blues: 1 won, 0 drawn, 1 lost in 2 games, goals 3 : 3" in printed
    words = next(line for line in printed if line.startswith("goal difference")).split()
    assert words == ["goal", "difference", "0.000", "-38.119", "to", "38.119", "Student"]
    words = next(line for line in printed if line.startswith("won by reds")).split()
    assert words == ["won", "by", "reds", "0.500", "0.095", "to", "0.905", "Wilson"]
    assert printed[-1] == f"logs and results: {out}"
    assert (out / "results.png").read_bytes().startswith(b"\x89PNG")
    assert alive(label) == []


def test_a_game_that_is_broken_off_is_an_error(
    tmp_path: Path, label: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments(tmp_path / "out", "stand", "exit")) == 1
    printed = capsys.readouterr().out
    assert "game 1: home 0 : 0 away, broken off: away has left" in printed
    assert "home - away: 0 won, 0 drawn, 0 lost in 0 games" in printed
    assert not (tmp_path / "out" / "results.png").exists()
    assert alive(label) == []


def test_a_folder_may_have_a_name_of_any_bytes(tmp_path: Path, label: str) -> None:
    out = tmp_path / os.fsdecode(b"\xf6")
    assert main(arguments(out, "stand", "exit")) == 1
    assert "\\udcf6" in (out / "results.csv").read_text()
    assert alive(label) == []


def without_out() -> list[str]:
    """Return the arguments of a match that ends at once, without a given folder."""
    words = arguments(Path("unused"), "exit", "exit")
    at = words.index("--out")
    return words[:at] + words[at + 2 :]


def test_matches_that_begin_at_once_have_folders_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(time, "strftime", lambda _: "now")
    assert [main(without_out()) for _ in range(3)] == [1, 1, 1]
    folders = [tmp_path / "matches" / name for name in ("now", "now-2", "now-3")]
    assert sorted((tmp_path / "matches").iterdir()) == folders
    assert all((folder / "results.json").exists() for folder in folders)


def test_what_is_refused_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*without_out(), "--host", "256.0.0.1"]) == 2
    assert "error: --host: no free port" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("matches").touch()
    assert main(without_out()) == 2
    assert "error: --out: no folder can be made in matches: " in capsys.readouterr().err


@contextmanager
def running(out: Path, label: str, count: int, *more: str) -> Iterator["subprocess.Popen[str]"]:
    """Yield a match that would take hours, once the game is on and ``count`` processes run."""
    command = [sys.executable, "-m", "rcssgym", *arguments(out, "deaf", "daemon", *more)]
    with ending(subprocess.Popen(command, stdout=subprocess.PIPE, text=True)) as process:
        server_log = out / "game-001" / "half-1" / "right-away.log"
        wait_for(lambda: server_log.exists() and len(alive(label)) >= count)
        time.sleep(0.5)
        yield process


def wait_for(fact: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_all(tmp_path: Path, label: str, number: signal.Signals) -> None:
    out = tmp_path / "out"
    more = ["--games", "4", "--parallel", "2", "--prepare", "1e9"]
    with running(out, label, 5, *more) as process:
        process.send_signal(number)
        printed, _ = process.communicate(timeout=SOON)
    assert process.returncode == 128 + number
    assert "0 won, 0 drawn, 0 lost in 0 games" in printed
    assert alive(label) == []
    assert json.loads((out / "results.json").read_text())["games"] == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_even_when_killed_it_leaves_nothing(tmp_path: Path, label: str) -> None:
    with running(tmp_path / "out", label, 4, "--prepare", "1e9") as process:
        process.kill()
    wait_until_gone(label)


@pytest.mark.parametrize(
    ("more", "word"),
    [
        (["--left-name", "a b"], "'a b'"),
        (["--left-name", "away"], "'away'"),
        (["--left-name", ""], "name: a team's name must be one word without parentheses, not ''"),
        (["--right-name", "a(b"], "must be one word without parentheses, not 'a(b'"),
        (["--right-name", "x" * 65], "name: a team's name must be at most 64 bytes"),
        (["--right-name", "\u00fc" * 33], "name: a team's name must be at most 64 bytes"),
        (["--left-name", "a\tb"], "without control characters, not 'a\\tb'"),
        (["--left-name", "a\udcff"], "name: 'a\\udcff' is not text that can be sent"),
        (["--left-name", "a/b"], "name: 'a/b'"),
        (["--half-time", "0.01"], "--half-time: 0.01"),
        (["--host", "256.0.0.1"], "host: no free port at '256.0.0.1'"),
        (["--right", "no-such-program"], "command of away: 'no-such-program' is not a program"),
        (["--field", "moon"], "moon"),
        (["--half-time", "301"], "--half-time: 301"),
        (["--players", "8"], "players: 8"),
        (["--players", "0"], "--players"),
        (["--left", "start {prot}"], "{prot}"),
        (["--left", "start {"], "'{'"),
        (["--left", "start 'x"], "No closing quotation"),
        (["--left", " "], "has no command"),
        (["--left", "start {port:>5}"], "a place is a name alone"),
        (["--server", "serve {port}"], "{port}"),
        (["--rules", "chess"], "chess"),
        (["--parallel", "0"], "--parallel"),
        (["--out", "/dev/null/x"], "out: /dev/null/x"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_two(
    tmp_path: Path, more: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main([*arguments(tmp_path / "out"), *more])
    except SystemExit as leaving:
        code = int(str(leaving.code))
    printed = capsys.readouterr()
    assert code == 2
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert word in printed.err
    assert not (tmp_path / "out").exists()


def test_without_matplotlib_there_is_a_hint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("matplotlib", "matplotlib.figure", "matplotlib.backends.backend_agg"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "rcssgym.match.plot", raising=False)
    assert main(arguments(tmp_path / "out", "stand", "stand", "--half-time", "4")) == 0
    assert "pip install 'rcssgym[match]'" in capsys.readouterr().err
    assert not (tmp_path / "out" / "results.png").exists()


def test_commands_get_what_they_ask_for(tmp_path: Path) -> None:
    script = tmp_path / "note.py"
    script.write_text(
        "import os, sys, pathlib\n"
        "pathlib.Path(sys.argv[1]).write_text('|'.join(sys.argv[2:]))\n"
        "for name in ('HOST', 'PORT', 'TEAM', 'SIDE', 'HALF', 'GAME', 'PLAYERS', 'LOG'):\n"
        "    print(name, os.environ['RCSSGYM_' + name])\n"
    )
    noted = tmp_path / "noted"
    places = "{host} {port} {team} {side} {half} {game} {players} {log} {{x}} 'a b {team}'"
    options = arguments(tmp_path / "out")
    options[options.index("--left") + 1] = f"{sys.executable} {script} {noted} {places}"
    assert main(options) == 1
    host, port, name, side, half, game, players, log, braces, spaced = noted.read_text().split("|")
    assert (host, name, side, half, game, players) == ("127.0.0.1", "home", "left", "1", "1", "2")
    assert (braces, spaced) == ("{x}", "a b home")
    assert log == str(tmp_path / "out" / "game-001" / "half-1")
    written = dict(line.split() for line in Path(log, "left-home.log").read_text().splitlines())
    expected = {"HOST": host, "PORT": port, "TEAM": name, "SIDE": side, "HALF": half}
    assert written == {**expected, "GAME": game, "PLAYERS": players, "LOG": log}
    assert 0 < int(port) < 65536
