"""A short game of the example team on the servers that are installed."""

import subprocess
import sys
from pathlib import Path

import pytest
from rcssgym.match import Server, Setting, Team, play

from match.matches import alive, labelled

ROOT = Path(__file__).parents[3]
AGENTS = ROOT / "examples" / "agents"
SERVERS = {
    "rcsssmj": f"{sys.executable} {ROOT / 'benches' / 'peers' / 'plain_robots.py'}",
    "rcssgym": f"{sys.executable} -m rcssgym serve",
}


@pytest.fixture(params=SERVERS)
def command(request: pytest.FixtureRequest) -> str:
    command = SERVERS[request.param]
    done = subprocess.run([*command.split(), "--help"], capture_output=True)
    if done.returncode != 0:
        pytest.skip(f"there is no {command}")
    return command


def test_the_example_plays_itself(command: str, tmp_path: Path) -> None:
    start = f"{sys.executable} {AGENTS / 'team.py'} --host {{host}} --port {{port}} --team {{team}}"
    each = f"{sys.executable} {AGENTS / 'agent.py'} --port {{port}} --team {{team}}"
    setting = Setting(
        teams=(Team("scripted", start), Team("single", f"{each} --number {{number}} --robot K1")),
        out=tmp_path,
        server=Server(command, sync=True),
        players=2,
        prepare=1.0,
        half_time=1.5,
    )
    with labelled() as label:
        results = play(setting)
        assert alive(label) == []
    (game,) = results.games
    assert game.error is None
    assert game.goals == (0, 0)
    for half in game.halves:
        assert half.play_time == pytest.approx(1.5, abs=0.03)
        assert [tally.fewest_players for tally in half.tallies] == [2, 2]
    first, second = (tmp_path / "game-001" / f"half-{half}" for half in (1, 2))
    for folder, left in ((first, "scripted"), (second, "single")):
        log = (folder / "monitor.log").read_text()
        assert f"(team_left {left})" in log
        assert "(play_mode 1)" in log
    assert "KickOff_Left" in (first / "left-scripted.log").read_text()
    assert "KickOff_Left" in (second / "left-single-2.log").read_text()
    assert "(half 2)" in (second / "monitor.log").read_text()


def test_a_team_under_the_others_name_is_found(command: str, tmp_path: Path) -> None:
    start = f"{sys.executable} {AGENTS / 'team.py'}"
    setting = Setting(
        teams=(Team("home", f"{start} --team away"), Team("away", start)),
        out=tmp_path,
        server=Server(command, sync=True),
        # A second player of the first team might come too late, when its number is already taken.
        players=1,
    )
    (game,) = play(setting).games
    folder = tmp_path / "game-001" / "half-1"
    refused, log = folder / "right-away.log", folder / "server.log"
    assert f"exited with 1, see {refused}; home has joined as away before" in str(game.error)
    assert str(log) in str(game.error)
    assert "agent.py: the server refused T1 away 1, " in refused.read_text()
    assert "away #1" in log.read_text()
