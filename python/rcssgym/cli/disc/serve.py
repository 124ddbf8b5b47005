"""``rcssgym disc serve``: the 2D server."""

from __future__ import annotations

import argparse
import json
import logging
import secrets
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from rcssgym import _core
from rcssgym.cli.options import Parser, add_web, tell_where, when_asked_to_end
from rcssgym.disc import DiscSimulation
from rcssgym.disc.parameters import VARIABLE, configuration_folder, read_parameters
from rcssgym.errors import ArgumentError
from rcssgym.server import DiscServer
from rcssgym.view.disc_monitor import DiscMonitor
from rcssgym.view.page import Page


def fill(serve: Parser) -> None:
    """Give ``rcssgym disc serve`` its arguments."""
    serve.description = (
        "Let teams, trainers, coaches and monitors of the 2D league connect and play, "
        "as with rcssserver 19. Ctrl-C ends it."
    )
    serve.set_defaults(run=_serve)
    serve.names = {"server_params": "parameters"}
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on")
    serve.add_argument(
        "--max-per-address",
        type=int,
        default=_core.MAX_PER_ADDRESS,
        metavar="N",
        help="maximum number of clients from one address on each port; 0: no such limit",
    )
    serve.add_argument(
        "--exempt-loopback",
        action="store_true",
        help="do not apply that limit to clients from this machine",
    )
    serve.add_argument(
        "--seed", type=int, metavar="N", help="seed of all random draws; default: a fresh one"
    )
    serve.add_argument(
        "--statistics",
        type=Path,
        metavar="FILE",
        help="JSON file for goals, shots, passes, ... of both teams, written at the end",
    )
    add_web(serve)
    serve.add_argument(
        "--conf",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="read server.conf, player.conf and CSVSaver.conf from ~/.rcssserver, or from the "
        f"folder that the environment variable {VARIABLE} names, if they exist",
    )
    serve.add_argument(
        "parameters",
        nargs="*",
        metavar="PARAMETER",
        help="server::NAME=VALUE, player::NAME=VALUE, CSVSaver::NAME=VALUE, coach, "
        "coach_w_referee, or include=FILE for a file with such lines; if a name comes twice, the "
        "last value counts",
    )


def _serve(options: argparse.Namespace) -> int:
    folder = configuration_folder() if options.conf else None
    read = read_parameters(options.parameters, folder)
    logging.basicConfig(format="[%(levelname)s] %(message)s", level=logging.INFO)
    for path in read.files:
        logging.getLogger("rcssgym.server").info("parameters are those of %s", path)
    seed = secrets.randbits(63) if options.seed is None else options.seed
    if options.statistics is not None:
        check_statistics(options.statistics)
    sim = DiscSimulation(read.server, read.player, seed=seed)
    server = DiscServer(
        sim,
        options.host,
        max_per_address=options.max_per_address,
        exempt_loopback=options.exempt_loopback,
        seed=seed,
        results=read.results,
    )
    when_asked_to_end(server.shutdown)
    server.bind()
    if options.statistics is not None:
        write_statistics(options.statistics, {})  # no result yet
    with ExitStack() as watched:
        if options.web is not None:
            page = watched.enter_context(Page(options.web, options.host))
            tell_where(page.url.partition("#")[0])
            watched.enter_context(DiscMonitor(page, server.player_address))
        server.run()
    if options.statistics is not None:
        statistics = {
            "teams": sim.teams,
            "score": sim.score,
            "penalties": sim.penalties[::2],
            "penalties_missed": sim.penalties[1::2],
            "cycles": sim.cycle,
            "statistics": sim.statistics,
        }
        write_statistics(options.statistics, statistics)
    return 0


def check_statistics(path: Path) -> None:
    """Raise :class:`ArgumentError`, before the game, for a file that cannot be written."""
    try:
        path.open("a").close()
    except OSError as error:
        raise ArgumentError(f"statistics: cannot write {path}: {error}") from error


def write_statistics(path: Path, statistics: Mapping[str, object]) -> None:
    """Write a file. Raises :class:`ArgumentError` if it cannot be written."""
    try:
        path.write_text(json.dumps(statistics, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise ArgumentError(f"statistics: cannot write {path}: {error}") from error
