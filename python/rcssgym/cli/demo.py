"""The subcommand that plays a game to look at: ``demo``."""

from __future__ import annotations

import argparse
import sys
import threading
import webbrowser

from rcssgym.cli.options import Parser, port, positive, when_asked_to_end
from rcssgym.demo.game import DemoGame, show
from rcssgym.demo.pitches import MOST
from rcssgym.errors import ArgumentError
from rcssgym.view.live import Pace
from rcssgym.view.page import PORT, Page
from rcssgym.view.window import has_display


def fill(demo: Parser) -> None:
    """Give ``rcssgym demo`` its arguments."""
    demo.description = (
        "Play a game with the trained policies that come with the package, and open the page "
        "that shows it. Robots walk to the ball, kick it and get up again. On the page you can "
        "drag and push them, or drive one with the keyboard or a gamepad. Ctrl-C ends it."
    )
    demo.set_defaults(run=_demo)
    demo.add_argument(
        "--robots",
        type=positive(int),
        default=3,
        metavar="N",
        help="number of robots of each team, up to 11",
    )
    demo.add_argument(
        "--seconds", type=positive(int), default=300, metavar="S", help="play time of a half, s"
    )
    demo.add_argument("--seed", type=int, default=0, metavar="N", help="random seed of the game")
    demo.add_argument(
        "--port", type=port(0), default=PORT, help="port of the page; 0 takes a free one"
    )
    demo.add_argument("--host", default="127.0.0.1", help="address to listen on")
    demo.add_argument("--no-open", action="store_true", help="do not open a browser")


def _demo(options: argparse.Namespace) -> int:
    if options.robots > MOST:
        raise ArgumentError(f"--robots: a team has 1 to {MOST}, not {options.robots}")
    game = DemoGame(options.robots, options.seconds, options.seed)
    over = threading.Event()
    with Page(options.port, options.host) as page:
        when_asked_to_end(over.set)
        print(f"watch at {page.url}", flush=True)
        # Without a display, a text browser would start in the terminal and take its input.
        if not options.no_open and has_display():
            webbrowser.open(page.url)
        pace = Pace()
        while not (over.is_set() or game.over):
            for words in page.obey(game.worlds):
                game.obey(words)
            game.step()
            show(page, game)
            pace.wait(game.time)
    left, right = game.score
    print(f"{left} : {right} after {game.time:.0f} s", file=sys.stderr)
    return 0
