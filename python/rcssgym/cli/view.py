"""The subcommand that shows recordings in the browser: ``view``."""

from __future__ import annotations

import argparse
import sys
import threading
import webbrowser
from functools import partial
from pathlib import Path

from rcssgym.cli.options import Parser, add_start, port, positive, when_asked_to_end
from rcssgym.errors import ArgumentError
from rcssgym.view.monitor import ServerMonitor
from rcssgym.view.page import PORT, Page
from rcssgym.view.playback import Playback
from rcssgym.view.recordings import open_reporting_damage


def fill(view: Parser) -> None:
    """Give ``rcssgym view`` its arguments."""
    view.description = (
        "Show a log file in the browser (rcsssmj's, SimSpark's, or a .rcg of the 2D league), or "
        "the game of a running server, to which it connects as a monitor. Ctrl-C ends it."
    )
    view.set_defaults(run=_view)
    view.add_argument("file", type=Path, nargs="?", help="the log file")
    view.add_argument(
        "--server",
        type=_address,
        metavar="HOST:PORT",
        help="monitors' address of a server that speaks rcsssmj's protocol, such as "
        "127.0.0.1:60001",
    )
    view.add_argument(
        "--simspark",
        action="store_true",
        help="the server speaks SimSpark's protocol, whose usual port for monitors is 3200",
    )
    view.add_argument(
        "--port", type=port(0), default=PORT, help="port for browsers; 0 takes a free one"
    )
    view.add_argument("--host", default="127.0.0.1", help="address to listen on")
    view.add_argument(
        "--speed", type=positive(float), default=1.0, help="speed as a multiple of real time"
    )
    add_start(view)
    view.add_argument("--open", action="store_true", help="also open a browser")


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal():
        raise argparse.ArgumentTypeError(f"must be HOST:PORT, not {text!r}")
    return host.strip("[]"), int(port)


def _view(options: argparse.Namespace) -> int:
    if (options.file is None) == (options.server is None):
        raise ArgumentError("file: name a log file, or a server with --server HOST:PORT")
    if options.simspark and options.server is None:
        raise ArgumentError("--simspark: log files say so themselves; it is for --server")
    if options.server is not None:
        for flag, value, usual in (
            ("--speed", options.speed, 1.0),
            ("--start", options.start, 0.0),
        ):
            if value != usual:
                raise ArgumentError(f"{flag}: only a log file has one, not {value:g} of --server")
    return _view_log(options) if options.server is None else _view_server(options)


def _view_server(options: argparse.Namespace) -> int:
    over = threading.Event()
    when_asked_to_end(over.set)
    say = partial(print, file=sys.stderr, flush=True)
    with Page(options.port, options.host) as page:
        simspark = options.simspark
        with ServerMonitor(page, options.server, simspark=simspark, tell=say):
            _tell(page, options.open)
            over.wait()
    return 0


def _view_log(options: argparse.Namespace) -> int:
    reel = open_reporting_damage(options.file)
    if not 0.0 <= options.start <= reel.duration:
        bounds = f"0 to {reel.duration:.1f} s"
        raise ArgumentError(f"--start: {options.start} s is not within the recording, {bounds}")
    with Page(options.port, options.host) as page:
        playback = Playback(
            reel, page, title=options.file.name, start=options.start, speed=options.speed
        )
        when_asked_to_end(playback.stop)
        _tell(page, options.open)
        playback.run()
    return 0


def _tell(page: Page, is_opened: bool) -> None:
    print(f"watch at {page.url}", flush=True)
    if is_opened:
        webbrowser.open(page.url)
