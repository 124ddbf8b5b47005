"""Connections of agents and monitors that do only what a script prescribes."""

from __future__ import annotations

import contextlib
import socket
from types import TracebackType

PREFIX = 4
"""Bytes of a message's length, big-endian."""
PATIENCE = 20.0
"""How long to wait for an expected message, s."""


class ClosedError(Exception):
    """The server has closed the connection."""


class Client:
    """A connection with length-prefixed messages."""

    def __init__(self, port: int, patience: float = PATIENCE) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._patience = patience

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def send(self, message: bytes) -> None:
        """Send a message."""
        self._socket.sendall(len(message).to_bytes(PREFIX, "big") + message)

    def receive(self) -> bytes:
        """Wait for the next message. Raises :class:`ClosedError` if the server has closed."""
        return self._read(int.from_bytes(self._read(PREFIX), "big"))

    def is_quiet(self, seconds: float) -> bool:
        """Return whether nothing arrives for some time, not even the end of the stream."""
        self._socket.settimeout(seconds)
        try:
            self._socket.recv(1, socket.MSG_PEEK)
        except TimeoutError:
            return True
        except OSError:
            return False
        finally:
            self._socket.settimeout(self._patience)
        return False

    def shut_down(self) -> None:
        """End the connection; a thread that waits for a message notices the end."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def _read(self, length: int) -> bytes:
        content = bytearray()
        while len(content) < length:
            try:
                part = self._socket.recv(length - len(content))
            except ConnectionError as error:
                raise ClosedError from error
            if not part:
                raise ClosedError
            content += part
        return bytes(content)
