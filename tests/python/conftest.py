import signal
from collections.abc import Iterator

import pytest
from rcssgym import WorldBatch
from worlds import mixed

# A shell that runs the tests in the background makes them and their child processes ignore SIGINT.
# Some tests interrupt their children.
signal.signal(signal.SIGINT, signal.default_int_handler)

SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Restore the handlers of signals: subcommands run in this process set their own."""
    before = [(number, signal.getsignal(number)) for number in SIGNALS]
    yield
    for number, handler in before:
        signal.signal(number, handler)


@pytest.fixture
def worlds() -> WorldBatch:
    return mixed()
