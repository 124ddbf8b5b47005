"""Rendering of environments: frames as arrays, or in a window on the screen."""

import os
import sys
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import CYCLE, MAX_PICTURE_SIDE, Camera, DiscBatch, WorldBatch
from rcssgym.envs.checks import is_choice
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.view.live import Pace
from rcssgym.view.page import PORT, Page
from rcssgym.view.window import Frame, Window, has_display

CameraChoice = Camera | Literal["ball", "pitch"] | None
"""Where frames are taken from, as for :meth:`WorldBatch.render`."""

HUMAN = "RCSSGYM_HUMAN"
"""Environment variable: with the value ``page``, ``render_mode="human"`` always shows a page in
browsers."""
MOST_SHOWN = 64
"""Maximum number of worlds shown side by side."""


def frames_per_second(step: float) -> float:
    """Return how many frames, one a step, show a second in real time.

    :param step: seconds that a step simulates.
    """
    whole = round(1.0 / step)
    return whole if np.isclose(whole * step, 1.0, rtol=0.0, atol=1e-9) else 1.0 / step


RENDER_METADATA: dict[str, Any] = {
    "render_modes": ["human", "rgb_array"],
    "render_fps": frames_per_second(CYCLE),
}
"""What ``metadata`` says about rendering; environments put the speed of their own steps there."""


