"""The command ``rcssgym``: each subcommand is a separate module."""

import argparse
import errno
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rcssgym import ArgumentError, RcssGymError, ServerError, __version__
from rcssgym.cli.options import USAGE_ERROR, Parser, add_subcommands
from rcssgym.startup import interrupted_code, interrupts_raising

SERVER_ERROR = 1
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of writing where the disk, the user's share of it or the largest allowed file is full."""
BROKEN_PIPE = 141
"""Exit code if nobody reads the output any more: 128 + SIGPIPE, as of other programs in a shell."""

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
    if sys.stderr is None:
        # It is closed. Progress bars would fail, and messages would go to the standard output.
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        # As the standard error does with names of files and the like.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with interrupts_raising(), _flushed():
            return _command(_parser(), argv)
    except KeyboardInterrupt:
        return interrupted_code()
    except ImportError as error:
        if _is_interrupt(error):
            return interrupted_code()
        raise
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as error:
        if error.filename is None:  # it is about the standard output, if about any file
            if error.errno not in NO_ROOM:
                raise
            _drop_output()
        print(f"rcssgym: error: {error}", file=sys.stderr)
        return SERVER_ERROR


def _command(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> int:
    options = parser.parse_args(argv)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except RcssGymError as error:
        message = str(error)
        if isinstance(error, ArgumentError):
            message = options.parser.with_flags(message)
        print(f"{options.parser.prog}: error: {message}", file=sys.stderr)
        return SERVER_ERROR if isinstance(error, ServerError) else USAGE_ERROR
    except UnicodeEncodeError as error:
        # Names of files may be any bytes, but the core takes text only.
        print(f"{options.parser.prog}: error: {error.object!r} is not UTF-8 text", file=sys.stderr)
        return USAGE_ERROR


@contextmanager
def _flushed() -> Iterator[None]:
    """Write all output while what fails can still be reported: Python does it too late."""
    try:
        yield
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()


def _drop_output() -> None:
    """Discard what could not be written, so that Python does not try once more at its end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_interrupt(error: BaseException | None) -> bool:
    """Return whether a signal is behind an error: modules in C hide it while they are imported."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="rcssgym", description="RoboCup humanoid soccer: many worlds at once.")
    parser.add_argument("--version", action="version", version=f"rcssgym {__version__}")
    add_subcommands(parser, "command", SUBCOMMANDS, __name__)
    return parser
