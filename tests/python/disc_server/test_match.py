"""``rcssgym disc match``, and the team that plays in it: ``examples/disc_agents``."""

from __future__ import annotations

import csv
import json
import runpy
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym.disc import STATISTICS, GameLogWriter
from rcssgym.match.disc import DiscSetting, DiscTeam, play
from rcssgym.match.disc.counts import count_players, penalty_winner
from rcssgym.match.results import Tally

TEAM = Path(__file__).parents[3] / "examples" / "disc_agents" / "team.py"
HELLO = (
    "GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
"""Request of a viewer."""
CRASHES = """
import os, socket
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
def tell(text, port=int(os.environ["RCSSGYM_PORT"])):
    server.sendto(text.encode() + bytes(1), (os.environ["RCSSGYM_HOST"], port))
tell("(init " + os.environ["RCSSGYM_TEAM"] + " (version 19))")
while True:
    text, (_, port) = server.recvfrom(8192)
    if text.startswith(b"(sense_body 20 "):
        raise SystemExit(3)
    if text.startswith(b"(think"):
        tell("(done)", port)
"""
"""A team of one player, who leaves without a word during the first half."""
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
        statistics = json.loads((folder / "statistics.json").read_text())
        assert (statistics["teams"], statistics["score"]) == (
            list(log.names),
            log.score[-1].tolist(),
        )
        in_play = np.unique(log.cycle[log.mode == rcssgym.disc.PLAY_MODES.index("play_on")])
        counted = {name: [own[name] for own in statistics["statistics"]] for name in STATISTICS}
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
    left = f"{sys.executable} -c 'import time; time.sleep(60.0)'"
    done = match(tmp_path, "--patience", "2", left=left)
    assert done.returncode == 1
    assert "home has not come within 2 s" in done.stdout
    (row,) = results(tmp_path)
    assert "home has not come" in row["error"]


def test_a_team_that_ends_before_it_has_come_is_not_waited_for(tmp_path: Path) -> None:
    done = match(tmp_path, "--patience", "1000", left=f"{sys.executable} -c 'exit(3)'")
    assert done.returncode == 1
    assert f"home has left: {sys.executable} exited with 3" in done.stdout
    (row,) = results(tmp_path)
    assert f"see {tmp_path / 'game-001'}" in row["error"]


def test_a_team_that_crashes_breaks_the_game_off(tmp_path: Path) -> None:
    """The result names the team and its log, and does not count: half of a game is not a game."""
    left = f"{sys.executable} -c '{CRASHES}'"
    done = match(tmp_path, "server::half_time=8", left=left)
    assert done.returncode == 1
    log = tmp_path / "game-001" / "left-home.log"
    assert f"home has no player left on the pitch: {sys.executable} exited with 3" in done.stdout
    (row,) = results(tmp_path)
    assert str(log) in row["error"]
    assert (row["lost_players_1"], row["lost_players_2"]) == ("1", "0")
    assert 0.0 < float(row["lost_at_1"]) <= 16.0


def test_a_shoot_out_decides_a_game(tmp_path: Path) -> None:
    """Its goals are counted apart; names may look as if they ended with goals."""
    ending = ("server::half_time=2", "server::penalty_shoot_outs=1", "server::pen_nr_kicks=2")
    done = match(tmp_path, "--left-name", "team_1_0", "--right-name", "w_2", *ending)
    assert (done.returncode, done.stderr) == (0, "")
    (row,) = results(tmp_path)
    log = rcssgym.disc.read_log(tmp_path / "game-001" / "game.rcg")
    penalties = [int(row["penalties_1"]), int(row["penalties_2"])]
    # If right wins the regular kicks, the game is over at once, and its last kick not in the log.
    statistics = json.loads((tmp_path / "game-001" / "statistics.json").read_text())
    assert penalties == statistics["penalties"]
    assert max(np.array(penalties) - log.penalties[-1, :, 0]) in (0, 1)
    assert log.penalties[-1].sum() >= 2  # kicks have been taken, scored or missed
    assert (f"{penalties[0]} : {penalties[1]} in penalties" in done.stdout) == any(penalties)
    assert f"{int(penalties[0] == penalties[1])} drawn" in done.stdout
    winner = ["team_1_0", "w_2"][penalties[1] > penalties[0]]
    assert row["shoot_out_winner"] == ("" if penalties[0] == penalties[1] else winner)


@pytest.mark.parametrize(
    ("result", "scored", "missed", "winner"),
    [
        ("A_0_3-vs-B_0_1", (3, 1), (1, 3), 0),
        ("A_0_3w-vs-B_0_1", (3, 1), (1, 3), 0),
        ("A_0_8-vs-B_0_9", (8, 9), (2, 2), None),  # given up after 21 kicks
        ("A_0_8-vs-B_0_8w", (8, 8), (2, 3), 1),  # decided by a toss
        ("w_1_2_0_8w-vs-coach_w_0_9", (8, 9), (2, 2), 0),
        ("A_1-vs-B_w_2_0", (0, 0), (0, 0), None),
    ],
)
def test_who_has_won_a_shoot_out_is_what_the_referee_says(
    tmp_path: Path, result: str, scored: tuple[int, int], missed: tuple[int, int], winner: int
) -> None:
    """More kicks do not win a shoot-out that was given up, and a toss may follow it."""
    with GameLogWriter(tmp_path / "game.rcg", rcssgym.DiscSimulation()):
        pass
    log = rcssgym.disc.read_log(tmp_path / "game.rcg")
    assert penalty_winner(f"(result 202611301427 {result})", scored, missed, log) == winner


LATE = """
import os, sys, time
time.sleep(17.0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""A team that comes after the 300 cycles of 50 ms for which rcssserver would wait."""


@pytest.mark.parametrize("late", [False, pytest.param(True, marks=pytest.mark.long)])
def test_small_and_late_teams_play_from_the_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    """The kick-off waits for both teams, and then a little for their further players."""
    monkeypatch.setattr("rcssgym.match.disc.game.STRAGGLERS", 2.0)
    start = f"{TEAM} --port {{port}} --team {{team}} --players 3"
    delay = f"-c '{LATE}' " if late else ""
    teams = (
        DiscTeam("A", f"{sys.executable} {start}"),
        DiscTeam("B", f"{sys.executable} {delay}{start}"),
    )
    # rcssserver's own file has what a match sets itself.
    lines = ["server::auto_mode = off", "server::game_log_dir = '/'", "server::half_time = 2"]
    (tmp_path / "server.conf").write_text("\n".join([*lines, *SHORT]))
    monkeypatch.chdir(tmp_path)
    parameters = ["include=server.conf", "server::game_log_compression=6", "server::keepaway=1"]
    (game,) = play(DiscSetting(teams, tmp_path / "out", parameters=parameters)).games
    assert game.error is None
    log = rcssgym.disc.read_log(tmp_path / "out" / "game-001" / "game.rcg.gz")
    assert (log.state[0] & 1).reshape(2, 11).sum(axis=1).tolist() == [3, 3]
    assert log.cycle[-1] == 39
    assert {path.name for path in tmp_path.iterdir()} == {"server.conf", "out"}
    assert (tmp_path / "out" / "game-001" / "game.kwy").exists()


def test_players_that_leave_are_counted_and_those_that_are_sent_off_are_not(
    tmp_path: Path,
) -> None:
    """By the game's log."""
    sim = rcssgym.DiscSimulation(
        {"half_time": 1, "red_card_probability": 1.0, "player_rand": 0.0},
        chance=lambda kind, *_: True if kind in ("tackle", "foul", "card") else None,
    )
    tackler, leaver, _ = (sim.add_player("A") for _ in range(3))
    victim = sim.add_player("B")
    with GameLogWriter(tmp_path / "game.rcg", sim) as writer:
        for message in ("change_mode play_on", "move (ball) 0.9 0 0 0 0"):
            assert sim.trainer(f"({message})").startswith("(ok")
        for place in ("A 1) -0.3 0", "A 2) -30 9", "A 3) -30 -9", "B 1) 0.5 0"):
            sim.trainer(f"(move (player {place} 0 0 0)")
        victim.send("(dash 10)")
        for step in range(8):
            if step == 1:
                tackler.send("(tackle 0 true)")
                victim.send("(dash 10)")
            if step == 5:
                leaver.send("(bye)")
            sim.step()
            writer.step()
    assert tackler.card == "red"
    tallies = [Tally(), Tally()]
    count_players(rcssgym.disc.read_log(tmp_path / "game.rcg"), 0, tallies)
    first, second = tallies
    assert (first.first_players, first.last_players, first.fewest_players) == (3, 1, 1)
    assert [(loss.half, loss.players, loss.remaining) for loss in first.losses] == [(1, 1, 1)]
    assert second == Tally()


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


def test_a_match_is_played_by_ipv6(tmp_path: Path) -> None:
    done = match(tmp_path, "--host", "::1", "server::half_time=2", "--patience", "30")
    assert (done.returncode, done.stderr) == (0, "")
    assert [row["error"] for row in results(tmp_path)] == [""]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--left-name", "a b"], "a team is named by 1 to 15"),
        (["--left-name", "away"], "both teams are called 'away'"),
        (["server::nothing=1"], "there is no parameter 'server::nothing'"),
        (["server::game_log_version=3"], "game_log_version must be 4, 5 or 6 in a match, not 3"),
        (["server::game_log_dir=/tmp"], "a match sets server::game_log_dir itself"),
        (["server::auto_mode=off"], "a match sets server::auto_mode itself"),
        (["server::half_time=-1"], "with server::half_time=-1 no game ends"),
        (["coach"], "with server::coach there is no referee who ends a game"),
        (
            ["server::nr_normal_halfs=0", "server::nr_extra_halfs=0"],
            "0 s of normal and 0 s of extra time leave nothing to play",
        ),
        (["--host", "192.0.2.1"], "host: no free port at '192.0.2.1'"),
        (
            ["--right", "no-such-program {port}"],
            "'no-such-program' is not a program that can be run",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(
    tmp_path: Path, arguments: list[str], reason: str
) -> None:
    """Before anything is started."""
    done = match(tmp_path, *arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"grace": -1.0}, "grace: -1.0 is not a time"),
        ({"patience": "2"}, "patience: '2' is not a positive time"),
        ({"web": 70000}, "web: 70000 is not a port"),
        ({"out": 3}, "out: 3 is not a path"),
        ({"parameters": "server::half_time=8"}, "parameters: .* is not a sequence"),
        ({"parameters": ["server::nothing=1"]}, "there is no parameter 'server::nothing'"),
    ],
)
def test_settings_that_are_not_possible_are_refused(wrong: dict[str, Any], reason: str) -> None:
    teams = DiscTeam("a", "true"), DiscTeam("b", "true")
    assert DiscSetting(teams, "folder").out == Path("folder")  # type: ignore[arg-type]
    with pytest.raises(rcssgym.ArgumentError, match=reason):
        DiscSetting(**{"teams": teams, "out": "folder", **wrong})


