"""The subcommand that lets two programs of the 2D league play: ``disc match``."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from rcssgym.cli.match import BROKEN_OFF, add_patience, add_teams, carry_out, new_folder
from rcssgym.cli.options import Parser, add_web, web_of_servers
from rcssgym.disc.parameters import read_parameters
from rcssgym.match.disc import COUNTED, DiscSetting, DiscTeam, check, line, play
from rcssgym.match.summary import table

DESCRIPTION = """\
Let two teams play, each game on a server of its own, and report results with confidence intervals.
In a command, {host}, {port}, {coach_port}, {team}, {side}, {game} and {log} stand for what a start
script needs to know. A command with {number} is started once for each of eleven players. The same
values are in environment variables such as RCSSGYM_HOST. No shell is involved. Ctrl-C ends all
processes."""


def fill(match: Parser) -> None:
    """Give ``rcssgym disc match`` its arguments."""
    match.description = DESCRIPTION
    match.set_defaults(run=_match)
    add_teams(match)
    match.add_argument("--host", default=DiscSetting.host, help="address on which servers listen")
    match.add_argument(
        "--realtime",
        action="store_true",
        help="make a cycle every 100 ms; otherwise as fast as the teams answer",
    )
    add_web(match, may_be_free=False)
    add_patience(match, DiscSetting, "game")
    match.add_argument(
        "parameters",
        nargs="*",
        metavar="PARAMETER",
        help="parameter of the server, such as server::half_time=100",
    )


def _match(options: argparse.Namespace) -> int:
    read_parameters(options.parameters)
    teams = (
        DiscTeam(options.left_name, options.left),
        DiscTeam(options.right_name, options.right),
    )
    setting = DiscSetting(
        teams,
        options.out or Path("matches"),
        games=options.games,
        parallel=options.parallel,
        synch=not options.realtime,
        parameters=options.parameters,
        host=options.host,
        web=web_of_servers(options),
        patience=options.patience,
        timeout=options.timeout,
        grace=options.grace,
    )
    check(setting)
    if options.out is None:
        setting = replace(setting, out=new_folder(setting.out))
    names = (options.left_name, options.right_name)
    results, interrupted = carry_out(names, lambda tell: play(setting, tell), line)
    print(f"\n{table(results, ['goals', *COUNTED])}\n\nlogs and results: {setting.out}")
    return interrupted or (BROKEN_OFF if results.broken_off else 0)
