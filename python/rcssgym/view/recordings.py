"""Log files in the viewer."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from rcssgym import _core
from rcssgym.disc.commands import PLAY_MODES
from rcssgym.disc.log import GameLog, read_log
from rcssgym.errors import ArgumentError, LogError, ServerError
from rcssgym.regular import as_path
from rcssgym.unpacked import DAMAGED, opened, unpacked
from rcssgym.view.discs import CYCLE, Disc, scored_by
from rcssgym.view.page import Notes, Page
from rcssgym.view.studio import Studio
from rcssgym.view.window import Frame

_RSMP = b"((RSMP"
"""First bytes of rcsssmj's logs; SimSpark's begin otherwise."""
_DISC = re.compile(rb"ULG|\[\r?\n|\0[\1-\3]")
"""First bytes of logs of the 2D league: of versions 2 to 6, of JSON, of version 1."""
_FAULTS = (
    "foul_",
    "offside_",
    "back_pass_",
    "free_kick_fault_",
    "catch_fault_",
    "illegal_defense_",
)
"""Prefixes of the play modes in which a 2D game is stopped because of a fault."""


class Reel(Protocol):
    """A recording that can be shown at any time."""

    duration: float
    """Duration, s."""
    damage: str | None
    """Place of damage, after which nothing is shown; ``None`` if no damage is known."""

    def chapters(self) -> Sequence[tuple[float, str]]:
        """Return events, with their times, s."""

    def show(self, page: Page | Studio, at: float, notes: Notes) -> Frame | None:
        """Show the state at a time, s, or take a picture of it."""


class FilmReel:
    """A log file of a 3D game.

    :param path: path of the file, which may be deleted after the constructor.
    :param simspark: whether it contains SimSpark's messages.
    :param name: name in error messages; the path if not given.

    Raises :class:`LogError` for a file that is not a log.
    """

    damage: str | None = None

    def __init__(self, path: Path, simspark: bool, name: Path | None = None) -> None:
        try:
            self._film = _core.Film(path, str(name or path), simspark)
        except ServerError as error:
            raise LogError(str(error)) from error
        self.duration = self._film.duration

    def chapters(self) -> Sequence[tuple[float, str]]:
        """Return goals and fouls."""
        return self._film.chapters()

    def show(self, page: Page | Studio, at: float, notes: Notes) -> Frame | None:
        """Show the state at a time, s."""
        return page.show_film(self._film, at, notes)


class DiscReel:
    """A log file of a 2D game, ``.rcg``. The whole log is kept in memory.

    Raises :class:`LogError` for a file that is not a log, or in which no cycle can be read.
    """

    def __init__(self, path: Path) -> None:
        self._log: GameLog = read_log(path)
        self.damage = self._log.damage
        if len(self._log) == 0:
            raise LogError(f"{path}: nothing was played: {self.damage or 'it has no cycle'}")
        self.duration = CYCLE * (len(self._log) - 1)

    def chapters(self) -> Sequence[tuple[float, str]]:
        """Return goals, those of a shoot-out, and faults."""
        score, mode, shot = self._log.score, self._log.mode, self._log.penalties[:, :, 0]
        scored = np.flatnonzero((np.diff(score, axis=0) > 0).any(axis=1)) + 1
        goals = [(CYCLE * int(step), "Goal {} : {}".format(*score[step])) for step in scored]
        scored = np.flatnonzero((np.diff(shot, axis=0) > 0).any(axis=1)) + 1
        goals += [(CYCLE * int(step), "Penalty {} : {}".format(*shot[step])) for step in scored]
        begun = [(int(step), PLAY_MODES[mode[step]]) for step in np.flatnonzero(np.diff(mode)) + 1]
        faults = [
            (CYCLE * step, _core.mode_words(name))
            for step, name in begun
            if name.startswith(_FAULTS)
        ]
        return sorted([*goals, *faults])

    def show(self, page: Page | Studio, at: float, notes: Notes) -> Frame | None:
        """Show the state at a time, s."""
        log = self._log
        step = min(int(at / CYCLE + 1e-6), len(log) - 1)
        x, y = log.ball[step, :2].tolist()
        left, right = log.score[step].tolist()
        mode = PLAY_MODES[int(log.mode[step])]
        players, clock = self._players(step), CYCLE * float(log.cycle[step])
        names = scored_by(log.names, log.penalties[step].tolist())
        return page.show_discs(at, (x, y), players, names, (left, right), mode, notes, clock=clock)

    def _players(self, step: int) -> list[Disc]:
        log = self._log
        places, bodies = log.motion[step].tolist(), np.radians(log.body[step]).tolist()
        playing = np.flatnonzero(log.state[step]).tolist()
        return [
            (index // 11, index % 11 + 1, places[index][0], places[index][1], bodies[index])
            for index in playing
        ]


def open_recording(path: str | os.PathLike[str]) -> Reel:
    """Open a log file of rcsssmj or SimSpark, or a game log of the 2D league's server.

    Raises :class:`ArgumentError` for a file that cannot be read, :class:`LogError` for one that is
    not a log file, or has nothing to show.
    """
    path = as_path("path", path)
    try:
        with opened(path), unpacked(path) as plain:
            begin = _beginning(plain)
            if _DISC.match(begin):
                return DiscReel(path)
            return FilmReel(plain, simspark=not begin.startswith(_RSMP), name=path)
    except DAMAGED as error:
        raise ArgumentError(f"file: cannot read {path}: {error}") from error


def is_of_disc_game(path: str | os.PathLike[str]) -> bool:
    """Return whether a file begins like a log of the 2D league; false if it cannot be read."""
    path = Path(path)
    try:
        with unpacked(path) as plain:
            return path.is_file() and _DISC.match(_beginning(plain)) is not None
    except DAMAGED:
        return False


def _beginning(plain: Path) -> bytes:
    with plain.open("rb") as file:
        return file.read(16).lstrip()


def chapters_as_notes(reel: Reel) -> list[dict[str, Any]]:
    """Return the list of chapters for the page."""
    return [{"time": time, "text": text} for time, text in reel.chapters()]


def open_reporting_damage(path: Path) -> Reel:
    """Open a log file; if it is damaged, print on standard error what cannot be shown."""
    reel = open_recording(path)
    if reel.damage is not None:
        where = f"{reel.damage}; the {reel.duration:.1f} s before are shown"
        print(f"{path} is damaged: {where}", file=sys.stderr, flush=True)
    return reel
