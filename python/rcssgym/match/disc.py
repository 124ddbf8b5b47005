"""Games of the 2D league between teams' programs."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import numpy as np

from rcssgym.clock import running_time
from rcssgym.disc import STATISTICS, GameLog, read_log
from rcssgym.disc.parameters import read_parameters
from rcssgym.disc.shoot_out import shoot_out_winner
from rcssgym.errors import ArgumentError, LogError
from rcssgym.match.command_line import CommandLine
from rcssgym.match.errors import MatchError, Stopped
from rcssgym.match.players import start_players
from rcssgym.match.processes import PAUSE, Crew, Guard, Process, end_all
from rcssgym.match.results import GameResult, HalfResult, Loss, Results, Tally, score
from rcssgym.match.series import check_machine, play_games
from rcssgym.match.setting import (
    check_numbers,
    check_times,
    check_web,
    checked_folder,
    make_folder,
)

PLACES = ("host", "port", "coach_port", "team", "side", "game", "log", "number")
"""Placeholders in a team's command line; also environment variables such as ``RCSSGYM_PORT``."""
SIDES = ("left", "right")
PLAYERS = 11
ON_PITCH = 1
"""Bit of a player's state."""
PORT_LINE = re.compile(r"listening for (players|trainers|coaches).* on \S+:(\d+)$", re.MULTILINE)
"""Line of a server's output: a kind of clients, and their port."""
GAME_LOG, STATISTICS_FILE = "game.rcg", "statistics.json"
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
STEP = 0.05
"""Least time of a cycle while a server in synch mode waits for players, s."""
LONGEST = 2**31 - 1
"""Maximum value of a parameter, cycles."""
STRAGGLERS = 15.0
"""How long the kick-off waits for further players when both teams have come, s."""
TOSS = re.compile(r"_\d+_\d+(?:(w)-vs-\S+_\d+_\d+|-vs-\S+_\d+_\d+w)\)$")
"""The end of a result with the winner of a shoot-out; group 1 if that is the left team."""
JOINED = re.compile(r"player \S+ has come")
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
            raise ArgumentError(f"parameters: {self.parameters!r} is no sequence of texts")
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


def play(setting: DiscSetting, tell: Callable[[GameResult], object] = lambda _: None) -> Results:
    """Play the games of a match, each on a separate server.

    :param setting: what to play.
    :param tell: called with each game when it is over.

    At the beginning and after each game the results so far are written to ``results.csv`` in the
    folder of the setting; each game has a folder with the logs of server and teams, ``game.rcg``
    and ``game.rcl``. A game that cannot be played to its end is in the results with its error; it
    does not count.

    Raises :class:`ArgumentError` if the folder cannot be made or has results already, and the
    errors of :func:`check`.
    """
    check(setting)
    table = setting.out / "results.csv"
    make_folder(setting.out, table.name)
    results = Results((setting.teams[0].name, setting.teams[1].name))
    _write(results, table)

    def play_game(number: int, guard: Guard, stop: Event) -> GameResult:
        return _Game(setting, number, guard, stop).play()

    with closing(play_games(setting.games, setting.parallel, play_game)) as games:
        for game in games:
            results.add(game)
            _write(results, table)
            tell(game)
    return results


def _write(results: Results, table: Path) -> None:
    # An error may name a file, whose name may be any bytes.
    table.write_text(as_csv(results), encoding="utf-8", errors="backslashreplace")


def check(setting: DiscSetting) -> None:
    """Check, before anything is started, whether this machine can play a match.

    Raises the errors of :func:`rcssgym.match.series.check_machine`.
    """
    check_machine(setting.host, setting.teams)


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


