"""The managed 2D game: players, trainer, coach, random draws, snapshots, and invalid calls."""

import copy
import math
import pickle
import random
import re
from collections.abc import Callable

import numpy as np
import pytest
import rcssgym

QUIET: dict[str, float] = {"player_rand": 0, "ball_rand": 0, "kick_rand": 0}


def game(
    players: int = 2, chance: object = None, **parameters: float
) -> tuple[rcssgym.DiscSimulation, list[rcssgym.DiscPlayer]]:
    """Return two teams in play, far from the ball; the first player of each team is a goalie."""
    sim = rcssgym.DiscSimulation(QUIET | parameters, {"kick_rand_delta_factor": 0}, chance=chance)  # type: ignore[arg-type]
    for team in ("L", "R"):
        for unum in range(1, players + 1):
            sim.add_player(team, goalie=unum == 1)
    sim.trainer("(change_mode play_on)")
    sim.trainer("(move (ball) 0 20)")
    return sim, list(sim.players)


def test_players_join() -> None:
    sim = rcssgym.DiscSimulation()
    keeper, mate = sim.add_player("Alpha", goalie=True), sim.add_player("Alpha")
    foe = sim.add_player("Beta")
    assert [(p.side, p.unum, p.goalie) for p in sim.players] == [
        ("l", 1, True),
        ("l", 2, False),
        ("r", 1, False),
    ]
    assert sim.teams == ("Alpha", "Beta")
    assert [mate.x, mate.y, foe.x, foe.y] == [-6, -37, 3, -37]
    assert [[10, 20, 30][player] for player in (keeper, mate, foe)] == [10, 20, 30]
    for team, goalie, message in (
        ("Gamma", False, "there is no place for 'Gamma'"),
        ("Alpha", True, "has a goalie"),
        ("", False, "1 to 15"),
        ("a b", False, "1 to 15"),
        ("x" * 16, False, "1 to 15"),
    ):
        with pytest.raises(rcssgym.ArgumentError, match=message.replace("'", "[\"']")):
            sim.add_player(team, goalie)
    for _ in range(9):
        sim.add_player("Alpha")
    with pytest.raises(rcssgym.ArgumentError, match="11 players"):
        sim.add_player("Alpha")
    assert len(sim.players) == 12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"server_params": {"dash_power": 1}}, "server_params: there is no parameter"),
        ({"server_params": {"ball_decay": "fast"}}, "ball_decay takes a finite number, not"),
        ({"server_params": {"ball_decay": math.nan}}, "ball_decay takes a finite number"),
        ({"server_params": {"ball_decay": 0}}, "ball_decay must be above 0"),
        ({"server_params": {"quantize_step": 0}}, "quantize_step must be above 0, not 0"),
        (
            {"server_params": {"quantize_step_l": -0.01}},
            "quantize_step_l must be above 0, not -0.01",
        ),
        (
            {"server_params": {"ball_decay": 1e9}},
            "ball_decay must be from 1e-9 to 0.999999, not 1000000000.0",
        ),
        ({"server_params": {"player_size": 11}}, "player_size must be from 1e-9 to 10.0, not 11.0"),
        ({"server_params": {"half_time": 1.5}}, "half_time takes a whole number"),
        (
            {"server_params": {"half_time": 1e300}},
            "half_time takes a whole number of 32 bits, not 1e300",
        ),
        ({"server_params": {"golden_goal": 2}}, "golden_goal takes a boolean"),
        ({"server_params": {"half_time": 2**40}}, "half_time"),
        ({"server_params": [1]}, "server_params: must be a mapping, not list"),
        ({"player_params": {"half_time": 1}}, "player_params: there is no parameter"),
        ({"player_params": {"player_types": 7}}, "player_types must be 18"),
        ({"player_types": [{}]}, "player_types: must be 18 records, not 1"),
        ({"player_types": [{}] * 18}, "type 0: player_speed_max is missing"),
        ({"player_types": 3}, "player_types: must be 18 records, not int"),
        ({"seed": -1}, "seed: must be from 0"),
        ({"seed": 0.5}, "seed: must be an integer, not float"),
        ({"chance": 3}, "chance: 3 cannot be called"),
    ],
)
def test_what_is_no_argument_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=re.escape(message)):
        rcssgym.DiscSimulation(**arguments)  # type: ignore[arg-type]


