"""A game of the 2D league that is being played: its server, its teams, its log."""

from __future__ import annotations

import json
import re
import signal
import socket
import sys
import time
from threading import Event

from rcssgym.clock import running_time
from rcssgym.disc import read_log
from rcssgym.errors import LogError
from rcssgym.match.disc.counts import ON_PITCH, PLAYERS, count_players, penalty_winner, places_of
from rcssgym.match.disc.setting import LOGS, NEEDED, DiscSetting, DiscTeam
from rcssgym.match.disc.table import COUNTED
from rcssgym.match.errors import MatchError, Stopped
from rcssgym.match.players import start_players
from rcssgym.match.processes import PAUSE, Crew, Guard, Process, end_all
from rcssgym.match.results import GameResult, HalfResult

SIDES = ("left", "right")
PORT_LINE = re.compile(r"listening for (players|trainers|coaches).* on \S+:(\d+)$", re.MULTILINE)
"""Line of a server's output: a kind of clients, and their port."""
GAME_LOG, STATISTICS_FILE = "game.rcg", "statistics.json"
STEP = 0.05
"""Least time of a cycle while a server in synch mode waits for players, s."""
LONGEST = 2**31 - 1
"""Maximum value of a parameter, cycles."""
STRAGGLERS = 15.0
"""How long the kick-off waits for further players when both teams have come, s."""
JOINED = re.compile(r"player \S+ has come")


class Game:
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
            if not (log.state[-1, places_of(side)] & ON_PITCH).any():
                team = self._setting.teams[self._left ^ side]
                raise MatchError(
                    f"{team.name} has no player left on the pitch: {self._sides[side].account()}"
                )


def kick_off(host: str, port: int) -> None:
    """Let a server kick off, as its spectators can."""
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
    with socket.socket(family, kind) as monitor:
        for message in (b"(dispinit)", b"(dispstart)", b"(dispbye)"):
            monitor.sendto(message + b"\0", address)
