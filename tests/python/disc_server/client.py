"""Clients of the 2D server that do what a script says, and a server for them."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import rcssgym

PATIENCE = 10.0
"""How long to wait for an expected message, s."""
QUIET = 0.3
"""Silence after which no more messages are expected, s."""
LONGEST = 1 << 16
STANDING = {"simulator_step": 60_000}
"""Parameters of a server whose clock stands still during a test, ms, in any mode."""

Address = tuple[str, int]


class Client:
    """A socket that talks to its server's port, and later to the port that has answered."""

    def __init__(self, door: Address) -> None:
        self.door = door
        self.port = door
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def send(self, text: str, end: bytes = b"\0") -> None:
        """Send a message to the client's own port."""
        self._socket.sendto(text.encode() + end, self.port)

    def send_to_door(self, text: str) -> None:
        """Send a message to the port where clients introduce themselves."""
        self._socket.sendto(text.encode() + b"\0", self.door)

    def send_bytes(self, message: bytes) -> None:
        """Send bytes as they are to the client's own port."""
        self._socket.sendto(message, self.port)

    def receive_bytes(self, patience: float = PATIENCE) -> bytes:
        """Wait for a datagram."""
        self._socket.settimeout(patience)
        message, peer = self._socket.recvfrom(LONGEST)
        self.port = peer if peer != self.door else self.port
        return message

    def receive(self, patience: float = PATIENCE) -> str:
        """Wait for a text, without the NUL that ends it."""
        message = self.receive_bytes(patience)
        assert message.endswith(b"\0"), message
        return message[:-1].decode()

    def until(self, *starts: str, patience: float = PATIENCE) -> str:
        """Wait for a text with one of these beginnings."""
        end = time.monotonic() + patience
        while True:
            text = self.receive(max(end - time.monotonic(), 0.001))
            if text.startswith(starts):
                return text

    def all(self, quiet: float = QUIET, leave_out: tuple[str, ...] = ()) -> list[str]:
        """Return all texts until no relevant one has arrived for a while.

        Texts that have already arrived are returned however late this is called.
        """
        texts: list[str] = []
        end = time.monotonic() + quiet
        while True:
            try:
                text = self.receive(max(end - time.monotonic(), 0.001))
            except TimeoutError:
                break
            if not text.startswith(leave_out):
                texts.append(text)
                end = time.monotonic() + quiet
        return texts

    def ask(self, text: str, *starts: str) -> str:
        """Send a message, and wait for an answer with one of these beginnings."""
        self.send(text)
        return self.until(*(starts or ("(ok", "(error", "(warning", "(init", "(reconnect")))


@contextlib.contextmanager
def serving(
    given: rcssgym.DiscSimulation | rcssgym.DiscServer | None = None,
    /,
    **server_params: bool | int | float | str,
) -> Iterator[rcssgym.DiscServer]:
    """Run a server on free ports, without logs unless they are requested."""
    ports = {"port": 0, "coach_port": 0, "olcoach_port": 0}
    logs = {"game_logging": False, "text_logging": False}
    given = given or rcssgym.DiscSimulation(
        {**ports, **logs, **server_params}, {"random_seed": 1}, seed=1
    )
    server = given if isinstance(given, rcssgym.DiscServer) else rcssgym.DiscServer(given)
    server.bind()
    failed: list[BaseException] = []

    def run() -> None:
        try:
            server.run()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join(PATIENCE)
    assert not thread.is_alive(), "the server has not ended"
    assert not failed, failed