def test_parameters_are_set_and_shown() -> None:
    sim = rcssgym.DiscSimulation({"half_time": np.int64(100), "ball_decay": np.float64(0.9)})
    assert len(sim.server_params) == 202
    assert len(sim.player_params) == 29
    assert (sim.server_params["half_time"], sim.server_params["ball_decay"]) == (100, 0.9)
    assert sim.server_params["use_offside"] is True
    assert sim.server_params["log_date_format"] == "%Y%m%d%H%M%S-"


def test_types_follow_from_seeds() -> None:
    def speeds(**arguments: object) -> list[float]:
        sim = rcssgym.DiscSimulation(**arguments)  # type: ignore[arg-type]
        return [record["dash_power_rate"] for record in sim.player_types]

    assert speeds(seed=1) == speeds(seed=1) != speeds(seed=2)
    fixed = {"player_params": {"random_seed": 11}}
    assert speeds(seed=1, **fixed) == speeds(seed=2, **fixed)
    records = rcssgym.DiscSimulation(seed=5).player_types
    records[3]["dash_power_rate"] = 0.005
    assert speeds(player_types=records)[3] == 0.005
    printed = [{name: float(f"{value:.6g}") for name, value in r.items()} for r in records]
    assert speeds(player_types=printed)[4] == printed[4]["dash_power_rate"]


def test_printed_types_are_those_of_the_seed() -> None:
    seed = {"random_seed": 11}
    exact = rcssgym.DiscSimulation(player_params=seed).player_types
    printed = [{name: float(f"{value:.6g}") for name, value in r.items()} for r in exact]
    sim = rcssgym.DiscSimulation(player_params=seed, player_types=printed)
    assert sim.player_types == exact != printed


@pytest.mark.parametrize(
    "message",
    [
        "",
        "dash 100",
        "(dash)",
        "(dash 100",
        "(dash nan)",
        "(dash inf)",
        "(dash 1e999)",
        "(dash 1.)",
        "(dash 1 2 3)",
        "(dash (l 1 2) (l 1 2))",
        "(dash (x 1 2))",
        "(turn x)",
        "(kick 100)",
        "(tackle 10 maybe)",
        "(catch)",
        "(move 1)",
        "(change_view huge)",
        "(pointto on)",
        "(attentionto our)",
        "(ear on)",
        "(fly 3)",
        "\x00(dash 100)",
        '(say "")',
        "(dash 100)\r",
    ],
)
def test_what_cannot_be_read_is_answered_with_an_error(message: str) -> None:
    sim, (player, *_) = game()
    before = sim.snapshot()
    assert player.send(message).endswith("(error illegal_command_form)")
    if "(dash 100)\r" not in message:
        assert sim.snapshot() == before


