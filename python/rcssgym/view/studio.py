"""Pictures of everything that the viewer shows, drawn by the core, without browser or display."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from rcssgym import _core
from rcssgym._core import DiscBatch, Film, WorldBatch
from rcssgym.view.discs import Disc, disc_world
from rcssgym.view.page import Notes, notes_as_json
from rcssgym.view.window import Frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Angle = Literal["usual", "ball", "pitch", "robot"]
"""View of the camera: ``usual`` is that with which the page begins."""
Overlay = Literal["sight", "forces", "joints"]
"""Overlays about one robot: places where it sees objects (yellow), forces that act on it (red, 1 m
for 667 N), the angles of its joints (deg)."""
OVERLAYS: tuple[Overlay, ...] = get_args(Overlay)


class Studio:
    """Takes pictures ``(height, width, 3)`` uint8; the methods are those of :class:`Page`.

    :param width: width in pixels; ``height`` likewise.
    :param camera: view of the camera.
    :param captions: whether pictures contain score, clock, play mode, numbers and curves.
    :param overlays: overlays about a robot, in pictures of worlds and games.
    :param robot: side, 0 or 1, and number of the robot that is followed and that overlays are
        about; the first one if not given.

    Raises :class:`ArgumentError` for an invalid size, camera or overlay.
    """

    def __init__(
        self,
        width: int = 1280,
        height: int = 720,
        camera: Angle = "usual",
        *,
        captions: bool = True,
        overlays: Sequence[Overlay] = (),
        robot: tuple[int, int] | None = None,
    ) -> None:
        self._studio = _core.Studio(width, height, camera, captions, list(overlays), robot)

    def show_world(self, worlds: WorldBatch, world: int = 0, notes: Notes | None = None) -> Frame:
        """Take a picture of a world of a batch."""
        return self._studio.world(worlds, world, notes_as_json(notes))

    def show_game(self, world: _core.SoccerWorld, notes: Notes | None = None) -> Frame:
        """Take a picture of the game of a simulation."""
        return self._studio.game(world, notes_as_json(notes))

    def show_discs(
        self,
        at: float,
        ball: tuple[float, float],
        players: Iterable[Disc],
        teams: tuple[str, str] = ("left", "right"),
        score: tuple[int, int] = (0, 0),
        mode: str = "",
        notes: Notes | None = None,
        clock: float | None = None,
    ) -> Frame:
        """Take a picture of a 2D game."""
        text, clock = notes_as_json(notes), at if clock is None else clock
        return self._studio.discs(at, clock, ball, list(players), teams, score, mode, text)

    def show_disc_world(
        self, worlds: DiscBatch, world: int = 0, notes: Notes | None = None
    ) -> Frame:
        """Take a picture of a world of a batch of 2D games."""
        return self.show_discs(**disc_world(worlds, world), notes=notes)

    def show_film(self, film: Film, at: float, notes: Notes | None = None) -> Frame:
        """Take a picture of a log file at a time from its beginning, s."""
        return self._studio.film(film, at, notes_as_json(notes))
