"""The picture of results exists for all kinds of results."""

from pathlib import Path

import pytest
from rcssgym.match import GameResult, HalfResult, Results, Tally

pytest.importorskip("matplotlib")


def results(scores: list[tuple[int, int]]) -> Results:
    games = [
        GameResult(number, [HalfResult(1, 0, (Tally(first), Tally(second))), HalfResult(2, 1)])
        for number, (first, second) in enumerate(scores, start=1)
    ]
    return Results((r"$\us$", "them"), games)


@pytest.mark.parametrize(
    "scores",
    [
        [],
        [(0, 0)],
        [(1, 0)],
        [(2, 2), (3, 3)],
        [(3, 1), (0, 4), (2, 2)] * 7,
        [(1, 0)] * 30,
        [(0, 1)] * 30,
    ],
)
def test_all_results_have_a_picture(tmp_path: Path, scores: list[tuple[int, int]]) -> None:
    from rcssgym.match.plot import plot

    plot(results(scores), tmp_path / "results.png")
    width, height = size(tmp_path / "results.png")
    assert width > 800
    assert height > 400


@pytest.mark.parametrize("number", [1, 2, 3, 7, 30])
def test_games_and_goals_are_whole_numbers(number: int) -> None:
    from matplotlib.figure import Figure
    from rcssgym.match.plot import _draw_games

    axes = Figure().subplots()
    _draw_games(axes, results([(1, 0)] * number))
    low, high = axes.get_xlim()
    games = [tick for tick in axes.get_xticks() if low <= tick <= high]
    assert len(games) >= min(number, 4)
    assert all(tick % 1.0 == 0.0 for tick in (*games, *axes.get_yticks()))


def test_long_names_are_shortened_beside_axes() -> None:
    from rcssgym.match.plot import LONGEST, _names

    long = "a_team_whose_name_is_longer_than_a_label_"
    beside = _names(Results((long + "1", long + "2")))
    assert [len(name) for name in beside] == [LONGEST, LONGEST]
    assert beside[0] != beside[1]
    assert _names(Results(("$us", "0123456789abcdef"))) == (r"\$us", "0123456789abcdef")


def size(path: Path) -> tuple[int, int]:
    header = path.read_bytes()[:24]
    assert header.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")
