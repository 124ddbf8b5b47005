"""Files that may be compressed by gzip, for what reads plain ones."""

from __future__ import annotations

import gzip
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

GZIP = b"\x1f\x8b"
"""What files begin with that gzip has made."""
CHUNK = 1 << 20


def is_packed(file: Path) -> bool:
    """Return whether a file is compressed; no for one that cannot be read."""
    try:
        if not file.is_file():
            return False
        with file.open("rb") as content:
            return content.read(len(GZIP)) == GZIP
    except OSError:
        return False


@contextmanager
def unpacked(file: Path, cut_off: Callable[[], None] = lambda: None) -> Iterator[Path]:
    """Yield the path of a file, or of what is in it if it is compressed.

    The latter is there as long as the context, for the whole of whoever has it open by then.

    :param file: the file; one that cannot be read is left to who reads it.
    :param cut_off: called if a compressed file ends too early; what there is can be read.

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
"""What :func:`unpacked` raises for a file that is damaged."""
