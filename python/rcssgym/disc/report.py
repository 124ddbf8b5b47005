"""Reports on 2D games."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from rcssgym.disc.commands import STATISTICS
from rcssgym.disc.game import NAMES, DiscResult

CONFIDENCE = 1.96
"""Standard errors on each side of a mean, for 95 %."""


def report(result: DiscResult) -> str:
    """Return a text with score and statistics of a game."""
    rows: list[tuple[str, ...]] = [("", *NAMES)]
    total = sum(own["possession"] for own in result.statistics)
    for name in STATISTICS:
        values = [own[name] for own in result.statistics]
        if name == "possession":
            rows.append((name, *(f"{value / max(total, 1):.0%}" for value in values)))
        else:
            rows.append((name.replace("_", " "), *map(str, values)))
    return "\n".join([_headline(result), "", *_table(rows)])


def _headline(result: DiscResult) -> str:
    left, right = result.score
    penalties = ""
    if any((*result.penalties, *result.penalties_missed)):
        penalties = f" ({result.penalties[0]} : {result.penalties[1]} in penalties)"
    early = "" if result.over else ", stopped early"
    score = f"{NAMES[0]} {left} : {right} {NAMES[1]}{penalties}"
    return f"{score}   after {result.cycles} cycles{early}"


def report_games(results: Sequence[DiscResult]) -> str:
    """Return a text with means over many games and 95 % confidence intervals."""
    lines = [_wins(results), ""]
    rows: list[tuple[str, ...]] = [("a game", *NAMES, "both")]
    for name in STATISTICS:
        sides = [[float(game.statistics[side][name]) for game in results] for side in (0, 1)]
        both = [left + right for left, right in zip(*sides, strict=True)]
        rows.append((name.replace("_", " "), *map(_interval, [*sides, both])))
    return "\n".join(lines + _table(rows))


def _wins(results: Sequence[DiscResult]) -> str:
    winners = [game.winner for game in results]
    wins = winners.count(0), winners.count(1)
    shot = sum(game.score[0] == game.score[1] and game.winner is not None for game in results)
    early = sum(not game.over for game in results)
    return (
        f"{len(results)} games: {NAMES[0]} won {wins[0]}, {NAMES[1]} {wins[1]}, "
        f"{len(results) - sum(wins)} drawn"
        + (f"; {shot} won in penalties" if shot else "")
        + (f"; {early} stopped early" if early else "")
    )


def _interval(values: Sequence[float]) -> str:
    # Values that are all the same do not show how much they vary.
    if len(set(values)) < 2:
        return f"{fmean(values):.2f}"
    return f"{fmean(values):.2f} ± {CONFIDENCE * stdev(values) / sqrt(len(values)):.2f}"


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    first, *others = widths
    return [
        f"{row[0]:<{first}}"
        + "".join(f"  {cell:>{width}}" for cell, width in zip(row[1:], others, strict=True))
        for row in rows
    ]
