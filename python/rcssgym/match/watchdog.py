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
"""Pause between two searches, s: a process that is just starting has no mark yet."""


def marked(mark: str) -> list[int]:
    """Return the ids of processes whose mark starts with ``mark``; none without ``/proc``."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            variables = (entry / "environ").read_bytes().split(b"\0")
            if any(variable.startswith(wanted) for variable in variables):
                found.append(int(entry.name))
    return found


def kill_marked(mark: str) -> None:
    """Kill processes with a mark, including those that they start meanwhile."""
    quiet = 0
    for _ in range(ROUNDS):
        processes = marked(mark)
        for process in processes:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        quiet = 0 if processes else quiet + 1
        if quiet == 2:
            break
        time.sleep(PAUSE)


if __name__ == "__main__":
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    sys.stdin.buffer.read()
    kill_marked(sys.argv[1])
