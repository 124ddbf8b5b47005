"""Games on a fake server: results, sides, and no processes left, whatever teams and servers do."""

import csv
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from processes import ending
from rcssgym.errors import ArgumentError
from rcssgym.match import GameResult, Server, Setting, Team, play, serving
from rcssgym.match.command_line import CommandLine
from rcssgym.match.monitor import Monitor
from rcssgym.match.setting import serve_command
from rcssgym.soccer.fields import FIELD_NAMES

from match.matches import HERE, SOON, alive, labelled, server, setting, team


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    with labelled() as label:
        yield
        assert alive(label) == []


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"patience": "5"}, "patience: '5' is not a positive time"),
        ({"prepare": None}, "prepare: None is not a time"),
        ({"half_time": "5"}, "half_time: '5' is not between 0.02 s and the 300 s of ssim"),
        ({"out": 3}, "out: 3 is not a path of a folder"),
    ],
)
def test_settings_that_are_not_possible_are_refused(wrong: dict[str, Any], reason: str) -> None:
    teams = Team("a", "true"), Team("b", "true")
    assert Setting(teams, "folder").out == Path("folder")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=reason):
        Setting(**{"teams": teams, "out": "folder", **wrong})
    with pytest.raises(ArgumentError, match="web: 70000 is not a port from 1 to 65535"):
        Server(web=70000)


def only_game(out: Path, *kinds: str, **more: Any) -> GameResult:
    (game,) = play(setting(out, *kinds, **more)).games
    return game


def test_a_game_has_two_halves_with_the_ends_changed(tmp_path: Path) -> None:
    game = only_game(tmp_path)
    assert game.is_complete
    assert [half.left for half in game.halves] == [0, 1]
    # Left scores once in the first half, right twice in the second: the same team.
    assert game.goals == (3, 0)
    assert [tally.goals for tally in game.halves[0].tallies] == [1, 0]
    assert [half.play_time for half in game.halves] == pytest.approx([4.0, 4.0])
    assert game.tally(0).fouls == {"incapable": 1, "crowding": 1}
    assert game.tally(1).fewest_players == 2
    assert all(half.wall_time > 0.0 and half.notes == [] for half in game.halves)


def test_games_change_who_begins_on_the_left(tmp_path: Path) -> None:
    finished: list[int] = []
    results = play(
        setting(tmp_path, games=3, parallel=2), lambda game: finished.append(game.number)
    )
    assert results.differences == [3, -3, 3]
    assert results.outcomes == (2, 0, 1)
    assert [game.number for game in results.games] == sorted(finished) == [1, 2, 3]
    rows = list(csv.DictReader((tmp_path / "results.csv").read_text().splitlines()))
    assert [row["left_first"] for row in rows] == ["home", "away", "home"]
    assert [row["difference"] for row in rows] == ["3", "-3", "3"]
    assert [row["half_time_2"] for row in rows] == ["0", "1", "0"]
    content = json.loads((tmp_path / "results.json").read_text())
    assert content["outcomes"] == {"won": 2, "drawn": 0, "lost": 1}
    assert content["games"][1]["halves"][0]["left"] == "away"
    assert content["games"][1]["halves"][0]["teams"]["away"] == {
        "goals": 1,
        "fouls": {"incapable": 1},
        "fewest_players": 2,
        "first_players": 2,
        "last_players": 2,
        "lost": [],
    }


def test_logs_are_where_they_belong(tmp_path: Path) -> None:
    game = only_game(tmp_path, "exit")
    folder = tmp_path / "game-001" / "half-1"
    assert (folder / "server.log").exists()
    assert (folder / "left-home.log").read_text() == ""
    assert not (folder / "right-away.log").exists()
    assert str(folder / "left-home.log") in str(game.error)


