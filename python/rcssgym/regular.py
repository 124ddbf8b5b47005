"""Paths of files, checked before they are opened."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from rcssgym.errors import ArgumentError


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


def as_path(name: str, path: object) -> Path:
    """Return what was given as a path.

    :param name: name of the argument, for error messages.

    Raises :class:`ArgumentError` for what is neither a text nor a path.
    """
    try:
        return Path(path)  # type: ignore[arg-type]
    except TypeError as error:
        raise ArgumentError(f"{name}: {path!r} is not a path") from error


def without_nul(path: str | os.PathLike[str]) -> Path:
    """Return a path; raise an :class:`OSError`, not Python's :class:`ValueError`, for a NUL."""
    place = Path(path)
    if "\0" in str(place):
        raise OSError(errno.EINVAL, "its name has a NUL", str(place))
    return place
