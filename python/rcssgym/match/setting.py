"""What is played: teams, server, times, where results go."""

from __future__ import annotations

import shlex
import sys
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
"""Places in a team's command line; variables of their names, such as ``RCSSGYM_PORT``, too."""
SERVER_PLACES = ("host", "aport", "mport", "rules", "phase", "time", "logfile", "half", "game")
"""Places in a server's command line."""
SHORTEST_HALF = _core.CYCLE
"""s"""


@dataclass(frozen=True)
class Team:
    """A team and how to start it.

    :param name: as which its players join. A command that joins under a name of its own may do so.
    :param command: starts all its players, or, with ``{number}`` in it, one of them.

    Raises :class:`ArgumentError` for a name that the protocols cannot carry and for a command that
    is none.
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
    """Whether names on the wire, or of files, cannot have it."""
    return character.isspace() or character in "()/<>" or not character.isprintable()


def serve_command(python: str) -> str:
    """Return the command of this package's server, run by an interpreter at any path."""
    return f"{shlex.quote(python).replace('{', '{{').replace('}', '}}')} -m rcssgym serve"


@dataclass(frozen=True)
class Server:
    """The server that a half is played on.

    :param command: to start it, with places; without any, the flags of ``rcssservermj`` are added.
    :param host: where it listens.
    :param rules: ``"fifa"``, ``"ssim"`` or ``"ssim26"``.
    :param field: ``"fifa"`` or ``"fifa7vs7"``; ``None`` for that of the rules.
    :param sync: wait for the players' answers instead of the clock: as fast as it goes, and the
        same however slow the players are.
    :param log: whether it writes what a monitor would see to a file.
    :param web: port at which browsers watch, if they shall; only of a command without places.
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
        if self.web is not None and line.places:
            raise ArgumentError("web: a server's own command says itself where browsers watch")

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


@dataclass(frozen=True)
class Setting:
    """All that decides how games are played.

    :param teams: the one that begins on the left in the first game, and the other.
    :param out: folder for logs and results; made if it is not there.
    :param games: how many.
    :param parallel: how many of them at once.
    :param players: a kick-off waits for so many players of each team.
    :param patience: for how long it waits for them, s; then it takes those who are there. A team
        of whom nobody is there by then has not come.
    :param prepare: time of the simulation between the last arrival and the kick-off, s.
    :param half_time: play time of a half, s: at least 0.02, at most that of the rules; ``None`` for
        that.
    :param timeout: longest time on the wall for a half once it is kicked off, s.
    :param startup: for how long a server may take to come up, s.
    :param silence: longest time without a word from the server, s.
    :param grace: for how long processes may go on once they are asked to end, s.

    Raises :class:`ArgumentError` for what is not possible.
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
        for name in ("games", "parallel", "players"):
            number = getattr(self, name)
            if not isinstance(number, int) or isinstance(number, bool) or number < 1:
                raise ArgumentError(f"{name}: {number!r} is no whole number of at least 1")
        for name in ("patience", "timeout", "startup", "silence"):
            if not 0.0 < getattr(self, name) < float("inf"):
                raise ArgumentError(f"{name}: {getattr(self, name)} is not a positive time")
        for name in ("prepare", "grace"):
            if not 0.0 <= getattr(self, name) < float("inf"):
                raise ArgumentError(f"{name}: {getattr(self, name)} is not a time")
        longest = self.server.half_time
        if self.half_time is not None and not SHORTEST_HALF <= self.half_time <= longest:
            raise ArgumentError(
                f"half_time: {self.half_time} is not between {SHORTEST_HALF:g} s and the "
                f"{longest:g} s of {self.server.rules}"
            )
        most = create_soccer_rule_book(self.server.rules).max_team_size
        if self.players > most:
            raise ArgumentError(f"players: {self.players}, but {self.server.rules} allows {most}")
