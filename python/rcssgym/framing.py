"""Messages as they go over TCP: with their length in front, as rcsssmj sends and takes them."""

PREFIX = 4
"""Bytes of the length, big-endian."""


def framed(content: bytes) -> bytes:
    """Return a message as it is sent."""
    return len(content).to_bytes(PREFIX, "big") + content


def announced(prefix: bytes | bytearray) -> int:
    """Return the length of the message that a stream begins with, bytes."""
    return int.from_bytes(prefix[:PREFIX], "big")