def test_commands_before_an_error_are_done() -> None:
    sim, (player, *_) = game()
    sim.trainer("(move (player L 1) -20 0 0 0 0)")
    assert player.send("(turn 40)(kick)") == "(error illegal_command_form)"
    sim.step()
    assert player.body == pytest.approx(40)


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("(score)", "(score 0 0 0)"),
        ("(synch_see)", "(ok synch_see)"),
        ("(gaussian_see)", "(ok gaussian_see)"),
        ("(compression 3)", "(ok compression 3)"),
        ("(compression -1)", "(ok compression -1)"),
        ("(compression 10)", ""),
        ("(clang (ver 7 8))", "(ok clang (ver 7 8))"),
        ("(ear (on Nobody complete))", "(error no team with name Nobody)"),
        ("(ear (off our))", ""),
        ("(attentionto R 1)", ""),
        ('(say "hello")', ""),
        ("(say hello)(turn 1)", ""),
        ("(done)", ""),
        ("(long_kick 100 0)", ""),
        ("(change_view wide low)(change_view narrow)", ""),
        ("(score)(synch_see)", "(score 0 0 0)\n(ok synch_see)"),
    ],
)
def test_players_are_answered(message: str, answer: str) -> None:
    _, (player, *_) = game()
    assert player.send(message) == answer


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("(move (ball) 30 30 0 0 0)", "(ok move)"),
        ("( move ( ball ) 30 30 )", "(error illegal_object_form)"),
        ("(move (ball) 30 30 0 1)", "(error illegal_command_form)"),
        ("(move (ball) 30)", "(error illegal_object_form)"),
        ("(move (ball) nan 30)", "(error illegal_object_form)"),
        ("(move (ball) 30 30 0 -2e100 0)", "(error illegal_object_form)"),
        ("(move (player L 1) 30 30 0 0 1e300)", "(error illegal_object_form)"),
        ("(move (b) 1 1)", "(error illegal_object_form)"),
        ("(move (player L 12) 1 1)", "(error illegal_object_form)"),
        ("(move (player Nobody 1) 1 1)", "(ok move)"),
        ("(change_mode play_on)", "(ok change_mode)"),
        ("(change_mode kick_of_l)", "(error illegal_mode)"),
        ("(change_mode)", "(error illegal_command_form)"),
        ("(recover)", "(ok recover)\n"),
        ("(start)", "(ok start)"),
        ("(check_ball)", "(ok check_ball 0 in_field)"),
        ("(team_names)", "(ok team_names (team l L) (team r R))\n"),
        ("(change_player_type L 2 3)", "(ok change_player_type L 2 3)"),
        ("(change_player_type X 2 3)", "(warning no_team_found)"),
        ("(change_player_type L 9 3)", "(warning no_such_player)"),
        ("(change_player_type L 2 18)", "(error out_of_range_player_type)"),
        ("(ear on)", "(ok ear on)"),
        ("(eye maybe)", "(error illegal_command_form)"),
        ("(say hello)", "(ok say)"),
        ("(compression 10)", "(error illegal_command_form)"),
        ("(dance)", "(error unknown_command)"),
        ("dance", "(error illegal_command_form)"),
        ("", "(error illegal_command_form)"),
    ],
)
def test_the_trainer_is_answered(message: str, answer: str) -> None:
    sim, _ = game()
    before = sim.snapshot()
    assert sim.trainer(message) == answer
    if answer.startswith(("(error", "(warning")):
        assert sim.snapshot() == before


def test_the_ball_is_checked() -> None:
    sim, _ = game()
    for x, y, place in ((53, 0, "goal_r"), (-53, 7, "goal_l"), (53, 9, "out_of_field")):
        sim.trainer(f"(move (ball) {x} {y})")
        assert sim.trainer("(check_ball)") == f"(ok check_ball 0 {place})"


def test_everybody_is_looked_at() -> None:
    sim, _ = game(1)
    sim.trainer("(move (ball) 1.23456789 -2 0 0.5 0)")
    assert sim.trainer("(look)") == (
        "(ok look 0 ((g r) 52.5 0) ((g l) -52.5 0) ((b) 1.23457 -2 0.5 0)"
        ' ((p "L" 1 goalie) -3 -37 0 0 0 0) ((p "R" 1 goalie) 3 -37 0 0 180 0))'
    )


def test_half_characters_are_no_commands() -> None:
    sim = rcssgym.DiscSimulation()
    with pytest.raises(rcssgym.ArgumentError, match="name"):
        sim.add_player("A\ud800")
    player = sim.add_player("A")
    heard: list[tuple[str | None, str]] = []
    sim._traffic.listeners.append(lambda sender, text: heard.append((sender, text)))
    illegal = "(error illegal_command_form)"
    assert player.send("(say \udcff)") == illegal
    assert sim.coach("A").send('(say (freeform "\udcff"))') == "(error could_not_parse_say)"
    assert sim.trainer("(say \udcff)") == illegal
    assert [text.encode().count(b"\xef\xbf\xbd") for _, text in heard] == [1, 1, 1]


