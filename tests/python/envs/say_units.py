"""Units of the say codec as the numbers of an observation, written anew."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from rcssgym import say

KINDS: tuple[type[Any], ...] = say.KINDS
UNIT = 14
"""Number of values that describe a unit in an observation."""


def write_units(row: NDArray[np.float64], text: str) -> None:
    """Write the units of a text into their numbers; those of missing units are 0."""
    row[:] = 0.0
    for unit, out in zip(say.decode(text).units, row.reshape(-1, UNIT), strict=False):
        kind, known = KINDS.index(type(unit)), cast("Any", unit)
        out[kind] = 1.0
        out[10] = getattr(known, "player", 0) / 11
        if kind == 2:
            out[11:13] = (known.dx / 2.7 + 1 / 73, known.dy / 2.7 + 1 / 73)
        elif hasattr(known, "x"):
            out[11:13] = (known.x / 53 + 1 / 73, known.y / 34 + 1 / 73)
        out[13] = getattr(known, "cycles", 0) / 72
