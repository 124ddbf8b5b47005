"""Signals that end the command ``rcssgym``.

While it is still being imported, Ctrl-C would make Python show a traceback through whatever module
is being imported. ``rcssgym`` imports this module first. From then on, Ctrl-C ends the process at
once, with the exit code of the subcommands, until :func:`interrupts_raising` is entered. If another
program imports ``rcssgym``, this module sets nothing.
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

INTERRUPTED = 128 + signal.SIGINT
"""Exit code after Ctrl-C."""
COMMAND = ("rcssgym", "rcssgym.exe")

_received = signal.SIGINT


@contextmanager
def interrupts_raising() -> Iterator[None]:
    """Let Ctrl-C raise :class:`KeyboardInterrupt`, and SIGTERM and SIGHUP as well.

    So whoever reports on Ctrl-C also does so when a batch system or the end of a terminal ends the
    program. Signals that are ignored, such as SIGHUP with nohup, stay ignored; not every system has
    a SIGHUP. Afterwards, when nothing is left to be reported, signals end the command at once. Only
    the main thread may set this; in others this function has no effect.
    """
    global _received
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _received = signal.SIGINT
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    for number in numbers:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number in numbers:
            if signal.getsignal(number) is _interrupt:
                signal.signal(number, signal.SIG_DFL)
        if _is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted_code() -> int:
    """Return the exit code after a :class:`KeyboardInterrupt`: that of the signal behind it."""
    return 128 + _received


def _interrupt(number: int, _: object) -> None:
    global _received
    _received = signal.Signals(number)
    raise KeyboardInterrupt


def _leave(*_: object) -> None:
    # No exception is raised, since modules might catch it while they are imported.
    os._exit(INTERRUPTED)


def _is_command() -> bool:
    """Return whether Python was started as ``rcssgym`` or ``python -m rcssgym``."""
    started = sys.orig_argv[-len(sys.argv) :][:1]
    if sys.argv[:1] == ["-m"]:  # until the module has been found
        return started in (["rcssgym"], ["-mrcssgym"])
    return started == sys.argv[:1] and os.path.basename(sys.argv[0]) in COMMAND


if _is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # Only the main thread may do this.
    with suppress(ValueError):
        signal.signal(signal.SIGINT, _leave)