def test_there_is_a_table_before_the_first_game_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Iterator[None]:
        yield from ()
        raise KeyboardInterrupt

    monkeypatch.setattr("rcssgym.match.series.play_games", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play(DiscSetting((DiscTeam("a", "true"), DiscTeam("b", "true")), tmp_path))
    assert results(tmp_path) == []
    assert (tmp_path / "results.csv").read_text().startswith("game,left_first,goals_1")


def test_the_example_waits_for_a_server_and_may_see_nothing() -> None:
    """Whoever has run off the pitch may see nothing: `(see 12)`."""
    team = runpy.run_path(str(TEAM))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.bind(("127.0.0.1", 0))
        door.settimeout(10.0)
        player = team["Player"](door.getsockname(), "A", 1)
        with player.socket:
            with ThreadPoolExecutor() as pool:
                joined = pool.submit(player.join, 5.0)
                asked = [door.recvfrom(1 << 10) for _ in range(2)]  # the first one is lost
                door.sendto(b"(init l 1 before_kick_off)\0", asked[1][1])
                joined.result()
            assert [text for text, _ in asked] == [b"(init A (version 19) (goalie))\0"] * 2
            with pytest.raises(SystemExit, match=r"A: no server answers at 127\.0\.0\.1:"):
                player.join(0.5)
        player.see("(see 12)")
        assert player.cycle == 12


@pytest.mark.long
def test_the_example_plays_a_whole_game(tmp_path: Path) -> None:
    """6,000 cycles in synch mode, without late players."""
    done = match(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    log = rcssgym.disc.read_log(tmp_path / "game-001" / "game.rcg")
    assert log.cycle[-1] >= 5999
    assert "has not said (done)" not in (tmp_path / "game-001" / "server.log").read_text()
