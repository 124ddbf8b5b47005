"""The viewer's page in browsers, and what is shown there."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from rcssgym import _core
from rcssgym._core import DiscBatch, Film, Telecast, WorldBatch
from rcssgym.disc.drawings import Drawing
from rcssgym.errors import ArgumentError
from rcssgym.view.discs import CYCLE, Disc, disc_games, disc_world

PORT = 8080
"""Where the page is served unless told otherwise."""
INTERVAL = 0.04
"""Least time between two frames, s."""

Notes: TypeAlias = Mapping[str, Any]
"""What is shown beside the picture: ``title``, ``curves``, ``playback``, ``drive``, and whom the
camera follows at first: ``follow``, team and number."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,128}")


def new_token() -> str:
    """Draw what a browser must know to command."""
    return secrets.token_urlsafe(16)


def checked_token(token: str | None, argument: str = "token") -> str:
    """Return a token that fits into an address, a new one if none is given.

    Raises :class:`ArgumentError` for one that does not.
    """
    if token is None:
        return new_token()
    if _TOKEN.fullmatch(token) is None:
        raise ArgumentError(f"{argument}: must be letters, digits, '-' and '_', not {token!r}")
    return token


def page_url(address: tuple[str, int], token: str) -> str:
    """Where to watch in a browser; the token is behind the ``#``, so that it is not sent around.

    :param address: host and port that the page is served at.
    """
    host, port = address
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}/#token={token}"


class Page:
    """The viewer's page, served as long as this is open.

    :param port: for browsers; 0 takes a free one.
    :param host: address to listen on. Only this machine reaches the default.
    :param token: what a browser must know to ask for something; drawn if not given.
    :param origins: hosts whose pages may look, too, besides the viewer's own.

    Raises :class:`ServerError` for a port that is taken, :class:`ArgumentError` for a port, a token
    or a host that cannot be.
    """

    def __init__(
        self,
        port: int = PORT,
        host: str = "127.0.0.1",
        *,
        token: str | None = None,
        origins: Sequence[str] = (),
    ) -> None:
        token = checked_token(token)
        self._show = _core.Show(host, port, token, origins)
        self.url = page_url(self._show.address, token)
        """Where to watch in a browser."""
        self._next_frame = 0.0

    @property
    def viewers(self) -> int:
        """How many watch."""
        return self._show.viewers()

    def is_due(self) -> bool:
        """Whether somebody watches and it is time for the next frame."""
        now = time.monotonic()
        if now < self._next_frame or self._show.viewers() == 0:
            return False
        self._next_frame = now + INTERVAL
        return True

    def asked(self) -> list[list[str]]:
        """Return what viewers have asked for since the last call, such as ``["seek", "90"]``."""
        return [words for message in self.said() for words in _expressions(message)]

    def said(self) -> list[str]:
        """Return what viewers have asked for since the last call, in their own words."""
        return self._show.asked()

    def obey(self, worlds: WorldBatch, world: int = 0) -> list[list[str]]:
        """Do to a world what viewers want of it: trainer's commands, drags and pushes.

        Returns what they have asked for besides, as :meth:`asked` does.
        """
        others = self._show.obey_world(worlds, world)
        return [words for message in others for words in _expressions(message)]

    def obey_game(self, world: _core.SoccerWorld) -> list[list[str]]:
        """Do to a simulation what viewers want of it, as :meth:`obey`."""
        return [w for message in self._show.obey_game(world) for w in _expressions(message)]

    def tell(self, news: Mapping[str, Any]) -> None:
        """Tell viewers with the next picture what has happened: ``kind``, ``text``."""
        self._show.tell(json.dumps(news))

    def show_world(self, worlds: WorldBatch, world: int = 0, notes: Notes | None = None) -> None:
        """Show a world of a batch as it is now."""
        self._show.world(worlds, world, json.dumps(notes))

    def show_worlds(
        self, worlds: WorldBatch, chosen: Sequence[int], notes: Notes | None = None
    ) -> None:
        """Show several worlds of a batch side by side."""
        self._show.several(worlds, list(chosen), json.dumps(notes))

    def show_game(self, world: _core.SoccerWorld, notes: Notes | None = None) -> None:
        """Show the game of a simulation as it is now."""
        self._show.game(world, json.dumps(notes))

    def show_discs(
        self,
        at: float,
        ball: tuple[float, float],
        players: Iterable[Disc],
        teams: tuple[str, str] = ("left", "right"),
        score: tuple[int, int] = (0, 0),
        mode: str = "",
        notes: Notes | None = None,
        drawings: Iterable[Drawing] = (),
        world: tuple[int, int] = (0, 1),
    ) -> None:
        """Show a 2D game at a time, s, with the ball at a place, m, and what is drawn there.

        :param world: which it is of how many, among which viewers may choose.
        """
        if drawings := list(drawings):
            notes = {**(notes or {}), "drawings": [one._parts() for one in drawings]}
        told = json.dumps(notes)
        self._show.discs(at, ball, list(players), teams, score, mode, told, world)

    def show_disc_world(
        self,
        worlds: DiscBatch,
        world: int = 0,
        notes: Notes | None = None,
        drawings: Iterable[Drawing] = (),
    ) -> None:
        """Show a world of a batch of 2D games as it is now, and what is drawn there."""
        which = (world, worlds.num_worlds)
        told = disc_world(worlds, world)
        self.show_discs(**told, notes=notes, drawings=drawings, world=which)

    def show_disc_worlds(
        self, worlds: DiscBatch, chosen: Sequence[int], notes: Notes | None = None
    ) -> None:
        """Show several worlds of a batch of 2D games side by side."""
        at = CYCLE * float(worlds.cycle[chosen[0]]) if chosen else 0.0
        games = disc_games(worlds, chosen)
        self._show.several_discs(at, games, worlds.num_worlds, json.dumps(notes))

    def show_film(self, film: Film, at: float, notes: Notes | None = None) -> None:
        """Show a log file so many seconds from its beginning."""
        self._show.film(film, at, json.dumps(notes))

    def show_telecast(self, telecast: Telecast, at: float, notes: Notes | None = None) -> None:
        """Show the game of a server as it has been told last, at a time, s."""
        self._show.telecast(telecast, at, json.dumps(notes))

    def __enter__(self) -> Page:
        """Serve it until the block ends."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Serve it no more; a second time is fine."""
        self._show.close()


def _expressions(message: str) -> list[list[str]]:
    """Split ``(pause)(seek 90)``; what is nothing of the kind is left out."""
    return [words for part in re.findall(r"\(([^()]*)\)", message) if (words := part.split())]
