"""Schedules of velocity commands over time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from rcssgym.errors import ArgumentError
from rcssgym.regular import regular

Velocity = tuple[float, float, float]
"""Velocity forwards and to the left, m/s, and turning to the left, rad/s."""
STAND: Velocity = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Schedule:
    """Velocities with their start times: ``times`` (s, rising, from 0) and ``velocities``."""

    times: tuple[float, ...] = (0.0,)
    velocities: tuple[Velocity, ...] = (STAND,)

    @classmethod
    def constant(cls, text: str) -> Schedule:
        """Read one velocity, such as ``"0.5,0,0"``.

        Raises :class:`ArgumentError` as :func:`velocity` does.
        """
        return cls(velocities=(velocity(text),))

    @classmethod
    def script(cls, text: str) -> Schedule:
        """Read velocities with their start times: ``"0:0.5,0,0 10:0,0,0.5"``.

        Entries are separated by spaces or new lines; text after a ``#`` in a line is a comment.

        Raises :class:`ArgumentError` for another text, and for times that do not rise from 0.
        """
        lines = (line.partition("#")[0] for line in text.splitlines())
        entries = [entry for line in lines for entry in line.split()]
        if not entries:
            raise ArgumentError("commands: there is none; write 'TIME:VX,VY,WZ', such as 0:0.5,0,0")
        times, velocities = zip(*(_entry(entry) for entry in entries), strict=True)
        if times[0] != 0.0 or any(late <= soon for soon, late in pairwise(times)):
            raise ArgumentError(f"commands: times {list(times)} do not rise from 0")
        return cls(times, velocities)

    @classmethod
    def file(cls, path: str | PathLike[str]) -> Schedule:
        """Read a file in the format of :meth:`script`.

        Raises :class:`ArgumentError` as that does, and for a file that cannot be read.
        """
        try:
            return cls.script(regular(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise ArgumentError(
                f"commands: {str(path)!r} cannot be read: {error.strerror}"
            ) from error
        except UnicodeDecodeError as error:
            raise ArgumentError(f"commands: {str(path)!r} is not text") from error

    def at(self, time: float) -> NDArray[np.float64]:
        """Return the velocity to walk with ``(3,)``, ``time`` seconds after the start."""
        index = int(np.searchsorted(self.times, time, side="right")) - 1
        return np.array(self.velocities[max(0, index)])


def velocity(text: str) -> Velocity:
    """Read ``"VX,VY,WZ"``: m/s forwards and to the left, rad/s turning.

    Raises :class:`ArgumentError` for another text, and for numbers that are not finite.
    """
    try:
        forwards, left, turning = (float(number) for number in text.split(","))
    except ValueError:
        raise ArgumentError(f"command: {text!r} is not VX,VY,WZ, such as 0.5,0,0") from None
    if not all(isfinite(number) for number in (forwards, left, turning)):
        raise ArgumentError(f"command: {text!r} is not finite")
    return forwards, left, turning


def _entry(text: str) -> tuple[float, Velocity]:
    time, colon, rest = text.partition(":")
    try:
        seconds = float(time)
    except ValueError:
        seconds = float("nan")
    if not colon or not isfinite(seconds):
        raise ArgumentError(f"commands: {text!r} is not TIME:VX,VY,WZ, such as 10:0,0,0.5")
    return seconds, velocity(rest)
