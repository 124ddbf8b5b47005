"""2D games of teams whose agents let playmakers decide."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from time import perf_counter

from rcssgym._core import PlaymakerSquad
from rcssgym.disc.drawings import Drawing
from rcssgym.disc.game import (
    NAMES,
    NEWEST,
    WHOLE_GAME,
    DiscResult,
    TeamPlay,
    checked_cycles,
    result_of,
)
from rcssgym.disc.simulation import DiscSimulation, Parameter
from rcssgym.envs.checks import checked_count, checked_flag, checked_number
from rcssgym.errors import ArgumentError
from rcssgym.playmaker.drawings import drawings_of
from rcssgym.playmaker.execution import checked_formation
from rcssgym.playmaker.messages import Log

NO_NOISE: dict[str, Parameter] = {"ball_rand": 0.0, "player_rand": 0.0, "kick_rand": 0.0}
"""Server parameters of a game in which nothing is random except the outcome of tackles."""


@dataclass(frozen=True)
class Ask:
    """A team whose players and coach ask a playmaker, as agents of the 2D league do.

    :param address: the playmaker's address, such as ``"127.0.0.1:50051"``.
    :param full_state: whether players know the exact state; otherwise they know what they have
        sensed.
    :param trainer: whether the trainer asks it, too.
    :param habits: whether players also do what agents do unasked: choose the width of the view,
        speak, listen.
    :param formation: the text of a file of formations; ``None``: the package's.
    :param patience: how long players wait for an answer, s.
    :param staff_patience: how long coach and trainer wait, and players for the choice of a plan, s.
    :param remote: whether the address may be on another machine.

    Raises :class:`ArgumentError` for values of other types, and for times that are not positive.
    """

    address: str
    full_state: bool = True
    trainer: bool = False
    habits: bool = True
    formation: str | None = None
    patience: float = 3.0
    staff_patience: float = 6.0
    remote: bool = False

    def __post_init__(self) -> None:
        """Check all values but the texts' content."""
        if not isinstance(self.address, str):
            raise ArgumentError(f"address: {self.address!r} is not a text")
        checked_formation(self.formation)
        for name in ("full_state", "trainer", "habits", "remote"):
            checked_flag(name, getattr(self, name))
        for name in ("patience", "staff_patience"):
            if checked_number(name, getattr(self, name)) <= 0.0:
                raise ArgumentError(f"{name}: {getattr(self, name)} is not a positive time")


@dataclass(frozen=True)
class Asked:
    """Statistics of a team's calls."""

    calls: int = 0
    missed: dict[str, int] = field(default_factory=dict)
    """Number of calls without an answer by call and reason, as in ``"GetPlayerActions: late"``."""
    waited: float = 0.0
    """Total time spent waiting for answers, s."""

    @property
    def misses(self) -> int:
        """All calls without an answer."""
        return sum(self.missed.values())


@dataclass(frozen=True)
class PlaymakerResult:
    """The result of a game, and statistics of the calls of left and right."""

    game: DiscResult
    asked: tuple[Asked, Asked]
    seconds: float
    """Wall time of the game, s."""


Watch = Callable[["PlaymakerGame", int], AbstractContextManager[Callable[[], object]]]
"""Function that returns a context for watching a game, given the game and its number."""


