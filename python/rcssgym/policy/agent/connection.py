"""The agent's end of the wire: messages with a length before them, over TCP."""

from __future__ import annotations

import select
import socket
import time
from contextlib import suppress
from types import TracebackType

from rcssgym.framing import PREFIX, announced, framed
from rcssgym.policy.agent.errors import ProtocolError, ServerError

LONGEST = 1 << 20
"""Longest message that a server may send, bytes; those of rcsssmj have a few thousand."""
FAREWELL = 0.5
"""For how long to wait for the last message, and then for the end, s."""
PAUSE = 0.1
"""Between two attempts to connect, s."""


class Connection:
    """A connection to a server's agent port, to be used in a ``with`` statement.

    :param host: name or address.
    :param port: of the server's agents.
    :param patience: for how long to try to connect, and to wait for each message, s.

    Raises :class:`ServerError` if there is no server within that time.
    """

    def __init__(self, host: str, port: int, patience: float) -> None:
        self._place = f"{host}:{port}"
        self._patience = patience
        self._socket = _connect(host, port, patience)
        self._socket.settimeout(patience)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Leave between two messages, and hear the server out.

        rcsssmj does not survive a client who is gone while it sends. Once it has sent a message it
        waits for the answer, or for the next cycle: the moment to say goodbye.
        """
        with self._socket, suppress(OSError):
            select.select([self._socket], [], [], FAREWELL)
            self._socket.settimeout(FAREWELL)
            self._socket.shutdown(socket.SHUT_WR)
            end = time.monotonic() + FAREWELL
            while self._socket.recv(1 << 16) and time.monotonic() < end:
                pass

    def send(self, message: str) -> None:
        """Send a message."""
        try:
            self._socket.sendall(framed(message.encode()))
        except OSError as error:
            raise ServerError(f"the server {self._place} is gone: {error}") from error

    def receive(self) -> bytes:
        """Wait for the next message."""
        length = announced(self._read(PREFIX))
        if length > LONGEST:
            raise ProtocolError(f"the server {self._place} announces a message of {length} bytes")
        return self._read(length)

    def receive_latest(self) -> tuple[bytes, int]:
        """Wait for a message, and take those that came after it, too.

        Returns the last one and how many there were: more than one if the agent has been late.
        """
        message, number = self.receive(), 1
        while self._has_more():
            message, number = self.receive(), number + 1
        return message, number

    def _has_more(self) -> bool:
        """Whether something else than the end has come already."""
        if not select.select([self._socket], [], [], 0.0)[0]:
            return False
        try:
            return len(self._socket.recv(1, socket.MSG_PEEK)) > 0
        except OSError:
            return False  # the next call to receive says what is wrong

    def _read(self, length: int) -> bytes:
        content = bytearray()
        while len(content) < length:
            try:
                part = self._socket.recv(length - len(content))
            except TimeoutError as error:
                raise ServerError(
                    f"the server {self._place} has been silent for {self._patience:g} s"
                ) from error
            except OSError as error:
                raise ServerError(f"the server {self._place} is gone: {error}") from error
            if not part:
                raise ServerError(f"the server {self._place} closed the connection")
            content += part
        return bytes(content)


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
