"""A team whose players join and do nothing, or misbehave: ``python fake_team.py KIND``."""

import os
import signal
import socket
import subprocess
import sys
import time

KINDS = (
    "stand", "exit", "absent", "loud", "deaf", "crash", "script", "daemon", "one", "rename", "once",
    "shrink",
)  # fmt: skip


def join(team: str, numbers: range) -> list[socket.socket]:
    sockets = []
    for number in numbers:
        place = (os.environ["RCSSGYM_HOST"], int(os.environ["RCSSGYM_PORT"]))
        player = socket.create_connection(place)
        content = f"(init T1 {team} {number})".encode()
        player.sendall(len(content).to_bytes(4, "big") + content)
        sockets.append(player)
    return sockets


def main() -> None:
    kind = sys.argv[1]
    if kind not in KINDS:
        sys.exit(f"no kind of team: {kind}")
    team, players = os.environ["RCSSGYM_TEAM"], int(os.environ["RCSSGYM_PLAYERS"])
    if kind == "exit":
        sys.exit(3)
    if kind in ("script", "daemon"):  # starts the players' process, and exits
        stay = "deaf" if kind == "daemon" else "stand"
        subprocess.Popen([sys.executable, __file__, stay], start_new_session=kind == "daemon")
        return
    if kind == "deaf":
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    if kind == "absent" or (kind == "once" and os.environ["RCSSGYM_GAME"] != "1"):
        time.sleep(1000.0)
    sockets = join(
        "other" if kind == "rename" else team, range(1, 2 if kind == "one" else players + 1)
    )
    if kind == "crash":
        time.sleep(1.0)
        os.abort()
    if kind == "shrink" and os.environ["RCSSGYM_HALF"] == "1":
        time.sleep(0.3)
        sockets.pop().close()
    while kind == "loud":
        print("x" * 10_000)
        time.sleep(0.001)
    time.sleep(1000.0)
    del sockets


if __name__ == "__main__":
    main()
