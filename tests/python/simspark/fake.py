"""A local server that sends what a test prescribes."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rcssgym.framing import PREFIX, announced, framed

PATIENCE = 20.0
"""How long a server waits for its client, s."""

FULL = (
    b"((FieldLength 30)(play_modes BeforeKickOff KickOff_Left KickOff_Right PlayOn)(time 0)"
    b"(team_left A)(half 1)(score_left 0)(score_right 0)(play_mode 0))(RSG 0 1)"
    b"((nd TRF (SLT 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0.04 1)"
    b"(nd StaticMesh (load models/soccerball.obj) (sSc 0.042 0.042 0.042))))"
)
"""A first message, with the smallest scene that has a ball."""
DIFF = b"((time 0.04))(RDS 0 1)((nd(nd StaticMesh)))"
"""A message in which nothing has moved."""


def moved(x: float, time: float = 0.04) -> bytes:
    """Return a message in which the ball has moved."""
    pose = f"(SLT 1 0 0 0 0 1 0 0 0 0 1 0 {x:g} 0 0.04 1)"
    return f"((time {time:g}))(RDS 0 1)((nd {pose}(nd StaticMesh)))".encode()


class Peer:
    """The server's end of a connection."""

    def __init__(self, client: socket.socket) -> None:
        self._socket = client
        client.settimeout(PATIENCE)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, *messages: bytes) -> None:
        """Send messages."""
        self._socket.sendall(b"".join(map(framed, messages)))

    def send_raw(self, content: bytes) -> None:
        """Send bytes without a length."""
        self._socket.sendall(content)

    def receive(self) -> bytes:
        """Return the next message, or nothing at the end."""
        prefix = self._socket.recv(PREFIX, socket.MSG_WAITALL)
        if not prefix:
            return b""
        return self._socket.recv(announced(prefix), socket.MSG_WAITALL)


@contextmanager
def serving(act: Callable[[Peer], None]) -> Iterator[int]:
    """Call ``act`` with the first client that connects; yield the port."""
    failed: list[BaseException] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            client, _ = listener.accept()
            with client:
                try:
                    act(Peer(client))
                except ConnectionError:
                    pass  # the client may leave at any time
                except BaseException as error:
                    failed.append(error)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(PATIENCE)
        assert not thread.is_alive()
    if failed:
        raise failed[0]


def saying(*messages: bytes) -> Callable[[Peer], None]:
    """Return a server that sends messages and leaves."""
    return lambda peer: peer.send(*messages)


def answering(
    answers: Sequence[Callable[[bytes], Sequence[bytes]]], heard: list[bytes]
) -> Callable[[Peer], None]:
    """Return a server that sends a first frame, and has an answer to each message that comes."""

    def act(peer: Peer) -> None:
        peer.send(FULL)
        for answer in answers:
            heard.append(peer.receive())
            peer.send(*answer(heard[-1]))
        peer.receive()

    return act
