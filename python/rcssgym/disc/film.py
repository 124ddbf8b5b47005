"""Films of 2D games."""

from collections import deque
from os import PathLike, fspath
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import DiscBatch
from rcssgym.disc.simulation import DiscSimulation
from rcssgym.errors import ArgumentError
from rcssgym.mp4 import Mp4Writer
from rcssgym.optional import needed_by

if TYPE_CHECKING:
    from typing_extensions import Self

CYCLES_PER_SECOND = 10
"""Cycles per second of the real game."""


class FilmWriter:
    """Writes a film of a game while it is played, so that its length is not limited by memory.

    :param path: an ``.mp4`` file, which is overwritten.
    :param game: a simulation, or a batch of which one world is filmed.
    :param fps: frames per second.
    :param look: ``world``, ``trail``, and further arguments of :class:`Film`.

    Call :meth:`shoot` after every step and :meth:`close` at the end, or use it in a ``with``
    statement. Raises the errors of :class:`Film`, :class:`ArgumentError` for another kind of file,
    one that cannot be written, and an odd width or height, and :class:`MissingLibraryError` without
    moviepy (``pip install 'rcssgym[render]'``).
    """

    def __init__(
        self,
        path: str | PathLike[str],
        game: DiscSimulation | DiscBatch,
        fps: float = CYCLES_PER_SECOND,
        **look: Any,
    ) -> None:
        self._film = Film(game, **look)
        height, width, _ = self._film.shoot().shape
        self._writer = Mp4Writer("path", path, (width, height), fps, "FilmWriter")

    def shoot(self, **look: Any) -> None:
        """Add a picture of this moment; ``look`` as in :meth:`Film.shoot`.

        Raises :class:`OSError` if it cannot be written, for example because the disk is full.
        """
        self._writer.add(self._film.shoot(**look))
        self._film.frames.clear()

    def close(self) -> None:
        """Finish the film. Later calls do nothing.

        Raises :class:`OSError` if it cannot be written.
        """
        self._writer.close()

    def __enter__(self) -> "Self":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Film:
    """Takes pictures of a game, with the trail of its ball, for a film.

    :param game: a simulation, or a batch of which one world is filmed.
    :param world: index of that world.
    :param trail: how many of the ball's last positions are shown.
    :param look: further arguments of :meth:`DiscSimulation.render`.

    Raises :class:`ArgumentError` for a world that the batch does not have.

    >>> film = rcssgym.disc.Film(sim, width=800, height=576)
    >>> for _ in range(100):
    ...     sim.step()
    ...     film.shoot()
    >>> film.save("game.mp4")
    """

    def __init__(
        self, game: DiscSimulation | DiscBatch, world: int = 0, trail: int = 30, **look: Any
    ) -> None:
        if isinstance(game, DiscBatch) and not 0 <= world < len(game):
            raise ArgumentError(f"world: {world} is not from 0 to {len(game) - 1}")
        self._game = game
        self._world = world
        self._look = look
        self._trail: deque[tuple[float, float]] = deque(maxlen=trail)
        self.frames: list[NDArray[np.uint8]] = []
        """The pictures so far."""

    def shoot(self, **look: Any) -> NDArray[np.uint8]:
        """Take a picture of this moment and return it, uint8 ``(height, width, 3)``.

        :param look: arguments that differ for this picture, such as ``drawings``.
        """
        asked: dict[str, Any] = {**self._look, **look}
        if isinstance(self._game, DiscBatch):
            x, y = self._game.ball_position[self._world]
            asked["worlds"] = self._world
        else:
            x, y = self._game.ball[:2]
        self._trail.append((float(x), float(y)))
        asked["trail"] = np.array(self._trail).reshape(-1, 2)
        frame = self._game.render(**asked)
        self.frames.append(frame)
        return frame

    def save(self, path: str | PathLike[str], fps: float = CYCLES_PER_SECOND) -> None:
        """Write the film, such as an ``.mp4`` or ``.gif``, with this many frames per second.

        Raises :class:`ArgumentError` for a film without pictures, and
        :class:`MissingLibraryError` without moviepy (``pip install 'rcssgym[render]'``).
        """
        name = fspath(path)
        if not self.frames:
            raise ArgumentError(f"path: no picture has been taken for {name}: call shoot() first")
        with needed_by("Film.save", "render", "moviepy"):
            from moviepy import ImageSequenceClip
        clip = ImageSequenceClip(self.frames, fps=fps)
        if name.endswith(".gif"):
            clip.write_gif(name, logger=None)
        else:
            clip.write_videofile(name, logger=None)