class _Game:
    """A game that is being played."""

    def __init__(self, setting: DiscSetting, number: int, guard: Guard, stop: Event) -> None:
        self._setting = setting
        self._stop = stop
        self._number = number
        self._left = (number - 1) % 2
        self._folder = setting.out.resolve() / f"game-{number:03}"
        self._server = guard.crew(f"{number}/server", signal.SIGINT)
        self._sides: tuple[Crew, Crew] = (
            guard.crew(f"{number}/left"),
            guard.crew(f"{number}/right"),
        )
        self._log = self._folder / "server.log"

    def play(self) -> GameResult:
        """Play the game; errors are reported in the result.

        Raises :class:`Stopped` if the stop event is set.
        """
        begin = time.monotonic()
        halves = [HalfResult(1, self._left), HalfResult(2, self._left)]
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._play()
            self._count(halves)
        except MatchError as error:
            halves[0].error = str(error)
        finally:
            end_all(self._server, self._sides, self._setting.grace, lambda: time.sleep(PAUSE))
        halves[0].wall_time = time.monotonic() - begin
        return GameResult(self._number, halves)

    def _play(self) -> None:
        setting = self._setting
        server = self._start_server()
        latest = running_time() + setting.startup
        while len(ports := dict(PORT_LINE.findall(self._output()))) < 3:
            self._check(server, latest, f"no server is up within {setting.startup:g} s")
            self._pause()
        for side in (0, 1):
            team = setting.teams[self._left ^ side]
            self._start_team(side, team, ports)
            self._expect(side, team, server)
        self._gather(server, ports)
        latest = running_time() + setting.timeout
        while not server.has_ended:
            if running_time() > latest:
                raise MatchError(f"not over within {setting.timeout:g} s")
            if all(crew.has_left() for crew in self._sides):
                raise MatchError(f"both teams have left: {self._sides[0].account()}")
            self._pause()
        if server.has_failed:
            raise MatchError(f"the server has failed: {server.account()}")

    def _expect(self, side: int, team: DiscTeam, server: Process) -> None:
        """Wait for a team's first player."""
        patience = self._setting.patience
        latest = running_time() + patience
        while f"player {team.name}_1 has come" not in self._output():
            if self._sides[side].has_left():
                account = self._sides[side].account()
                raise MatchError(f"{team.name} has left: {account}, see {self._folder}")
            self._check(server, latest, f"{team.name} has not come within {patience:g} s")
            self._pause()

    def _gather(self, server: Process, ports: dict[str, str]) -> None:
        """Wait for further players. Only full teams kick off by themselves."""
        latest = running_time() + STRAGGLERS
        while "connect_wait" not in self._setting.named and not server.has_ended:
            if len(JOINED.findall(self._output())) >= 2 * PLAYERS:
                break
            if all(crew.has_left() for crew in self._sides):
                break
            if running_time() > latest:
                kick_off(self._setting.host, int(ports["players"]))
                break
            self._pause()

    def _pause(self) -> None:
        """Wait for a moment, unless the match is broken off."""
        if self._stop.wait(PAUSE):
            raise Stopped

    def _output(self) -> str:
        """Return what the server has written so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def _check(self, server: Process, latest: float, problem: str) -> None:
        if server.has_ended:
            raise MatchError(f"the server has left: {server.account()}")
        if running_time() > latest:
            raise MatchError(f"{problem}, see {self._folder}")

    def _start_server(self) -> Process:
        setting = self._setting
        # The server's clock runs while both teams are waited for.
        waiting = 2 * setting.patience + STRAGGLERS
        own = {
            "port": 0,
            "coach_port": 0,
            "olcoach_port": 0,
            "synch_mode": int(setting.synch),
            "connect_wait": int(min(waiting / STEP, LONGEST)),
            **NEEDED,
            **LOGS,
            **{name: self._folder for name in LOGS if name.endswith("_dir")},
        }
        named = setting.named
        words = [sys.executable, "-m", "rcssgym", "disc", "serve", "--no-conf"]
        words += ["--host", setting.host, "--statistics", str(self._folder / STATISTICS_FILE)]
        words += ["--web", str(setting.web)] if setting.web is not None else []
        words += setting.parameters
        words += [f"server::{name}={value}" for name, value in own.items() if name not in named]
        return self._server.start(words, self._log, {})

    def _start_team(self, side: int, team: DiscTeam, ports: dict[str, str]) -> None:
        values = {
            "host": self._setting.host,
            "port": ports["players"],
            "coach_port": ports["coaches"],
            "team": team.name,
            "side": SIDES[side],
            "game": self._number,
            "log": self._folder,
        }
        log = self._folder / f"{SIDES[side]}-{team.name}.log"
        start_players(self._sides[side], team.line, values, log, PLAYERS)

    def _count(self, halves: list[HalfResult]) -> None:
        """Read the goals of each half from the game's log."""
        path = self._folder / GAME_LOG
        if not path.exists():  # with server::game_log_compression
            path = path.with_name(f"{GAME_LOG}.gz")
        try:
            log = read_log(path)
            counted = json.loads((self._folder / STATISTICS_FILE).read_text(encoding="utf-8"))
        except (OSError, ValueError, LogError) as error:
            raise MatchError(f"the game has no result: {error}") from error
        if log.damage is not None or len(log) == 0:
            raise MatchError(f"{path}: {log.damage or 'nothing was played'}")
        last, _, text = log.messages[-1] if log.messages else (0, 0, "")
        if not text.startswith("(result ") or not counted:
            raise MatchError(f"{path}: it has no result")
        winner = penalty_winner(text, counted["penalties"], counted["penalties_missed"], log)
        cycles = 10 * int(log.server_params["half_time"])
        at_half = max(log.score[log.cycle <= cycles].tolist(), default=[0, 0])
        for side in (0, 1):
            tallies = [half.tallies[self._left ^ side] for half in halves]
            tallies[0].goals = at_half[side]
            # The effect of the last cycle is not in the log.
            tallies[1].goals = counted["score"][side] - at_half[side]
            tallies[1].penalties = counted["penalties"][side]
            tallies[1].shoot_outs_won = int(side == winner)
        for side in (0, 1):
            own = counted["statistics"][side]
            tally = halves[0].tallies[self._left ^ side]
            tally.counts.update({name: own[name] for name in COUNTED})
            tally.fouls["charged"] = own["fouls"]
        halves[0].play_time = min(cycles, last) / 10.0
        halves[1].play_time = last / 10.0 - halves[0].play_time
        for side in (0, 1):
            count_players(log, side, [half.tallies[self._left ^ side] for half in halves])
            if not (log.state[-1, _of(side)] & ON_PITCH).any():
                team = self._setting.teams[self._left ^ side]
                raise MatchError(
                    f"{team.name} has no player left on the pitch: {self._sides[side].account()}"
                )


