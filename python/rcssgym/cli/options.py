"""Common options of the subcommands."""

import argparse
import math
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn

from rcssgym.errors import ArgumentError
from rcssgym.view.page import PORT, Page

USAGE_ERROR = 2
LAST_PORT = 65535
MOST = 1e15
"""Largest number that is accepted where no other limit is known; step counts follow from it."""
TIMES = "seconds, M:SS or H:MM:SS"
"""Texts of times in a recording."""


class Parser(argparse.ArgumentParser):
    """A parser whose error messages are one line.

    Parsed options have it, or the subcommand's parser, as ``parser``.
    """

    names: Mapping[str, str]
    """Flags of arguments of functions, where the names differ."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.names = {}
        # With Python's own pattern, values such as -0.5,0,0 would be taken for flags.
        self._negative_number_matcher = re.compile(r"-\.?\d")

    def error(self, message: str) -> NoReturn:
        """Print an error message and exit."""
        self.exit(USAGE_ERROR, f"{self.prog}: error: {message} (see {self.prog} --help)\n")

    def with_flags(self, message: str) -> str:
        """Return the message of an :class:`ArgumentError` with the flag that users know."""
        argument, _, rest = message.partition(": ")
        flag = self.names.get(argument)
        for action in self._actions:
            if flag is None and action.dest == argument and action.option_strings:
                flag = next(name for name in action.option_strings if name.startswith("--"))
        return message if flag is None else f"{flag}: {rest}"

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Refuse remaining arguments: a subcommand's parser would leave them to its parent."""
        self.set_defaults(parser=self)
        options, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return options, rest


class Help(argparse.ArgumentDefaultsHelpFormatter):
    """Help that shows defaults, except ``None`` and ``()``."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        if action.default in (None, ()):
            return action.help
        return super()._get_help_string(action)


class Subcommand(Parser):
    """A subcommand's parser, which gets its arguments only when it is used.

    So no subcommand has to wait for the imports of others.

    :param module: module whose function ``fill`` gives the parser its description and arguments.
    """

    def __init__(self, *args: Any, module: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.formatter_class = Help
        self._module: str | None = module

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Add the arguments on the first call, then parse."""
        if self._module is not None:
            module, self._module = import_module(self._module), None
            module.fill(self)
        return super().parse_known_args(args, namespace)


def add_subcommands(
    parser: Parser,
    dest: str,
    helps: Mapping[str, str],
    package: str,
    kind: type[Subcommand] = Subcommand,
) -> None:
    """Add subcommands, each of which is a module of the same name in ``package``.

    :param dest: attribute of the parsed arguments with the chosen subcommand.
    :param helps: help text of each subcommand, by name.
    """
    metavar = dest.upper()
    parts = parser.add_subparsers(dest=dest, metavar=metavar, required=True, parser_class=kind)
    for name, words in helps.items():
        parts.add_parser(name, help=words, module=f"{package}.{name}")


def positive(kind: type[int] | type[float]) -> Callable[[str], float]:
    """Return a type of arguments: positive numbers up to :data:`MOST`."""

    def convert(text: str) -> float:
        number = kind(text)
        if not number > 0:
            raise argparse.ArgumentTypeError(f"must be positive, not {text}")
        if number > MOST:
            raise argparse.ArgumentTypeError(f"must be at most {MOST:g}, not {text}")
        return number

    convert.__name__ = kind.__name__
    return convert


def port(least: int) -> Callable[[str], int]:
    """Return a type of arguments: ports; ``least`` is 0 if 0, any free port, is allowed."""

    def convert(text: str) -> int:
        number = int(text)
        if not least <= number <= LAST_PORT:
            raise argparse.ArgumentTypeError(f"must be a port, {least} to {LAST_PORT}, not {text}")
        return number

    convert.__name__ = "port"
    return convert


