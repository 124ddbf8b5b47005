"""Films in ``.mp4`` files, written picture by picture."""

from __future__ import annotations

import errno
import os
from os import PathLike, fspath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by
from rcssgym.regular import without_nul

ASKED_TO_END = 255
"""Exit code of ffmpeg after a signal on which it finishes its film, such as that of Ctrl-C, which
the terminal sends to it as well."""
STORAGE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO)
"""Errors of the disk, which ffmpeg reports with their texts."""


class Mp4Writer:
    """Writes pictures to a file, which is overwritten.

    :param argument: name of the argument with the path, for error messages.
    :param path: the file.
    :param size: width and height of the pictures, pixels.
    :param fps: pictures per second.
    :param wanted_by: what needs moviepy, for the message if it is missing.

    Raises :class:`ArgumentError` for another type of file, for one that cannot be written and for
    an odd width or height, and :class:`MissingLibraryError` without moviepy
    (``pip install 'rcssgym[render]'``).
    """

    def __init__(
        self,
        argument: str,
        path: str | PathLike[str],
        size: tuple[int, int],
        fps: float,
        wanted_by: str,
    ) -> None:
        with needed_by(wanted_by, "render", "moviepy"):
            from moviepy.video.io.ffmpeg_writer import FFMPEG_VideoWriter
        self._name = fspath(path)
        if not self._name.endswith(".mp4"):
            raise ArgumentError(f"{argument}: must end in .mp4, not {self._name!r}")
        width, height = size
        if width % 2 or height % 2:
            raise ArgumentError(f"size: {width} x {height} pixels: films need even numbers")
        try:
            without_nul(self._name).open("wb").close()
        except OSError as error:
            raise ArgumentError(f"{argument}: cannot write {self._name}: {error}") from error
        self._writer: Any = FFMPEG_VideoWriter(self._name, size, fps)

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Add a picture, uint8 ``(height, width, 3)``.

        Raises :class:`OSError` if it cannot be written, for example because the disk is full.
        """
        try:
            self._writer.write_frame(picture)
        except OSError as error:
            self._writer.proc = None  # it has ended
            raise self._error(str(error)) from error

    def close(self) -> None:
        """Finish the film. Later calls do nothing.

        Raises :class:`OSError` if it cannot be written.
        """
        process, self._writer.proc = self._writer.proc, None
        if process is None:
            return
        _, stderr = process.communicate()
        if process.returncode not in (0, ASKED_TO_END):
            raise self._error(stderr.decode(errors="replace"))

    def _error(self, message: str) -> OSError:
        """Return the error behind a message of ffmpeg."""
        for number in STORAGE:
            if os.strerror(number) in message:
                return OSError(number, os.strerror(number), self._name)
        reason = " ".join(message.split()) or "it has ended early"
        return OSError(errno.EIO, f"ffmpeg cannot write the film: {reason}", self._name)
