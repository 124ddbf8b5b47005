"""The subcommand that plays a game between two scripted teams: ``game``."""

import argparse
import shlex
import sys
import time
from typing import NoReturn

from tqdm import tqdm

from rcssgym.cli.options import Parser, add_web, positive, watched
from rcssgym.soccer.fields import FIELD_NAMES
from rcssgym.soccer.rules import RULE_BOOK_NAMES
from rcssgym.startup import interrupted_code
from rcssgym.teams import ScriptedGame, report
from rcssgym.view.live import Live

GAME_BAR = "{l_bar}{bar}| {n:.0f}/{total:.0f} s of play [{elapsed}<{remaining}]"


def fill(parser: Parser) -> None:
    """Give ``rcssgym game`` its arguments."""
    parser.description = (
        "Play a game between two teams of simple players under the league's rules and "
        "report score and events. Ctrl-C or SIGTERM stops early and still prints the report."
    )
    parser.set_defaults(run=_game)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="random seed of the game")
    parser.add_argument(
        "--seconds",
        type=positive(int),
        metavar="S",
        help="play time of a half, s; default: that of the rules",
    )
    parser.add_argument(
        "--robots",
        type=positive(int),
        metavar="N",
        help="number of players of each team; default: the most that the rules allow",
    )
    parser.add_argument("--left", default="T1", metavar="MODEL", help="robots of the left team")
    parser.add_argument("--right", default="T1", metavar="MODEL", help="robots of the right team")
    parser.add_argument("--field", choices=FIELD_NAMES, default="fifa7vs7", help="pitch")
    parser.add_argument("--rules", choices=RULE_BOOK_NAMES, default="ssim", help="rule book")
    add_web(parser)


def _game(options: argparse.Namespace) -> int:
    game = ScriptedGame(
        robots=options.robots,
        models=(options.left, options.right),
        field=options.field,
        rules=options.rules,
        half=options.seconds,
        seed=options.seed,
    )
    interrupted = False
    start = time.perf_counter()
    with (
        watched(options.web) as page,
        tqdm(total=game.length, unit="s", disable=None, bar_format=GAME_BAR) as progress,
    ):
        live = None if page is None else Live(page, game.simulation)
        try:
            game.play(lambda play_time: _show(progress, play_time, live))
        except KeyboardInterrupt:
            interrupted = True
    elapsed = time.perf_counter() - start
    simulated = game.simulation.sim_time
    print(report(game, _command(options)))
    speed = f"{simulated / elapsed:.1f} times real time"
    print(f"{simulated:.1f} s simulated in {elapsed:.1f} s: {speed}", file=sys.stderr)
    return interrupted_code() if interrupted else 0


def _show(progress: "tqdm[NoReturn]", play_time: float, live: Live | None) -> None:
    if live is not None:
        live.show()
    if play_time - progress.n >= 0.1:
        progress.update(round(play_time - progress.n, 2))


def _command(options: argparse.Namespace) -> str:
    """Return the command line that plays the same game again."""
    names = ("seed", "seconds", "robots", "left", "right", "field", "rules")
    chosen = ((name, getattr(options, name)) for name in names)
    words = [f"--{name} {shlex.quote(str(value))}" for name, value in chosen if value is not None]
    return " ".join(["rcssgym game", *words])
