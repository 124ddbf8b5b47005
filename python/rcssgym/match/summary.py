"""Statistics of a match with confidence intervals, as a table, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rcssgym.match.intervals import Interval, mean_interval, share_interval
from rcssgym.match.results import GameResult, HalfResult, Loss, Results, clock, score
from rcssgym.match.setting import Setting

COLUMNS = (
    "game", "left_first", "goals_1", "goals_2", "difference", "half_time_1", "half_time_2",
    "fouls_1", "fouls_2", "falls_1", "falls_2", "fewest_players_1", "fewest_players_2",
    "first_players_1", "first_players_2", "last_players_1", "last_players_2",
    "lost_players_1", "lost_players_2", "lost_at_1", "lost_at_2", "play_time", "wall_time", "error",
)  # fmt: skip
"""Columns of the CSV file, one row per game; those that end in 1 and 2 are for the first and second
team.

Players are counted at the kick-off of the first half and at the end of the second; ``lost_at`` has
the play times at which players were lost, s, separated by spaces.
"""
LOSSES_SHOWN = 10
"""Maximum number of games with losses that the table shows, and of times for each."""


@dataclass(frozen=True)
class Figure:
    """One statistic of a match."""

    name: str
    mean: float
    """Mean; NaN without games."""
    interval: Interval
    """95 % confidence interval of the mean over all possible games; NaN if unknown."""
    method: str
    """Author of the interval's method."""


KINDS = ("goals", "fouls", "falls")
"""Names of the statistics of each team."""


def figures(results: Results, counted: Sequence[str] = KINDS) -> list[Figure]:
    """Return the statistics of a match, over games that count.

    :param counted: what to include for each team; of :data:`KINDS`, or of the tallies' counts.
    """
    wins, draws, losses = results.outcomes
    first, second = results.names
    number = len(results.complete)
    kinds = {"goals": results.goals, "fouls": results.fouls, "falls": results.falls}
    others = {what: partial(results.counts, what) for what in counted if what not in kinds}
    return [
        _share(f"won by {first}", wins, number),
        _share("drawn", draws, number),
        _share(f"won by {second}", losses, number),
        _mean("goal difference", results.differences),
        *(
            _mean(f"{what} of {name}", values(team))
            for what, values in (kinds | others).items()
            if what in counted
            for team, name in enumerate(results.names)
        ),
    ]


def _share(name: str, hits: int, number: int) -> Figure:
    mean = hits / number if number else math.nan
    return Figure(name, mean, share_interval(hits, number), "Wilson")


def _mean(name: str, values: Sequence[int]) -> Figure:
    mean = statistics.fmean(values) if values else math.nan
    return Figure(name, mean, mean_interval(values), "Student")


def table(results: Results, counted: Sequence[str] = KINDS) -> str:
    """Return results and statistics as text."""
    first, second = results.names
    wins, draws, losses = results.outcomes
    number = len(results.complete)
    goals = [sum(results.goals(team)) for team in (0, 1)]
    lines = [
        f"{first} - {second}: {wins} won, {draws} drawn, {losses} lost in {number} "
        f"game{'' if number == 1 else 's'}, goals {score(goals)}"
    ]
    if number > 0:
        lines += ["", *_figure_table(figures(results, counted))]
    if results.with_losses:
        lines += ["", *_losses(results)]
    if results.broken_off:
        lines += ["", "Broken off and not counted:"]
        lines += [f"  game {game.number}: {game.error}" for game in results.broken_off]
    return "\n".join(lines)


def _losses(results: Results) -> list[str]:
    games = results.with_losses
    lines = [f"Games in which players were lost: {len(games)} of {len(results.games)}"]
    for game in games[:LOSSES_SHOWN]:
        lines += [f"  game {game.number}, {text}" for text in _losses_of(game, results.names)]
    if len(games) > LOSSES_SHOWN:
        lines.append(f"  and {len(games) - LOSSES_SHOWN} more, see results.csv")
    return lines


def _losses_of(game: GameResult, names: Sequence[str]) -> list[str]:
    """Return for each half and team with losses how many players were lost, and when."""
    return [
        f"half {half.half}: {name} {tally.first_players} players at the kick-off, "
        f"{tally.last_players} at the end, lost {_when(tally.losses)}"
        for half in game.halves
        for name, tally in zip(names, half.tallies, strict=True)
        if tally.losses
    ]


def _when(losses: Sequence[Loss]) -> str:
    parts = [f"{loss.players} at {clock(loss.play_time)}" for loss in losses[:LOSSES_SHOWN]]
    if len(losses) > LOSSES_SHOWN:
        parts.append(f"{sum(loss.players for loss in losses[LOSSES_SHOWN:])} later")
    return ", ".join(parts)


