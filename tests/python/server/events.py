"""Events: messages from a server, and files of them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

DEFINED, ACCELERATIONS, PHYSICS = "none", "accelerations", "physics"
"""Undefined numbers in a message. When an agent joins, leaves or is refused, rcsssmj's motors lose
their gains for a moment in which accelerations are measured. In the first step of a robot, its
motors follow whatever was in memory."""

CLOSED = b"(closed)"
"""Recorded where the server closes a connection."""
MORE = b"(more)"
"""Recorded at the end if the server has sent more than it should."""


@dataclass(frozen=True)
class Event:
    """A received message."""

    turn: int
    """Number of turns of the script until then."""
    who: str
    """Name of the client that received it."""
    message: bytes
    """The message; its time is the number of cycles since the script's beginning."""
    vague: str = DEFINED
    """Which of its numbers are undefined."""


Recording = Mapping[str, Sequence[Event]]
"""Events by mode and script."""


def write(path: Path, recording: Recording) -> None:
    """Write events to a file, the same bytes for the same events."""
    rows = {
        name: [[e.turn, e.who, e.message.decode("latin-1"), e.vague] for e in events]
        for name, events in recording.items()
    }
    path.write_bytes(gzip.compress(json.dumps(rows).encode(), mtime=0))


def read(path: Path) -> Recording:
    """Read a file of :func:`write`."""
    rows = json.loads(gzip.decompress(path.read_bytes()))
    return {
        name: [Event(turn, who, text.encode("latin-1"), vague) for turn, who, text, vague in events]
        for name, events in rows.items()
    }
