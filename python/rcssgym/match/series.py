"""All games of a match, several at the same time if wanted."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from functools import partial
from threading import Event
from typing import Protocol

from rcssgym.errors import ArgumentError
from rcssgym.match.command_line import CommandLine
from rcssgym.match.errors import MatchError
from rcssgym.match.files import write
from rcssgym.match.half import Half
from rcssgym.match.intervals import scipy_stats
from rcssgym.match.processes import Guard
from rcssgym.match.results import GameResult, Results
from rcssgym.match.serving import Place, free_ports
from rcssgym.match.setting import Setting, make_folder

LOOK = 0.2
"""Interval of checks for Ctrl-C, s."""

PlayGame = Callable[[int, Guard, Event], GameResult]
"""Plays a game, given its number, the guard of its processes, and an event that cancels it."""


class Commanded(Protocol):
    """A team that a command starts."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def line(self) -> CommandLine:
        """Its command."""


class Series(Protocol):
    """What is to be played."""

    @property
    def teams(self) -> Sequence[Commanded]:
        """The two teams."""

    @property
    def games(self) -> int:
        """Number of games."""

    @property
    def parallel(self) -> int:
        """Number of games played at the same time."""


def play(setting: Setting, tell: Callable[[GameResult], object] = lambda _: None) -> Results:
    """Play the games of a match.

    :param setting: what to play.
    :param tell: called with each game when it is over, in the caller's thread.

    In each game the teams change ends at half time, and the team on the left kicks off; from game
    to game the teams take turns at starting on the left. After each game the results so far are
    written to ``results.csv`` and ``results.json`` in the folder of the setting.

    Games that cannot be played to their end are in the results with their error; they do not count.
    An exception such as :class:`KeyboardInterrupt` first ends all running processes, then
    propagates.

    Raises :class:`ArgumentError` if the folder cannot be made or has results already, and the
    errors of :func:`check`.
    """
    check(setting)
    make_folder(setting.out, "results.json")
    return play_series(setting, partial(_play_game, setting), partial(write, setting=setting), tell)


def play_series(
    series: Series,
    play_game: PlayGame,
    write_results: Callable[[Results], object],
    tell: Callable[[GameResult], object],
) -> Results:
    """Play all games of a series.

    :param write_results: called with the results so far, before the first game and after each.
    :param tell: called with each game when it is over, in the caller's thread.
    """
    results = Results((series.teams[0].name, series.teams[1].name))
    write_results(results)
    with closing(play_games(series.games, series.parallel, play_game)) as games:
        for game in games:
            results.add(game)
            write_results(results)
            tell(game)
    return results


def play_games(games: int, parallel: int, play_game: PlayGame) -> Generator[GameResult]:
    """Play games, numbered from 1, and yield each when it is over, in the caller's thread.

    If the caller ends the generator, all running games are ended.
    """
    stop = Event()
    with Guard() as guard, ThreadPoolExecutor(parallel) as pool:
        try:
            running: set[Future[GameResult]] = {
                pool.submit(play_game, number, guard, stop) for number in range(1, games + 1)
            }
            while running:
                done, running = wait(running, LOOK, FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


def check(setting: Setting) -> None:
    """Check, before anything is started, whether this machine can play a match.

    Raises the errors of :func:`check_machine`.
    """
    check_machine(setting.server.host, setting.teams)


def check_machine(host: str, teams: Iterable[Commanded]) -> None:
    """Check whether servers can listen at an address, and whether teams' programs exist.

    Raises :class:`ArgumentError` for an address at which no server can listen, and for a team whose
    command does not exist or is not executable, and :class:`MissingLibraryError` without scipy.
    """
    scipy_stats()
    try:
        free_ports(host)
    except MatchError as error:
        raise ArgumentError(f"host: {error}") from error
    for team in teams:
        program = team.line.words[0]
        if not CommandLine((program,)).places and shutil.which(program) is None:
            raise ArgumentError(
                f"command of {team.name}: {program!r} is not a program that can be run"
            )


def _play_game(setting: Setting, number: int, guard: Guard, stop: Event) -> GameResult:
    game = GameResult(number, [])
    for half in (1, 2):
        left = (number + half) % 2
        folder = setting.out.resolve() / f"game-{number:03}" / f"half-{half}"
        game.halves.append(Half(setting, Place(number, half, left, folder), guard, stop).play())
        if game.error is not None:
            break
    return game
