"""The viewer's page for browsers, and its pictures."""

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
from rcssgym.plain import plain
from rcssgym.view.discs import CYCLE, Disc, disc_games, disc_world

PORT = 8080
"""Default port of the page."""
INTERVAL = 0.04
"""Minimum time between two frames, s."""

Notes: TypeAlias = Mapping[str, Any]
"""Information beside the picture: ``title``, ``curves``, ``playback``, ``drive``; ``follow``, team
and number, is the robot that the camera follows at first."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,128}")


def new_token() -> str:
    """Return a new random token, which browsers need in order to send commands."""
    return secrets.token_urlsafe(16)


def checked_token(token: str | None, argument: str = "token") -> str:
    """Return a token that is valid in an address; a new one if none is given.

    Raises :class:`ArgumentError` for an invalid token.
    """
    if token is None:
        return new_token()
    if _TOKEN.fullmatch(token) is None:
        raise ArgumentError(f"{argument}: must be letters, digits, '-' and '_', not {token!r}")
    return token


def notes_as_json(notes: Notes | None, argument: str = "notes") -> str:
    """Return notes as JSON, with numbers of numpy as plain ones.

    JSON has no NaN and no infinity; they become ``null``.

    Raises :class:`ArgumentError` for values that JSON cannot represent.
    """
    try:
        return json.dumps(plain(notes), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ArgumentError(f"{argument}: {error}") from error


def page_url(address: tuple[str, int], token: str) -> str:
    """Return the page's address for browsers, with the token.

    The token is after the ``#``, so that browsers do not send it in requests.

    :param address: host and port of the page.
    """
    host, port = address
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}/#token={token}"


class Page:
    """The viewer's page, served until this object is closed.

    Show a state when :meth:`is_due` says so, which also lets new viewers in.

    :param port: port for browsers; 0 chooses a free one.
    :param host: address to listen on. The default can only be reached from this machine.
    :param token: token that browsers need in order to send commands; random if not given.
    :param origins: hosts whose pages may show the pictures, in addition to the viewer's own page.

    Raises :class:`ServerError` for a port that is in use, :class:`ArgumentError` for an invalid
    port, token or host.
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
        """Address of the page for browsers."""
        self._next_frame = 0.0

    @property
    def viewers(self) -> int:
        """Number of viewers."""
        return self._show.viewers()

    def is_due(self) -> bool:
        """Return whether there are viewers and the next frame is due.

        If so, a state must be shown: the one after it is due after :data:`INTERVAL`.
        """
        now = time.monotonic()
        if now < self._next_frame or self._show.viewers() == 0:
            return False
        self._next_frame = now + INTERVAL
        return True

    def asked(self) -> list[list[str]]:
        """Return viewers' commands since the last call, as words such as ``["seek", "90"]``."""
        return [words for message in self.said() for words in _expressions(message)]

    def said(self) -> list[str]:
        """Return viewers' messages since the last call, unparsed."""
        return self._show.asked()

    def obey(self, worlds: WorldBatch, world: int = 0) -> list[list[str]]:
        """Execute viewers' commands that change a world: trainer's commands, drags and pushes.

        Returns their other commands, as :meth:`asked` does.
        """
        others = self._show.obey_world(worlds, world)
        return [words for message in others for words in _expressions(message)]

    def obey_game(self, world: _core.SoccerWorld) -> list[list[str]]:
        """Execute viewers' commands that change a simulation, as :meth:`obey` does."""
        return [w for message in self._show.obey_game(world) for w in _expressions(message)]

    def tell(self, news: Mapping[str, Any]) -> None:
        """Send viewers an event, with ``kind`` and ``text``, together with the next picture."""
        self._show.tell(notes_as_json(news, "news"))

    def show_world(self, worlds: WorldBatch, world: int = 0, notes: Notes | None = None) -> None:
        """Show the current state of a world of a batch."""
        self._show.world(worlds, world, notes_as_json(notes))

    def show_worlds(
        self, worlds: WorldBatch, chosen: Sequence[int], notes: Notes | None = None
    ) -> None:
        """Show several worlds of a batch side by side."""
        self._show.several(worlds, list(chosen), notes_as_json(notes))

    def show_game(self, world: _core.SoccerWorld, notes: Notes | None = None) -> None:
        """Show the current state of a simulation."""
        self._show.game(world, notes_as_json(notes))

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
        clock: float | None = None,
    ) -> None:
        """Show a 2D game.

        :param at: time, s.
        :param ball: the ball's position, m.
        :param players: players of both teams.
        :param teams: names of the left and the right team.
        :param score: their goals.
        :param mode: name of the play mode.
        :param notes: information beside the picture.
        :param drawings: what to draw on the pitch.
        :param clock: what the game's clock shows, s, if that is not ``at``: it stands still while
            the game is stopped.
        :param world: index of the world and number of worlds, among which viewers may choose.
        """
        if drawings := list(drawings):
            notes = {**(notes or {}), "drawings": [one._parts() for one in drawings]}
        text = notes_as_json(notes)
        clock = at if clock is None else clock
        self._show.discs(at, clock, ball, list(players), teams, score, mode, text, world)

    def show_disc_world(
        self,
        worlds: DiscBatch,
        world: int = 0,
        notes: Notes | None = None,
        drawings: Iterable[Drawing] = (),
    ) -> None:
        """Show the current state of a world of a batch of 2D games, with drawings."""
        which = (world, worlds.num_worlds)
        state = disc_world(worlds, world)
        self.show_discs(**state, notes=notes, drawings=drawings, world=which)

    def show_disc_worlds(
        self, worlds: DiscBatch, chosen: Sequence[int], notes: Notes | None = None
    ) -> None:
        """Show several worlds of a batch of 2D games side by side."""
        at = CYCLE * float(worlds.cycle[chosen[0]]) if chosen else 0.0
        games = disc_games(worlds, chosen)
        self._show.several_discs(at, games, worlds.num_worlds, notes_as_json(notes))

    def show_film(self, film: Film, at: float, notes: Notes | None = None) -> None:
        """Show a log file at a time from its beginning, s."""
        self._show.film(film, at, notes_as_json(notes))

    def show_telecast(self, telecast: Telecast, at: float, notes: Notes | None = None) -> None:
        """Show the latest state of a server's game, with the time ``at``, s."""
        self._show.telecast(telecast, at, notes_as_json(notes))

    def __enter__(self) -> Page:
        """Serve the page until the block ends."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop serving the page; further calls have no effect."""
        self._show.close()


def _expressions(message: str) -> list[list[str]]:
    """Split expressions such as ``(pause)(seek 90)``; other text is left out."""
    return [words for part in re.findall(r"\(([^()]*)\)", message) if (words := part.split())]
