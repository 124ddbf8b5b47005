"""``rcssgym disc match``, and the team that plays in it: ``examples/disc_agents``."""

from __future__ import annotations

import csv
import json
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
import rcssgym
from rcssgym.disc import STATISTICS

TEAM = Path(__file__).parents[3] / "examples" / "disc_agents" / "team.py"
HELLO = (
    "GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
"""Request of a viewer."""
SHORT = ["server::kick_off_wait=2", "server::game_over_wait=1", "server::nr_extra_halfs=0"]
SHORT += ["server::penalty_shoot_outs=0"]


def match(
    folder: Path, *arguments: str, left: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Let the team play against itself."""
    own = f"{sys.executable} {TEAM} --host {{host}} --port {{port}} --team {{team}}"
    command = [sys.executable, "-m", "rcssgym", "disc", "match", "--left", left or own]
    command += ["--right", own, "--out", str(folder), *SHORT, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)


def results(folder: Path) -> list[dict[str, str]]:
    """Return the rows of the games' table."""
    return list(csv.DictReader((folder / "results.csv").read_text().splitlines()))


def test_a_match_is_played_and_counted(tmp_path: Path) -> None:
    """Teams change sides after each game; goals agree with the logs."""
    done = match(tmp_path, "--games", "2", "--parallel", "2", "server::half_time=8")
    assert (done.returncode, done.stderr) == (0, "")
    rows = results(tmp_path)
    assert [row["left_first"] for row in rows] == ["home", "away"]
    for row in rows:
        folder = tmp_path / f"game-00{row['game']}"
        log = rcssgym.disc.read_log(folder / "game.rcg")
        goals = log.score[-1].tolist()
        if row["left_first"] == "away":
            goals.reverse()
        assert [int(row["goals_1"]), int(row["goals_2"])] == goals
        told = json.loads((folder / "statistics.json").read_text())
        assert (told["teams"], told["score"]) == (list(log.names), log.score[-1].tolist())
        in_play = np.unique(log.cycle[log.mode == rcssgym.disc.PLAY_MODES.index("play_on")])
        counted = {name: [own[name] for own in told["statistics"]] for name in STATISTICS}
        assert 0 < sum(counted["possession"]) <= len(in_play) + 1
        if row["left_first"] == "away":
            counted = {name: own[::-1] for name, own in counted.items()}
        for name, own in counted.items():
            assert [int(row[f"{name}_1"]), int(row[f"{name}_2"])] == own
        assert log.names == (("home", "away") if row["game"] == "1" else ("away", "home"))
        assert float(row["play_time"]) == 16.0
        assert (folder / "server.log").read_text().count("has come, version 19") == 22
    for name in STATISTICS:
        assert f"{name} of home" in done.stdout
    assert "falls" not in done.stdout


def test_a_team_that_does_not_come_breaks_the_game_off(tmp_path: Path) -> None:
    """The result states the reason, and does not count."""
    left = f"{sys.executable} -c pass"
    done = match(tmp_path, "--patience", "2", left=left)
    assert done.returncode == 1
    assert "home has not come within 2 s" in done.stdout
    (row,) = results(tmp_path)
    assert "home has not come" in row["error"]


def test_a_match_is_seen(tmp_path: Path) -> None:
    """Browsers receive the pitch of each game at the same port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    over, seen = threading.Event(), 0

    def watch() -> None:
        nonlocal seen
        while not over.wait(0.02):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 5.0) as viewer:
                viewer.settimeout(5.0)
                viewer.sendall(HELLO.format(port=port).encode())
                # Only the first message has shapes.
                seen += len(viewer.recv(1 << 16)) > 0 and b'"view":"top"' in viewer.recv(1 << 16)
                while viewer.recv(1 << 16):
                    pass

    watching = threading.Thread(target=watch)
    watching.start()
    done = match(tmp_path, "--games", "2", "--web", str(port), "server::half_time=8")
    over.set()
    watching.join()
    assert done.returncode == 0
    assert done.stderr == f"watch at http://127.0.0.1:{port}/\n"
    assert seen >= 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--left-name", "a b"], "a team is named by 1 to 15"),
        (["--left-name", "away"], "both teams are called 'away'"),
        (["server::nothing=1"], "there is no parameter 'server::nothing'"),
    ],
)
def test_what_cannot_be_played_is_refused(
    tmp_path: Path, arguments: list[str], reason: str
) -> None:
    """Before anything is started."""
    done = match(tmp_path, *arguments)
    assert done.returncode == 2
    assert reason in done.stderr


@pytest.mark.long
def test_the_example_plays_a_whole_game(tmp_path: Path) -> None:
    """6,000 cycles in synch mode, without late players."""
    done = match(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    log = rcssgym.disc.read_log(tmp_path / "game-001" / "game.rcg")
    assert log.cycle[-1] >= 5999
    assert "has not said (done)" not in (tmp_path / "game-001" / "server.log").read_text()
