"""A window on the screen, for frames."""

import os
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.errors import RcssGymError
from rcssgym.optional import needed_by

Frame = NDArray[np.uint8]
"""Pixels ``(height, width, 3)``, RGB."""

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""One of these is in the environment where Linux has a display."""

UNSEEN_DRIVERS = ("dummy", "evdev", "offscreen")
"""What SDL takes where there is no screen: nobody sees its windows."""


def has_display() -> bool:
    """Whether a window can be tried: on Linux something must say where."""
    return sys.platform != "linux" or any(map(os.environ.get, DISPLAYS))


class Window:
    """A window that shows one frame after another; opened by the first, closed by its user.

    :param fps: frames a second that it waits for; ``None`` for as many as come.
    :param wanted_by: what needs it, in errors.
    :param way_out: what does without a display, in errors.
    """

    def __init__(self, fps: int | None, wanted_by: str, way_out: str = "") -> None:
        self._fps = fps
        self._wanted_by = wanted_by
        self._way_out = way_out
        self._pygame: Any = None
        self._clock: Any = None
        self.is_closed = False
        """Whether it was closed, by :meth:`close` or by its user."""
        self.keys: list[str] = []
        """Names of the keys pressed since the last frame, such as ``"tab"``."""

    def show(self, frame: Frame) -> None:
        """Show a frame and wait until it is time for the next; nothing once it was closed.

        Raises :class:`RcssGymError` without pygame or a display.
        """
        if self.is_closed:
            return
        if self._pygame is None or self._pygame.display.get_surface() is None:
            # The first frame, or another environment has closed pygame's only window.
            self._open(frame.shape[1], frame.shape[0])
        pygame = self._pygame
        surface = pygame.surfarray.make_surface(frame.swapaxes(0, 1))
        pygame.display.get_surface().blit(surface, (0, 0))
        pygame.display.flip()
        if self._fps is not None:
            self._clock.tick(self._fps)
        events = pygame.event.get()
        self.keys = [pygame.key.name(e.key) for e in events if e.type == pygame.KEYDOWN]
        if any(event.type == pygame.QUIT for event in events):
            self.close()

    def set_title(self, title: str) -> None:
        """Write into its upper edge, if it is open."""
        if self._pygame is not None:
            self._pygame.display.set_caption(title)

    def close(self) -> None:
        """Close it for good; a second time is fine."""
        self.is_closed = True
        if self._pygame is not None:
            self._pygame.display.quit()
            self._pygame = self._clock = None

    def _open(self, width: int, height: int) -> None:
        if not has_display():
            raise self._no_display()
        # Pygame greets on the standard output, and SDL would take SIGTERM for a closed window.
        for name in ("PYGAME_HIDE_SUPPORT_PROMPT", "SDL_NO_SIGNAL_HANDLERS"):
            os.environ.setdefault(name, "1")
        with needed_by(self._wanted_by, "render", "pygame"):
            import pygame
        try:
            pygame.display.init()
            # Where it finds no screen, SDL may open a window that nobody sees.
            is_chosen = bool(os.environ.get("SDL_VIDEODRIVER"))
            if not is_chosen and pygame.display.get_driver() in UNSEEN_DRIVERS:
                pygame.display.quit()
                raise self._no_display()
            pygame.display.set_mode((width, height))
        except pygame.error as error:
            pygame.display.quit()
            raise self._no_display() from error
        pygame.display.set_caption("rcssgym")
        self._pygame, self._clock = pygame, pygame.time.Clock()

    def _no_display(self) -> RcssGymError:
        given = [f"{name}={os.environ[name]!r}" for name in DISPLAYS if os.environ.get(name)]
        if given:
            why = f"none can be opened with {' and '.join(given)}"
        elif sys.platform == "linux":
            why = "there is none here (neither DISPLAY nor WAYLAND_DISPLAY is set)"
        else:
            why = "there is none here"
        return RcssGymError(f"{self._wanted_by} needs a display, and {why}{self._way_out}")

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what belongs to this process: a copy opens a window of its own."""
        return {**self.__dict__, "_pygame": None, "_clock": None}
