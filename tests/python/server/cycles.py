"""Which cycle a message tells of, and its time without the cycles before the script began."""

from __future__ import annotations

import functools
import math
import re
from itertools import repeat

SUBSTEP = 0.005
SUBSTEPS = 4

PERCEIVED = re.compile(rb"^\(time \(now ([0-9.]+)\)\)")
SHOWN = re.compile(rb"^\(\(RSMP 1 0\)\(\(gt 1 0\)([0-9.]+)\)")


def cycle_of(message: bytes) -> int:
    """Return the number of steps that the server has made when it sent a message.

    Agents get the time cut off after two digits, often 0.01 s low; monitors get it rounded.
    """
    match = PERCEIVED.match(message) or SHOWN.match(message)
    if match is None:
        raise ValueError(f"a message without time: {message[:80]!r}")
    return round((float(match[1]) + 0.004) / (SUBSTEP * SUBSTEPS))


def without_past(message: bytes, first: int) -> bytes:
    """Put ``<N>`` in the place of the time, N cycles after the cycle ``first``.

    A time that is not, to the last digit, what MuJoCo's sum of substeps gives stays as it is.
    """
    cycle = cycle_of(message)
    match = PERCEIVED.match(message)
    if match is not None:
        expected = math.trunc(_time(cycle) * 100) / 100.0
        text = f"{expected}".encode()
    else:
        match = SHOWN.match(message)
        text = f"{_time(cycle):.2f}".encode()
    if match is None or match[1] != text:
        return message
    return message[: match.start(1)] + b"<%d>" % (cycle - first) + message[match.end(1) :]


@functools.lru_cache(maxsize=None)
def _time(cycle: int) -> float:
    """Add substeps one by one, as MuJoCo does."""
    if cycle == 0:
        return 0.0
    block = cycle - cycle % 500
    if cycle != block:
        return _sum(_time(block), cycle - block)
    return _sum(_time(cycle - 500), 500)


def _sum(start: float, cycles: int) -> float:
    total = start
    for step in repeat(SUBSTEP, cycles * SUBSTEPS):
        total += step
    return total