def test_the_coach_substitutes() -> None:
    sim = rcssgym.DiscSimulation()
    for team in ("L", "R"):
        for _ in range(3):
            sim.add_player(team)
    coach = sim.coach("L")
    assert coach.send("(change_player_type 2 3)") == "(ok change_player_type 2 3)"
    assert coach.send("(change_player_type 3 3)") == "(warning max_of_that_type_on_field)"
    assert coach.send("(change_player_type 3 18)") == "(error out_of_range_player_type)"
    assert coach.send("(change_player_type 9 4)") == "(warning no_such_player)"
    assert coach.send("(change_player_type 1 goalie)") == "(ok change_player_type 1 goalie)"
    assert coach.send("(change_player_type 2 goalie)") == "(error goalie_already_exists)"
    assert coach.send("(change_player_type 2)") == "(error illegal_command_form)"
    assert coach.send("(start)") == "(error unknown_command)"
    assert [player.type_id for player in sim.players] == [0, 3, 0, 0, 0, 0]
    assert sim.players[0].goalie
    sim.trainer("(start)")
    assert sorted(player.type_id for player in sim.players[:3]) == [0, 1, 3]
    sim.step()
    sim.trainer("(change_mode play_on)")
    assert coach.send("(change_player_type 2 5)") == "(warning cannot_sub_while_playon)"
    with pytest.raises(rcssgym.ArgumentError, match="no team 'X'"):
        sim.coach("X")


def test_the_caller_decides_lots() -> None:
    asked: list[tuple[str, object, float | None]] = []
    outcome: object = True

    def chance(kind: str, player: object, probability: float | None) -> object:
        asked.append((kind, player, probability))
        return outcome

    sim, players = game(chance=chance)
    for outcome in (True, False, 1, 0, np.True_, np.False_):
        sim.trainer("(move (player L 2) 0 0 0 0 0)")
        sim.trainer("(move (ball) 1.5 0 0 0 0)")
        players[1].send("(tackle 0)")
        sim.step()
        assert bool(players[1].flags & 0x2000) != bool(outcome)
        assert (sim.ball.vx > 0) == bool(outcome)
        for _ in range(10):
            sim.step()
    kind, player, probability = asked[0]
    assert (kind, player) == ("tackle", players[1])
    assert probability == pytest.approx(1 - 0.75**6)
    assert set(sim.lots) >= {"tackle", "foul", "card", "catch", "toss", "penalty_side"}


@pytest.mark.parametrize("outcome", ["yes", 0.5, (1, 2), object()])
def test_a_wrong_outcome_changes_nothing(outcome: object) -> None:
    sim, players = game(chance=lambda *_: outcome)
    sim.trainer("(move (player L 2) 0 0 0 0 0)")
    sim.trainer("(move (ball) 1.5 0 0 0 0)")
    before = sim.snapshot()
    with pytest.raises(rcssgym.ArgumentError, match="chance: tackle takes True, False or None"):
        players[1].send("(tackle 0)")
    assert sim.snapshot() == before


@pytest.mark.parametrize(
    "call",
    [
        lambda sim: sim.step(),
        lambda sim: sim.trainer("(start)"),
        lambda sim: sim.ball,
        lambda sim: sim.players[1].x,
        lambda sim: sim.snapshot(),
    ],
)
def test_a_caller_who_decides_lots_cannot_call_the_game(
    call: Callable[[rcssgym.DiscSimulation], object],
) -> None:
    """It knows only its arguments; the game goes on as if nothing had happened."""
    games: list[rcssgym.DiscSimulation] = []
    sim, players = game(chance=lambda *_: call(games[0]))
    games.append(sim)
    sim.trainer("(move (player L 2) 0 0 0 0 0)")
    sim.trainer("(move (ball) 1.5 0 0 0 0)")
    before = sim.snapshot()
    with pytest.raises(rcssgym.BusyError, match="in use by another call"):
        players[1].send("(tackle 0)")
    assert sim.snapshot() == before


def test_an_error_of_the_caller_changes_nothing() -> None:
    def chance(*_: object) -> object:
        raise KeyError("lost")

    sim, players = game(chance=chance)
    sim.trainer("(move (player L 2) 0 0 0 0 0)")
    sim.trainer("(move (ball) 1.5 0 0 0 0)")
    before = sim.snapshot()
    with pytest.raises(KeyError, match="lost"):
        players[1].send("(tackle 0)")
    assert sim.snapshot() == before
    players[1].send("(turn 30)")
    sim.step()


