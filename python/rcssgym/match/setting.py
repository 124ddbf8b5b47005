"""Settings of a match: teams, server, times, and the folder for results."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rcssgym import _core
from rcssgym.errors import ArgumentError
from rcssgym.match.command_line import CommandLine
from rcssgym.soccer import create_soccer_rule_book
from rcssgym.soccer.fields import FIELD_NAMES
from rcssgym.soccer.rules import RULE_BOOK_NAMES

TEAM_PLACES = (
    "host", "port", "team", "side", "half", "game", "players", "number", "log",
)  # fmt: skip
"""Placeholders in a team's command line; also environment variables such as ``RCSSGYM_PORT``."""
SERVER_PLACES = ("host", "aport", "mport", "rules", "phase", "time", "logfile", "half", "game")
"""Placeholders in a server's command line."""
SHORTEST_HALF = _core.CYCLE
"""Shortest half, s."""


@dataclass(frozen=True)
class Team:
    """A team and how to start it.

    :param name: name under which its players join; a command may also use a name of its own.
    :param command: starts all its players, or, with ``{number}`` in it, one of them.

    Raises :class:`ArgumentError` for a name that the protocols cannot represent and for an invalid
    command.
    """

    name: str
    command: str
    line: CommandLine = field(init=False, repr=False)

    def __post_init__(self) -> None:
        _core.check_team_name(self.name)
        if any(_is_odd(character) for character in self.name):
            raise ArgumentError(
                f"name: {self.name!r} must be of characters other than spaces and ()/<>"
            )
        line = CommandLine.parse(f"command of {self.name}", self.command, TEAM_PLACES)
        object.__setattr__(self, "line", line)


def _is_odd(character: str) -> bool:
    """Return whether names on the wire or of files cannot contain a character."""
    return character.isspace() or character in "()/<>" or not character.isprintable()


def serve_command(python: str) -> str:
    """Return the command of this package's server, run by the interpreter at this path."""
    return f"{shlex.quote(python).replace('{', '{{').replace('}', '}}')} -m rcssgym serve"


@dataclass(frozen=True)
class Server:
    """The server that a half is played on.

    :param command: command that starts it, with placeholders; without any, the flags of
        ``rcssservermj`` are added.
    :param host: address on which it listens.
    :param rules: ``"fifa"``, ``"ssim"`` or ``"ssim26"``.
    :param field: ``"fifa"`` or ``"fifa7vs7"``; ``None`` for the rules' own pitch.
    :param sync: whether to wait for the players' answers instead of the clock. The game is then as
        fast as possible, and does not depend on how slow the players are.
    :param log: whether it writes what monitors see to a file.
    :param web: port at which browsers can watch, if any; only for a command without placeholders.

    Raises :class:`ArgumentError` for unknown rules or fields, and for an invalid command or port.
    """

    command: str = serve_command(sys.executable)
    host: str = "127.0.0.1"
    rules: str = "ssim"
    field: str | None = None
    sync: bool = False
    log: bool = True
    web: int | None = None

    def __post_init__(self) -> None:
        if self.rules not in RULE_BOOK_NAMES:
            raise ArgumentError(f"rules: {self.rules!r} is none of {', '.join(RULE_BOOK_NAMES)}")
        if self.field is not None and self.field not in FIELD_NAMES:
            raise ArgumentError(f"field: {self.field!r} is none of {', '.join(FIELD_NAMES)}")
        line = CommandLine.parse("server", self.command, SERVER_PLACES)
        check_web(self.web)
        if self.web is not None and line.places:
            raise ArgumentError(
                f"web: {self.web} is not passed to a command with placeholders: put it there"
            )

    @property
    def line(self) -> CommandLine:
        """The command with its flags."""
        line = CommandLine.parse("server", self.command, SERVER_PLACES)
        if line.places:
            return line
        flags = ["--host {host} --aport {aport} --mport {mport} --no-render --rules {rules}"]
        flags += ["--phase {phase} --time {time}"]
        flags += [f"--field {self.field}"] if self.field is not None else []
        flags += ["--sync --no-realtime"] if self.sync else []
        flags += ["--logfile {logfile}"] if self.log else []
        flags += [f"--web {self.web}"] if self.web is not None else []
        return CommandLine((*line.words, *" ".join(flags).split()))

    @property
    def half_time(self) -> float:
        """Play time of a half under its rules, s."""
        return float(create_soccer_rule_book(self.rules).half_time)


