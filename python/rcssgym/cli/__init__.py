"""The command ``rcssgym``: each subcommand, or group of them, is a module of its own."""

import argparse
import sys
from collections.abc import Callable, Sequence

from rcssgym import RcssGymError, ServerError, __version__
from rcssgym.cli.demo import add_demo
from rcssgym.cli.disc import add_disc
from rcssgym.cli.game import add_game
from rcssgym.cli.match import add_match
from rcssgym.cli.options import USAGE_ERROR, Parser
from rcssgym.cli.playmaker import add_playmaker
from rcssgym.cli.policy import add_evaluate, add_play
from rcssgym.cli.record import add_record
from rcssgym.cli.replay import add_replay
from rcssgym.cli.run import add_run
from rcssgym.cli.serve import add_serve
from rcssgym.cli.train import add_train
from rcssgym.cli.view import add_view
from rcssgym.startup import INTERRUPTED, interrupts_raise

SERVER_ERROR = 1


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    try:
        interrupts_raise()
        return _command(_parser(), argv)
    except KeyboardInterrupt:
        return INTERRUPTED


def _command(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> int:
    options = parser.parse_args(argv)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except RcssGymError as error:
        print(f"{parser.prog} {options.command}: error: {error}", file=sys.stderr)
        return SERVER_ERROR if isinstance(error, ServerError) else USAGE_ERROR


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="rcssgym", description="RoboCup humanoid soccer: many worlds at once.")
    parser.add_argument("--version", action="version", version=f"rcssgym {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    add_run(commands)
    add_demo(commands)
    add_game(commands)
    add_serve(commands)
    add_disc(commands)
    add_replay(commands)
    add_view(commands)
    add_record(commands)
    add_match(commands)
    add_playmaker(commands)
    add_play(commands)
    add_evaluate(commands)
    add_train(commands)
    return parser
