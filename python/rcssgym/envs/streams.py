"""Random numbers for many environments at once.

Every environment has a stream of its own that depends on its seed and on what it has drawn so far,
and on nothing else: neither on the other environments nor on how many there are.
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
        """Where the streams are ``(num_envs,)``: the memory itself, which the core goes on from."""
        return self._state

    def seed(self, envs: Indices, seeds: Sequence[int]) -> None:
        """Begin the streams of some environments anew.

        :param envs: distinct indices.
        :param seeds: one each, 0 to 2**64 - 1.
        """
        # Neighbouring seeds begin far from each other.
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
        """Return where some streams are, for :meth:`take_back`."""
        kept: NDArray[np.uint64] = self._state[envs]
        return kept

    def take_back(self, envs: Indices, kept: NDArray[np.uint64]) -> None:
        """Take some streams back to where they were."""
        self._state[envs] = kept


def _mix(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The output function of SplitMix64."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: NDArray[np.uint64] = bits ^ (bits >> np.uint64(31))
    return mixed