@pytest.mark.parametrize(
    ("kind", "complaint"),
    [
        ("exit", "away has left: {python} exited with 3"),
        ("absent", "away has not come to the right side within 2 s: {python} is running"),
        ("crash", "away has no robot left on the pitch: {python} was ended by SIGABRT"),
    ],
)
def test_a_team_that_fails_breaks_the_game_off(tmp_path: Path, kind: str, complaint: str) -> None:
    patience = 2.0 if kind == "absent" else 30.0
    results = play(setting(tmp_path, "stand", kind, half_time=290.0, patience=patience))
    (game,) = results.games
    assert complaint.format(python=sys.executable) in str(game.error)
    log = tmp_path / "game-001" / "half-1" / "server.log"
    assert str(log) in str(game.error)
    assert results.complete == []
    assert results.broken_off == [game]
    assert len(game.halves) == 1


@pytest.mark.parametrize("kind", ["loud", "deaf", "script", "daemon", "rename"])
def test_odd_teams_can_play(tmp_path: Path, kind: str) -> None:
    assert only_game(tmp_path, kind).goals == (3, 0)


def test_teams_under_one_name_are_no_two_teams(tmp_path: Path) -> None:
    game = only_game(tmp_path, "rename", "rename", patience=2.0)
    assert "away has not come to the right side within 2 s" in str(game.error)
    log = tmp_path / "game-001" / "half-1" / "server.log"
    assert f"nobody has joined but as other: do both teams? See {log}" in str(game.error)


def test_a_team_whose_name_is_taken_is_not_to_blame(tmp_path: Path) -> None:
    teams = (team("home", "rename"), team("other", "exit"))
    (game,) = play(setting(tmp_path, teams=teams)).games
    assert "other has left: " in str(game.error)
    log = tmp_path / "game-001" / "half-1" / "server.log"
    assert f"; home has joined as other before, see {log}" in str(game.error)


def test_a_kick_off_waits_for_the_patient_only(tmp_path: Path) -> None:
    game = only_game(tmp_path, "stand", "one", patience=2.0)
    assert game.is_complete
    assert game.tally(1).fewest_players == 1
    assert "kick-off with 2 : 1 players" in game.halves[0].notes[0]
    assert "kick-off with 1 : 2 players" in game.halves[1].notes[0]


def test_players_that_leave_before_the_kick_off_are_told(tmp_path: Path) -> None:
    game = only_game(tmp_path, "stand", "shrink", prepare=40.0)
    first, second = game.halves
    assert (first.tallies[0].first_players, first.tallies[1].first_players) == (2, 1)
    log = tmp_path / "game-001" / "half-1" / "right-away.log"
    running = f"away: {sys.executable} is running, see {log}"
    assert first.notes == [f"kick-off with 2 : 1 players, the others have left ({running})"]
    assert second.notes == []


def test_players_that_are_lost_are_in_the_results(tmp_path: Path) -> None:
    results = play(setting(tmp_path, on="drops"))
    (game,) = results.games
    assert game.is_complete
    first, second = game.halves
    for half, loser in ((first, 1), (second, 0)):
        tally, other = half.tallies[loser], half.tallies[1 - loser]
        assert (tally.first_players, tally.last_players, tally.fewest_players) == (2, 1, 1)
        (loss,) = tally.losses
        assert (loss.half, loss.players, loss.remaining) == (half.half, 1, 1)
        assert 2.0 - 0.4 - 1e-6 < 300.0 * half.half - loss.play_time < 2.0
        # The player that leaves at the end does not count as lost.
        assert (other.first_players, other.last_players, other.losses) == (2, 2, [])
        (note,) = half.notes
        name = ("home", "away")[loser]
        log = tmp_path / "game-001" / f"half-{half.half}" / f"right-{name}.log"
        assert note.startswith(f"{name} lost a player at ")
        assert note.endswith(f", 1 left: {sys.executable} is running, see {log}")
    assert game.tally(1).losses == first.tallies[1].losses
    assert results.with_losses == [game]
    (row,) = csv.DictReader((tmp_path / "results.csv").read_text().splitlines())
    assert [row[f"{when}_players_{team}"] for team in (1, 2) for when in ("first", "last")] == [
        *("2", "1"),
        *("2", "2"),
    ]
    assert (row["lost_players_1"], row["lost_players_2"]) == ("1", "1")
    assert float(row["lost_at_2"]) == pytest.approx(first.tallies[1].losses[0].play_time)


