"""How regular a served game is while browsers watch: python benches/viewers.py [--seconds 20].

One monitor measures the time between the frames that it receives, 25 per second, in turn with no
viewer and with ten. The viewers are plain sockets in a process of their own, which read all data
that they are sent.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import socket
import threading
import time

import numpy as np
import rcssgym
from rcssgym.connection import Connection
from rcssgym.soccer import FIFASoccerField, FIFASoccerRules

ROBOTS = 11
HELLO = (
    "GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class Crowd(rcssgym.SoccerSimulation):
    """Eleven T1s a team, which move their arms."""

    def init(self) -> bool:
        """Begin with all robots."""
        is_begun = super().init()
        requests = [
            rcssgym.InitRequest("T1", team, number)
            for team in ("Blues", "Reds")
            for number in range(1, ROBOTS + 1)
        ]
        self.add_players(requests)
        return is_begun


def watch(port: int, count: int, over: object) -> None:
    """Read everything that is sent to ``count`` viewers."""
    sockets = []
    for _ in range(count):
        one = socket.create_connection(("127.0.0.1", port))
        one.sendall(HELLO.format(port=port).encode())
        one.settimeout(0.2)
        sockets.append(one)
    while not over.is_set():  # type: ignore[attr-defined]
        for one in sockets:
            with contextlib.suppress(TimeoutError):
                one.recv(1 << 20)


def intervals(monitor: Connection, seconds: float) -> np.ndarray:
    """Return the times between frames, ms."""
    times = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        monitor.receive()
        times.append(time.monotonic())
    return 1e3 * np.diff(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    simulation = Crowd(FIFASoccerField(), FIFASoccerRules(), seed=1)
    server = rcssgym.SoccerSimServer(
        simulation, agent_port=0, monitor_port=0, web_port=0, render=False
    )
    server.bind()
    thread = threading.Thread(target=server.run)
    thread.start()
    port = int(str(server.web_url).partition("#")[0].rstrip("/").rpartition(":")[2])
    found: dict[int, list[np.ndarray]] = {0: [], 10: []}
    try:
        monitor = Connection(*server.monitor_address, patience=30.0, longest=1 << 24)
        for _ in range(options.rounds):
            for count, measured in found.items():
                over = multiprocessing.Event()
                viewers = multiprocessing.Process(target=watch, args=(port, count, over))
                if count:
                    viewers.start()
                    time.sleep(1.0)
                intervals(monitor, 1.0)
                before = time.process_time()
                measured.append(intervals(monitor, options.seconds))
                spent = (time.process_time() - before) / options.seconds
                print(f"{count} viewers: {100 * spent:.0f} % of a core in the server's process")
                over.set()
                if count:
                    viewers.join()
        monitor.close()
    finally:
        server.shutdown()
        thread.join()
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, {2 * ROBOTS} robots")
    for count, measured in found.items():
        all_of_them = np.concatenate(measured)
        p50, p99, most = np.percentile(all_of_them, [50, 99, 100])
        print(f"{count} viewers: {p50:.1f} ms between frames, p99 {p99:.1f}, most {most:.1f}")


if __name__ == "__main__":
    main()
