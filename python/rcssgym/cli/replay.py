"""The subcommand that serves recorded games: ``replay``."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator

from rcssgym._core import MAX_PER_ADDRESS
from rcssgym.cli.options import Parser, add_access, add_start, parse_time, when_asked_to_end
from rcssgym.cli.serve import MONITOR_PORT
from rcssgym.errors import ArgumentError, LogError, RcssGymError
from rcssgym.server import Replay
from rcssgym.server.server import SIMSPARK_MONITOR_PORT
from rcssgym.view.recordings import is_of_disc_game

logger = logging.getLogger("rcssgym.server")

STDIN = 0
COMMANDS = "pause, play, step, seek 1:30, speed 2, quit"


def fill(replay: Parser) -> None:
    """Give ``rcssgym replay`` its arguments."""
    replay.description = (
        "Serve a log file, written by rcssgym serve --logfile or by rcsssmj, to monitors as if "
        "the game were being played now. Lines on the standard input control the replay: "
        f"{COMMANDS}. Ctrl-C ends it."
    )
    replay.set_defaults(run=_replay)
    replay.names = {
        "websocket_port": "--wsport",
        "websocket_origins": "--wsorigin",
        "time": "--start",
    }
    replay.add_argument("file", metavar="FILE", help="log file, which may be compressed by gzip")
    replay.add_argument("--host", default="127.0.0.1", help="address to listen on")
    replay.add_argument(
        "--simspark",
        action="store_true",
        help="the file has SimSpark's messages, and is served to SimSpark's monitors",
    )
    replay.add_argument(
        "--port",
        type=int,
        help=f"port for monitors; default: {MONITOR_PORT}, or {SIMSPARK_MONITOR_PORT} with "
        "--simspark",
    )
    replay.add_argument(
        "--wsport", type=int, metavar="PORT", help="port for monitors that connect by WebSocket"
    )
    replay.add_argument(
        "--speed",
        type=float,
        default=1.0,
        metavar="X",
        help="speed as a multiple of real time, 0.01 to 1000",
    )
    add_start(replay)
    replay.add_argument("--loop", action="store_true", help="start again at the end")
    replay.add_argument(
        "--mcommands",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="let monitors control the replay: (pause), (play), (step), (seek 90), (speed 2)",
    )
    add_access(replay, "control the replay", MAX_PER_ADDRESS)


def _replay(options: argparse.Namespace) -> int:
    logging.basicConfig(format="[%(levelname)s] %(message)s", level=logging.INFO)
    if is_of_disc_game(options.file):
        raise LogError(f"{options.file} is a log of a 2D game; rcssgym view shows it")
    port = SIMSPARK_MONITOR_PORT if options.simspark else MONITOR_PORT
    replay = Replay(
        options.file,
        options.host,
        port if options.port is None else options.port,
        websocket_port=options.wsport,
        monitor_commands=options.mcommands,
        start=options.start,
        speed=options.speed,
        loop=options.loop,
        websocket_origins=options.wsorigin or (),
        max_per_address=options.max_per_address,
        exempt_loopback=options.exempt_loopback,
        simspark=options.simspark,
    )
    when_asked_to_end(replay.shutdown)
    # In the background of a shell, reading then fails instead of stopping the process.
    signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    games = "" if options.simspark else f" of {replay.games} game(s)"
    logger.info("%s: %d messages%s, %.1f s", options.file, replay.messages, games, replay.duration)
    if sys.stdin is not None:  # otherwise it is closed, and the log file has its number
        if sys.stdin.isatty():
            logger.info("type a command and Enter: %s", COMMANDS)
        threading.Thread(target=_listen, args=(replay,), daemon=True).start()
    replay.run()
    return 0


def _listen(replay: Replay) -> None:
    """Carry out commands from the standard input, until it ends."""
    for line in _lines():
        try:
            obey(replay, line)
        except RcssGymError as error:
            logger.warning("%s", error)


def _lines() -> Iterator[str]:
    """Yield lines of the standard input.

    Python's own reader must not wait for input when the interpreter ends.
    """
    rest = b""
    while True:
        try:
            chunk = os.read(STDIN, 4096)
        except OSError:
            return
        if not chunk:
            return
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line.decode(errors="replace") for line in lines)


def obey(replay: Replay, line: str) -> None:
    """Carry out the command in a line.

    Raises :class:`ArgumentError` for an unknown command, or a wrong time or speed.
    """
    match line.split():
        case []:
            pass
        case ["pause"]:
            replay.pause()
        case ["play"]:
            replay.play()
        case ["step"]:
            replay.step()
        case ["seek", time]:
            replay.seek(parse_time(time))
        case ["speed", speed]:
            replay.speed = _number(speed)
        case ["quit"]:
            replay.shutdown()
        case _:
            raise ArgumentError(f"command: must be one of {COMMANDS}, not {line.strip()!r}")


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentError(f"speed: must be a number, not {text!r}") from None
