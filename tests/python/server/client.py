"""Connections of agents and monitors that do only what a script says."""

from __future__ import annotations

import contextlib
import socket
from types import TracebackType

PREFIX = 4
"""Bytes of a message's length, big-endian."""
PATIENCE = 20.0
"""For how long to wait for a message that must come, s."""


class ClosedError(Exception):
    """The server has closed the connection."""


class Client:
    """A connection over which messages go with their length before them."""

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
        """Wait for the next message. Raises :class:`ClosedError` where the server has closed."""
        return self._read(int.from_bytes(self._read(PREFIX), "big"))

    def is_quiet(self, seconds: float) -> bool:
        """Whether nothing comes for some time, not even the end."""
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
        """End the connection; what waits for a message in another thread is told of the end."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Leave."""
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
