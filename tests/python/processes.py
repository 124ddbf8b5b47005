"""Programs and processes that tests start: none outlives its test, whatever goes wrong there."""

from __future__ import annotations

import functools
import importlib
import multiprocessing
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, AnyStr

PATIENCE = 120.0
"""For how long to wait for a test in a process of its own, s."""


@contextmanager
def ending(process: subprocess.Popen[AnyStr]) -> Iterator[subprocess.Popen[AnyStr]]:
    """Kill a program that still runs in the end: a failed test would wait for it forever."""
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def alone(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test that forks in a fresh process.

    A fork has the locks of its process, but of its threads only the one that forks. What other
    tests have imported (gRPC, JAX) has threads, and locks that nobody gives back in the child.
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
    # It is the leader of a group that can be killed with all its children.
    os.setpgid(0, 0)
    getattr(importlib.import_module(module), name).__wrapped__(**arguments)
