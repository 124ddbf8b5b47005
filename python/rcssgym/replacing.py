"""Files that are replaced whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a path to write to; what was written there then replaces the file at ``path``.

    Readers never see an incomplete file. If it cannot be written, for example because the disk is
    full, the file stays as it was, and the :class:`OSError` names it.
    """
    new = path.with_suffix(f"{path.suffix}.new")
    try:
        yield new
    except BaseException as error:
        new.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    new.replace(path)
