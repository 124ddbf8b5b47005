"""Settings of a match of the 2D league."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rcssgym.disc.parameters import read_parameters
from rcssgym.errors import ArgumentError
from rcssgym.match.command_line import CommandLine
from rcssgym.match.setting import check_numbers, check_times, check_web, checked_folder

PLACES = ("host", "port", "coach_port", "team", "side", "game", "log", "number")
"""Placeholders in a team's command line; also environment variables such as ``RCSSGYM_PORT``."""
LOGS = {
    "game_log_dir": "",
    "text_log_dir": "",
    "keepaway_log_dir": "",
    "game_log_fixed": 1,
    "text_log_fixed": 1,
    "keepaway_log_fixed": 1,
    "game_log_fixed_name": "game",
    "text_log_fixed_name": "game",
    "keepaway_log_fixed_name": "game",
}
"""Parameters with which logs are where a match looks for them: in the folder of the game."""
NEEDED = {"auto_mode": 1, "game_logging": 1}
"""Parameters without which there is no result."""
LOG_VERSIONS = (4, 5, 6)
"""Versions of game logs in which the result can be looked up."""
NAME = re.compile(r"[-+\w]{1,15}", re.ASCII)


@dataclass(frozen=True)
class DiscTeam:
    """A team and how to start it.

    :param name: name under which its players join.
    :param command: starts all its players, and its coach if it has one; with ``{number}`` in it, it
        is started once for each of eleven players.

    Raises :class:`ArgumentError` for a name that rcssserver does not accept, and for an invalid
    command.
    """

    name: str
    command: str
    line: CommandLine = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ArgumentError(
                f"name: a team is named by 1 to 15 of A-Z a-z 0-9 + - _, not {self.name!r}"
            )
        line = CommandLine.parse(f"command of {self.name}", self.command, PLACES)
        object.__setattr__(self, "line", line)


@dataclass(frozen=True)
class DiscSetting:
    """Settings of a match.

    :param teams: the team that plays on the left in the first game, and the other one; they swap
        sides from game to game.
    :param out: folder for logs and results; made if it does not exist.
    :param games: number of games.
    :param parallel: number of games played at the same time.
    :param synch: whether to wait for the players' answers instead of the clock.
    :param parameters: parameters of the server, such as ``server::half_time=100``, other than
        those in :data:`LOGS`.
    :param host: address on which servers listen.
    :param web: port at which browsers can watch, if any; only for one game at a time.
    :param patience: maximum time for a team to join, s.
    :param timeout: maximum wall time of a game, s.
    :param startup: maximum time for a server to start, s.
    :param grace: maximum time for processes to end after they are asked to, s.

    Raises :class:`ArgumentError` for settings that are not possible.
    """

    teams: tuple[DiscTeam, DiscTeam]
    out: Path
    games: int = 1
    parallel: int = 1
    synch: bool = True
    parameters: Sequence[str] = ()
    host: str = "127.0.0.1"
    web: int | None = None
    patience: float = 60.0
    timeout: float = 7200.0
    startup: float = 60.0
    grace: float = 5.0

    def __post_init__(self) -> None:
        if self.teams[0].name == self.teams[1].name:
            raise ArgumentError(f"name: both teams are called {self.teams[0].name!r}")
        object.__setattr__(self, "out", checked_folder(self.out))
        check_numbers(self, ("games", "parallel"))
        check_times(self, ("patience", "timeout", "startup"), ("grace",))
        check_web(self.web)
        if isinstance(self.parameters, str):
            raise ArgumentError(f"parameters: {self.parameters!r} is not a sequence of texts")
        _check_parameters(self.parameters)

    @property
    def named(self) -> Mapping[str, bool | int | float | str]:
        """Parameters of the server that do not come from a file."""
        return read_parameters([text for text in self.parameters if not _is_file(text)]).server


def _is_file(parameter: str) -> bool:
    return parameter.startswith("include=")


def _check_parameters(texts: Sequence[str]) -> None:
    # A file, which is for any game, may have what a match sets itself; nobody asks for it by name.
    named = read_parameters([text for text in texts if not _is_file(text)]).server
    for name in (*LOGS, *(name for name in NEEDED if not named.get(name, True))):
        if name in named:
            raise ArgumentError(f"parameters: a match sets server::{name} itself")
    values = read_parameters(texts).server
    version, half_time = values.get("game_log_version", 6), values.get("half_time", 300)
    if version not in LOG_VERSIONS:
        raise ArgumentError(
            f"parameters: server::game_log_version must be 4, 5 or 6 in a match, not {version}"
        )
    if int(half_time) < 0:
        raise ArgumentError(f"parameters: with server::half_time={half_time} no game ends")
    normal = int(half_time) * int(values.get("nr_normal_halfs", 2))
    extra = int(values.get("extra_half_time", 100)) * int(values.get("nr_extra_halfs", 2))
    if normal + extra <= 0:
        raise ArgumentError(
            f"parameters: {normal} s of normal and {extra} s of extra time leave nothing to play"
        )
    if values.get("coach", False) and not values.get("coach_w_referee", False):
        raise ArgumentError(
            "parameters: with server::coach there is no referee who ends a game; "
            "use server::coach_w_referee"
        )
