"""The cycle of a message, and its time without the cycles before the script began."""

from __future__ import annotations

import math
import re

CYCLE = 0.02
SUBSTEP = 0.005
SUBSTEPS = 4

PERCEIVED = re.compile(rb"^\(time \(now ([0-9.]+)\)\)")
SHOWN = re.compile(rb"^\(\(RSMP 1 0\)\(\(gt 1 0\)([0-9.]+)\)")

_times = [0.0]
"""Time after each cycle, s."""


def cycle_of(message: bytes) -> int:
    """Return the number of steps that the server had made when it wrote a message.

    Agents get the time truncated to two digits, often 0.01 s low; monitors get it rounded.
    """
    match = PERCEIVED.match(message) or SHOWN.match(message)
    if match is None:
        raise ValueError(f"a message without time: {message[:80]!r}")
    return round((float(match[1]) + 0.004) / CYCLE)


def without_past(message: bytes, first: int) -> bytes:
    """Replace the time by ``<N>``, if the message is N cycles after the cycle ``first``.

    A time that differs in any digit from MuJoCo's sum of substeps stays as it is.
    """
    cycle = cycle_of(message)
    time = _time(cycle)
    for pattern, text in (
        (PERCEIVED, f"{math.trunc(time * 100) / 100}"),
        (SHOWN, f"{time:.2f}"),
    ):
        match = pattern.match(message)
        if match is not None and match[1] == text.encode():
            return message[: match.start(1)] + b"<%d>" % (cycle - first) + message[match.end(1) :]
    return message


def _time(cycle: int) -> float:
    """Add substeps one by one, as MuJoCo does."""
    while len(_times) <= cycle:
        time = _times[-1]
        for _ in range(SUBSTEPS):
            time += SUBSTEP
        _times.append(time)
    return _times[cycle]
