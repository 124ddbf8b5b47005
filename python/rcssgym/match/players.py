"""Starting the players of a team by its command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rcssgym.match.command_line import CommandLine
from rcssgym.match.processes import Crew


def start_players(
    crew: Crew, line: CommandLine, values: Mapping[str, object], log: Path, players: int
) -> None:
    """Start a team: its command once or, with ``{number}`` in it, once for each player.

    :param crew: crew for its processes.
    :param values: values of the placeholders but ``number``; the processes also have them in
        environment variables such as ``RCSSGYM_PORT``.
    :param log: file for their output, into whose name the player's number is put.
    :param players: number of players.

    Raises :class:`MatchError` if the command cannot be started.
    """
    if "number" not in line.places:
        _start(crew, line, values, log)
        return
    for number in range(1, players + 1):
        own = log.with_name(f"{log.stem}-{number}{log.suffix}")
        _start(crew, line, {**values, "number": number}, own)


def _start(crew: Crew, line: CommandLine, values: Mapping[str, object], log: Path) -> None:
    environment = {f"RCSSGYM_{name.upper()}": str(value) for name, value in values.items()}
    crew.start(line.fill(values), log, environment)
