"""The command ``rcssgym``: each subcommand is a separate module."""

import argparse
import sys
from collections.abc import Callable, Sequence

from rcssgym import RcssGymError, ServerError, __version__
from rcssgym.cli.options import USAGE_ERROR, Parser, add_subcommands
from rcssgym.startup import INTERRUPTED, interrupts_raise

SERVER_ERROR = 1

SUBCOMMANDS = {
    "run": "step worlds and report the speed",
    "demo": "watch robots play soccer in the browser",
    "game": "play a whole game of soccer",
    "serve": "run the networked server",
    "disc": "commands for the 2D league",
    "replay": "serve a recorded game to monitors",
    "view": "watch a recorded game, or the game of any server, in the browser",
    "record": "write a film of a game, a log file or an environment",
    "match": "let two teams of networked agents play",
    "playmaker": "make decisions for agents of the 2D league",
    "play": "play a trained policy on a server",
    "evaluate": "find out how good a trained policy is",
    "train": "train a policy for a task",
}


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
    add_subcommands(parser, "command", SUBCOMMANDS, __name__)
    return parser