def busy(sim: rcssgym.DiscSimulation, generator: random.Random, cycles: int) -> list[object]:
    """Play at random and return the results."""
    shown: list[object] = []
    for _ in range(cycles):
        for player in sim.players:
            order = generator.choice(["dash 80", "turn 50", "kick 90 10", "tackle 0", "catch 0"])
            player.send(f"({order})(turn_neck {generator.randint(-90, 90)})")
        sim.step()
        shown.append((sim.cycle, sim.play_mode, sim.ball, sim.messages))
        shown.extend((player.state, player.flags) for player in sim.players)
    return shown


def full(seed: int) -> rcssgym.DiscSimulation:
    sim = rcssgym.DiscSimulation(seed=seed)
    for unum in range(22):
        sim.add_player("L" if unum % 2 else "R", goalie=unum < 2)
    sim.trainer("(start)")
    for player in sim.players:
        sim.trainer(f"(move (player L {player.unum}) {-player.unum} {player.unum - 5} 0 0 0)")
        sim.trainer(f"(move (player R {player.unum}) {player.unum} {player.unum - 5} 0 0 0)")
    return sim


@pytest.mark.parametrize("halves", ["nr_normal_halfs", "nr_extra_halfs"])
def test_halves_may_be_too_many_and_too_long_to_count(halves: str) -> None:
    lengths = {"half_time": 10**9, "extra_half_time": 10**9}
    sim = rcssgym.DiscSimulation({**lengths, "nr_normal_halfs": 2, halves: 10**9}, seed=1)
    for team in ("L", "R"):
        sim.add_player(team)
    sim.trainer("(start)")
    assert sim.play_mode == "kick_off_l"
    sim.trainer("(change_mode play_on)")
    sim.step()
    assert sim.play_mode == "play_on"


def test_seeds_decide() -> None:
    one, same, other = (busy(full(seed), random.Random(1), 200) for seed in (3, 3, 4))
    assert one == same != other


def test_snapshots_continue_bit_by_bit() -> None:
    sim = full(3)
    busy(sim, random.Random(1), 150)
    snapshot = sim.snapshot()
    shown = busy(sim, random.Random(2), 300)
    sim.restore(snapshot)
    assert sim.snapshot() == snapshot
    assert busy(sim, random.Random(2), 300) == shown
    fresh = rcssgym.DiscSimulation(seed=3)
    fresh.restore(snapshot)
    assert [(p.side, p.unum) for p in fresh.players] == [(p.side, p.unum) for p in sim.players]
    assert busy(fresh, random.Random(2), 300) == shown


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_games_are_not_shared_with_copies(duplicate: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="DiscSimulation cannot be copied or pickled; snapshot"):
        duplicate(rcssgym.DiscSimulation())


def test_damaged_and_foreign_snapshots_are_refused() -> None:
    sim = full(3)
    snapshot = sim.snapshot()
    other = rcssgym.DiscSimulation(seed=4)
    with pytest.raises(rcssgym.SnapshotError, match="other parameters or player types"):
        other.restore(snapshot)
    generator = random.Random(5)
    for _ in range(100):
        damaged = bytearray(snapshot)
        damaged[generator.randrange(len(damaged))] ^= 1 << generator.randrange(8)
        with pytest.raises(rcssgym.SnapshotError):
            sim.restore(bytes(damaged))
    for bad in (b"", b"rcssdisc", snapshot[:-1], snapshot + b"x"):
        with pytest.raises(rcssgym.SnapshotError):
            sim.restore(bad)
    assert sim.snapshot() == snapshot


def test_whoever_left_is_not_listened_to() -> None:
    sim, players = game()
    assert players[1].send("(bye)(dash 100)") == ""
    assert not players[1].connected
    before = sim.snapshot()
    assert players[1].send("(score)(turn 90)") == ""
    assert sim.snapshot() == before
    assert (players[1].x, players[1].y, players[1].flags & 1) == (-6, -37, 1)
    sim.step()
    assert players[1].flags == 0
