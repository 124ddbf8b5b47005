"""A picture of the results."""

from __future__ import annotations

import math
import statistics
from pathlib import Path
from typing import Any

from rcssgym.match.intervals import mean_interval, share_interval
from rcssgym.match.results import Results
from rcssgym.optional import needed_by

FIRST, DRAWN, SECOND = "#1b9e77", "#7f7f7f", "#d95f02"
LONGEST = 16
"""Maximum number of characters of a name beside an axis, where longer ones have no room."""


def plot(results: Results, path: Path) -> None:
    """Draw outcomes and goal differences of the games that count.

    Raises :class:`MissingLibraryError` without matplotlib: ``pip install rcssgym[match]``.
    """
    with needed_by("the plot of results", "match", "matplotlib"):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    FigureCanvasAgg(figure)
    outcomes, games = figure.subplots(1, 2, width_ratios=[1, 2])
    first, second = _names(results, longest=None)
    number = len(results.complete)
    figure.suptitle(f"{first} - {second}, {number} game{'' if number == 1 else 's'}", fontsize=11)
    _draw_outcomes(outcomes, results)
    _draw_games(games, results)
    figure.savefig(path, dpi=130)


def _draw_outcomes(axes: Any, results: Results) -> None:
    first, second = _names(results)
    number = len(results.complete)
    colors = (FIRST, DRAWN, SECOND)
    for x, (hits, color) in enumerate(zip(results.outcomes, colors, strict=True)):
        share = hits / number if number else math.nan
        low, high = share_interval(hits, number)
        axes.bar(x, share, color=color, width=0.7)
        reach = [[max(0.0, share - low)], [max(0.0, high - share)]]  # rounding may make it less
        axes.errorbar(x, share, reach, color="black", capsize=4)
    axes.set_xticks(range(3), [f"{first}\nwins", "draw", f"{second}\nwins"], fontsize=9)
    axes.set_ylim(0, 1)
    axes.set_ylabel("share of games, 95 % confidence (Wilson)")


def _draw_games(axes: Any, results: Results) -> None:
    numbers = [game.number for game in results.complete]
    differences = results.differences
    axes.bar(numbers, differences, color=[_color(d) for d in differences], width=0.7)
    for color, winner in ((FIRST, 0), (DRAWN, None), (SECOND, 1)):
        level = [g.number for g in results.complete if g.difference == 0 and g.winner == winner]
        axes.plot(level, [0] * len(level), "o", color=color)
    low, high = mean_interval(differences)
    label = f"mean {statistics.fmean(differences):.2f}" if differences else None
    if label is not None:
        axes.axhline(statistics.fmean(differences), color="black", linestyle="--", label=label)
    if not math.isnan(low):
        axes.axhspan(
            low, high, color="black", alpha=0.12, zorder=0, label="95 % confidence (Student)"
        )
    if label is not None:
        axes.legend(fontsize=8)
    axes.axhline(0, color="black", linewidth=0.8)
    most = max((abs(bound) for bound in (*differences, low, high) if bound == bound), default=0)
    axes.set_ylim(-1.3 * max(most, 1), 1.3 * max(most, 1))
    axes.set_xlim(0.4, max(numbers, default=1) + 0.6)
    for axis in (axes.xaxis, axes.yaxis):
        # Otherwise, with a single game, fractions would be marked instead of whole numbers.
        axis.get_major_locator().set_params(integer=True, min_n_ticks=1)
    axes.set_xlabel("game")
    axes.set_ylabel(f"goal difference, for {_names(results)[0]}")


def _names(results: Results, longest: int | None = LONGEST) -> tuple[str, str]:
    """Return names, shortened to ``longest`` characters.

    Dollar signs are escaped: matplotlib sets text between two as a formula.
    """
    first, second = (_shortened(name, longest).replace("$", r"\$") for name in results.names)
    return first, second


def _shortened(name: str, longest: int | None) -> str:
    """Return a name, or its beginning and end, since names often differ only in the latter."""
    if longest is None or len(name) <= longest:
        return name
    half = longest // 2
    return f"{name[: longest - half]}…{name[1 - half :]}"


def _color(difference: int) -> str:
    return FIRST if difference > 0 else SECOND if difference < 0 else DRAWN