@pytest.mark.parametrize(
    ("kind", "complaint"),
    [
        ("dead", "the server does not come up"),
        ("crash", "the server has left"),
        ("silent", "the server has been silent for 2 s"),
        ("lazy", "the server has not kicked off within 5 s"),
    ],
)
def test_a_server_that_fails_breaks_the_game_off(tmp_path: Path, kind: str, complaint: str) -> None:
    game = only_game(tmp_path, on=kind, silence=2.0)
    assert complaint in str(game.error)
    assert "server.log" in str(game.error) or kind == "lazy"


def test_a_server_that_cannot_be_started_breaks_the_game_off(tmp_path: Path) -> None:
    game = only_game(tmp_path, server=Server("/no/such/server"))
    assert "'/no/such/server' cannot be started" in str(game.error)


@pytest.mark.parametrize("name", ["with space", "{x}", "it's", "{", "}}"])
def test_the_usual_server_can_be_run_by_any_python(name: str, tmp_path: Path) -> None:
    python = str(tmp_path / name / "python")
    words = Server(serve_command(python)).line.words
    assert CommandLine(words[:4]).fill({}) == [python, "-m", "rcssgym", "serve"]
    assert "{aport}" in words


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"left": "no-such-program {port}"}, "command of home: 'no-such-program' is not a program"),
        ({"left": "/dev/null"}, "command of home: '/dev/null' is not a program"),
        ({"host": "256.0.0.1"}, "host: no free port at '256.0.0.1'"),
        ({"host": "a..b"}, "host: no free port at 'a..b'"),
        ({"host": "192.0.2.1"}, "host: no free port at '192.0.2.1'"),
    ],
)
def test_what_cannot_be_played_here_is_refused_before_anything_starts(
    tmp_path: Path, change: dict[str, str], complaint: str
) -> None:
    teams = (Team("home", change.get("left", sys.executable)), team("away", "stand"))
    on = Server(server().command, host=change.get("host", "127.0.0.1"))
    with pytest.raises(ArgumentError, match="^" + re.escape(complaint)):
        play(setting(tmp_path / "out", teams=teams, server=on))
    assert not (tmp_path / "out").exists()


def test_ports_of_an_ipv6_address_are_found() -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        pytest.skip(f"no IPv6: {error}")
    assert min(serving.free_ports("::1")) > 0


def test_a_program_with_places_in_its_name_is_looked_for_in_its_game(tmp_path: Path) -> None:
    teams = (Team("home", "{log}/start.sh"), team("away", "stand"))
    game = only_game(tmp_path, teams=teams)
    assert "start.sh' cannot be started" in str(game.error)


@pytest.mark.parametrize(
    ("name", "value"),
    [("games", 1.5), ("games", True), ("parallel", 2.0), ("players", "2"), ("half_time", 0.019)],
)
def test_numbers_that_are_none_are_refused(tmp_path: Path, name: str, value: Any) -> None:
    with pytest.raises(ArgumentError, match=f"^{name}: "):
        setting(tmp_path, **{name: value})


def test_fields_and_rules_are_those_of_the_server() -> None:
    for field in FIELD_NAMES:
        assert ("--field", field) in pairwise(Server(field=field).line.words)
    with pytest.raises(ArgumentError, match=r"^field: 'moon' is none of fifa, fifa7vs7$"):
        Server(field="moon")
    with pytest.raises(ArgumentError, match=r"^rules: 'chess' is none of fifa, ssim, ssim26$"):
        Server(rules="chess")
    with pytest.raises(ArgumentError, match=r"^field: 'unknown'"):
        Server(field="unknown")


def test_a_server_that_does_not_come_up_breaks_the_game_off(tmp_path: Path) -> None:
    game = only_game(tmp_path, on="mute", startup=0.2)
    assert "the server does not come up within 0.2 s" in str(game.error)


def test_patience_with_players_is_none_with_servers(tmp_path: Path) -> None:
    game = only_game(tmp_path, "absent", patience=1e-6)
    assert "home has not come to the left side within 1e-06 s" in str(game.error)


