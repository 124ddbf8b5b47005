import signal

import pytest
from rcssgym import WorldBatch
from worlds import mixed

# A shell that runs the tests in the background has them ignore SIGINT, and their children too; some
# children are there to be interrupted.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def worlds() -> WorldBatch:
    return mixed()
