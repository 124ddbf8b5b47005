"""The game of any server in the viewer: a monitor that listens to it by TCP."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from rcssgym import _core
from rcssgym.connection import Connection
from rcssgym.errors import ArgumentError, RcssGymError, ServerError
from rcssgym.view.listener import PATIENCE, Listener
from rcssgym.view.page import Notes, Page

LONGEST = 1 << 24
"""Longest message that a server may send, bytes: whole scenes with 22 robots have some 100,000."""
SILENCE = 10.0
"""After so long without a message the server counts as gone, s."""
COMMANDS = frozenset(("kickOff", "dropBall", "playMode", "ball", "agent", "kill"))
"""What monitors of both protocols may ask for. Other words of the page are not passed on: servers
differ in what they do with words that they do not know."""
COMMAND = re.compile(r"\((\w+)")


class ServerMonitor(Listener):
    """Shows the game of a running server on a page, in a thread of its own, until it is closed.

    What the page's viewers command goes to the server. A server that leaves is waited for.

    :param page: where.
    :param address: of the server's monitors.
    :param simspark: whether they speak SimSpark's protocol, not rcsssmj's.
    :param patience: for how long to try to connect at first, s.
    :param notes: what is told beside the picture.
    :param tell: is told in a line why nothing is to be seen.

    Raises :class:`ServerError` if there is no server within that time, :class:`ArgumentError` for a
    port that cannot be.
    """

    def __init__(
        self,
        page: Page,
        address: tuple[str, int],
        *,
        simspark: bool = False,
        patience: float = 10.0,
        notes: Notes | None = None,
        tell: Callable[[str], object] = lambda _: None,
    ) -> None:
        if not 1 <= address[1] <= 65535:
            raise ArgumentError(f"port: {address[1]} is not from 1 to 65535")
        super().__init__(page, address)
        self._simspark = simspark
        self._notes = notes
        self._tell = tell
        self._begin = time.monotonic()
        self._first: Connection | None = Connection(*address, patience, LONGEST)
        self._start()

    def _listen(self) -> None:
        connection, self._first = self._first, None
        while not self._over.is_set():
            was_there = connection is not None
            try:
                connection = connection or Connection(*self._address, PATIENCE, LONGEST)
                was_there = True
                with connection:
                    self._follow(connection)
            except ServerError as error:
                if was_there:
                    self._tell(f"waiting for the server: {error}")
            except RcssGymError as error:
                # Whatever listens there, it will say the same again.
                place = "{}:{}".format(*self._address)
                self._tell(f"nothing can be shown of {place}: {error}")
                return
            connection = None
            self._over.wait(PATIENCE)

    def _follow(self, connection: Connection) -> None:
        telecast = _core.Telecast(self._simspark)
        silence = 0.0
        while not self._over.is_set():
            for words in self._page.said():
                if (command := COMMAND.match(words)) and command[1] in COMMANDS:
                    connection.send(words)
            if connection.is_silent(PATIENCE) and silence < SILENCE:
                silence += PATIENCE
                continue
            silence = 0.0
            telecast.hear(connection.receive())
            if self._page.is_due():
                self._page.show_telecast(telecast, time.monotonic() - self._begin, self._notes)