def parse_time(text: str) -> float:
    """Return the seconds of ``"90"``, ``"1:30"`` or ``"0:01:30"``.

    Raises :class:`ArgumentError` for anything else.
    """
    *above, last = text.split(":")
    is_clock = len(above) <= 2 and all(part.isdecimal() for part in above)
    try:
        seconds = float(last) if is_clock else -1.0
    except ValueError:
        seconds = -1.0
    is_right = 0.0 <= seconds < (60.0 if above else math.inf)
    # Computed in floats, which become infinite where huge integers would raise an error.
    for power, part in enumerate(reversed(above) if is_right else (), start=1):
        seconds += float(part) * 60.0**power
    if not (is_right and math.isfinite(seconds)):
        raise ArgumentError(f"time: must be {TIMES}, not {text!r}")
    return seconds


def add_start(parser: argparse.ArgumentParser) -> None:
    """Add ``--start``, where in a recording to begin."""

    def convert(text: str) -> float:
        try:
            return parse_time(text)
        except ArgumentError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    parser.add_argument(
        "--start",
        type=convert,
        default=0.0,
        metavar="T",
        help=f"where to begin, from the beginning of the log file: {TIMES}",
    )


def add_physics(parser: argparse.ArgumentParser) -> None:
    """Add ``--threads`` and ``--precision`` of the worlds."""
    parser.add_argument(
        "--threads",
        type=positive(int),
        metavar="N",
        help="number of threads; default: one per core",
    )
    parser.add_argument(
        "--precision",
        choices=["double", "single"],
        default="double",
        help="floating-point precision of the physics",
    )


def add_web(parser: argparse.ArgumentParser, default: int = PORT, may_be_free: bool = True) -> None:
    """Add ``--web``: the port for browsers, ``default`` if none is named.

    :param may_be_free: whether 0, any free port, is allowed.
    """
    free = "; 0 for a free one" if may_be_free else ""
    parser.add_argument(
        "--web",
        nargs="?",
        const=default,
        type=port(0 if may_be_free else 1),
        metavar="PORT",
        help=f"show the game to browsers at this port ({default} if none is named{free})",
    )


@contextmanager
def watched(web: int | None, host: str = "127.0.0.1") -> Iterator[Page | None]:
    """Serve the viewer's page at the port of ``--web``, and print its URL to standard error.

    Yields ``None`` without ``--web``. Raises :class:`ServerError` for a port that is in use.
    """
    if web is None:
        yield None
        return
    with Page(web, host) as page:
        tell_where(page.url)
        yield page


def tell_where(url: str) -> None:
    """Print the URL for browsers to standard error; standard output is for results."""
    print(f"watch at {url}", file=sys.stderr, flush=True)


def web_of_servers(options: argparse.Namespace) -> int | None:
    """Return the port at which servers that are started one after the other show their games.

    Also prints its URL. Raises :class:`ArgumentError` if several servers would need it at the same
    time, and :class:`ServerError` for a port that is in use: a server would only fail later.
    """
    web: int | None = options.web
    if web is None:
        return None
    if options.parallel > 1:
        raise ArgumentError(f"--web: shows one game at a time, not --parallel {options.parallel}")
    with Page(web, options.host) as page:
        url = page.url.partition("#")[0]
    # The port is free for the first server before anybody is told of it.
    tell_where(url)
    return web


def add_access(parser: argparse.ArgumentParser, aim: str, default: int) -> None:
    """Add the flags about who may connect, and whose pages may do ``aim``."""
    parser.add_argument(
        "--wsorigin",
        action="append",
        metavar="HOST",
        help=f"host whose pages may {aim} by WebSocket, besides this machine and the address to "
        "which they connect; may be given several times",
    )
    parser.add_argument(
        "--max-per-address",
        type=int,
        default=default,
        metavar="N",
        help="maximum number of connections from one address to each port; 0: no such limit",
    )
    parser.add_argument(
        "--exempt-loopback",
        action="store_true",
        help="do not apply that limit to connections from this machine",
    )


def when_asked_to_end(do: Callable[[], object]) -> None:
    """Call ``do`` on Ctrl-C, SIGTERM, and SIGHUP, the end of the terminal.

    A SIGHUP that is ignored, as with nohup, stays ignored; not every system has one.
    """
    numbers = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    for number in numbers:
        signal.signal(number, lambda *_: do())
