"""What comes back from a server, and files of it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

DEFINED, ACCELERATIONS, PHYSICS = "none", "accelerations", "physics"
"""Numbers in a message that are not defined. When anybody comes, leaves or is refused, rcsssmj's
motors lose their gains for a moment in which accelerations are measured; in its first step the
motors of a robot do what the memory held."""

CLOSED = b"(closed)"
"""Written down where the server closes a connection."""
MORE = b"(more)"
"""Written down at the end where the server has sent more than it should."""


@dataclass(frozen=True)
class Event:
    """A message that came."""

    turn: int
    """How many turns the script had had."""
    who: str
    """Name of the client that got it."""
    message: bytes
    """The message, with the cycle since the script's beginning as its time."""
    vague: str = DEFINED
    """Which of its numbers are not defined."""


Recording = Mapping[str, Sequence[Event]]
"""What came back, by mode and script."""


def write(path: Path, recording: Recording) -> None:
    """Write what came back into a file, the same bytes for the same events."""
    rows = {
        name: [[e.turn, e.who, e.message.decode("latin-1"), e.vague] for e in events]
        for name, events in recording.items()
    }
    path.write_bytes(gzip.compress(json.dumps(rows).encode(), mtime=0))


def read(path: Path) -> Recording:
    """Read what :func:`write` wrote."""
    rows = json.loads(gzip.decompress(path.read_bytes()))
    return {
        name: [Event(turn, who, text.encode("latin-1"), vague) for turn, who, text, vague in events]
        for name, events in rows.items()
    }
