"""A server that is stopped for a while, by Ctrl-Z or with its machine, and then continues."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benches.peers.servers import OURS, serving
from server.client import Client
from server.cycles import cycle_of

GUARD = 60.0
"""How long to wait for an expected event, s."""
STOP = 11.0
"""More than the server's time limits for answers, an agent's first message and a handshake, s."""
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks Linux for states")


@contextlib.contextmanager
def stopped(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Stop a process for so long that all its deadlines pass."""
    state = Path(f"/proc/{process.pid}/stat")
    process.send_signal(signal.SIGSTOP)
    end = time.monotonic() + GUARD
    while b") T " not in state.read_bytes():
        assert time.monotonic() < end
    begin = time.monotonic()
    yield
    time.sleep(max(0.0, begin + STOP - time.monotonic()))
    process.send_signal(signal.SIGCONT)


def test_what_has_come_meanwhile_counts(tmp_path: Path) -> None:
    """Agents that have answered stay, and so do clients that have introduced themselves."""
    with (
        serving(OURS, tmp_path, "--sync", "--wsport", "0") as server,
        Client(server.aport) as red,
        Client(server.aport) as blue,
        Client(server.aport) as new,
        socket.create_connection(("127.0.0.1", server.port("WebSocket monitor")), GUARD) as page,
    ):
        red.send(b"(init ant Reds 1)")
        red.receive()
        blue.send(b"(init ant Blues 1)")
        # The server may still play a cycle with the first player alone.
        while True:
            red.send(b"(syn)")
            cycle = cycle_of(red.receive())
            if not blue.is_quiet(1.0):
                break
        cycles = [cycle, cycle_of(blue.receive())]
        server.until_it_says(b"new WebSocket monitor connection")
        with stopped(server.process):
            red.send(b"(syn)")
            blue.send(b"(syn)")
            new.send(b"(init ant Blues 2)")
            page.sendall(HANDSHAKE)
        assert [cycle_of(player.receive()) for player in (red, blue)] == [c + 1 for c in cycles]
        assert page.recv(1 << 16).startswith(b"HTTP/1.1 101 ")
        for player in (red, blue):
            player.send(b"(syn)")
        new.receive()
        server.until_it_says(b"was stopped: the game fell behind by 1")
        assert not server.says(b", disconnected")
