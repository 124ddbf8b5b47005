"""Messages over TCP, and possible faults."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from rcssgym import ProtocolError, ServerError
from rcssgym.connection import LONGEST, Connection


@contextmanager
def serving(act: Callable[[socket.socket], None]) -> Iterator[int]:
    """Call ``act`` with the first client that connects; yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            client, _ = listener.accept()
            with client:
                act(client)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(10.0)
        assert not thread.is_alive()


def framed(*messages: bytes) -> bytes:
    return b"".join(len(message).to_bytes(4, "big") + message for message in messages)


def connected(port: int, patience: float = 10.0) -> Connection:
    return Connection("127.0.0.1", port, patience)


def test_messages_come_whole_whatever_the_pieces() -> None:
    pauses = threading.Event()

    def act(client: socket.socket) -> None:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in framed(b"(one)", b"", b"(two)"):
            client.sendall(bytes([byte]))
            pauses.wait(0.001)

    with serving(act) as port, connected(port) as connection:
        assert [connection.receive() for _ in range(3)] == [b"(one)", b"", b"(two)"]


def test_sends_the_length_first() -> None:
    received = []

    def act(client: socket.socket) -> None:
        received.append(client.recv(100))

    with serving(act) as port, connected(port) as connection:
        connection.send("(beam ü)")
    assert received == [framed("(beam ü)".encode())]


def test_takes_the_latest_and_tells_how_many() -> None:
    have_read = threading.Event()

    def act(client: socket.socket) -> None:
        client.sendall(framed(b"(1)", b"(2)", b"(3)"))
        have_read.wait(10.0)
        client.sendall(framed(b"(4)"))

    with serving(act) as port, connected(port) as connection:
        assert connection.receive() == b"(1)"
        assert connection.receive_latest() == (b"(3)", 2)
        have_read.set()
        assert connection.receive_latest() == (b"(4)", 1)


def test_leaves_without_breaking_the_server_off() -> None:
    """A server may keep sending until it notices the client's end."""
    noticed = []

    def act(client: socket.socket) -> None:
        client.sendall(framed(b"(1)", b"(2)"))
        assert client.recv(100) == b""
        client.sendall(framed(b"(3)"))
        client.sendall(framed(b"(4)"))
        noticed.append(True)

    with serving(act) as port, connected(port) as connection:
        connection.receive()
    assert noticed


def test_leaves_a_server_that_never_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcssgym.connection.FAREWELL", 0.1)
    done = threading.Event()

    def act(_: socket.socket) -> None:
        done.wait(10.0)

    with serving(act) as port:
        with connected(port):
            pass
        done.set()


def test_waits_for_a_server_that_is_late() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        listeners: list[socket.socket] = []

        def start() -> None:
            probe.listen()
            listeners.append(probe.accept()[0])

        timer = threading.Timer(0.3, start)
        timer.start()
        connected(port).__exit__(None, None, None)
        timer.join()
        assert len(listeners) == 1
        listeners[0].close()


def test_says_where_there_is_no_server() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        with pytest.raises(ServerError, match=rf"no server at 127\.0\.0\.1:{port}"):
            connected(port, 0.3)
    with pytest.raises(ServerError, match=r"no server at a\.\.b:1"):
        Connection("a..b", 1, 0.3)


def test_says_when_the_server_leaves() -> None:
    with (
        serving(lambda client: client.sendall(b"\x00\x00\x00\x09(half")) as port,
        connected(port) as connection,
        pytest.raises(ServerError, match="closed the connection"),
    ):
        connection.receive()


def test_says_when_the_server_is_silent() -> None:
    done = threading.Event()

    def act(_: socket.socket) -> None:
        done.wait(10.0)

    with serving(act) as port, connected(port, 0.2) as connection:
        with pytest.raises(ServerError, match=r"silent for 0\.2 s"):
            connection.receive()
        done.set()


def test_refuses_a_message_that_is_too_long() -> None:
    announced = (LONGEST + 1).to_bytes(4, "big")
    with (
        serving(lambda client: client.sendall(announced)) as port,
        connected(port) as connection,
        pytest.raises(ProtocolError, match=f"{LONGEST + 1} bytes"),
    ):
        connection.receive()


def test_says_when_it_cannot_send() -> None:
    with serving(lambda client: client.close()) as port, connected(port) as connection:
        with pytest.raises(ServerError, match="closed the connection"):
            connection.receive()
        with pytest.raises(ServerError, match="is gone"):
            send_often(connection)


def send_often(connection: Connection) -> None:
    for _ in range(100):
        connection.send("(syn)" * 1000)
