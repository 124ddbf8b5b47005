"""Programs and processes that tests start. None outlives its test, even if the test fails."""

from __future__ import annotations

import functools
import importlib
import multiprocessing
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, AnyStr

PATIENCE = 120.0
"""How long to wait for a test in a process of its own, s."""
LIMIT = 240.0
"""How long a program may run, s."""


@contextmanager
def ending(
    process: subprocess.Popen[AnyStr], limit: float = LIMIT
) -> Iterator[subprocess.Popen[AnyStr]]:
    """Kill a program that still runs when the block ends, or after ``limit`` s.

    Otherwise a failing test that waits for the program, or reads its output, would hang forever.
    """
    late = threading.Timer(limit, process.kill)
    with process:
        late.start()
        try:
            yield process
        finally:
            late.cancel()
            if process.poll() is None:
                process.kill()


def alone(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test that forks in a fresh process.

    A fork copies all locks of its process, but only the thread that forks. Libraries that other
    tests have imported (gRPC, JAX) have threads, and locks that these never release in the child.
    """

    @functools.wraps(test)
    def run(**arguments: Any) -> None:
        names = test.__module__, test.__qualname__
        process = multiprocessing.get_context("spawn").Process(
            target=_call, args=(*names, arguments)
        )
        process.start()
        process.join(PATIENCE)
        hangs = process.exitcode is None
        if hangs and process.pid is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.join()
        assert not hangs, f"{names[1]} has not ended within {PATIENCE} s"
        assert process.exitcode == 0, "see what is captured"

    return run


def _call(module: str, name: str, arguments: dict[str, Any]) -> None:
    # The process leads a group, which can be killed with all its children.
    os.setpgid(0, 0)
    getattr(importlib.import_module(module), name).__wrapped__(**arguments)
