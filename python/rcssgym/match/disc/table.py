"""Results of a match of the 2D league, as a table and as text."""

from __future__ import annotations

import csv
import io

from rcssgym.disc import STATISTICS
from rcssgym.match.results import GameResult, Results, score

COUNTED = tuple(name for name in STATISTICS if name != "goals")
"""Names of the statistics of each team besides its goals."""
COLUMNS = (
    "game", "left_first", "goals_1", "goals_2", "difference", "half_time_1", "half_time_2",
    "penalties_1", "penalties_2", "shoot_out_winner",
    *(f"{name}_{team}" for name in COUNTED for team in (1, 2)),
    "lost_players_1", "lost_players_2", "lost_at_1", "lost_at_2", "play_time", "wall_time", "error",
)  # fmt: skip
"""Columns of the table of games; those that end in 1 and 2 are for the first and second team.

``lost_at`` has the play times at which players were lost, s, separated by spaces.
"""


def as_csv(results: Results) -> str:
    """Return the games as a table, one row per game."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for game in results.games:
        first = game.halves[0]
        tallies = game.tally(0), game.tally(1)
        rows.writerow(
            [
                game.number,
                results.names[first.left],
                *game.goals,
                game.difference,
                *(first.tallies[team].goals for team in (0, 1)),
                *game.penalties,
                "" if game.shoot_out_winner is None else results.names[game.shoot_out_winner],
                *(tally.counts[name] for name in COUNTED for tally in tallies),
                *(tally.lost_players for tally in tallies),
                *(" ".join(f"{loss.play_time:.1f}" for loss in t.losses) for t in tallies),
                sum(half.play_time for half in game.halves),
                round(first.wall_time, 3),
                game.error or "",
            ]
        )
    return text.getvalue()


def line(game: GameResult, names: tuple[str, str]) -> str:
    """Return a line of text about a game."""
    if game.error is not None:
        return f"game {game.number}: broken off: {game.error}"
    first = game.halves[0]
    half_time = score([first.tallies[team].goals for team in (0, 1)])
    text = f"game {game.number}: {names[0]} {score(game.goals)} {names[1]} ({half_time})"
    if any(game.penalties) or game.shoot_out_winner is not None:
        text += f", {score(game.penalties)} in penalties"
    if game.shoot_out_winner is not None and game.penalties[0] == game.penalties[1]:
        text += f", {names[game.shoot_out_winner]} won the toss"
    lost = [game.tally(team).lost_players for team in (0, 1)]
    return f"{text}, players lost {score(lost)}" if any(lost) else text
