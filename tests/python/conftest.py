import pytest
from rcssgym import WorldBatch
from worlds import mixed


@pytest.fixture
def worlds() -> WorldBatch:
    return mixed()
