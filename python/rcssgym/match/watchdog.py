"""Ends the processes of a match whose own process has ended.

Run as a program with the mark of a match. It waits until its standard input closes, which happens
when the process that runs the match ends for any reason. Then it kills all processes with the mark.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

MARK = "RCSSGYM_MATCH_MARK"
"""Environment variable with the mark, for processes of a match and their children."""
ROUNDS = 500
"""Maximum number of searches for processes that were started while others were killed."""
PAUSE = 0.01
"""Pause between two searches, s."""
PROC = Path("/proc")


def marked(mark: str) -> list[int]:
    """Return the ids of processes whose mark starts with ``mark``; none without ``/proc``."""
    return _search(mark)[0]


def kill_marked(mark: str) -> None:
    """Kill processes with a mark, including those that they start meanwhile."""
    quiet = 0
    for _ in range(ROUNDS):
        processes, are_all = _search(mark)
        for process in processes:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        quiet = quiet + 1 if are_all and not processes else 0
        if quiet == 2:
            break
        time.sleep(PAUSE)


def _search(mark: str) -> tuple[list[int], bool]:
    """Return the ids of processes with a mark, and whether no others can have it."""
    wanted = f"{MARK}={mark}".encode()
    found, are_all = [], True
    for entry in PROC.glob("[0-9]*"):
        with suppress(OSError):
            variables = (entry / "environ").read_bytes()
            if not variables:
                os.readlink(entry / "exe")  # fails for kernel threads and ended processes
                # While one begins to run its program, it has neither arguments nor environment.
                is_starting = not (entry / "cmdline").read_bytes()
                variables = (entry / "environ").read_bytes()
                are_all = are_all and not (is_starting and not variables)
            if any(variable.startswith(wanted) for variable in variables.split(b"\0")):
                found.append(int(entry.name))
    return found, are_all


if __name__ == "__main__":
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    sys.stdin.buffer.read()
    kill_marked(sys.argv[1])
