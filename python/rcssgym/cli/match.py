"""The subcommand that lets two teams of networked agents play: ``match``."""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from rcssgym.cli.options import Parser, add_web, positive, web_of_servers
from rcssgym.errors import ArgumentError, MissingLibraryError
from rcssgym.match.disc import DiscSetting
from rcssgym.match.results import GameResult, Results
from rcssgym.match.series import check, play
from rcssgym.match.setting import Server, Setting, Team
from rcssgym.match.summary import line, table
from rcssgym.soccer.fields import FIELD_NAMES
from rcssgym.soccer.rules import RULE_BOOK_NAMES
from rcssgym.startup import interrupted_code

BROKEN_OFF = 1
"""Exit code if a game could not be played to its end."""
DESCRIPTION = """\
Let two teams play, each half on a server of its own, and report results with confidence intervals.
In a command, {host}, {port}, {team}, {side}, {half}, {game}, {players} and {log} stand for what a
start script needs to know. A command with {number} is started once for each player. The same
values are in environment variables such as RCSSGYM_HOST. No shell is involved. Ctrl-C ends all
processes."""


def fill(match: Parser) -> None:
    """Give ``rcssgym match`` its arguments."""
    match.description = DESCRIPTION
    match.set_defaults(run=_match)
    add_teams(match)
    match.add_argument(
        "--players",
        type=positive(int),
        default=Setting.players,
        metavar="N",
        help="number of players of each team for whom a kick-off waits",
    )
    _add_server(match)
    _add_times(match)


def add_teams(match: argparse.ArgumentParser) -> None:
    """Add the options of every match: teams, number of games, and the folder for results."""
    match.add_argument(
        "--left",
        required=True,
        metavar="CMD",
        help="command that starts the team that begins on the left in the first game",
    )
    match.add_argument(
        "--right", required=True, metavar="CMD", help="command that starts the other team"
    )
    match.add_argument(
        "--left-name", default="home", metavar="NAME", help="name of the team of --left"
    )
    match.add_argument(
        "--right-name", default="away", metavar="NAME", help="name of the team of --right"
    )
    match.add_argument(
        "--games", type=positive(int), default=1, metavar="N", help="number of games to play"
    )
    match.add_argument(
        "--parallel",
        type=positive(int),
        default=1,
        metavar="K",
        help="number of games to play at the same time",
    )
    match.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder for logs and results; default: a new one, matches/DATE-TIME",
    )


def add_patience(
    match: argparse.ArgumentParser, setting: type[Setting | DiscSetting], part: str
) -> None:
    """Add the options about waiting times, with the defaults of a setting."""
    for name, default, text in (
        ("--patience", setting.patience, "how long to wait for players, s"),
        ("--timeout", setting.timeout, f"maximum wall time of a {part}, s"),
        ("--grace", setting.grace, "how long processes may take to end once they are asked to, s"),
    ):
        match.add_argument(name, type=positive(float), default=default, metavar="S", help=text)


def _add_server(match: argparse.ArgumentParser) -> None:
    match.add_argument(
        "--server",
        default=argparse.SUPPRESS,
        metavar="CMD",
        help="command that starts the server, with {host}, {aport}, {mport}, {rules}, {phase}, "
        "{time}, {logfile}, {half} and {game}; if it has none of them, rcssservermj's flags are "
        "added; default: rcssgym serve",
    )
    match.add_argument("--host", default=Server.host, help="address on which servers listen")
    match.add_argument("--rules", choices=RULE_BOOK_NAMES, default=Server.rules, help="rule book")
    match.add_argument("--field", choices=FIELD_NAMES, help="pitch; default: that of the rules")
    match.add_argument(
        "--sync",
        action="store_true",
        help="wait for the players' answers instead of the clock; games are then as fast as "
        "possible",
    )
    add_web(match, may_be_free=False)
    match.add_argument(
        "--no-logfile", action="store_true", help="do not log the messages to monitors"
    )


def _add_times(match: argparse.ArgumentParser) -> None:
    seconds = positive(float)
    match.add_argument(
        "--half-time",
        type=seconds,
        metavar="S",
        help="play only the last S seconds of each half; default: the whole half",
    )
    match.add_argument(
        "--prepare",
        type=seconds,
        default=Setting.prepare,
        metavar="S",
        help="simulated time from the last player's arrival to the kick-off, s",
    )
    add_patience(match, Setting, "half")


def _match(options: argparse.Namespace) -> int:
    setting = _setting(options)
    check(setting)
    if options.out is None:
        setting = replace(setting, out=new_folder(setting.out))
    names = (setting.teams[0].name, setting.teams[1].name)
    results, interrupted = carry_out(names, lambda tell: play(setting, tell), line)
    print(f"\n{table(results)}")
    _plot(results, setting.out / "results.png")
    print(f"\nlogs and results: {setting.out}")
    return interrupted or (BROKEN_OFF if results.broken_off else 0)


def carry_out(
    names: tuple[str, str],
    begin: Callable[[Callable[[GameResult], None]], object],
    line: Callable[[GameResult, tuple[str, str]], str],
) -> tuple[Results, int]:
    """Play a match, and print a line for each game; return results and the interrupt's exit code.

    :param names: names of the teams.
    :param begin: plays the match, and calls its argument with each game.
    :param line: returns a text about a game's result.
    """
    results = Results(names)

    def tell(game: GameResult) -> None:
        results.add(game)
        print(line(game, names), flush=True)

    try:
        begin(tell)
    except KeyboardInterrupt:
        return results, interrupted_code()
    return results, 0


def _setting(options: argparse.Namespace) -> Setting:
    server = {"command": options.server} if hasattr(options, "server") else {}
    return Setting(
        teams=(Team(options.left_name, options.left), Team(options.right_name, options.right)),
        out=options.out or Path("matches"),
        server=Server(
            host=options.host,
            rules=options.rules,
            field=options.field,
            sync=options.sync,
            log=not options.no_logfile,
            web=web_of_servers(options),
            **server,
        ),
        games=options.games,
        parallel=options.parallel,
        players=options.players,
        patience=options.patience,
        prepare=options.prepare,
        half_time=options.half_time,
        timeout=options.timeout,
        grace=options.grace,
    )


def new_folder(above: Path) -> Path:
    """Make a folder named by date and time, with a number if it exists already.

    Raises :class:`ArgumentError` if it cannot be made.
    """
    name = time.strftime("%Y-%m-%d-%H%M%S")
    try:
        above.mkdir(parents=True, exist_ok=True)
        for number in itertools.count(1):
            folder = above / (name if number == 1 else f"{name}-{number}")
            with suppress(FileExistsError):
                folder.mkdir()  # if two matches start at the same time, one of them makes it
                break
    except OSError as error:
        raise ArgumentError(f"out: no folder can be made in {above}: {error}") from error
    return folder


def _plot(results: Results, path: Path) -> None:
    if not results.complete:
        return
    try:
        from rcssgym.match.plot import plot

        plot(results, path)
    except MissingLibraryError as error:
        print(f"no {path.name}: {error}", file=sys.stderr)