def penalty_winner(
    result: str, scored: Sequence[int], missed: Sequence[int], log: GameLog
) -> int | None:
    """Return which side has won a shoot-out; ``None`` if nobody has, or if there was none.

    :param result: the result at the end of a game's log, which marks the winner of a toss.
    :param scored: kicks of left and right that went in.
    :param missed: kicks that did not.
    :param log: the game's log, for its parameters.
    """
    if (tossed := TOSS.search(result)) is not None:
        return 0 if tossed[1] else 1
    params = log.server_params
    pairs = int(params["pen_nr_kicks"]) + int(params["pen_max_extra_kicks"])
    return shoot_out_winner(scored, missed, pairs)


def kick_off(host: str, port: int) -> None:
    """Let a server kick off, as its spectators can."""
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
    with socket.socket(family, kind) as monitor:
        for message in (b"(dispinit)", b"(dispstart)", b"(dispbye)"):
            monitor.sendto(message + b"\0", address)


def count_players(log: GameLog, side: int, tallies: Sequence[Tally]) -> None:
    """Count a team's players, and those that have left before the end, in a game's log.

    :param side: 0 for the left team, 1 for the right one.
    :param tallies: its tallies of both halves; extra time is part of the second. A player that was
        sent off has not left.
    """
    states = log.state[:, _of(side)]
    here, known = (states & ON_PITCH).sum(axis=1), states != 0
    left = (known[:-1] & ~known[1:]).sum(axis=1)
    is_first = log.cycle <= 10 * int(log.server_params["half_time"])
    for half, tally, steps in zip((1, 2), tallies, (is_first, ~is_first), strict=True):
        if not steps.any():
            continue
        numbers = here[steps].tolist()
        tally.first_players, tally.last_players = numbers[0], numbers[-1]
        tally.fewest_players = min(numbers)
        tally.losses = [
            Loss(half, int(log.cycle[step]) / 10.0, int(left[step - 1]), int(here[step]))
            for step in np.flatnonzero(left) + 1
            if steps[step]
        ]


def _of(side: int) -> slice:
    """Return the places of a team among all players of a log."""
    return slice(PLAYERS * side, PLAYERS * (side + 1))
