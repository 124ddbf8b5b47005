"""A client's end of a connection: length-prefixed messages over TCP."""

from __future__ import annotations

import select
import socket
import time
from contextlib import suppress
from types import TracebackType

from rcssgym.clock import running_time
from rcssgym.errors import ProtocolError, ServerError
from rcssgym.framing import PREFIX, announced, framed

LONGEST = 1 << 20
"""Longest message that a server may send to an agent, bytes; rcsssmj's have a few thousand."""
FAREWELL = 0.5
"""How long to wait for the server's last message, and then for the end of the stream, s."""
LOOK = 0.25
"""Longest time between two readings of the clock, s."""
PAUSE = 0.1
"""Pause between two attempts to connect, s."""
_PART = 1 << 16
"""Maximum number of bytes read at a time."""
_LIFE_SIGNS = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3}
"""After this silence the system asks the server's machine whether it is still there, s; interval of
these questions, s; number of them without an answer after which the connection is lost."""


class Connection:
    """A connection to a server, to be used in a ``with`` statement.

    :param host: name or address.
    :param port: port on which the server listens.
    :param patience: how long to try to connect, and to wait for each message, s.
    :param longest: longest message that the server may send, bytes.

    Raises :class:`ServerError` if there is no server within that time.
    """

    def __init__(self, host: str, port: int, patience: float, longest: int = LONGEST) -> None:
        self._place = f"{host}:{port}"
        self._patience = patience
        self._longest = longest
        self._buffer = bytearray()
        self._socket = _connect(host, port, patience)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in _LIFE_SIGNS.items():
            if hasattr(socket, name):  # not on all systems
                self._socket.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
        self.has_ended = False
        """Whether the server has closed the connection between two messages."""

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the connection; see :meth:`close`."""
        self.close()

    def close(self) -> None:
        """Close between two messages, and read the server's last ones; may be called repeatedly.

        rcsssmj does not survive a client that disappears while it sends. Once it has sent a
        message, it waits for the answer or for the next cycle: this is when to close.
        """
        if self._socket.fileno() < 0:
            return
        with self._socket, suppress(OSError):
            select.select([self._socket], [], [], FAREWELL)
            self._socket.settimeout(FAREWELL)
            self._socket.shutdown(socket.SHUT_WR)
            end = time.monotonic() + FAREWELL
            while self._socket.recv(_PART) and time.monotonic() < end:
                pass

    def send(self, message: str) -> None:
        """Send a message.

        Raises :class:`ServerError` if the server is gone or does not take it in time.
        """
        try:
            self._socket.settimeout(self._patience)
            self._socket.sendall(framed(message.encode()))
        except OSError as error:
            raise ServerError(f"the server {self._place} is gone: {error}") from error

    def receive(self, patience: float | None = None) -> bytes:
        """Wait for the next message.

        :param patience: how long to wait, s; ``None`` for the connection's own value.

        Raises :class:`ServerError` if none arrives, and :class:`ProtocolError` for a message whose
        announced length is too large.
        """
        patience = self._patience if patience is None else patience
        end = running_time() + patience
        while (message := self._message()) is None:
            self._read(end, patience)
        return message

    def receive_latest(self) -> tuple[bytes, int]:
        """Wait for a message, and also take all that have arrived after it.

        Returns the last message and the number of messages, more than one if the agent was late.
        """
        message, number = self.receive(), 1
        while self.has_more():
            message, number = self.receive(), number + 1
        return message, number

    def has_more(self) -> bool:
        """Return whether a part of a message, or more, has arrived; the end does not count."""
        if self._buffer:
            return True
        try:
            if not select.select([self._socket], [], [], 0.0)[0]:
                return False
            return len(self._socket.recv(1, socket.MSG_PEEK)) > 0
        except (OSError, ValueError):
            return False  # the next call to receive says what is wrong

    def is_silent(self, seconds: float) -> bool:
        """Return whether nothing arrives within this time; the end of the stream counts as data."""
        return not self._buffer and not select.select([self._socket], [], [], seconds)[0]

    def _message(self) -> bytes | None:
        """Remove the first message from the buffer and return it, if it is complete."""
        if len(self._buffer) < PREFIX:
            return None
        length = announced(self._buffer)
        if length > self._longest:
            raise ProtocolError(f"the server {self._place} announces a message of {length} bytes")
        end = PREFIX + length
        if len(self._buffer) < end:
            return None
        message = bytes(self._buffer[PREFIX:end])
        del self._buffer[:end]
        return message

    def _read(self, end: float, patience: float) -> None:
        """Wait for more data for a short time, and raise if none has come by the time ``end``."""
        try:
            self._socket.settimeout(max(min(end - running_time(), LOOK), 1e-6))
            part = self._socket.recv(_PART)
        except TimeoutError as error:
            if running_time() < end:
                return
            raise ServerError(
                f"the server {self._place} has been silent for {patience:.3g} s"
            ) from error
        except OSError as error:
            raise ServerError(f"the server {self._place} is gone: {error}") from error
        if not part:
            self.has_ended = not self._buffer
            raise ServerError(f"the server {self._place} closed the connection")
        self._buffer += part


def _connect(host: str, port: int, patience: float) -> socket.socket:
    end = time.monotonic() + patience
    while True:
        try:
            return socket.create_connection((host, port), timeout=patience)
        except UnicodeError as error:  # no name of a host at all, such as "a..b"
            raise ServerError(f"no server at {host}:{port}: {error}") from error
        except OSError as error:
            if time.monotonic() + PAUSE > end:
                raise ServerError(f"no server at {host}:{port}: {error}") from error
        time.sleep(PAUSE)
