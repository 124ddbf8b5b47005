"""Films in ``.mp4`` files, written picture by picture."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by


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
        name = fspath(path)
        if not name.endswith(".mp4"):
            raise ArgumentError(f"{argument}: must end in .mp4, not {name!r}")
        width, height = size
        if width % 2 or height % 2:
            raise ArgumentError(f"size: {width} x {height} pixels: films need even numbers")
        try:
            open(name, "wb").close()
        except OSError as error:
            raise ArgumentError(f"{argument}: cannot write {name}: {error}") from error
        self._writer: Any = FFMPEG_VideoWriter(name, size, fps)

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Add a picture, uint8 ``(height, width, 3)``."""
        self._writer.write_frame(picture)

    def close(self) -> None:
        """Finish the film; further calls have no effect."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
