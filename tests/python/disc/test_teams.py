"""Teams that play by themselves: ``rcssgym disc game``, and in simulations and batches."""

import copy
import json
import pickle
import re
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym import ArgumentError, DiscBatch, DiscSimulation, clang
from rcssgym.cli import main
from rcssgym.disc import (
    STATISTICS,
    BodyCommand,
    DiscGame,
    DiscResult,
    FilmWriter,
    Scripted,
    play_games,
    read_log,
)
from rcssgym.disc.report import report, report_games
from rcssgym.startup import INTERRUPTED

ROOT = Path(__file__).parents[3]
FORMATIONS = ROOT / "src" / "teams" / "formation" / "standard.txt"
KICK_OFFS = {"auto_mode": True, "kick_off_wait": 5}


def output(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run the command and return what it prints."""
    assert main(["disc", "game", *arguments]) == 0
    return capsys.readouterr().out


def test_the_printed_command_repeats_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    first = output(["--cycles", "90", "--seed", "3", "--left", "scripted:0.7", "--sensed"], capsys)
    (command,) = re.findall(r"again: rcssgym disc game (.*)", first)
    assert output(shlex.split(command), capsys) == first
    assert "after 90 cycles, stopped early" in first


def test_log_film_and_json_tell_of_the_same_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("moviepy")
    log, film = tmp_path / "game.rcg", tmp_path / "game.mp4"
    wanted = ["--cycles", "30", "--log", str(log), "--film", str(film), "--json"]
    report = json.loads(output(wanted, capsys))
    (game,) = report["games"]
    assert report["left"] == "scripted"
    assert not report["interrupted"]
    assert game["cycles"] == 30
    assert tuple(game["statistics"][0]) == STATISTICS
    game_log = read_log(log)
    assert game_log.names == ("Left", "Right")
    assert game_log.cycle[-1] == 30
    assert film.stat().st_size > 1000


def test_games_together_are_those_of_their_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    together = play_games("scripted", "random", games=3, seed=5, cycles=230, threads=2)
    for result in together:
        game = DiscGame("scripted", "random", seed=result.seed, cycles=230)
        game.play()
        assert game.result == result
    assert [result.seed for result in together] == [5, 6, 7]
    assert "3 games: Left won" in output(["--games", "3", "--cycles", "120"], capsys)


def test_games_won_in_a_shoot_out_are_won() -> None:
    def game(score: tuple[int, int], penalties: tuple[int, int]) -> DiscResult:
        statistics = (dict.fromkeys(STATISTICS, 1), dict.fromkeys(STATISTICS, 2))
        return DiscResult(1, 6000, True, score, penalties, statistics)

    games = [game((1, 0), (0, 0)), game((2, 2), (3, 4)), game((0, 0), (0, 0))]
    lines = report_games(games).splitlines()
    assert lines[0] == "3 games: Left won 1, Right 1, 1 drawn; 1 won in penalties"
    # After 21 kicks the referee gives up, whoever is ahead; a stopped shoot-out is not won.
    given_up = replace(game((0, 0), (8, 9)), penalties_missed=(2, 2))
    stopped = replace(game((0, 0), (1, 0)), over=False)
    assert [given_up.winner, stopped.winner, games[1].winner] == [None, None, 1]
    assert replace(given_up, penalties_missed=(2, 1)).winner == 1
    missed = replace(game((0, 0), (0, 0)), penalties_missed=(10, 11))
    assert "0 : 0 Right (0 : 0 in penalties)" in report(missed)
    # What is the same in all games has no interval.
    assert lines[2].split() == ["a", "game", "Left", "Right", "both"]
    assert lines[3].split() == ["goals", "1.00", "2.00", "3.00"]


def test_ctrl_c_ends_with_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    step, steps = DiscSimulation.step, iter(range(50))

    def interrupted(sim: DiscSimulation) -> None:
        if next(steps) == 40:
            raise KeyboardInterrupt
        step(sim)

    monkeypatch.setattr(DiscSimulation, "step", interrupted)
    assert main(["disc", "game"]) == INTERRUPTED
    assert "stopped early" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--left", "best"], "--left: must be still, random, scripted or scripted:STRENGTH"),
        (["--right", "scripted:fast"], "--right: 'fast' is not a strength from 0 to 1"),
        (["--right", "scripted:1.5"], "--right: strength: 1.5 is not between 0 and 1"),
        (["--left", "random", "--left-formation", "x"], "--left-formation: is for a scripted team"),
        (["--left-formation", "none.txt"], "--left-formation: cannot read none.txt"),
        (["--left-formation", "/dev/zero"], "--left-formation: cannot read /dev/zero"),
        (["--seed", "-1"], "--seed: must be from 0 to 2**64 - 1, not -1"),
        (["--games", "2", "--log", "x.rcg"], "--log: takes one game, not 2"),
        (["--left", "still", "--right", "random", "--sensed"], "--sensed: only scripted teams"),
        (["--threads", "2"], "--threads: is for several games"),
        (["--film", "game.gif"], "path: must end in .mp4, not 'game.gif'"),
        (["--film", "/no/such/folder/x.mp4"], "path: cannot write /no/such/folder/x.mp4"),
        (["--log", "/no/such/folder/x.rcg"], "path: cannot write /no/such/folder/x.rcg"),
    ],
)
def test_wrong_arguments_are_named(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["disc", "game", "--cycles", "5", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_file_of_formations_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = FORMATIONS.read_text()
    assert Scripted(formation=text).formation == text
    moved = text.replace("1 at 0: -49,0", "1 at 0: -40,3")
    sim = DiscSimulation(server_params=KICK_OFFS)
    players = sim.add_team("Alpha", Scripted(formation=moved))
    sim.step()
    assert (players[0].x, players[0].y) == (-40, 3)
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("role 1 nobody\n")
    assert main(["disc", "game", "--left-formation", str(wrong)]) == 2
    error = capsys.readouterr().err
    assert f'{wrong}: formation: line 1: there is no role "nobody"' in error


def test_a_batch_has_teams_that_play_by_themselves() -> None:
    batch = DiscBatch(3, seed=1, server_params=KICK_OFFS, teams=(None, "scripted"))
    kind = np.full((3, 22), BodyCommand.TURN)
    for _ in range(120):
        batch.step(kind, [[90.0, 0.0]])
    counts = batch.counts
    assert (counts[:, :11, 2] > 50).all()
    assert not counts[:, :11, [0, 1]].any()
    # The commands for the scripted team were ignored.
    assert (counts[:, 11:, 1] > 10).sum() > 20
    assert batch.statistics.shape == (3, 2, len(STATISTICS))
    assert (batch.read("statistics") == batch.statistics).all()
    copies = [pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch)]
    batch.advance(50)
    for other in copies:
        other.advance(50)
        assert other.snapshot() == batch.snapshot()


def test_worlds_that_are_not_played_stand_still() -> None:
    batch = DiscBatch(2, server_params=KICK_OFFS, teams=("scripted", "random"))
    batch.advance(30)
    before = batch.position
    batch.advance(30, worlds=[1])
    assert (batch.position[0] == before[0]).all()
    assert (batch.position[1] != before[1]).any()


@pytest.mark.parametrize(
    ("teams", "message"),
    [
        ("scripted", "teams: must be two, of the left and the right team, not scripted"),
        (("scripted",), "teams: must be two"),
        (("scripted", "good"), "teams: must be 'still', 'random' or 'scripted', not \"good\""),
        (
            (1.0, None),
            "teams: must be None, 'still', 'random', 'scripted' or a Scripted, not float",
        ),
    ],
)
def test_a_batch_refuses_other_teams(teams: Any, message: str) -> None:
    with pytest.raises(ArgumentError, match=f"^{re.escape(message)}"):
        DiscBatch(1, teams=teams)


def test_a_simulation_refuses_other_teams() -> None:
    sim = DiscSimulation()
    sim.add_team("Alpha", "still", size=3)
    wrong: list[tuple[tuple[Any, ...], str]] = [
        (("Alpha",), "team: 'Alpha' plays already"),
        (("Beta", "good"), "play: must be 'still', 'random' or 'scripted', not \"good\""),
        (("Beta", "still", 12), "size: must be from 1 to 11, not 12"),
    ]
    for arguments, message in wrong:
        with pytest.raises(ArgumentError, match=f"^{re.escape(message)}"):
            sim.add_team(*arguments)
    assert sim.teams == ("Alpha", "")
    assert len(sim.players) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"strength": 2}, "strength: 2 is not between 0 and 1"),
        ({"delay": 21}, "delay: "),
        ({"noise": -1}, "noise: -1 is not between 0 and 180"),
        ({"effort": float("nan")}, "effort: NaN is not between 0 and 1"),
        ({"formation": "role 1 x"}, 'formation: line 1: there is no role "x"'),
        ({"strength": "much"}, "strength: must be a number, not str"),
        ({"noise": "much"}, "noise: must be a number, not str"),
        ({"effort": "much"}, "effort: must be a number, not str"),
        ({"formation": 433}, "formation: must be a string, not int"),
        ({"sensed": 1}, "sensed: must be True or False, not int"),
        ({"talk": "no"}, "talk: must be True or False, not str"),
        ({"planner": 1}, "planner: must be True or False, not int"),
        ({"choose_types": 0}, "choose_types: must be True or False, not int"),
    ],
)
def test_scripted_teams_refuse_other_values(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=f"^{re.escape(message)}"):
        Scripted(**arguments)


def test_scripted_teams_compare_show_and_pickle() -> None:
    team = Scripted(0.5, noise=3)
    assert (team.delay, team.noise, team.effort) == (2, 3.0, 0.85)
    assert repr(team) == "Scripted(0.5, noise=3.0)"
    assert pickle.loads(pickle.dumps(team)) == team != Scripted(0.5)


def test_a_whole_game_comes_to_its_end() -> None:
    (result,) = play_games("scripted", "random", seed=2)
    assert isinstance(result, DiscResult)
    assert result.over
    assert result.cycles == 6000
    own, other = result.statistics
    assert own["goals"] == result.score[0] >= 10
    assert other["goals"] == 0
    assert own["possession"] > 5 * other["possession"]


def test_lots_of_commands_can_be_decided() -> None:
    def fail(kind: str, *_: object) -> bool:
        raise ValueError(kind)

    sim = DiscSimulation(server_params=KICK_OFFS, chance=fail, seed=3)
    for name in ("Alpha", "Beta"):
        sim.add_team(name)
    before = None

    def play() -> None:
        nonlocal before
        for _ in range(600):
            before = sim.statistics, sim.cycle, sim.ball
            sim.step()

    with pytest.raises(ValueError, match=r"tackle|catch"):
        play()
    assert (sim.statistics, sim.cycle, sim.ball) == before


def test_a_film_is_written_while_the_game_is_played(tmp_path: Path) -> None:
    pytest.importorskip("moviepy")
    game = DiscGame(cycles=12)
    with FilmWriter(tmp_path / "game.mp4", game.simulation, width=320, height=240) as film:
        game.play(film.shoot)
    film.close()
    moviepy = pytest.importorskip("moviepy")
    with moviepy.VideoFileClip(str(tmp_path / "game.mp4")) as clip:
        assert clip.size == [320, 240]
        assert clip.n_frames >= 12


def test_the_package_says_who_plays() -> None:
    assert rcssgym.disc.Scripted is Scripted


def test_teams_that_sense_need_senses() -> None:
    team = Scripted(sensed=True)
    assert team.sensed
    assert repr(team) == "Scripted(1.0, sensed=True)"
    with pytest.raises(ArgumentError, match=r"^teams: .* needs a batch with sensed=True"):
        DiscBatch(1, teams=(team, None))
    with pytest.raises(ArgumentError, match=r"^play: .* needs a simulation with senses"):
        DiscSimulation().add_team("Alpha", team)
    batch = DiscBatch(1, teams=(team, "random"), sensed=True, server_params=KICK_OFFS)
    sim = DiscSimulation(senses=19, server_params=KICK_OFFS)
    sim.add_team("left", team)
    sim.add_team("right", "random")
    for _ in range(150):
        sim.step()
    batch.advance(150)
    assert (batch.counts[0, :11, 5] > 80).all()
    assert [player.x for player in sim.players] == batch.position[0, :, 0].tolist()


def test_a_simulation_with_teams_goes_on_from_a_snapshot() -> None:
    def simulation() -> DiscSimulation:
        sim = DiscSimulation(server_params=KICK_OFFS, seed=4)
        sim.add_team("Alpha", Scripted(0.6))
        sim.add_team("Beta", "random")
        return sim

    def play(sim: DiscSimulation) -> tuple[object, ...]:
        for _ in range(200):
            sim.step()
        return sim.ball, sim.statistics, sim.snapshot()

    one, other = simulation(), simulation()
    play(one)
    snapshot = one.snapshot()
    after = play(one)
    other.restore(snapshot)
    assert play(other) == after
    damaged = bytearray(snapshot)
    damaged[-20] ^= 1
    plain = DiscSimulation(server_params=KICK_OFFS, seed=4)
    for wrong, message in [
        (bytes(damaged), "damaged"),
        (snapshot[:10], "too short"),
        (plain.snapshot(), "with teams that play by themselves"),
    ]:
        with pytest.raises(rcssgym.SnapshotError, match=message):
            other.restore(wrong)
    with pytest.raises(rcssgym.SnapshotError, match="not a snapshot of a 2D game"):
        plain.restore(snapshot)
    assert other.snapshot() == after[-1]


BACK = "(define (definerule back direc ((true) (do our {0} (home (pt -45 0))))))"
ON = "(rule (on back))"


def test_teams_are_told_before_the_game_or_by_their_coach() -> None:
    advised = Scripted(advice=[BACK, clang.parse(ON)])
    assert advised.advice == (BACK, ON)
    assert repr(advised) == "Scripted(1.0, advice=...)"
    assert pickle.loads(pickle.dumps(advised)) == advised != Scripted()
    batch = DiscBatch(3, teams=(advised, "scripted"), server_params=KICK_OFFS, seed=2)
    batch.advance(40)
    batch.coach(1, "right", f"(say {BACK})")
    batch.coach(1, "right", f"(say {ON})")
    # During play, coaches' messages are heard after 50 cycles.
    again = pickle.loads(pickle.dumps(batch))
    for one in (batch, again):
        one.advance(250)
    np.testing.assert_array_equal(batch.position, again.position)
    depth = batch.position[..., 0].reshape(3, 2, 11)[..., 1:].mean(axis=-1)
    assert depth[:, 0].mean() < -25.0
    assert depth[1, 1] > depth[[0, 2], 1].max() + 10.0


def test_advice_may_be_longer_than_a_message_when_it_is_written_out() -> None:
    """Coaches may leave out blanks and digits that the game's own text of a message has."""
    dense = BACK.replace("(pt -45 0)", f"(reg{'(pt -45 .5)' * 700})")
    assert len(dense) < 8154 < len(clang.parse(dense).text)
    advised = Scripted(advice=[dense, ON])
    assert pickle.loads(pickle.dumps(advised)) == advised
    sim = DiscSimulation(server_params=KICK_OFFS, seed=2)
    sim.add_team("left", advised)
    sim.restore(sim.snapshot())
    batch = DiscBatch(2, teams=("scripted", "scripted"), server_params=KICK_OFFS, seed=2)
    for message in (dense, ON):
        assert batch.coach(1, "left", f"(say {message})") == "(ok say)"
    batch.advance(250)
    depth = batch.position[:, 1:11, 0].mean(axis=-1)
    assert depth[1] < depth[0] - 10.0


def test_a_coach_who_was_silent_may_say_as_much_as_one_who_was_there() -> None:
    """A simulation counts from the beginning; a batch begins when somebody says something."""
    windows = {**KICK_OFFS, "clang_win_size": 100}
    halves = {**KICK_OFFS, "half_time": 3, "say_coach_cnt_max": 1}
    for rules, cycle, message in (
        (windows, 100, "(rule (on all))"),
        (halves, 63, '(freeform "x")'),
    ):
        sim = DiscSimulation(server_params=rules, seed=2)
        sim.add_team("left", "scripted")
        sim.add_team("right", "scripted")
        while sim.cycle < cycle:
            sim.step()
        batch = DiscBatch(1, teams=("scripted", "scripted"), server_params=rules, seed=2)
        while batch.cycle[0] < cycle:
            batch.advance(1)
        in_turn = []
        for _ in range(3):
            answer = sim.coach("left").send(f"(say {message})")
            assert batch.coach(0, "left", f"(say {message})") == answer
            in_turn.append(answer)
            sim.step()
            batch.advance(1)
        assert in_turn[:2] == ["(ok say)", "(ok say)"]
        assert in_turn[2].startswith("(error said_too_many_")


def test_a_simulation_hears_its_coach_as_a_batch_does() -> None:
    sim = DiscSimulation(server_params=KICK_OFFS, seed=2)
    sim.add_team("left", "scripted")
    sim.add_team("right", "scripted")
    batch = DiscBatch(1, teams=("scripted", "scripted"), server_params=KICK_OFFS, seed=2)
    for message in (BACK, ON):
        assert sim.coach("left").send(f"(say {message})") == "(ok say)"
        assert batch.coach(0, "left", f"(say {message})") == "(ok say)"
    for _ in range(120):
        sim.step()
    batch.advance(120)
    assert [player.x for player in sim.players] == batch.position[0, :, 0].tolist()
    before = sim.snapshot()
    sim.step()
    later = [player.x for player in sim.players]
    sim.restore(before)
    sim.step()
    assert [player.x for player in sim.players] == later


def test_wrong_advice_is_refused() -> None:
    for advice, what in [
        ("(rule (on all))", "must be several messages, not one text"),
        (5, "must be several messages, not one int"),
        ([BACK, 5], r"advice\[1\]: must be a text or a Message, not int"),
        ([BACK, "(rule (on r)"], r"advice\[1\]: "),
        ([ON], r"advice\[0\]: no rule is called back"),
    ]:
        with pytest.raises(ArgumentError, match=what):
            Scripted(advice=advice)  # type: ignore[arg-type]


def test_every_world_may_have_a_team_of_its_own() -> None:
    levels = [0.0, 0.5, 1.0]
    teams = ("scripted", [Scripted(level) for level in levels])
    batch = DiscBatch(3, teams=teams, server_params=KICK_OFFS, seed=4)
    batch.advance(150)
    for world, level in enumerate(levels):
        alone = DiscBatch(1, teams=("scripted", Scripted(level)), server_params=KICK_OFFS,
                          seed=4 + world)  # fmt: skip
        alone.advance(150)
        np.testing.assert_array_equal(batch.position[world], alone.position[0])
    with pytest.raises(ArgumentError, match="teams: 2 ways to play for 3 worlds"):
        DiscBatch(3, teams=(None, ["still", "random"]))
    with pytest.raises(ArgumentError, match="needs a batch with sensed=True"):
        DiscBatch(2, teams=(None, ["still", Scripted(sensed=True)]))


def test_options_of_scripted_teams() -> None:
    other = Scripted(0.5, sensed=True, talk=False, planner=True, choose_types=False)
    assert (other.talk, other.planner, other.choose_types) == (False, True, False)
    text = "Scripted(0.5, sensed=True, talk=False, planner=True, choose_types=False)"
    assert repr(other) == text
    assert copy.copy(other) == other


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"games": 2_000_000}, "games: 2000000 is not from 1 to 1000000"),
        ({"games": 0}, "games: 0 is not from 1 to 1000000"),
        ({"games": 1.5}, "games: 1.5 is not an integer"),
        ({"seed": "a"}, "seed: 'a' is not an integer"),
    ],
)
def test_games_and_seeds_are_refused_by_their_names(given: Any, complaint: str) -> None:
    with pytest.raises(ArgumentError, match=f"^{complaint}"):
        play_games(**given)


@pytest.mark.parametrize("cycles", [0, -1, 1.5, True, "9"])
def test_games_are_stopped_after_a_number_of_cycles(cycles: Any) -> None:
    complaint = f"cycles: {cycles!r} is not a positive integer"
    with pytest.raises(ArgumentError, match=complaint):
        DiscGame(cycles=cycles)
    with pytest.raises(ArgumentError, match=complaint):
        play_games(cycles=cycles)