def _figure_table(rows: Sequence[Figure]) -> list[str]:
    width = max(len(row.name) for row in rows)
    lines = [f"{'a game':{width}}{'mean':>10}{'95 % confidence':>22}"]
    for row in rows:
        low, high = row.interval
        between = "-" if math.isnan(low) else f"{low:.3f} to {high:.3f}"
        lines.append(f"{row.name:{width}}{row.mean:>10.3f}{between:>22}  {row.method}")
    return lines


def line(game: GameResult, names: Sequence[str]) -> str:
    """Return a text about a game's result."""
    half_time = [tally.goals for tally in game.halves[0].tallies]
    fouls = [game.tally(team).fouls.total() for team in (0, 1)]
    lines = [f"game {game.number}: {names[0]} {score(game.goals)} {names[1]}"]
    if game.is_complete:
        lines[0] += f" ({score(half_time)}), fouls {score(fouls)}"
    else:
        lines[0] += f", broken off: {game.error}"
    lost = [game.tally(team).lost_players for team in (0, 1)]
    if any(lost):
        lines[0] += f", players lost {score(lost)}"
        lines += [f"  {text}" for text in _losses_of(game, names)]
    lines += [f"  half {half.half}: {note}" for half in game.halves for note in half.notes]
    return "\n".join(lines)


def as_csv(results: Results) -> str:
    """Return a row for each game, with the columns :data:`COLUMNS`."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for game in results.games:
        tallies = game.tally(0), game.tally(1)
        writer.writerow(
            (
                game.number,
                results.names[game.halves[0].left],
                *game.goals,
                game.difference,
                *(tally.goals for tally in game.halves[0].tallies),
                *(tally.fouls.total() for tally in tallies),
                *(tally.fouls["incapable"] for tally in tallies),
                *(tally.fewest_players for tally in tallies),
                *(tally.first_players for tally in tallies),
                *(tally.last_players for tally in tallies),
                *(tally.lost_players for tally in tallies),
                *(" ".join(f"{loss.play_time:.2f}" for loss in t.losses) for t in tallies),
                round(sum(half.play_time for half in game.halves), 3),
                round(sum(half.wall_time for half in game.halves), 3),
                game.error,
            )
        )
    return text.getvalue()


def as_json(results: Results, setting: Setting) -> str:
    """Return everything as JSON."""
    wins, draws, losses = results.outcomes
    content = {
        "teams": [{"name": team.name, "command": team.command} for team in setting.teams],
        "server": setting.server.command,
        "rules": setting.server.rules,
        "sync": setting.server.sync,
        "half_time": setting.half_time or setting.server.half_time,
        "players": setting.players,
        "complete": len(results.complete),
        "broken_off": len(results.broken_off),
        "outcomes": {"won": wins, "drawn": draws, "lost": losses},
        "figures": [
            {
                "name": figure.name,
                "mean": _known(figure.mean),
                "confidence_95": [_known(bound) for bound in figure.interval],
                "method": figure.method,
            }
            for figure in figures(results)
        ],
        "games": [_game(game, results.names) for game in results.games],
    }
    return json.dumps(content, indent=2) + "\n"


def _game(game: GameResult, names: Sequence[str]) -> dict[str, Any]:
    return {
        "game": game.number,
        "complete": game.is_complete,
        "error": game.error,
        "goals": dict(zip(names, game.goals, strict=True)),
        "halves": [_half(half, names) for half in game.halves],
    }


def _half(half: HalfResult, names: Sequence[str]) -> dict[str, Any]:
    teams = {
        name: {
            "goals": tally.goals,
            "fouls": dict(sorted(tally.fouls.items())),
            "fewest_players": tally.fewest_players,
            "first_players": tally.first_players,
            "last_players": tally.last_players,
            "lost": [
                {
                    "play_time": round(loss.play_time, 3),
                    "players": loss.players,
                    "remaining": loss.remaining,
                }
                for loss in tally.losses
            ],
        }
        for name, tally in zip(names, half.tallies, strict=True)
    }
    return {
        "half": half.half,
        "left": names[half.left],
        "play_time": round(half.play_time, 3),
        "wall_time": round(half.wall_time, 3),
        "error": half.error,
        "notes": half.notes,
        "teams": teams,
    }


def _known(number: float) -> float | None:
    """Replace NaN, which JSON does not have, by ``None``."""
    return None if math.isnan(number) else number
