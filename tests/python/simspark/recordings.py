"""The recorded dialogue between rcssserver3d 0.7.3 and its monitors."""

import gzip
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "recordings"
NAMES = sorted(path.name.removesuffix(".txt.gz") for path in FOLDER.glob("*.txt.gz"))


class Line(NamedTuple):
    """A message, or an event of a connection."""

    seconds: float
    connection: str
    direction: str
    """``<`` came from the server, ``>`` went to it; ``+`` and ``-`` are beginning and end."""
    payload: bytes


def lines(name: str) -> list[Line]:
    """Return everything in a recording of monitors."""
    return read(FOLDER / f"{name}.txt.gz")


def read(path: Path) -> list[Line]:
    """Return everything in a recording."""
    text = gzip.decompress(path.read_bytes())
    found = []
    for line in text.splitlines()[1:]:
        seconds, connection, direction, payload = line.split(b"\t", 3)
        found.append(Line(float(seconds), connection.decode(), direction.decode(), payload))
    return found


def heard(name: str) -> dict[str, list[bytes]]:
    """Return the received messages, by connection."""
    messages: dict[str, list[bytes]] = {}
    for line in lines(name):
        if line.direction == "<":
            messages.setdefault(line.connection, []).append(line.payload)
    return messages
