"""The subcommands of the 2D league: ``disc serve``; ``disc match`` is in a file of its own."""

from __future__ import annotations

import argparse
import logging
import re
import secrets
from collections.abc import Sequence

from rcssgym import _core
from rcssgym.cli.disc_match import add_match
from rcssgym.cli.options import Commands, Help, Parser, when_asked_to_end
from rcssgym.cli.parameters import read_parameters
from rcssgym.disc import DiscSimulation
from rcssgym.server import DiscServer

_PARAMETER = re.compile(r"(?:--?)?((?:server|player|CSVSaver)::.*|include=.*|coach(?:_w_referee)?)")
"""rcssserver's own parameters, which may have dashes in front of them."""


class _DiscParser(Parser):
    """A parser that takes rcssserver's parameters anywhere, with dashes and without."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Take dashes away from parameters, and put them behind the flags."""
        if args is not None:
            found = [(text, _PARAMETER.fullmatch(text)) for text in args]
            flags = [text for text, parameter in found if parameter is None]
            args = flags + [parameter[1] for _, parameter in found if parameter is not None]
        return super().parse_known_args(args, namespace)


def add_disc(commands: Commands) -> None:
    """Add ``rcssgym disc``."""
    disc = commands.add_parser("disc", help="the 2D league", formatter_class=Help)
    parts = disc.add_subparsers(
        dest="part", metavar="PART", required=True, parser_class=_DiscParser
    )
    add_match(parts)
    serve = parts.add_parser(
        "serve",
        help="run the 2D server",
        description="Let teams, trainers, coaches and monitors of the 2D league connect and play, "
        "as with rcssserver 19. Ctrl-C ends it.",
        formatter_class=Help,
    )
    serve.set_defaults(run=_serve)
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on")
    serve.add_argument(
        "--max-per-address",
        type=int,
        default=_core.MAX_PER_ADDRESS,
        metavar="N",
        help="clients from one address at a time, on each port; 0 for no such limit",
    )
    serve.add_argument(
        "--exempt-loopback",
        action="store_true",
        help="let that limit not hold for clients from this machine",
    )
    serve.add_argument("--seed", type=int, metavar="N", help="of all that is drawn")
    serve.add_argument(
        "parameters",
        nargs="*",
        metavar="PARAMETER",
        help="server::NAME=VALUE, player::NAME=VALUE, coach, coach_w_referee, or include=FILE with "
        "such lines; the last of a name counts",
    )


def _serve(options: argparse.Namespace) -> int:
    server_params, player_params = read_parameters(options.parameters)
    logging.basicConfig(format="[%(levelname)s] %(message)s", level=logging.INFO)
    seed = secrets.randbits(63) if options.seed is None else options.seed
    server = DiscServer(
        DiscSimulation(server_params, player_params, seed=seed),
        options.host,
        max_per_address=options.max_per_address,
        exempt_loopback=options.exempt_loopback,
        seed=seed,
    )
    when_asked_to_end(server.shutdown)
    server.run()
    return 0
