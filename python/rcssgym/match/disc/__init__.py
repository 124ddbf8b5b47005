"""Matches of the 2D league between teams' programs."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from rcssgym.match.disc.game import Game
from rcssgym.match.disc.setting import DiscSetting, DiscTeam
from rcssgym.match.disc.table import COUNTED, as_csv, line
from rcssgym.match.files import replace
from rcssgym.match.processes import Guard
from rcssgym.match.results import GameResult, Results
from rcssgym.match.series import check_machine, play_series
from rcssgym.match.setting import make_folder

__all__ = ["COUNTED", "DiscSetting", "DiscTeam", "as_csv", "check", "line", "play"]


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

    def play_game(number: int, guard: Guard, stop: Event) -> GameResult:
        return Game(setting, number, guard, stop).play()

    def write_results(results: Results) -> None:
        replace(table, as_csv(results))

    return play_series(setting, play_game, write_results, tell)


def check(setting: DiscSetting) -> None:
    """Check, before anything is started, whether this machine can play a match.

    Raises the errors of :func:`rcssgym.match.series.check_machine`.
    """
    check_machine(setting.host, setting.teams)
