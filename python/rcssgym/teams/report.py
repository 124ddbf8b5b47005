"""Reports on games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rcssgym.teams.game import TEAMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rcssgym.teams.game import Event, ScriptedGame

HEADER = ("time", "event", "team", "player")


def report(game: ScriptedGame, command: str) -> str:
    """Return a text with score, table of events, and the command that repeats the game."""
    state = game.simulation.game_state
    lines = [
        f"{TEAMS[0]} {state.left_team_score} : {state.right_team_score} {TEAMS[1]}"
        f"   after {_clock(state.play_time)}{'' if game.over else ', stopped early'}",
        "",
        *_table([HEADER, *map(_row, game.events)]),
        "",
        _summary(game.events),
        f"seed {game.seed}; the same game again: {command}",
    ]
    return "\n".join(lines)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60.0)
    return f"{int(minutes)}:{rest:05.2f}"


def _row(event: Event) -> tuple[str, str, str, str]:
    return (
        _clock(event.play_time),
        event.what,
        "" if event.team is None else TEAMS[event.team],
        "" if event.player is None else str(event.player),
    )


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    clock, what, team, player = widths
    return [
        f"{row[0]:>{clock}}  {row[1]:<{what}}  {row[2]:<{team}}  {row[3]:>{player}}".rstrip()
        for row in rows
    ]


def _summary(events: Iterable[Event]) -> str:
    counts = Counter(event.what for event in events)
    return ", ".join(f"{count} x {what}" for what, count in counts.most_common()) or "nothing"