class Renderer:
    """Shows the worlds of an environment according to its render mode.

    :param mode: ``"rgb_array"``, ``"human"`` or ``None``.
    :param width: width of a frame, pixels.
    :param height: height of a frame, pixels.
    :param camera: where frames are taken from, as for :meth:`WorldBatch.render`. A camera beside
        the ball follows it smoothly from frame to frame.
    :param captions: whether score or time, names and the terms of the last step's reward are
        written into frames.
    :param step: seconds that a step of the environment simulates.

    Raises :class:`ArgumentError` for another mode, and for a size or camera that cannot be used.
    """

    def __init__(
        self,
        worlds: WorldBatch | DiscBatch,
        mode: str | None,
        width: int = 640,
        height: int = 480,
        camera: CameraChoice = None,
        *,
        captions: bool = False,
        step: float = CYCLE,
    ) -> None:
        modes, sizes = RENDER_METADATA["render_modes"], {"width": width, "height": height}
        if mode is not None and not is_choice(mode, modes):
            known = ", ".join(map(repr, modes))
            raise ArgumentError(f"render_mode: there is no {mode!r}, only {known} and None")
        self.mode = mode
        self._worlds = worlds
        self._size: dict[str, Any] = {name: _pixels(name, one) for name, one in sizes.items()}
        self._camera = camera
        self._captions = captions
        self._rewards: Mapping[str, NDArray[np.float64]] = {}
        if isinstance(worlds, DiscBatch):
            if camera is not None:
                raise ArgumentError(f"camera: the 2D game is seen from above, not by {camera!r}")
            follows_ball = False
        else:
            _check_camera(camera)
            follows_ball = camera == "ball" or (camera is None and worlds.num_robots != 1)
        self._films = [Film() for _ in range(worlds.num_worlds)] if follows_ball else None
        self._window = Window(
            frames_per_second(step),
            "render_mode='human'",
            "; render_mode='rgb_array' needs none",
        )
        self._is_page_wanted = mode == "human" and os.environ.get(HUMAN) == "page"
        self._page: Page | None = None
        self._pace, self._step = Pace(), step
        self._world: int | None = 0
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

    @property
    def is_watched(self) -> bool:
        """Whether anybody may be watching the worlds."""
        return self.mode is not None or self._page is not None

    def update_window(self, rewards: Mapping[str, NDArray[np.float64]] | None = None) -> None:
        """Show the first world if the mode is ``"human"``, no faster than real time.

        If a page is open, show the world that its viewers have chosen there.

        :param rewards: terms of the step's rewards ``(W, ...)``, which the page draws as curves.
        """
        if rewards is not None:
            self._rewards = rewards
        if self.mode == "human":
            self._show_to_people()
        if self._page is not None and self._page.is_due():
            self._show(self._page, rewards or {})

    def _show_to_people(self) -> None:
        """Show the first world in a window, or in browsers where there is no display."""
        if has_display() and not self._is_page_wanted:
            self._window.show(self._frame(0))
            return
        if self._page is None and not self._window.is_closed:
            page = self.open_page(0, "127.0.0.1", None)
            print(f"render_mode='human' without a display: watch at {page.url}", file=sys.stderr)
        self._pace.step(self._step)

    def open_page(self, port: int, host: str, token: str | None) -> Page:
        """Start showing worlds in browsers; a page opened before is closed."""
        page = Page(port, host, token=token)
        if self._page is not None:
            self._page.close()
        self._page = page
        return page

    def close(self) -> None:
        """Close the window and the page."""
        self._window.close()
        if self._page is not None:
            self._page.close()
            self._page = None

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the page, which belongs to this process."""
        return {**self.__dict__, "_page": None, "_rewards": dict(self._rewards)}

    def _show(self, page: Page, rewards: Mapping[str, NDArray[np.float64]]) -> None:
        worlds = self._worlds
        if isinstance(worlds, DiscBatch):
            asked = page.asked()
        else:
            asked = page.obey(worlds, self._world or 0)
        for words in asked:
            match words:
                case ["world", "all"]:
                    self._world = None
                case ["world", number] if number.isdecimal():
                    self._world = min(int(number), self._worlds.num_worlds - 1)
                case _:
                    pass
        world = self._world
        notes = {"curves": [{"name": n, "value": v} for n, v in _terms(rewards, world).items()]}
        several = range(min(MOST_SHOWN, self._worlds.num_worlds))
        if isinstance(self._worlds, DiscBatch):
            if world is None:
                page.show_disc_worlds(self._worlds, several, notes)
            else:
                page.show_disc_world(self._worlds, world, notes)
        elif world is None:
            page.show_worlds(self._worlds, several, notes)
        else:
            page.show_world(self._worlds, world, notes)

    def _frame(self, world: int) -> Frame:
        if isinstance(self._worlds, DiscBatch):
            return self._worlds.render(world, **self._size)
        camera = self._camera
        if self._films is not None:
            ball, time = self._worlds.ball_position[world], float(self._worlds.time[world])
            camera = self._films[world].camera(ball, time)
        notes = _terms(self._rewards, world) if self._captions else None
        return self._worlds.render(
            world, **self._size, camera=camera, captions=self._captions, notes=notes
        )


class Shown:
    """An environment of many worlds that a renderer shows."""

    _renderer: Renderer
    _stepper: Any
    closed: bool

    def render(self) -> tuple[Frame, ...] | None:
        """Return a frame ``(height, width, 3)`` uint8 of every env.

        Returns ``None`` in mode ``"human"``, where :meth:`step` and :meth:`reset` show the first
        env. Raises :class:`RcssGymError` without a render mode, or if no window can be opened.
        """
        self._check_open()
        return self._renderer.render()

    def view(self, port: int = PORT, host: str = "127.0.0.1", *, token: str | None = None) -> Page:
        """Start showing the worlds in browsers, as they are after steps and resets.

        Viewers choose the world; the terms of its reward are drawn as curves. Steps make the
        frames, at most 25 per second, and only while there are viewers.

        :param port: port for browsers; 0 selects a free one.
        :param host: address to listen on. The default can only be reached from this machine.
        :param token: what a browser must know to choose the world; drawn at random if not given.

        Returns the page, whose ``url`` says where to watch. :meth:`close` closes it, too.

        Raises :class:`ServerError` for a port that is in use, and :class:`ArgumentError` for an
        invalid port or token.
        """
        self._check_open()
        self._stepper = None  # it would not update the page
        return self._renderer.open_page(port, host, token)

    def close_extras(self, **_: Any) -> None:
        """Close the window."""
        # Gymnasium also closes environments whose construction has failed.
        if hasattr(self, "_renderer"):
            self._renderer.close()

    def _check_open(self) -> None:
        if self.closed:
            raise RcssGymError("this environment has been closed")


def _pixels(name: str, pixels: object) -> int:
    if isinstance(pixels, bool) or not isinstance(pixels, int | np.integer):
        raise ArgumentError(f"{name}: must be an integer, not {type(pixels).__name__}")
    if not 1 <= pixels <= MAX_PICTURE_SIDE:
        raise ArgumentError(f"{name}: must be from 1 to {MAX_PICTURE_SIDE}, not {pixels}")
    return int(pixels)


def _check_camera(camera: object) -> None:
    if isinstance(camera, str) and camera not in ("ball", "pitch"):
        raise ArgumentError(f"camera: there is no {camera!r}, only 'ball' and 'pitch'")
    if not (camera is None or isinstance(camera, str | Camera)):
        raise ArgumentError(f"camera: must be a Camera, not {type(camera).__name__}")


def _terms(rewards: Mapping[str, NDArray[np.float64]], world: int | None) -> dict[str, float]:
    """Return the reward's terms for a world's first agent; for ``None``, means over all worlds."""
    shown = {name: values for name, values in rewards.items() if not name.startswith("_")}
    if world is None:
        return {name: float(np.mean(values)) for name, values in shown.items()}
    return {name: float(np.ravel(values[world])[0]) for name, values in shown.items()}


class Film:
    """A camera that follows the ball of a world from frame to frame."""

    def __init__(self) -> None:
        self._last: tuple[Camera, bytes, float] | None = None

    def camera(self, ball: NDArray[np.float64], time: float) -> Camera:
        """Return the camera for a frame with the ball at ``ball`` ``(3,)``, m, at ``time``, s.

        For the same ball and time again, the camera stays where it was. A time that is not later
        than the last one belongs to another episode.
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
