"""A team of the 2D league in plain Python: eleven players who keep a formation and run to the ball.

    rcssgym disc serve server::synch_mode=on server::auto_mode=on &
    python examples/disc_agents/team.py --team Alpha &
    python examples/disc_agents/team.py --team Beta

It needs nothing but Python. Each player is a client of its own; all players of a team run in this
process. In synch mode a player answers `(think)`, in real time `sense_body`.
"""

import argparse
import math
import re
import selectors
import socket

FORMATION = [
    (-50, 0), (-36, -18), (-38, -6), (-38, 6), (-36, 18),
    (-20, -14), (-22, 0), (-20, 14), (-8, -22), (-6, 0), (-8, 22),
]  # fmt: skip
"""Where numbers 1 to 11 stand before a kick-off, m; the goal that they attack is at x = 52.5."""
FLAGS = {
    "c": (0, 0), "c t": (0, -34), "c b": (0, 34),
    "r t": (52.5, -34), "r b": (52.5, 34), "l t": (-52.5, -34), "l b": (-52.5, 34),
    "g r b": (52.5, 7.01), "g r t": (52.5, -7.01), "g l b": (-52.5, 7.01), "g l t": (-52.5, -7.01),
    "p r b": (36, 20.16), "p r c": (36, 0), "p r t": (36, -20.16),
    "p l b": (-36, 20.16), "p l c": (-36, 0), "p l t": (-36, -20.16),
    "t 0": (0, -39), "b 0": (0, 39), "r 0": (57.5, 0), "l 0": (-57.5, 0),
}  # fmt: skip
for side, sign in (("l", -1), ("r", 1)):
    for metres in (10, 20, 30, 40, 50):
        FLAGS[f"t {side} {metres}"] = (sign * metres, -39)
        FLAGS[f"b {side} {metres}"] = (sign * metres, 39)
    for metres in (10, 20, 30):
        FLAGS[f"{side} t {metres}"] = (sign * 57.5, -metres)
        FLAGS[f"{side} b {metres}"] = (sign * 57.5, metres)
SEEN = re.compile(r"\(\((\w[^()]*)\) ([^()]+)\)")
Flag = tuple[float, float, tuple[float, float]]
"""A seen flag: its distance, its direction from the body, and its place on the pitch."""
REACH = 1.0
"""How near the ball must be to be kicked, m."""
ASK = 1.0
"""Time after which a player introduces itself again to a server that does not answer, s."""


def turned(degrees: float) -> float:
    """Return an angle wrapped to -180 to 180 degrees."""
    return (degrees + 180) % 360 - 180


