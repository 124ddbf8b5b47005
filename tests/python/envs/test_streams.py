"""Random numbers of many environments depend only on seed and history."""

import numpy as np
from rcssgym.envs import Streams


def test_numbers_are_those_of_splitmix64() -> None:
    """The first outputs for state 0, from the generator's reference implementation."""
    streams = Streams(1)
    reference = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    expected = [(number >> 11) * 2.0**-53 for number in reference]
    assert streams.uniform(np.array([0]), 3).tolist() == [expected]


def test_streams_know_nothing_of_each_other() -> None:
    together, alone = Streams(5), Streams(1)
    together.seed(np.arange(5), [9, 8, 7, 6, 5])
    alone.seed(np.array([0]), [7])
    together.uniform(np.array([0, 1, 4]), 11)
    first = together.uniform(np.array([2, 3]), 4)[0]
    second = together.uniform(np.array([2]), 2)[0]
    numbers = alone.uniform(np.array([0]), 6)[0]
    assert [*first, *second] == numbers.tolist()


def test_numbers_are_uniform_and_streams_differ() -> None:
    streams = Streams(1000)
    streams.seed(np.arange(1000), list(range(1000)))
    numbers = streams.uniform(np.arange(1000), 100, -1.0, 3.0)
    assert numbers.min() >= -1.0
    assert numbers.max() < 3.0
    assert abs(numbers.mean() - 1.0) < 0.02
    assert abs(numbers.std() - 4.0 / np.sqrt(12.0)) < 0.02
    assert len(np.unique(numbers)) == numbers.size
    correlation = np.corrcoef(numbers[:-1].ravel(), numbers[1:].ravel())[0, 1]
    assert abs(correlation) < 0.02
