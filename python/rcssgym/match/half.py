"""One half of a game: its server, its players, and what a monitor sees of it."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from threading import Event

from rcssgym.clock import running_time
from rcssgym.match.errors import MatchError
from rcssgym.match.monitor import BEFORE_KICK_OFF, Frame, Names
from rcssgym.match.players import start_players
from rcssgym.match.processes import Guard
from rcssgym.match.record import HalfRecord
from rcssgym.match.results import HalfResult, Loss, clock, score
from rcssgym.match.serving import Place, Serving
from rcssgym.match.setting import Setting, Team

SIDES = ("left", "right")
MOST_NOTES = 20
"""Maximum number of notes: players may leave and come back without end."""
OBEDIENCE = 5.0
"""Maximum delay of a kick-off by the server, s, in simulation time and in wall time: its next
messages may still be from before the command."""


class Half:
    """A half that is being played.

    :param guard: ends processes that are left over.
    :param stop: event that cancels the half when set.
    """

    def __init__(self, setting: Setting, place: Place, guard: Guard, stop: Event) -> None:
        self._setting = setting
        self._place = place
        part = f"{place.game}/{place.half}"
        crew = guard.crew(f"{part}/server", signal.SIGINT)
        self._sides = tuple(guard.crew(f"{part}/{side}") for side in SIDES)
        end = place.half * setting.server.half_time
        begin = end - (setting.half_time or setting.server.half_time)
        self._record = HalfRecord(place.half, place.left, begin, end)
        self._serving = Serving(setting, place, begin, crew, stop)
        self._names: Names = (None, None)  # under which teams have joined
        self._players = (0, 0)  # on the left and on the right

    def play(self) -> HalfResult:
        """Play the half; errors are reported in the result.

        Raises :class:`Stopped` if the stop event is set.
        """
        begin = time.monotonic()
        result = self._record.result
        try:
            self._place.folder.mkdir(parents=True, exist_ok=True)
            self._serving.begin()
            self._play(self._frames())
        except MatchError as error:
            result.error = str(error)
        finally:
            self._serving.end(self._sides)
        result.wall_time = time.monotonic() - begin
        return result

    def _play(self, frames: Iterator[Frame]) -> None:
        next(frames)
        for side in (0, 1):
            self._enter(side, frames)
        have_come = self._gather(frames)
        self._prepare(frames)
        self._note_missing(have_come)
        self._serving.send("(kickOff Left)")
        self._follow(frames)

    def _frames(self) -> Iterator[Frame]:
        for frame in self._serving.frames():
            self._names = frame.names or self._names
            self._players = frame.players or self._players
            yield frame

    # --- before the kick-off

    def _enter(self, side: int, frames: Iterator[Frame]) -> None:
        """Start a team and wait for its first player: the first team to join plays on the left."""
        self._start(side)
        latest = running_time() + self._setting.patience
        for frame in frames:
            if frame.names is not None and frame.names[side] is not None:
                return
            self._expect(side)
            if running_time() > latest:
                raise MatchError(
                    f"{self._team(side).name} has not come to the {SIDES[side]} side within "
                    f"{self._setting.patience:g} s: {self._account(side)}"
                )

    def _start(self, side: int) -> None:
        team, setting = self._team(side), self._setting
        values = {
            "host": setting.server.host,
            "port": self._serving.port,
            "team": team.name,
            "side": SIDES[side],
            "half": self._place.half,
            "game": self._place.game,
            "players": setting.players,
            "log": self._place.folder,
        }
        log = self._place.folder / f"{SIDES[side]}-{team.name}.log"
        start_players(self._sides[side], team.line, values, log, setting.players)

    def _gather(self, frames: Iterator[Frame]) -> bool:
        """Wait for the players; return whether all have come."""
        latest = running_time() + self._setting.patience
        for _ in frames:
            if min(self._players) >= self._setting.players:
                return True
            for side in (0, 1):
                self._expect(side)
            if running_time() > latest:
                break
        self._check_players()
        return False

    def _prepare(self, frames: Iterator[Frame]) -> None:
        """Let the players take their places."""
        begin = next(frames).clock
        for frame in frames:
            self._check_players()
            if frame.clock - begin >= self._setting.prepare:
                return

    def _note_missing(self, have_come: bool) -> None:
        """Note that a team kicks off with fewer players, and why."""
        if min(self._players) >= self._setting.players:
            return
        why = f"have not come within {self._setting.patience:g} s"
        if have_come:
            short = [side for side in (0, 1) if self._players[side] < self._setting.players]
            accounts = (f"{self._team(side).name}: {self._sides[side].account()}" for side in short)
            why = f"have left ({'; '.join(accounts)})"
        self._record.result.notes.append(
            f"kick-off with {score(self._players)} players, the others {why}"
        )

    # --- after the kick-off

    def _follow(self, frames: Iterator[Frame]) -> None:
        """Watch the half to its end."""
        begin = running_time()
        ordered: float | None = None
        for frame in frames:
            for side, loss in self._record.take(frame, self._players):
                self._note(side, loss)
            if self._record.is_over:
                return
            self._check_players()
            passed = running_time() - begin
            ordered = frame.clock if ordered is None else ordered
            is_late = min(passed, frame.clock - ordered) > OBEDIENCE
            if frame.play_mode == BEFORE_KICK_OFF and is_late:
                raise MatchError(f"the server has not kicked off within {OBEDIENCE:g} s")
            if passed > self._setting.timeout:
                raise MatchError(
                    f"not over within {self._setting.timeout:g} s, at {frame.play_time:.2f} s"
                )

    def _note(self, side: int, loss: Loss) -> None:
        """Note what happened to the processes of a team that has lost players."""
        result = self._record.result
        if len(result.notes) < MOST_NOTES:
            players = "a player" if loss.players == 1 else f"{loss.players} players"
            result.notes.append(
                f"{self._team(side).name} lost {players} at {clock(loss.play_time)}, "
                f"{loss.remaining} left: {self._sides[side].account()}"
            )

    # --- teams

    def _team(self, side: int) -> Team:
        return self._setting.teams[self._record.team(side)]

    def _expect(self, side: int) -> None:
        """Raise :class:`MatchError` if a team has no processes left that could join."""
        if self._sides[side].has_left():
            raise MatchError(f"{self._team(side).name} has left: {self._account(side)}")

    def _account(self, side: int) -> str:
        """Return what happened to a team's processes, and where the server may say why."""
        account, log = self._sides[side].account(), self._serving.log
        name = self._names[0]
        if side == 0 or name is None or self._names[1] is not None:
            return f"{account}; see also {log}"
        if name == self._team(1).name:
            return f"{account}; {self._team(0).name} has joined as {name} before, see {log}"
        return f"{account}; nobody has joined but as {name}: do both teams? See {log}"

    def _check_players(self) -> None:
        for side in (0, 1):
            if self._players[side] == 0:
                raise MatchError(
                    f"{self._team(side).name} has no robot left on the pitch: {self._account(side)}"
                )
