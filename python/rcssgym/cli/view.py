"""The subcommand that shows recordings in the browser: ``view``."""

from __future__ import annotations

import argparse
import webbrowser
from pathlib import Path

from rcssgym.cli.options import Commands, Help, positive, when_asked_to_end
from rcssgym.errors import ArgumentError
from rcssgym.view.page import PORT, Page
from rcssgym.view.playback import Playback
from rcssgym.view.recordings import open_recording


def add_view(commands: Commands) -> None:
    """Add ``rcssgym view``."""
    view = commands.add_parser(
        "view",
        help="watch a recorded game in the browser",
        description="Show a log file in the browser: rcsssmj's, SimSpark's, or a .rcg of the 2D "
        "league. Games of servers are shown by 'rcssgym serve --web'. Ctrl-C ends it.",
        formatter_class=Help,
    )
    view.set_defaults(run=_view)
    view.add_argument("file", type=Path, help="the log file")
    view.add_argument(
        "--port", type=int, default=PORT, help="port for browsers; 0 takes a free one"
    )
    view.add_argument("--host", default="127.0.0.1", help="address to listen on")
    view.add_argument("--speed", type=positive(float), default=1.0, help="times real time")
    view.add_argument(
        "--start", type=float, default=0.0, metavar="S", help="where to begin, s from the beginning"
    )
    view.add_argument("--open", action="store_true", help="open a browser, too")


def _view(options: argparse.Namespace) -> int:
    reel = open_recording(options.file)
    if not 0.0 <= options.start <= reel.duration:
        bounds = f"0 to {reel.duration:.1f} s"
        raise ArgumentError(f"--start: {options.start} s is not within the recording, {bounds}")
    page = Page(options.port, options.host)
    try:
        playback = Playback(
            reel, page, title=options.file.name, start=options.start, speed=options.speed
        )
        when_asked_to_end(playback.stop)
        print(f"watch at {page.url}", flush=True)
        if options.open:
            webbrowser.open(page.url)
        playback.run()
    finally:
        page.close()
    return 0
