"""Starts all players of a team, each a process of ``agent.py``, and ends with them.

Run with ``python team.py --players 7 --port 60000 --team us``; all options except ``--players`` are
passed on to every player.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import NoReturn

AGENT = Path(__file__).with_name("agent.py")


def leave(number: int, _: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--players",
        type=int,
        default=int(os.environ.get("RCSSGYM_PLAYERS", "7")),
        help="number of players; default: RCSSGYM_PLAYERS, or 7",
    )
    options, rest = parser.parse_known_args()
    if options.players < 1:
        parser.error(f"--players: {options.players} is less than 1")
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, leave)
    players: list[subprocess.Popen[bytes]] = []
    try:
        for number in range(1, options.players + 1):
            command = [sys.executable, str(AGENT), "--number", str(number), *rest]
            players.append(subprocess.Popen(command))
        return max(player.wait() for player in players)
    finally:
        for player in players:
            player.terminate()
        for player in players:
            player.wait()


if __name__ == "__main__":
    sys.exit(main())
