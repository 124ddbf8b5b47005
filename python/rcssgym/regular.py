"""Paths of files, checked before they are opened."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def regular(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file that has an end.

    Opening a pipe would wait for a writer, and some devices never end. So the :class:`OSError` for
    what is neither a regular file nor a folder is raised before.
    """
    place = without_nul(path)
    mode = place.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return place


def without_nul(path: str | os.PathLike[str]) -> Path:
    """Return a path; raise an :class:`OSError`, not Python's :class:`ValueError`, for a NUL."""
    place = Path(path)
    if "\0" in str(place):
        raise OSError(errno.EINVAL, "its name has a NUL", str(place))
    return place
