"""What environments show: frames as arrays, and a window on the screen."""

import os
import sys
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import Camera, WorldBatch
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.optional import needed_by

Frame = NDArray[np.uint8]

CameraChoice = Camera | Literal["ball", "pitch"] | None
"""Where frames are taken from, as of :meth:`WorldBatch.render`."""

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""One of these is in the environment where Linux has a display."""

UNSEEN_DRIVERS = ("dummy", "evdev", "offscreen")
"""What SDL takes where there is no screen: nobody sees its windows."""

RENDER_METADATA: dict[str, Any] = {"render_modes": ["human", "rgb_array"], "render_fps": 50}
"""What every environment's ``metadata`` says about rendering; a step is 20 ms."""


class Renderer:
    """Shows the worlds of an environment as its render mode asks.

    :param mode: ``"rgb_array"``, ``"human"`` or ``None``.
    :param width: of a frame, pixels.
    :param height: of a frame, pixels.
    :param camera: where frames are taken from, as of :meth:`WorldBatch.render`. A camera beside the
        ball follows it smoothly from frame to frame.

    Raises :class:`ArgumentError` for another mode, or for what no frame can be taken with.
    """

    def __init__(
        self,
        worlds: WorldBatch,
        mode: str | None,
        width: int = 640,
        height: int = 480,
        camera: CameraChoice = None,
    ) -> None:
        modes = RENDER_METADATA["render_modes"]
        if mode is not None and mode not in modes:
            known = ", ".join(map(repr, modes))
            raise ArgumentError(f"render_mode: there is no {mode!r}, only {known} and None")
        self.mode = mode
        self._worlds = worlds
        self._size: dict[str, Any] = {"width": width, "height": height}
        self._camera = camera
        follows_ball = camera == "ball" or (camera is None and worlds.num_robots != 1)
        self._films = [Film() for _ in range(worlds.num_worlds)] if follows_ball else None
        self._window = Window(
            RENDER_METADATA["render_fps"],
            "render_mode='human'",
            "; render_mode='rgb_array' needs none",
        )
        if mode is not None:
            self._frame(0)

    def render(self) -> tuple[Frame, ...] | None:
        """Return a frame ``(height, width, 3)`` of every world, or show the first in the window."""
        if self.mode is None:
            raise RcssGymError("make the environment with render_mode='rgb_array' to render it")
        if self.mode == "human":
            self.update_window()
            return None
        return tuple(self._frame(world) for world in range(self._worlds.num_worlds))

    def update_window(self) -> None:
        """Show the first world if the mode is ``"human"``, at no more than real time."""
        if self.mode == "human":
            self._window.show(self._frame(0))

    def close(self) -> None:
        """Close the window."""
        self._window.close()

    def _frame(self, world: int) -> Frame:
        camera = self._camera
        if self._films is not None:
            ball, time = self._worlds.ball_position[world], float(self._worlds.time[world])
            camera = self._films[world].camera(ball, time)
        return self._worlds.render(world, **self._size, camera=camera)


class Film:
    """A camera that follows the ball of a world from frame to frame."""

    def __init__(self) -> None:
        self._last: tuple[Camera, bytes, float] | None = None

    def camera(self, ball: NDArray[np.float64], time: float) -> Camera:
        """Where from to take the frame of a ball at ``ball`` ``(3,)``, m, at ``time``, s.

        The same moment again is seen from where it was seen before; another one that is not later
        belongs to another episode.
        """
        place = ball.tobytes()
        if self._last is None:
            camera = Camera.beside_ball(ball)
        elif self._last[1:] == (place, time):
            camera = self._last[0]
        else:
            camera = self._last[0].follow_ball(ball, time - self._last[2])
        self._last = camera, place, time
        return camera


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
