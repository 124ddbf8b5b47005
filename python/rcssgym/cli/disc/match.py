"""The subcommand that lets two programs of the 2D league play: ``disc match``."""

from __future__ import annotations

import argparse
from pathlib import Path

from rcssgym.cli.disc.parameters import read_parameters
from rcssgym.cli.match import BROKEN_OFF, Interrupt, interruptible, new_folder
from rcssgym.cli.options import Commands, Help, positive
from rcssgym.match.disc import DiscSetting, DiscTeam, line, play
from rcssgym.match.summary import table

DESCRIPTION = """\
Let two teams play on servers of their own and report results with confidence. In a command, {host},
{port}, {coach_port}, {team}, {side}, {game} and {log} stand for what a start script wants to know;
with {number} in it, it is started once for each of eleven players. The same is in the environment,
as RCSSGYM_HOST and so on. No shell is involved. Ctrl-C ends all processes."""


def add_match(parts: Commands) -> None:
    """Add ``rcssgym disc match``."""
    match = parts.add_parser(
        "match",
        help="let two teams of the 2D league play",
        description=DESCRIPTION,
        formatter_class=Help,
    )
    match.set_defaults(run=_match)
    match.add_argument("--left", required=True, metavar="CMD", help="starts the first team")
    match.add_argument("--right", required=True, metavar="CMD", help="starts the other team")
    match.add_argument("--left-name", default="home", metavar="NAME", help="name of the first team")
    match.add_argument("--right-name", default="away", metavar="NAME", help="name of the other")
    match.add_argument("--games", type=positive(int), default=1, metavar="N", help="games to play")
    match.add_argument("--host", default=DiscSetting.host, help="address for servers")
    match.add_argument(
        "--realtime", action="store_true", help="100 ms a cycle; otherwise as fast as teams answer"
    )
    match.add_argument(
        "--patience",
        type=positive(float),
        default=DiscSetting.patience,
        metavar="S",
        help="for how long a team may take to come",
    )
    match.add_argument(
        "--timeout",
        type=positive(float),
        default=DiscSetting.timeout,
        metavar="S",
        help="longest time on the wall for a game",
    )
    match.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder for logs and results; a new one, matches/DATE-TIME, if not given",
    )
    match.add_argument(
        "parameters", nargs="*", metavar="PARAMETER", help="of the server, as server::half_time=100"
    )


def _match(options: argparse.Namespace) -> int:
    read_parameters(options.parameters)
    teams = (
        DiscTeam(options.left_name, options.left),
        DiscTeam(options.right_name, options.right),
    )
    setting = DiscSetting(
        teams,
        options.out or new_folder(Path("matches")),
        games=options.games,
        synch=not options.realtime,
        parameters=options.parameters,
        host=options.host,
        patience=options.patience,
        timeout=options.timeout,
    )
    names = (options.left_name, options.right_name)
    try:
        with interruptible():
            results = play(setting, lambda game: print(line(game, names), flush=True))
    except Interrupt as interrupt:
        print(f"\nbroken off; logs and results: {setting.out}")
        return 128 + interrupt.number
    print(f"\n{table(results, ['goals'])}\n\nlogs and results: {setting.out}")
    return BROKEN_OFF if results.broken_off else 0
