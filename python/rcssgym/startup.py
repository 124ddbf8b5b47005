"""Ctrl-C while the command ``rcssgym`` is still being imported.

Python would show a traceback through whatever module is being imported. ``rcssgym`` imports this
module first. From then on, Ctrl-C ends the process at once, with the exit code of the subcommands,
until :func:`interrupts_raise` is called. This module does nothing if another program imports
``rcssgym``.
"""

import os
import signal
import sys
from contextlib import suppress

INTERRUPTED = 128 + signal.SIGINT
"""Exit code after Ctrl-C."""
COMMAND = ("rcssgym", "rcssgym.exe")


def interrupts_raise() -> None:
    """Let Ctrl-C raise :class:`KeyboardInterrupt` again, as is usual in Python."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


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
