"""Intervals against known values, and figures, tables and files of made-up results."""

import json
import math
import statistics
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from rcssgym.match import GameResult, HalfResult, Loss, Results, Tally
from rcssgym.match.intervals import mean_interval, share_interval
from rcssgym.match.summary import COLUMNS, as_csv, as_json, figures, line, table
from rcssgym.policy.evaluate import Measure

from match.matches import setting

# From any textbook's table of Student's t distribution.
QUANTILES = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 7: 2.3646, 10: 2.2281, 30: 2.0423}
QUANTILES |= {60: 2.0003, 120: 1.9799}


@pytest.mark.parametrize(("freedom", "quantile"), QUANTILES.items())
def test_means_lie_within_quantiles_of_student(freedom: int, quantile: float) -> None:
    values = list(range(freedom + 1))
    mean, error = statistics.fmean(values), statistics.stdev(values) / math.sqrt(freedom + 1)
    low, high = mean_interval(values)
    assert (mean - low) / error == pytest.approx(quantile, abs=5e-5)
    assert (high - mean) / error == pytest.approx(quantile, abs=5e-5)


def test_many_games_are_normally_distributed() -> None:
    values = [0, 1] * 10_000
    error = statistics.stdev(values) / math.sqrt(len(values))
    normal = statistics.NormalDist().inv_cdf(0.975)
    assert (mean_interval(values)[1] - 0.5) / error == pytest.approx(normal, abs=2e-4)


def test_an_interval_holds_the_mean_in_95_of_100_matches() -> None:
    rng = np.random.default_rng(3)
    held = 0
    for sample in rng.poisson(1.5, (4000, 12)) - rng.poisson(1.0, (4000, 12)):
        low, high = mean_interval(sample.tolist())
        held += low <= 0.5 <= high
    assert held / 4000 == pytest.approx(0.95, abs=0.015)


def test_few_values_or_all_the_same_say_nothing() -> None:
    for values in ([], [3], [2, 2, 2]):
        assert all(math.isnan(bound) for bound in mean_interval(values))
    assert all(math.isnan(bound) for bound in share_interval(0, 0))


def test_shares_are_wilson_s() -> None:
    # R. G. Newcombe, 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    known = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605)}
    known |= {(0, 20): (0.0, 0.1611), (1, 29): (0.0061, 0.1718)}
    for (hits, number), interval in known.items():
        assert share_interval(hits, number) == pytest.approx(interval, abs=5e-5)


def test_shares_have_the_interval_that_evaluate_tells() -> None:
    for number in (1, 7, 40):
        for hits in range(number + 1):
            values = np.repeat([1.0, 0.0], [hits, number - hits])
            by_evaluate = Measure("", "", values, is_share=True).interval
            assert share_interval(hits, number) == pytest.approx(by_evaluate, abs=2e-5)


def half(half: int, left: int, goals: tuple[int, int], error: str | None = None) -> HalfResult:
    tallies = (
        Tally(goals[0], Counter(incapable=2, kick_off=1), 7, 7, 7),
        Tally(goals[1], Counter(), 6, 6, 6),
    )
    return HalfResult(half, left, tallies, 300.0, 12.5, error, ["a note"] if error else [])


def results() -> Results:
    games = [
        GameResult(1, [half(1, 0, (1, 0)), half(2, 1, (2, 1))]),
        GameResult(2, [half(1, 1, (0, 0)), half(2, 0, (1, 1))]),
        GameResult(3, [half(1, 0, (0, 9), "the server has left")]),
    ]
    return Results(("us", "them"), games)


def test_games_broken_off_do_not_count() -> None:
    assert results().outcomes == (1, 1, 0)
    assert results().differences == [2, 0]
    assert results().goals(1) == [1, 1]
    found = {figure.name: figure for figure in figures(results())}
    assert found["goal difference"].mean == 1.0
    assert found["goal difference"].interval == pytest.approx((1 - 12.7062, 1 + 12.7062), abs=1e-3)
    assert found["won by us"].interval == share_interval(1, 2)
    assert found["falls of us"].mean == 4.0
    assert found["fouls of us"].mean == 6.0
    assert math.isnan(found["fouls of us"].interval[0])
    printed = table(results())
    assert "us - them: 1 won, 1 drawn, 0 lost in 2 games, goals 4 : 2" in printed
    assert "  game 3: the server has left" in printed


def test_lines_of_games() -> None:
    whole, _, broken = results().games
    assert line(whole, results().names) == "game 1: us 3 : 1 them (1 : 0), fouls 6 : 0"
    assert line(broken, results().names) == (
        "game 3: us 0 : 9 them, broken off: the server has left\n  half 1: a note"
    )