class PlaymakerGame:
    """A game of which at least one team asks a playmaker.

    :param left: an :class:`Ask`, or how the left team plays by itself.
    :param right: the same for the right team.
    :param seed: seed of everything random.
    :param cycles: cycles of the game clock after which the game is stopped; ``None``: play to the
        end.
    :param noise: whether motions and kicks have noise.

    Raises :class:`ArgumentError` if neither team asks a playmaker, if both have a trainer, for
    cycles that are not a positive integer, and for an address that is not ``"HOST:PORT"`` or,
    unless ``remote`` is set, is of another machine.

    >>> game = rcssgym.playmaker.PlaymakerGame(Ask("127.0.0.1:50051"), "scripted")
    >>> game.play()
    >>> game.result.game.score
    (2, 1)
    """

    def __init__(
        self,
        left: TeamPlay | Ask,
        right: TeamPlay | Ask = "scripted",
        seed: int = 0,
        cycles: int | None = None,
        *,
        noise: bool = True,
    ) -> None:
        teams = (left, right)
        if not any(isinstance(team, Ask) for team in teams):
            raise ArgumentError("left: neither team asks a playmaker; one must be an Ask")
        if all(isinstance(team, Ask) and team.trainer for team in teams):
            raise ArgumentError("right: both teams have a trainer; only one can")
        params = WHOLE_GAME if noise else {**WHOLE_GAME, **NO_NOISE}
        self.seed, self.cycles = seed, checked_cycles(cycles)
        # Hearing needs senses even if all players know the exact state.
        self.simulation = DiscSimulation(server_params=params, seed=seed, senses=NEWEST)
        self._squads: list[tuple[int, PlaymakerSquad]] = []
        for side, (name, team) in enumerate(zip(NAMES, teams, strict=True)):
            if isinstance(team, Ask):
                for number in range(11):
                    self.simulation.add_player(name, goalie=number == 0)
                self._squads.append((side, _squad(side, name, team)))
            else:
                self.simulation.add_team(name, team)
        self._begin = perf_counter()

    @property
    def over(self) -> bool:
        """Whether the game has ended or has reached its limit of cycles."""
        return self._ended or (self.cycles is not None and self.simulation.cycle >= self.cycles)

    @property
    def _ended(self) -> bool:
        return self.simulation.play_mode == "time_over"

    def step(self) -> None:
        """Ask the playmakers, and play one cycle."""
        # Kicks and tackles act at once, so both teams decide before anybody acts.
        for _, squad in self._squads:
            squad.decide(self.simulation._world)
        for _, squad in self._squads:
            squad.act(self.simulation._world)
        self.simulation.step()

    def play(self, after_step: Callable[[], object] = lambda: None) -> None:
        """Play to the end, call ``after_step`` after every cycle, and leave the playmakers.

        They are left, too, if Ctrl-C or an error of ``after_step`` ends the game early.
        """
        try:
            while not self.over:
                self.step()
                after_step()
        finally:
            self.close()

    def close(self) -> None:
        """Tell the playmakers that the agents leave; those who have left already say nothing."""
        for _, squad in self._squads:
            squad.leave()

    @property
    def drawings(self) -> list[Drawing]:
        """What players have drawn in the last cycle, for pictures, in the frame of the pitch."""
        return [
            drawing
            for side, squad in self._squads
            for _, log in squad.drawings()
            for drawing in drawings_of(Log.decode(log), turned=side == 1)
        ]

    @property
    def logs(self) -> list[tuple[int, int, Log]]:
        """What players have logged in the last cycle: side (0 left), number, message."""
        return [
            (side, unum, Log.decode(log))
            for side, squad in self._squads
            for unum, log in squad.drawings()
        ]

    @property
    def result(self) -> PlaymakerResult:
        """The result so far."""
        result = result_of(self.seed, self.simulation, self._ended)
        asked = [Asked(), Asked()]
        for side, squad in self._squads:
            calls, missed, waited = squad.tally()
            named = {f"{call}: {reason}": count for (call, reason), count in missed.items()}
            asked[side] = Asked(calls, named, waited)
        return PlaymakerResult(result, (asked[0], asked[1]), perf_counter() - self._begin)


def _squad(side: int, name: str, team: Ask) -> PlaymakerSquad:
    return PlaymakerSquad(
        side,
        name,
        team.address,
        full_state=team.full_state,
        trainer=team.trainer,
        habits=team.habits,
        formation=team.formation,
        patience=team.patience,
        staff_patience=team.staff_patience,
        remote=team.remote,
    )


class _EndedEarlyError(Exception):
    """Ends a game that runs beside one that has failed."""


def play_games(
    left: TeamPlay | Ask,
    right: TeamPlay | Ask = "scripted",
    games: int = 1,
    seed: int = 0,
    cycles: int | None = None,
    parallel: int = 1,
    *,
    noise: bool = True,
    progress: Callable[[PlaymakerResult], object] = lambda _: None,
    watch: Watch | None = None,
) -> list[PlaymakerResult]:
    """Play games and return their results, in order.

    Ctrl-C ends all games after their current cycles.

    :param left: an :class:`Ask`, or how the left team plays by itself.
    :param right: the same for the right team.
    :param games: number of games.
    :param seed: seed of the first game; the others have the following ones.
    :param cycles: cycles of the game clock after which games are stopped; ``None``: play to the
        end.
    :param parallel: number of games at a time, each in a thread of its own if there are several.
    :param noise: whether motions and kicks have noise.
    :param progress: called with the result of every game that is over, or that Ctrl-C has stopped.
    :param watch: called with every game and its number, from 1, before it starts. The context that
        it returns is entered for the game, and its value is called after every cycle.

    Raises :class:`ArgumentError` for numbers of games that cannot be, and as
    :class:`PlaymakerGame`.
    """
    for name, number, least in (("games", games, 0), ("parallel", parallel, 1)):
        checked_count(name, number, least=least)

    ended = threading.Event()

    def one(number: int) -> PlaymakerResult:
        game = PlaymakerGame(left, right, seed + number, cycles, noise=noise)
        try:
            with ExitStack() as stack:
                show = stack.enter_context(watch(game, number + 1)) if watch else lambda: None

                def after_step() -> None:
                    show()
                    if ended.is_set():
                        raise _EndedEarlyError

                game.play(after_step)
        except (KeyboardInterrupt, _EndedEarlyError):
            progress(game.result)
            raise
        result = game.result
        progress(result)
        return result

    if parallel == 1:
        return [one(number) for number in range(games)]
    with ThreadPoolExecutor(parallel) as pool:
        try:
            return list(pool.map(one, range(games)))
        finally:
            # Games that still run would be waited for until their ends.
            ended.set()


def missed(results: Sequence[PlaymakerResult], side: int) -> dict[str, int]:
    """Return the calls of a side without an answer in all games, by call and reason."""
    counts: dict[str, int] = {}
    for result in results:
        for name, count in result.asked[side].missed.items():
            counts[name] = counts.get(name, 0) + count
    return counts
