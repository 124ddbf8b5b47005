"""What the subcommands have in common."""

import argparse
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


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        """Complain and leave."""
        self.exit(USAGE_ERROR, f"{self.prog}: error: {message} (see {self.prog} --help)\n")

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Complain of what is left: a subcommand's parser would leave that to the parser above."""
        options, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return options, rest


class Help(argparse.ArgumentDefaultsHelpFormatter):
    """Help that names the defaults there are."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help if action.default is None else super()._get_help_string(action)


class Subcommand(Parser):
    """A subcommand's parser, which takes its arguments when it is asked.

    So nobody waits for what other subcommands import.

    :param module: its function ``fill`` gives a parser its description and its arguments.
    """

    def __init__(self, *args: Any, module: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.formatter_class = Help
        self._module: str | None = module

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Take the arguments first, once."""
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
    """Add subcommands, of which each is a module of its name in ``package``.

    :param dest: what the parsed arguments call the one that was given.
    :param helps: of each name, what it is for.
    """
    metavar = dest.upper()
    parts = parser.add_subparsers(dest=dest, metavar=metavar, required=True, parser_class=kind)
    for name, words in helps.items():
        parts.add_parser(name, help=words, module=f"{package}.{name}")


def positive(kind: type[int] | type[float]) -> Callable[[str], float]:
    """Return a type of arguments: positive numbers."""

    def convert(text: str) -> float:
        number = kind(text)
        if not 0 < number < float("inf"):
            raise argparse.ArgumentTypeError(f"must be positive, not {text}")
        return number

    convert.__name__ = kind.__name__
    return convert


def port(least: int) -> Callable[[str], int]:
    """Return a type of arguments: ports; ``least`` is 0 where any free one is a choice."""

    def convert(text: str) -> int:
        number = int(text)
        if not least <= number <= LAST_PORT:
            raise argparse.ArgumentTypeError(f"must be a port, {least} to {LAST_PORT}, not {text}")
        return number

    convert.__name__ = "port"
    return convert


def add_web(parser: argparse.ArgumentParser, default: int = PORT, may_be_free: bool = True) -> None:
    """Add ``--web``: the port for browsers, ``default`` if none is named.

    :param may_be_free: whether 0, any free port, is a choice.
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
    """Serve the viewer's page at the port of ``--web``, and tell on standard error where it is.

    ``None`` where nobody asked for it. Raises :class:`ServerError` for a port that is taken.
    """
    if web is None:
        yield None
        return
    with Page(web, host) as page:
        tell_where(page.url)
        yield page


def tell_where(url: str) -> None:
    """Tell on standard error where browsers watch; standard output is for results."""
    print(f"watch at {url}", file=sys.stderr, flush=True)


def web_of_servers(options: argparse.Namespace) -> int | None:
    """Return the port at which servers that are started one after the other show their games.

    Tells where that is. Raises :class:`ArgumentError` where several would need it at a time, and
    :class:`ServerError` for a port that is taken: a server would only fail later.
    """
    web: int | None = options.web
    if web is None:
        return None
    if options.parallel > 1:
        raise ArgumentError(f"--web: of one game at a time, not of --parallel {options.parallel}")
    Page(web, options.host).close()
    tell_where(f"http://{options.host}:{web}/")
    return web


def add_access(parser: argparse.ArgumentParser, deed: str, default: int) -> None:
    """Add the flags about who may connect, and whose pages may do this ``deed``."""
    parser.add_argument(
        "--wsorigin",
        action="append",
        metavar="HOST",
        help=f"host whose pages may {deed} by WebSocket, besides this machine and the address that "
        "they connect to; may be given several times",
    )
    parser.add_argument(
        "--max-per-address",
        type=int,
        default=default,
        metavar="N",
        help="connections from one address at a time, to each port; 0 for no such limit",
    )
    parser.add_argument(
        "--exempt-loopback",
        action="store_true",
        help="let that limit not hold for connections from this machine",
    )


def when_asked_to_end(do: Callable[[], object]) -> None:
    """Do this from now on at Ctrl-C, SIGTERM, and SIGHUP: the end of the terminal.

    A SIGHUP that is ignored stays so, as nohup has it; not every system has one.
    """
    numbers = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    for number in numbers:
        signal.signal(number, lambda *_: do())