def checked_folder(out: object) -> Path:
    """Return the folder for results, which may be given as a string.

    Raises :class:`ArgumentError` for anything else that is not a path.
    """
    if not isinstance(out, str | os.PathLike):
        raise ArgumentError(f"out: {out!r} is not a path of a folder")
    return Path(out)


def make_folder(out: Path, results: str) -> None:
    """Make the folder for results, unless it exists.

    :param results: name of the file that a match leaves there.

    Raises :class:`ArgumentError` if the folder cannot be made or has that file.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        if (out / results).exists():
            raise ArgumentError(f"out: {out} has the results of another match")
    except OSError as error:
        raise ArgumentError(f"out: {out} cannot be made: {error}") from error


def check_web(web: object) -> None:
    """Raise :class:`ArgumentError` for anything but a port at which browsers can watch, or none."""
    is_port = isinstance(web, int) and not isinstance(web, bool) and 1 <= web <= 65535
    if web is not None and not is_port:
        raise ArgumentError(f"web: {web!r} is not a port from 1 to 65535")


def is_number(value: object) -> bool:
    """Return whether a value can be compared with numbers."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def check_numbers(setting: object, names: Sequence[str]) -> None:
    """Raise :class:`ArgumentError` for attributes that are not whole numbers of at least 1."""
    for name in names:
        number = getattr(setting, name)
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise ArgumentError(f"{name}: {number!r} is not a whole number of at least 1")


def check_times(setting: object, positive: Sequence[str], others: Sequence[str]) -> None:
    """Raise :class:`ArgumentError` for attributes that are no finite times, s.

    :param positive: names of those that must be above 0.
    :param others: names of those that may be 0.
    """
    for name in (*positive, *others):
        time = getattr(setting, name)
        is_time = is_number(time) and 0.0 <= time < float("inf")
        if not is_time or (time == 0.0 and name in positive):
            raise ArgumentError(
                f"{name}: {time!r} is not a {'positive ' if name in positive else ''}time"
            )


@dataclass(frozen=True)
class Setting:
    """Settings of a match.

    :param teams: the team that starts on the left in the first game, and the other one.
    :param out: folder for logs and results; made if it does not exist.
    :param games: number of games.
    :param parallel: number of games played at the same time.
    :param players: number of players of each team for which a kick-off waits.
    :param patience: how long it waits for them, s. After that the game is played with those who
        have joined; a team without any player by then counts as missing.
    :param prepare: simulation time between the last arrival and the kick-off, s.
    :param half_time: play time of a half, s: at least 0.02, at most that of the rules; ``None`` for
        that of the rules.
    :param timeout: maximum wall time of a half after its kick-off, s.
    :param startup: maximum time for a server to start, s.
    :param silence: maximum time without a message from the server, s.
    :param grace: maximum time for processes to end after they are asked to, s.

    Raises :class:`ArgumentError` for settings that are not possible.
    """

    teams: tuple[Team, Team]
    out: Path
    server: Server = field(default_factory=Server)
    games: int = 1
    parallel: int = 1
    players: int = 7
    patience: float = 60.0
    prepare: float = 3.0
    half_time: float | None = None
    timeout: float = 3600.0
    startup: float = 60.0
    silence: float = 120.0
    grace: float = 5.0

    def __post_init__(self) -> None:
        if self.teams[0].name == self.teams[1].name:
            raise ArgumentError(f"name: both teams are called {self.teams[0].name!r}")
        object.__setattr__(self, "out", checked_folder(self.out))
        check_numbers(self, ("games", "parallel", "players"))
        check_times(self, ("patience", "timeout", "startup", "silence"), ("prepare", "grace"))
        longest, half = self.server.half_time, self.half_time
        if half is not None and not (is_number(half) and SHORTEST_HALF <= half <= longest):
            raise ArgumentError(
                f"half_time: {half!r} is not between {SHORTEST_HALF:g} s and the "
                f"{longest:g} s of {self.server.rules}"
            )
        most = create_soccer_rule_book(self.server.rules).max_team_size
        if self.players > most:
            raise ArgumentError(f"players: {self.players}, but {self.server.rules} allows {most}")
