"""Framing of messages over TCP: each has its length in front, as in rcsssmj's protocol."""

PREFIX = 4
"""Size of the length prefix, bytes; it is big-endian."""
LONGEST_FRAME = 1 << 24
"""Longest message that a monitor accepts, bytes; a full one of 22 robots has up to 300,000."""


def framed(content: bytes) -> bytes:
    """Return a message with its length prefix."""
    return len(content).to_bytes(PREFIX, "big") + content


def announced(prefix: bytes | bytearray) -> int:
    """Return the length of a stream's first message from its prefix, bytes."""
    return int.from_bytes(prefix[:PREFIX], "big")
