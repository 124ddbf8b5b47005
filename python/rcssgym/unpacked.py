"""Files that may be compressed by gzip, for readers of plain files."""

from __future__ import annotations

import gzip
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from rcssgym.regular import regular

GZIP = b"\x1f\x8b"
"""First bytes of a file made by gzip."""
CHUNK = 1 << 20


def opened(file: Path) -> IO[bytes]:
    """Open a file that is read at any position, or raise the error of :func:`regular`."""
    return regular(file).open("rb")


def is_packed(file: Path) -> bool:
    """Return whether a file is compressed; false for a file that cannot be read."""
    try:
        if not file.is_file():
            return False
        with file.open("rb") as content:
            return content.read(len(GZIP)) == GZIP
    except OSError:
        return False


@contextmanager
def unpacked(file: Path, cut_off: Callable[[], None] = lambda: None) -> Iterator[Path]:
    """Yield the path of a file, or of a copy of its contents if it is compressed.

    The copy exists until the context ends; code that has it open by then can read it to the end.

    :param file: the file; if it cannot be read, its path is yielded, for the reader to find out.
    :param cut_off: called if a compressed file ends too early; the copy holds what could be read.

    Raises :class:`OSError` or :class:`zlib.error` for a compressed file that is damaged.
    """
    if not is_packed(file):
        yield file
        return
    with tempfile.NamedTemporaryFile(prefix="rcssgym-") as plain:
        try:
            with gzip.open(file) as packed:
                while chunk := packed.read1(CHUNK):
                    plain.write(chunk)
        except EOFError:
            cut_off()
        plain.flush()
        yield Path(plain.name)


DAMAGED = (OSError, zlib.error)
"""Exceptions that :func:`unpacked` raises for a damaged file."""
