"""Random numbers for many environments at once.

Every environment has its own stream. It depends only on its seed and on what has been drawn
from it so far, not on the other environments or on how many there are.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.intp]
Floats = NDArray[np.float64]

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_UNIT = 2.0**-53


class Streams:
    """SplitMix64 generators (Steele et al., "Fast splittable pseudorandom number generators").

    :param num_envs: number of streams.
    """

    def __init__(self, num_envs: int) -> None:
        self._state = np.zeros(num_envs, dtype=np.uint64)

    @property
    def state(self) -> NDArray[np.uint64]:
        """State of the streams ``(num_envs,)``, without a copy: the core reads and advances it."""
        return self._state

    def seed(self, envs: Indices, seeds: Sequence[int]) -> None:
        """Restart the streams of some environments from seeds.

        :param envs: distinct indices.
        :param seeds: one seed per env, 0 to 2**64 - 1.
        """
        # The mix lets neighbouring seeds start far from each other.
        self._state[envs] = _mix(np.array(seeds, dtype=np.uint64) + _GAMMA)

    def uniform(
        self, envs: Indices, size: int, low: float | Floats = 0.0, high: float | Floats = 1.0
    ) -> Floats:
        """Draw numbers from [low, high), ``(len(envs), size)``."""
        steps = self._state[envs, None] + np.arange(1, size + 1, dtype=np.uint64) * _GAMMA
        self._state[envs] = steps[:, -1]
        bits = _mix(steps)
        unit = (bits >> np.uint64(11)).astype(np.float64) * _UNIT
        numbers: Floats = low + unit * (np.asarray(high) - low)
        return numbers

    def keep(self, envs: Indices) -> NDArray[np.uint64]:
        """Return the states of some streams ``(len(envs),)``, for :meth:`take_back`."""
        kept: NDArray[np.uint64] = self._state[envs]
        return kept

    def take_back(self, envs: Indices, kept: NDArray[np.uint64]) -> None:
        """Restore the states of some streams."""
        self._state[envs] = kept


def _mix(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the outputs of SplitMix64 for these states."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: NDArray[np.uint64] = bits ^ (bits >> np.uint64(31))
    return mixed
