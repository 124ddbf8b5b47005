"""Log files in the viewer: which can be opened, and what the viewer says about them."""

import gzip
from pathlib import Path
from typing import Any, cast

import pytest
from browser.test_recordings import written
from rcssgym import ArgumentError, LogError
from rcssgym.cli import main
from rcssgym.disc import DiscSimulation
from rcssgym.disc.log import GameLogWriter, read_log
from rcssgym.view.disc_monitor import MonitoredGame
from rcssgym.view.discs import scored_by
from rcssgym.view.playback import Playback
from rcssgym.view.recordings import DiscReel, FilmReel, is_of_disc_game, open_recording
from rcssgym.view.studio import Studio


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("logs") / "game.log", "rcsssmj")


def disc_log(path: Path, *modes: str, version: int = 6) -> Path:
    """Write the log of a 2D game whose trainer sets these play modes, two cycles each."""
    simulation = DiscSimulation(seed=1)
    for team in ("Blues", "Reds"):
        simulation.add_team(team)
    with GameLogWriter(path, simulation, version=version) as log:
        for mode in modes:
            simulation.trainer.send(f"(change_mode {mode})")
            for _ in range(2):
                log.step()
    return path


def test_a_compressed_log_is_what_it_was(log: Path) -> None:
    plain = open_recording(log)
    packed = log.with_name("game.log.gz")
    packed.write_bytes(gzip.compress(log.read_bytes()))
    found = open_recording(packed)
    assert isinstance(found, FilmReel)
    assert found.duration == plain.duration > 5.0
    assert list(found.chapters()) == list(plain.chapters()) != []