@pytest.fixture
def ports_of_another(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let another game's server occupy the ports of players and monitors; it must not end."""
    ports = serving.free_ports("127.0.0.1")
    values = {"host": "127.0.0.1", "aport": ports[0], "mport": ports[1], "rules": "ssim"}
    values |= {"phase": 0, "time": 0, "logfile": "unused", "half": 1, "game": 1}
    with ending(subprocess.Popen(server().line.fill(values))) as other:
        end = time.monotonic() + SOON
        with closing(Monitor("127.0.0.1")) as monitor:
            while not monitor.connect(ports[1]):
                assert time.monotonic() < end
        monkeypatch.setattr(serving, "free_ports", lambda _: ports)
        yield
        assert other.poll() is None


@pytest.mark.parametrize("kind", ["dead", "late"])
@pytest.mark.usefixtures("ports_of_another")
def test_another_games_server_is_not_taken_for_ours(tmp_path: Path, kind: str) -> None:
    """Whether our server has ended before the first monitor message, or ends later."""
    game = only_game(tmp_path, on=kind, prepare=500.0)
    assert re.search(r"the server (does not come up|has left): .* exited with 1", str(game.error))


def test_a_half_that_takes_too_long_is_broken_off(tmp_path: Path) -> None:
    game = only_game(tmp_path, half_time=300.0, timeout=0.2)
    assert "not over within 0.2 s" in str(game.error)


def test_a_stubborn_server_is_killed(tmp_path: Path) -> None:
    assert only_game(tmp_path, on="stubborn").is_complete


def test_all_who_do_not_end_have_one_time_of_grace(tmp_path: Path) -> None:
    grace = 4.0
    more = {"half_time": 300.0, "timeout": 0.2, "grace": grace}
    game = only_game(tmp_path, "deaf", "deaf", "stubborn", **more)
    assert "not over within 0.2 s" in str(game.error)
    (half,) = game.halves
    # Separate grace periods for the server and both teams would take three times as long.
    assert grace < half.wall_time < 3 * grace


def test_a_server_that_goes_on_with_the_second_half_ends_the_first(tmp_path: Path) -> None:
    game = only_game(tmp_path, on="goes-on")
    assert [tally.goals for tally in game.halves[0].tallies] == [1, 0]
    assert game.goals == (3, 0)


def test_each_number_can_be_a_process(tmp_path: Path) -> None:
    command = f"{sys.executable} {HERE / 'fake_team.py'} one {{number}}"
    teams = (Team("home", command), Team("away", command))
    game = only_game(tmp_path, teams=teams)
    assert game.is_complete
    assert (tmp_path / "game-001" / "half-1" / "left-home-2.log").exists()
    assert game.tally(0).fewest_players == 2


def test_a_folder_with_results_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text("mine")
    with pytest.raises(ArgumentError, match=r"out: .* has the results of another match"):
        play(setting(tmp_path))
    assert (tmp_path / "results.json").read_text() == "mine"


def test_whoever_interrupts_waits_for_the_processes_only(tmp_path: Path) -> None:
    """The first game is over while the second waits for a team that does not come."""
    finished: list[float] = []

    def stop(_: GameResult) -> None:
        finished.append(time.monotonic())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(setting(tmp_path, "once", "once", games=5, parallel=2, patience=3 * SOON), stop)
    assert time.monotonic() - finished[0] < SOON
    content = json.loads((tmp_path / "results.json").read_text())
    assert len(content["games"]) == 1
    assert (tmp_path / "game-002").exists()


def test_an_interrupt_between_two_first_games_ends_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit, submitted = ThreadPoolExecutor.submit, list[float]()

    def interrupted(*arguments: Any) -> Any:
        submitted.append(time.monotonic())
        if len(submitted) == 2:
            raise KeyboardInterrupt
        return submit(*arguments)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play(setting(tmp_path, "absent", games=2, patience=2 * SOON))
    assert time.monotonic() - submitted[0] < SOON


def test_servers_find_modules_though_they_run_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE.parent)
    monkeypatch.setenv("PYTHONPATH", HERE.name)
    game = only_game(tmp_path, server=Server(f"{sys.executable} -m fake_server plain"))
    assert game.is_complete
