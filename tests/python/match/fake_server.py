"""A server with a minimum of both protocols for a match: joins, a clock, goals, faults.

``python fake_server.py KIND --aport ... --mport ...`` with rcssservermj's flags.
"""

import argparse
import select
import signal
import socket
import sys
import time

CYCLE = 0.04
NOBODY = ("<LEFT>", "<RIGHT>")
KINDS = ("plain", "crash", "silent", "dead", "stubborn", "goes-on", "lazy", "mute", "late", "drops")


class Peer:
    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self.buffer = b""
        self.team = ""
        self.number = 0

    def messages(self) -> list[str] | None:
        try:
            part = self.socket.recv(1 << 16)
        except OSError:
            return None
        if not part:
            return None
        self.buffer += part
        found = []
        while len(self.buffer) >= 4:
            end = 4 + int.from_bytes(self.buffer[:4], "big")
            if len(self.buffer) < end:
                break
            found.append(self.buffer[4:end].decode())
            self.buffer = self.buffer[end:]
        return found

    def send(self, text: str) -> bool:
        content = text.encode()
        try:
            self.socket.sendall(len(content).to_bytes(4, "big") + content)
        except OSError:
            return False
        return True


class Server:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.kind = options.kind
        self.listeners = [socket.create_server((options.host, port)) for port in options.ports]
        self.agents: list[Peer] = []
        self.monitors: list[Peer] = []
        self.teams: list[str] = []
        self.clock = 0.0
        self.time = options.time
        self.mode = 0
        self.is_new = True
        self.has_dropped = False
        self.score = [0, 0]

    def run(self) -> None:
        while True:
            self.listen()
            if self.mode not in (0, 12):
                self.play()
            self.clock += CYCLE
            self.show()
            time.sleep(0.002)

    def play(self) -> None:
        self.time += 10 * CYCLE
        end = 300.0 * (self.options.phase + 1)
        left = end - self.time
        if left < 1.0:
            # In the first half the team on the left scores once, in the second half that on the
            # right twice.
            self.score = [1, 0] if self.options.phase == 0 else [0, 2]
        if self.kind == "crash" and left < 2.0:
            sys.exit("boom")
        if self.kind == "silent" and left < 2.0:
            time.sleep(1000.0)
        if self.kind == "drops" and left < 2.0 and not self.has_dropped:
            # This is a player of the team on the right.
            self.has_dropped = True
            self.agents.pop().socket.close()
            self.is_new = True
        if left < 1e-6:
            self.time = end
            if self.kind == "drops":  # and now a player of the other team
                self.agents.pop(0).socket.close()
                self.is_new = True
            self.mode = 12
            if self.kind == "goes-on" and self.options.phase == 0:
                self.mode, self.score, self.options.phase = 0, [0, 1], 1

    def listen(self) -> None:
        sockets = [*self.listeners, *(peer.socket for peer in (*self.agents, *self.monitors))]
        for ready in select.select(sockets, [], [], 0.0)[0]:
            if ready in self.listeners:
                peer = Peer(ready.accept()[0])
                [self.agents, self.monitors][self.listeners.index(ready)].append(peer)
                self.is_new = True
                continue
            peers = [*self.agents, *self.monitors]
            self.take(next(peer for peer in peers if peer.socket is ready))

    def take(self, peer: Peer) -> None:
        messages = peer.messages()
        if messages is None:
            (self.agents if peer in self.agents else self.monitors).remove(peer)
            self.is_new = True
            return
        for message in messages:
            if message.startswith("(init"):
                _, _, peer.team, number = message.strip("()").split()
                peer.number = int(number)
                if peer.team not in self.teams and len(self.teams) < 2:
                    self.teams.append(peer.team)
                self.is_new = True
            elif message == "(kickOff Left)" and self.kind != "lazy":
                self.mode = 1
            elif message == "(killsim)" and self.kind != "stubborn":
                sys.exit(0)

    def show(self) -> None:
        left, right = (*self.teams, *NOBODY[len(self.teams) :])
        state = f"(time {self.time})(half {self.options.phase + 1})(score_left {self.score[0]})"
        state += f"(score_right {self.score[1]})(play_mode {self.mode})"
        scene, rest = "diff(nd)", ""
        if self.is_new:
            robots = "".join(f"(nd DSC(agent {p.team} {p.number}))" for p in self.agents if p.team)
            scene = f"full(nd{robots})"
            state += f"(team_left {left})(team_right {right})"
            rest = "((ge 1 0)(RuleHalfTime 300))"
        if self.mode == 12:
            state += "(foul 4 1 3)(foul 0 2 5)"
        frame = f"((RSMP 1 0)((gt 1 0){self.clock:.2f})((sg 1 0){scene})((gs 1 0){state}){rest})"
        self.is_new = False
        for monitor in self.monitors:
            monitor.send(frame)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--host")
    parser.add_argument("--aport", type=int)
    parser.add_argument("--mport", type=int)
    parser.add_argument("--phase", type=int)
    parser.add_argument("--time", type=float)
    options, _ = parser.parse_known_args()
    options.ports = [options.aport, options.mport]
    if options.kind == "dead":
        sys.exit("no server today")
    if options.kind in ("mute", "late"):
        time.sleep(1000.0 if options.kind == "mute" else 1.0)
    if options.kind == "stubborn":
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
    Server(options).run()


if __name__ == "__main__":
    main()
