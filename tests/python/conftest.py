import signal

import pytest
from rcssgym import WorldBatch
from worlds import mixed

# A shell that runs the tests in the background makes them and their child processes ignore SIGINT.
# Some tests interrupt their children.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def worlds() -> WorldBatch:
    return mixed()
