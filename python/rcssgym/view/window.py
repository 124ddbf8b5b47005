"""Window on the screen that shows frames."""

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
"""Environment variables, at least one of which is set where Linux has a display."""

UNSEEN_DRIVERS = ("dummy", "evdev", "offscreen")
"""Drivers that SDL uses where there is no screen: their windows are invisible."""


def has_display() -> bool:
    """Return whether opening a window can be tried: on Linux a display must be set."""
    return sys.platform != "linux" or any(map(os.environ.get, DISPLAYS))


class Window:
    """A window that shows one frame after another; the first frame opens it, its user closes it.

    :param fps: maximum frames per second, by waiting; ``None`` for no limit.
    :param wanted_by: what needs the window, for error messages.
    :param way_out: what works without a display, for error messages.
    """

    def __init__(self, fps: float | None, wanted_by: str, way_out: str = "") -> None:
        self._fps = fps
        self._wanted_by = wanted_by
        self._way_out = way_out
        self._pygame: Any = None
        self._clock: Any = None
        self.is_closed = False
        """Whether the window was closed, by :meth:`close` or by its user."""
        self.keys: list[str] = []
        """Names of the keys pressed since the last frame, such as ``"tab"``."""

    def show(self, frame: Frame) -> None:
        """Show a frame and wait until the next one is due; a closed window shows nothing.

        Raises :class:`RcssGymError` without pygame or a display.
        """
        if self.is_closed:
            return
        if self._pygame is None or self._pygame.display.get_surface() is None:
            # This is the first frame, or another environment has closed pygame's only window.
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
        """Set the title of the window, if it is open."""
        if self._pygame is not None:
            self._pygame.display.set_caption(title)

    def close(self) -> None:
        """Close the window permanently; further calls have no effect."""
        self.is_closed = True
        if self._pygame is not None:
            self._pygame.display.quit()
            self._pygame = self._clock = None

    def _open(self, width: int, height: int) -> None:
        if not has_display():
            raise self._no_display()
        # By default, pygame prints a greeting to standard output, and SDL treats SIGTERM as a
        # closed window.
        for name in ("PYGAME_HIDE_SUPPORT_PROMPT", "SDL_NO_SIGNAL_HANDLERS"):
            os.environ.setdefault(name, "1")
        with needed_by(self._wanted_by, "render", "pygame"):
            import pygame
        try:
            pygame.display.init()
            # Without a screen, SDL may open an invisible window.
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
        """Leave out objects of this process: a copy opens a window of its own."""
        return {**self.__dict__, "_pygame": None, "_clock": None}
