"""The checksum in a policy file, which tells a damaged file from a whole one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

PREFIX = "rcssgym."
"""Prefix of the names of our strings in a file; it may have others."""
CHECKSUM = f"{PREFIX}checksum"
"""Name of the string that holds the checksum."""


def of_bytes(content: bytes | memoryview) -> str:
    """Return the SHA-256 of bytes in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def checksum(graph: str, strings: Mapping[str, str]) -> str:
    """Return the checksum of a file.

    :param graph: :func:`of_bytes` of the graph as it is in the file.
    :param strings: strings of the file, of which those with our prefix count.
    """
    names = sorted(name for name in strings if name.startswith(PREFIX) and name != CHECKSUM)
    texts = [graph, *(text for name in names for text in (name, strings[name]))]
    return of_bytes("\0".join(texts).encode())


def with_checksum(graph: str, strings: Mapping[str, str]) -> dict[str, str]:
    """Return the strings of a file and their checksum."""
    return {**strings, CHECKSUM: json.dumps(checksum(graph, strings))}
