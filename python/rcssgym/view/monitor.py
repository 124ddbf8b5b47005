"""Monitor that shows the game of a 3D server in the viewer; it listens to the server by TCP."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from rcssgym import _core
from rcssgym.connection import Connection
from rcssgym.errors import ArgumentError, RcssGymError, ServerError
from rcssgym.framing import LONGEST_FRAME
from rcssgym.view.listener import PATIENCE, Listener
from rcssgym.view.page import Notes, Page

COMPLETE = 10.0
"""Maximum time from the first byte of a message to its last one, s."""
COMMANDS = frozenset(("kickOff", "dropBall", "playMode", "ball", "agent", "kill"))
"""Commands of monitors in both protocols. Other words from the page are not passed on, since
servers differ in how they treat unknown words."""
COMMAND = re.compile(r"\((\w+)")


class ServerMonitor(Listener):
    """Shows the game of a running server on a page, in a thread of its own, until it is closed.

    Commands of the page's viewers are sent to the server. If the server leaves, this waits for its
    return.

    :param page: the page.
    :param address: the server's host, and its port for monitors.
    :param simspark: whether the server uses SimSpark's protocol and not rcsssmj's.
    :param patience: time limit of the first connection, s.
    :param notes: information beside the picture.
    :param tell: function that is called with a line that says why there is no picture.

    Raises :class:`ServerError` if there is no server within this time, :class:`ArgumentError` for
    an invalid port.
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
        self._reported: str | None = None  # the last reason without a picture, until there is one
        self._begin = time.monotonic()
        self._first: Connection | None = Connection(*address, patience, LONGEST_FRAME)
        self._start()

    def _listen(self) -> None:
        connection, self._first = self._first, None
        while not self._over.is_set():
            was_there = connection is not None
            try:
                connection = connection or Connection(*self._address, PATIENCE, LONGEST_FRAME)
                was_there = True
                with connection:
                    self._follow(connection)
            except ServerError as error:
                if was_there and str(error) != self._reported:
                    self._reported = str(error)
                    self._tell(f"waiting for the server: {error}")
            except RcssGymError as error:
                # Another attempt would have the same result.
                place = "{}:{}".format(*self._address)
                self._tell(f"nothing can be shown of {place}: {error}")
                return
            connection = None
            self._over.wait(PATIENCE)

    def _follow(self, connection: Connection) -> None:
        telecast = _core.Telecast(self._simspark)
        while not self._over.is_set():
            for words in self._page.said():
                if (command := COMMAND.match(words)) and command[1] in COMMANDS:
                    connection.send(words)
            # A replay that stands still sends nothing; viewers that come then must see its picture.
            if not connection.is_silent(PATIENCE):
                telecast.hear(connection.receive(COMPLETE))
                self._reported = None
            if self._page.is_due():
                self._page.show_telecast(telecast, time.monotonic() - self._begin, self._notes)