def test_a_shoot_out_decides_a_game_whose_goals_are_level() -> None:
    match = results()
    level = match.games[1].halves[1].tallies
    level[0].penalties, level[1].penalties = 2, 3
    # Kicks alone do not tell: the referee may have given up after an odd number of them.
    assert match.games[1].winner is None
    level[1].shoot_outs_won = 1
    assert match.games[1].winner == 1
    assert match.outcomes == (1, 0, 1)
    assert match.differences == [2, 0]
    # Goals count more than kicks of a shoot-out, which no game has without need.
    match.games[0].halves[1].tallies[1].shoot_outs_won = 1
    assert match.games[0].winner == 0


def with_losses() -> Results:
    """The second team loses players in both halves of the first game; one of them comes back."""
    match = results()
    first, second = (half.tallies[1] for half in match.games[0].halves)
    first.last_players, first.fewest_players = 5, 4
    first.losses = [Loss(1, 12.5, 2, 4), Loss(1, 299.99, 1, 4)]
    second.first_players, second.last_players = 6, 5
    second.losses = [Loss(2, 425.0, 1, 5)]
    return match


def test_games_with_lost_players_are_told_as_such() -> None:
    match = with_losses()
    halves = [
        "half 1: them 6 players at the kick-off, 5 at the end, lost 2 at 0:12.50, 1 at 4:59.99",
        "half 2: them 6 players at the kick-off, 5 at the end, lost 1 at 7:05.00",
    ]
    assert line(match.games[0], match.names).splitlines() == [
        "game 1: us 3 : 1 them (1 : 0), fouls 6 : 0, players lost 0 : 4",
        *(f"  {half}" for half in halves),
    ]
    assert "lost" not in line(match.games[1], match.names)
    printed = table(match).splitlines()
    begin = printed.index("Games in which players were lost: 1 of 3")
    assert printed[begin + 1 : begin + 3] == [f"  game 1, {half}" for half in halves]
    assert "players were lost" not in table(results())
    row = dict(zip(COLUMNS, as_csv(match).splitlines()[1].split(","), strict=True))
    assert (row["first_players_2"], row["last_players_2"]) == ("6", "5")
    assert (row["lost_players_1"], row["lost_players_2"]) == ("0", "4")
    assert (row["lost_at_1"], row["lost_at_2"]) == ("", "12.50 299.99 425.00")


def test_players_that_come_and_go_do_not_flood_the_table(tmp_path: Path) -> None:
    match = Results(("us", "them"), [GameResult(n, [half(1, 0, (0, 0))]) for n in range(1, 31)])
    for game in match.games:
        tally = game.halves[0].tallies[0]
        tally.losses = [Loss(1, float(second), 1, 6) for second in range(200)]
    printed = table(match)
    assert "Games in which players were lost: 30 of 30" in printed
    assert printed.count("lost 1 at 0:00.00") == 10
    assert "  and 20 more, see results.csv" in printed
    assert "1 at 0:09.00, 190 later" in printed
    lost = json.loads(as_json(match, setting(tmp_path)))["games"][0]["halves"][0]["teams"]["us"]
    assert len(lost["lost"]) == 200
    assert lost["lost"][3] == {"play_time": 3.0, "players": 1, "remaining": 6}


def test_files(tmp_path: Path) -> None:
    rows = as_csv(results()).splitlines()
    assert rows[0] == ",".join(COLUMNS)
    assert rows[1] == "1,us,3,1,2,1,0,6,0,4,0,7,6,7,6,7,6,0,0,,,600.0,25.0,"
    end = "7,6,7,6,7,6,0,0,,,300.0,12.5,the server has left"
    assert rows[3] == f"3,us,0,9,-9,0,9,3,0,2,0,{end}"
    content = json.loads(as_json(results(), setting(tmp_path)))
    assert set(content) == {
        *("teams", "server", "rules", "sync", "half_time", "players"),
        *("complete", "broken_off", "outcomes", "figures", "games"),
    }
    assert content["complete"] == 2
    assert content["games"][2]["halves"] == [
        {
            "half": 1,
            "left": "us",
            "play_time": 300.0,
            "wall_time": 12.5,
            "error": "the server has left",
            "notes": ["a note"],
            "teams": {
                "us": {
                    "goals": 0,
                    "fouls": {"incapable": 2, "kick_off": 1},
                    "fewest_players": 7,
                    "first_players": 7,
                    "last_players": 7,
                    "lost": [],
                },
                "them": {
                    "goals": 9,
                    "fouls": {},
                    "fewest_players": 6,
                    "first_players": 6,
                    "last_players": 6,
                    "lost": [],
                },
            },
        }
    ]
    fouls = next(figure for figure in content["figures"] if figure["name"] == "fouls of us")
    assert fouls["confidence_95"] == [None, None]