def test_a_compressed_log_that_is_cut_off_is_shown_as_far_as_it_goes(log: Path) -> None:
    packed = log.with_name("cut.log.gz")
    whole = gzip.compress(log.read_bytes())
    packed.write_bytes(whole[: len(whole) // 2])
    assert 0.0 < open_recording(packed).duration < open_recording(log).duration


@pytest.mark.parametrize("content", [b"", b"hello\nthere\n"])
def test_what_is_no_log(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "some.log"
    path.write_bytes(content)
    with pytest.raises(LogError, match=r"some\.log"):
        open_recording(path)
    with pytest.raises(ArgumentError, match="cannot read"):
        open_recording(tmp_path / "nowhere.log")


@pytest.mark.parametrize(
    ("content", "is_disc"),
    [
        (b"ULG5\n", True),
        (b'[\n{"version":', True),
        (b"\0\2\0\1(referee", True),
        (bytes(100), False),  # what a crash of the machine may leave
        (b"[INFO] listening for agent connections\n", False),
        (b"((RSMP 1 0)", False),
    ],
)
def test_which_files_are_logs_of_the_2d_game(tmp_path: Path, content: bytes, is_disc: bool) -> None:
    path = tmp_path / "some.log"
    path.write_bytes(content)
    assert is_of_disc_game(path) == is_disc


def test_what_is_compressed_wrongly(log: Path) -> None:
    packed = log.with_name("wrong.log.gz")
    whole = bytearray(gzip.compress(log.read_bytes()))
    whole[200:400] = bytes(200)
    packed.write_bytes(whole)
    with pytest.raises((ArgumentError, LogError)):
        open_recording(packed)


def test_goals_and_faults_of_the_2d_game_can_be_gone_to(tmp_path: Path) -> None:
    modes = ("play_on", "foul_charge_l", "play_on", "offside_r", "play_on")
    path = disc_log(tmp_path / "game.rcg", *modes)
    reel = open_recording(path)
    assert isinstance(reel, DiscReel)
    chapters = reel.chapters()
    texts = [text for _, text in chapters]
    assert texts == ["Foul: charging, left", "Offside, right"]
    assert [time for time, _ in chapters] == sorted(time for time, _ in chapters)


def test_goals_of_a_shoot_out_can_be_gone_to(tmp_path: Path) -> None:
    halves = {"half_time": 1, "nr_extra_halfs": 0}
    sim = DiscSimulation({"auto_mode": True, "kick_off_wait": 5, **halves}, seed=0)
    for team in ("Blues", "Reds"):
        sim.add_team(team)
    with GameLogWriter(tmp_path / "game.rcg", sim) as log:
        while sum(sim.penalties[::2]) < 3:
            sim.step()
            log.step()
    reel = open_recording(tmp_path / "game.rcg")
    texts = [text for _, text in reel.chapters()]
    assert len(texts) == 3
    left, right = sim.penalties[::2]
    assert texts[-1] == f"Penalty {left} : {right}"

    class Shown:
        def show_discs(self, *shown: Any, **_: Any) -> None:
            assert shown[3:5] == ((f"({left}) Blues", f"({right}) Reds"), (0, 0))

    reel.show(cast(Studio, Shown()), reel.duration, {})
    game = MonitoredGame()
    game.hear(f"(show 90 (pm 46) (tm Blues Reds 0 0 {left} 0 {right} 1) ((b) 0 0 0 0))")
    assert scored_by(game.teams, game.kicks) == (f"({left}) Blues", f"({right}) Reds")
    game.hear("(show 91 (pm 3) (tm Blues Reds 1 0) ((b) 0 0 0 0))")
    assert (scored_by(game.teams, game.kicks), game.score) == (("Blues", "Reds"), (1, 0))


@pytest.mark.parametrize(
    ("version", "said"),
    [(1, "version 1"), (2, "version 2"), (3, "version 3"), (-1, "version JSON")],
)
@pytest.mark.parametrize("is_packed", [False, True])
def test_logs_of_the_2d_game_that_cannot_be_read(
    tmp_path: Path, version: int, said: str, is_packed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    path = disc_log(tmp_path / "old.rcg", "play_on", version=version)
    if is_packed:
        path.write_bytes(gzip.compress(path.read_bytes()))
    assert main(["view", str(path), "--port", "0"]) == 2
    errors = capsys.readouterr().err
    assert f"game logs of {said} cannot be read: only versions 4 to 6" in errors
    assert "cut off" not in errors


def test_where_a_damaged_log_of_the_2d_game_ends_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = disc_log(tmp_path / "game.rcg", "play_on", "offside_r", "play_on")
    lines = path.read_bytes().splitlines(keepends=True)
    at = [i for i, line in enumerate(lines) if line.startswith(b"(show ")][3]
    path.write_bytes(b"".join([*lines[:at], lines[at][:40] + b"\n", *lines[at + 1 :]]))
    monkeypatch.setattr(Playback, "run", lambda _: None)
    assert main(["view", str(path), "--port", "0"]) == 0
    errors = capsys.readouterr().err
    assert f"{path} is damaged: line {at + 1}: " in errors
    assert f"the {open_recording(path).duration:.1f} s before are shown" in errors


@pytest.mark.parametrize("command", [["view", "--port", "0"], ["record", "film.mp4", "--log"]])
def test_a_log_in_which_nothing_was_played_is_refused(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = disc_log(tmp_path / "game.rcg", "play_on")
    head = path.read_bytes().partition(b"(show ")[0]
    for text, reason in ((head, "it has no cycle"), (b"ULG6\nnonsense\n", "line 2: ")):
        path.write_bytes(text)
        assert main([*command, str(path)]) == 2
        assert f"nothing was played: {reason}" in capsys.readouterr().err
    assert not Path("film.mp4").exists()


def test_the_clock_of_a_2d_log_stands_still_while_the_game_is_stopped(tmp_path: Path) -> None:
    shown: dict[str, float] = {}

    class Screen:
        def show_discs(self, at: float, *_: Any, clock: float) -> None:
            shown.update(at=at, clock=clock)

    reel = open_recording(disc_log(tmp_path / "game.rcg", "play_on", "goal_l", "play_on"))
    reel.show(cast(Any, Screen()), reel.duration, {})
    cycles = read_log(tmp_path / "game.rcg").cycle
    assert shown["at"] == reel.duration > shown["clock"] == pytest.approx(0.1 * cycles[-1])