class Player:
    """One player: what it saw last, and how it decides what to do."""

    def __init__(self, server: tuple[str, int], team: str, number: int) -> None:
        family = socket.getaddrinfo(*server, type=socket.SOCK_DGRAM)[0][0]
        self.socket = socket.socket(family, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.server = server
        self.team = team
        self.side, self.number, self.mode = "l", number, "before_kick_off"
        self.synch = False
        self.cycle = 0
        self.head = 0.0
        self.place: tuple[float, float] | None = None
        self.direction = 0.0
        self.ball: tuple[float, float] | None = None
        self.ball_seen = -100
        self.mates: list[tuple[float, float]] = []
        self.placed = ""

    def join(self, patience: float) -> None:
        """Introduce the player until the server, which may still be starting, answers."""
        goalie = " (goalie)" if self.number == 1 else ""
        self.socket.settimeout(ASK)
        for _ in range(math.ceil(patience / ASK)):
            self.send(f"(init {self.team} (version 19){goalie})")
            try:
                self.receive()
            except TimeoutError:
                continue
            return
        raise SystemExit(f"{self.team}: no server answers at {self.server[0]}:{self.server[1]}")

    def send(self, text: str) -> None:
        """Send a message."""
        self.socket.sendto(text.encode() + b"\0", self.server)

    def receive(self) -> None:
        """Read a message; the first one comes from the server's port for this player."""
        message, self.server = self.socket.recvfrom(1 << 16)
        text = message.rstrip(b"\0").decode()
        kind = text[1:].split(" ", 1)[0].rstrip(")")
        if kind == "init":
            _, self.side, number, self.mode = text.strip("()").split()
            self.number = int(number)
        elif kind == "server_param":
            self.synch = "(synch_mode 1)" in text
        elif kind == "error":
            raise SystemExit(f"{self.team}: {text}")
        elif kind == "see":
            self.see(text)
        elif kind == "hear":
            words = text.strip("()").split()
            if words[2] == "referee":
                self.mode = words[3]
        elif kind == "sense_body":
            self.feel(text)
            if not self.synch:
                self.send(self.think())
        elif kind == "think":
            self.send(self.think() + "(done)")

    def feel(self, text: str) -> None:
        """Read a `sense_body` message."""
        self.cycle = int(text.split(" ", 2)[1])
        if found := re.search(r"\(head_angle ([-\d]+)\)", text):
            self.head = float(found[1])

    def see(self, text: str) -> None:
        """Read a `see` message: the own place, the ball and the teammates."""
        flags: list[Flag] = []
        self.mates = []
        self.cycle = int(text.strip("()").split(" ", 2)[1])  # whoever sees nothing: `(see 12)`
        for name, values in SEEN.findall(text):
            numbers = values.split()
            if len(numbers) < 2:
                continue
            distance, direction = float(numbers[0]), float(numbers[1]) + self.head
            if name == "b":
                self.ball, self.ball_seen = (distance, direction), self.cycle
            elif name.startswith(f'p "{self.team}"'):
                self.mates.append((distance, direction))
            elif name[:2] == "f " and name[2:] in FLAGS:
                flags.append((distance, direction, FLAGS[name[2:]]))
        if len(flags) >= 2:
            self.locate(min(flags), max(flags))

    def locate(self, near: Flag, far: Flag) -> None:
        """Work out the own place and direction from a near flag and a far one."""
        seen = [
            (d * math.cos(a), d * math.sin(a))
            for d, a in ((near[0], math.radians(near[1])), (far[0], math.radians(far[1])))
        ]
        (x, y), (other_x, other_y) = near[2], far[2]
        on_pitch = math.atan2(other_y - y, other_x - x)
        in_view = math.atan2(seen[1][1] - seen[0][1], seen[1][0] - seen[0][0])
        heading = on_pitch - in_view
        cos, sin = math.cos(heading), math.sin(heading)
        own_x = x - (seen[0][0] * cos - seen[0][1] * sin)
        own_y = y - (seen[0][0] * sin + seen[0][1] * cos)
        degrees = math.degrees(heading)
        if self.side == "r":  # for the right team, the pitch is turned by 180 degrees
            own_x, own_y, degrees = -own_x, -own_y, degrees + 180
        self.place, self.direction = (own_x, own_y), turned(degrees)

    def way_to(self, x: float, y: float) -> tuple[float, float]:
        """Return the distance of a place on the pitch, and its direction from the body."""
        own_x, own_y = self.place or (0.0, 0.0)
        distance = math.hypot(x - own_x, y - own_y)
        return distance, turned(math.degrees(math.atan2(y - own_y, x - own_x)) - self.direction)

    def think(self) -> str:
        """Say what to do in this cycle."""
        if self.mode == "before_kick_off" or self.mode.startswith("goal_"):
            if self.placed != self.mode:
                self.placed = self.mode
                x, y = FORMATION[self.number - 1]
                return f"(move {x} {y})"
            return "(turn 30)"
        self.placed = ""
        if self.ball is None or self.cycle - self.ball_seen > 3:
            return "(turn 70)"
        distance, direction = self.ball
        if distance <= REACH:
            return self.kick()
        if self.is_next(distance, direction):
            return self.run(distance, direction, 100)
        home_distance, home_direction = self.way_to(*self.home(distance, direction))
        if home_distance > 2:
            return self.run(home_distance, home_direction, 60)
        return f"(turn {direction:.0f})"

    def kick(self) -> str:
        """Shoot when near the goal, else pass forwards, else dribble on."""
        goal_distance, goal_direction = self.way_to(52.5, 0)
        if goal_distance < 28 or not self.mates:
            return f"(kick 100 {goal_direction:.0f})"
        forward = [
            (distance, direction)
            for distance, direction in self.mates
            if abs(turned(direction - goal_direction)) < 60
        ]
        if forward and max(forward)[0] > 6:
            distance, direction = min(forward, key=lambda mate: abs(mate[0] - 15))
            return f"(kick {min(100, 30 + 3 * distance):.0f} {direction:.0f})"
        return f"(kick 30 {goal_direction:.0f})"

    def is_next(self, distance: float, direction: float) -> bool:
        """Whether no visible teammate is nearer to the ball."""
        if self.number == 1:
            return distance < 8
        x, y = (
            distance * math.cos(math.radians(direction)),
            distance * math.sin(math.radians(direction)),
        )
        for mate_distance, mate_direction in self.mates:
            mate_x = mate_distance * math.cos(math.radians(mate_direction))
            mate_y = mate_distance * math.sin(math.radians(mate_direction))
            if math.hypot(x - mate_x, y - mate_y) < distance - 0.5:
                return False
        return True

    def home(self, distance: float, direction: float) -> tuple[float, float]:
        """Return where to stand: the own place in the formation, shifted towards the ball."""
        own_x, own_y = self.place or (0.0, 0.0)
        angle = math.radians(direction + self.direction)
        ball_x, ball_y = own_x + distance * math.cos(angle), own_y + distance * math.sin(angle)
        x, y = FORMATION[self.number - 1]
        if self.number == 1:
            return x, max(-6.0, min(6.0, ball_y * 0.2))
        return min(x + 20 + ball_x * 0.6, 45.0), y * 0.7 + ball_y * 0.3

    def run(self, distance: float, direction: float, power: int) -> str:
        """Turn to a direction, or dash that way."""
        if abs(direction) > max(10.0, 60.0 / distance):
            return f"(turn {direction:.0f})"
        return f"(dash {power})"


def main() -> None:
    """Play until the server is gone."""
    parser = argparse.ArgumentParser(description="A team of the 2D league.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=6000)
    parser.add_argument("--team", default="Alpha")
    parser.add_argument("--players", type=int, default=11, help="number of players, 1 to 11 (11)")
    parser.add_argument(
        "--patience", type=float, default=10.0, help="how long to wait for a message, s"
    )
    options = parser.parse_args()
    if not 1 <= options.port <= 65535:
        parser.error(f"--port: {options.port} is not from 1 to 65535")
    if not 1 <= options.players <= 11:
        parser.error(f"--players: {options.players} is not from 1 to 11")
    if not 0.0 < options.patience < math.inf:
        parser.error(f"--patience: {options.patience} is not a length of time")
    selector = selectors.DefaultSelector()
    for number in range(1, options.players + 1):
        player = Player((options.host, options.port), options.team, number)
        try:
            player.join(options.patience)
        except socket.gaierror as error:
            parser.exit(1, f"{parser.prog}: error: --host: {options.host}: {error}\n")
        selector.register(player.socket, selectors.EVENT_READ, player)
    try:
        while ready := selector.select(options.patience):
            for key, _ in ready:
                key.data.receive()
    except ConnectionRefusedError:
        pass  # the server has ended


if __name__ == "__main__":
    main()
