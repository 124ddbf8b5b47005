"""A player for the RoboCup humanoid league's simulation servers, in plain Python.

It shows everything that an agent has to do, using only the standard library: connect, join, beam,
perceive, move motors, say and hear. It stands in its place, follows the ball with its head, raises
its arms when its team has scored, and tells its teammates how far the ball is. Walking is left to
you.

Run with ``python agent.py --port 60000 --team us --number 2``.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import math
import os
import re
import select
import socket
import sys
import time
import zlib
from dataclasses import dataclass, field
from typing import TypeAlias, Union

# --- robots -------------------------------------------------------------------------------------

HEAD = {"he1": 0.0, "he2": 0.0}
ARMS = {"lae1": 0.0, "lae2": -80.0, "lae3": 0.0, "lae4": -23.0}
ARMS |= {"rae1": 0.0, "rae2": 80.0, "rae3": 0.0, "rae4": 23.0}
LEG = {"e1": -11.5, "e2": 0.0, "e3": 0.0, "e4": 23.0, "e5": -11.5, "e6": 0.0}
LEGS = {side + joint: angle for side in ("ll", "rl") for joint, angle in LEG.items()}

POSES = {
    "T1": {**HEAD, **ARMS, "te1": 0.0, **LEGS},
    "K1": {**HEAD, **ARMS, **LEGS},
}
"""Standing pose of each robot: the angle of each motor, degrees. The server sends the joints in the
same order, under different names."""
RAISED = {"lae2": 60.0, "rae2": -60.0}
"""Arms up, degrees."""
FIRM, LIGHT = (150.0, 5.0), (25.0, 0.6)
"""Gains of the legs, and of all other joints, N m/rad and N m s/rad. With the legs' gains, the
light arms would rattle."""

# Place of each player number, m, on a pitch of 55 m by 36 m: distance from the half-way line, and
# distance to the left.
FORMATION = [
    (26.0, 0.0), (18.0, 6.0), (18.0, -6.0), (10.0, 10.0), (10.0, 0.0), (10.0, -10.0), (4.0, 6.0),
    (4.0, -6.0), (14.0, 14.0), (14.0, -14.0), (22.0, 10.0),
]  # fmt: skip
BEAMING = ("BeforeKickOff", "Goal_Left", "Goal_Right")
"""Play modes in which a robot may place itself."""

# --- messages -----------------------------------------------------------------------------------

Expression: TypeAlias = Union[str, "list[Expression]"]

TOKEN = re.compile(r"[()]|[^\s()]+")


def parse(text: str) -> list[Expression]:
    """Return the expressions of a message as nested lists of words."""
    top: list[Expression] = []
    stack = [top]
    for token in TOKEN.findall(text):
        if token == "(":
            inner: list[Expression] = []
            stack[-1].append(inner)
            stack.append(inner)
        elif token == ")":
            if len(stack) == 1:
                raise ValueError(f"a message closes more lists than it opens: {text[:80]}")
            stack.pop()
        else:
            stack[-1].append(token)
    if len(stack) > 1:
        raise ValueError(f"a message leaves a list open: {text[:80]}")
    return top


GONE = (EOFError, ConnectionResetError, BrokenPipeError)
"""Errors that mean that the server has closed the connection."""


class Connection:
    """Messages over TCP, each preceded by its length: 4 bytes, big-endian."""

    def __init__(self, host: str, port: int, patience: float) -> None:
        self._socket = connect(host, port, patience)
        self._socket.settimeout(patience)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, message: str) -> None:
        """Send a message."""
        content = message.encode()
        self._socket.sendall(len(content).to_bytes(4, "big") + content)

    def receive(self) -> str:
        """Wait for the next message; raises :class:`EOFError` when the server has left."""
        return self._read(int.from_bytes(self._read(4), "big")).decode()

    def has_more(self) -> bool:
        """Whether another message has already arrived: in real time, a slow player falls behind."""
        return bool(select.select([self._socket], [], [], 0.0)[0])

    def leave(self) -> None:
        """Stop sending, then read until the server closes: rcsssmj crashes if players vanish."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
            self._socket.settimeout(0.5)
            while self._socket.recv(1 << 16):
                pass
        except OSError:
            pass
        self._socket.close()

    def _read(self, size: int) -> bytes:
        content = b""
        while len(content) < size:
            part = self._socket.recv(size - len(content))
            if not part:
                raise EOFError("the server has closed the connection")
            content += part
        return content


def connect(host: str, port: int, patience: float) -> socket.socket:
    end = time.monotonic() + patience
    while True:
        try:
            return socket.create_connection((host, port), timeout=patience)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


# --- perceptions --------------------------------------------------------------------------------

Polar: TypeAlias = "tuple[float, float, float]"
"""Distance, m; direction to the left and upwards, degrees, as seen from the camera."""


@dataclass
class Perception:
    """What the player knows; values that a message does not mention stay as they were."""

    time: float = 0.0
    """Simulation time, s."""
    play_time: float = 0.0
    """Time on the game clock, s."""
    play_mode: str = "BeforeKickOff"
    left: str | None = None
    """Name of the team on the left."""
    score: tuple[int, int] = (0, 0)
    """Goals of the left and of the right team."""
    orientation: list[float] = field(default_factory=list)
    """Quaternion w, x, y, z of the torso in the world."""
    position: list[float] = field(default_factory=list)
    """Position of the torso in the world, m."""
    turning: list[float] = field(default_factory=list)
    """Angular velocity of the torso, about its axes, degrees/s."""
    acceleration: list[float] = field(default_factory=list)
    """Acceleration of the torso, along its axes, m/s^2."""
    angles: list[float] = field(default_factory=list)
    """Joint angles, degrees."""
    speeds: list[float] = field(default_factory=list)
    """Joint speeds, degrees/s."""
    heard: list[tuple[float, bytes]] = field(default_factory=list)
    """Everything said in the last cycle: direction, degrees, and words."""
    seen: dict[str, Polar] = field(default_factory=dict)
    """The ball ``B`` and landmarks of the pitch, as of the last picture."""
    players: dict[tuple[str, int], dict[str, Polar]] = field(default_factory=dict)
    """Parts of other players, by team and number, as of the last picture."""
    has_seen: bool = False
    """Whether there is a new picture: there is one every second cycle."""

    def update(self, message: str) -> None:
        """Update everything from a message."""
        self.angles, self.speeds = [], []
        self.heard, self.has_seen = [], False
        for expression in parse(message):
            match expression:
                case ["time", ["now", str(now)]]:
                    self.time = float(now)
                case ["GS", *state]:
                    self._read_game(state)
                case ["quat", _, [_, *numbers]]:
                    self.orientation = floats(numbers)
                case ["pos", _, [_, *numbers]]:
                    self.position = floats(numbers)
                case ["GYR", _, [_, *numbers]]:
                    self.turning = floats(numbers)
                case ["ACC", _, [_, *numbers]]:
                    self.acceleration = floats(numbers)
                case ["HJ", _, ["ax", str(angle)], ["vx", str(speed)]]:
                    self.angles.append(float(angle))
                    self.speeds.append(float(speed))
                case ["MIC", _, *messages]:
                    self._read_voices(messages)
                case ["See", *things]:
                    self._read_picture(things)

    def _read_game(self, state: list[Expression]) -> None:
        facts: dict[str, str] = {}
        for fact in state:
            match fact:
                case [str(name), str(value)]:
                    facts[name] = value
        self.play_time = float(facts["t"])
        self.play_mode = facts["pm"]
        self.left = facts.get("tl")
        self.score = int(facts["sl"]), int(facts["sr"])

    def _read_voices(self, messages: list[Expression]) -> None:
        for message in messages:
            match message:
                case [str(direction), str(words)]:
                    self.heard.append((float(direction), base64.b64decode(words)))

    def _read_picture(self, things: list[Expression]) -> None:
        self.seen, self.players, self.has_seen = {}, {}, True
        for thing in things:
            match thing:
                case ["P", ["team", str(team)], ["id", str(number)], *parts]:
                    self.players[team, int(number)] = polars(parts)
                case _:
                    self.seen |= polars([thing])


def floats(words: list[Expression]) -> list[float]:
    return [float(word) for word in words if isinstance(word, str)]


def polars(things: list[Expression]) -> dict[str, Polar]:
    found: dict[str, Polar] = {}
    for thing in things:
        match thing:
            case [str(name), ["pol", str(distance), str(azimuth), str(elevation)]]:
                found[name] = (float(distance), float(azimuth), float(elevation))
    return found


# --- words --------------------------------------------------------------------------------------


def ball_words(team: str, number: int, distance: float) -> bytes:
    """Return words of 10 bytes, the most that fit: team mark, player number, metres to the ball.

    Players hear both teams; the mark says which team a message is for.
    """
    return f"{team_mark(team)}{number:02}{distance:6.2f}".encode()


def read_ball_words(team: str, words: bytes) -> tuple[int, float] | None:
    """Return number and metres from a teammate's words, ``None`` for any other words."""
    text = words.decode("ascii", errors="replace")
    if len(text) != 10 or text[:2] != team_mark(team):
        return None
    try:
        return int(text[2:4]), float(text[4:])
    except ValueError:
        return None


def team_mark(team: str) -> str:
    return f"{zlib.crc32(team.encode()) & 0xFF:02x}"


# --- the player ---------------------------------------------------------------------------------


class Player:
    """Decides what to do, once a cycle of 20 ms."""

    def __init__(self, robot: str, team: str, number: int) -> None:
        self.team = team
        self.number = number
        self.perception = Perception()
        self.mates: dict[int, float] = {}
        """Distance of each teammate to the ball, m, by number, as last heard."""
        self._pose = POSES[robot]
        self._order = list(self._pose)
        self._beamed_in: str | None = None
        self._saw_ball_at = -math.inf
        self._spoke_in: int | None = None

    def listen(self) -> None:
        """Take in what teammates say."""
        for _, words in self.perception.heard:
            if (heard := read_ball_words(self.team, words)) is not None:
                number, distance = heard
                if number not in self.mates:
                    log(f"hears of number {number}: {distance:.2f} m to the ball")
                self.mates[number] = distance

    def decide(self) -> str:
        """Return the message for this cycle: any number of actions."""
        actions = [self._beam(), self._move(), self._speak()]
        return "".join(actions) + "(syn)"

    @property
    def has_scored(self) -> bool:
        """Whether the own team has scored and play has not resumed yet."""
        own_side = "Left" if self.perception.left == self.team else "Right"
        return self.perception.play_mode == f"Goal_{own_side}"

    def _beam(self) -> str:
        """Beam to the own place, once in each play mode that allows it.

        The server turns x and the direction for the team on the right, but not y.
        """
        mode = self.perception.play_mode
        is_new, self._beamed_in = mode != self._beamed_in, mode
        if not is_new or mode not in BEAMING:
            return ""
        x, y = FORMATION[(self.number - 1) % len(FORMATION)]
        return f"(beam {-x} {y} 0)"

    def _move(self) -> str:
        """Command all motors: name, angle, speed, two gains, and an added torque."""
        if len(self.perception.angles) != len(self._pose):
            raise ValueError(f"{len(self.perception.angles)} joints are not those of this robot")
        targets = {**self._pose, **self._look()}
        if self.has_scored:
            targets |= RAISED
        return "".join(
            "({} {:.2f} 0 {} {} 0)".format(motor, angle, *(FIRM if motor in LEGS else LIGHT))
            for motor, angle in targets.items()
        )

    def _look(self) -> dict[str, float]:
        """Turn the head towards the ball, or from side to side until the ball is in view."""
        if self.perception.has_seen and "B" in self.perception.seen:
            self._saw_ball_at = self.perception.time
        if self.perception.time - self._saw_ball_at > 1.0:
            return {"he1": 80.0 * math.sin(2.0 * self.perception.time), "he2": 20.0}
        _, azimuth, elevation = self.perception.seen.get("B", (0.0, 0.0, 0.0))
        yaw, pitch = self.perception.angles[0] + azimuth, self.perception.angles[1] - elevation
        return {"he1": limited(yaw, 85.0), "he2": limited(pitch, 40.0)}

    def _speak(self) -> str:
        """Say how far the ball is, every 2 s. Players take turns: few are heard at a time."""
        turn = math.floor((self.perception.time - 0.14 * self.number) / 2.0)
        if turn == self._spoke_in or "B" not in self.perception.seen:
            return ""
        self._spoke_in = turn
        words = ball_words(self.team, self.number, self.perception.seen["B"][0])
        return f"(SPK say 100 {base64.b64encode(words).decode()})"


def limited(angle: float, most: float) -> float:
    return max(-most, min(most, angle))


def log(text: str) -> None:
    print(text, flush=True)


# --- the program --------------------------------------------------------------------------------


def join(connection: Connection, options: argparse.Namespace) -> str:
    """Ask for a place in the team and return the first perception.

    Raises :class:`ConnectionRefusedError` if the server closes the connection instead. The reason
    is only in the server's log: the player is not told.
    """
    who = f"{options.robot} {options.team} {options.number}"
    try:
        connection.send(f"(init {who})")
        return connection.receive()
    except GONE as error:
        text = f"the server refused {who}, or has ended; its log may say why"
        raise ConnectionRefusedError(text) from error


def play(options: argparse.Namespace) -> None:
    connection = Connection(options.host, options.port, options.patience)
    player = Player(options.robot, options.team, options.number)
    try:
        player.perception.update(join(connection, options))
        begin, mode = player.perception.time, None
        while True:
            player.listen()
            if player.perception.play_mode != mode:
                mode = player.perception.play_mode
                log(f"{player.perception.time:.2f} s: {mode}, {player.perception.score}")
            # In real time the next message may be here before this one is answered.
            if not connection.has_more():
                connection.send(player.decide())
            if player.perception.time - begin >= options.seconds:
                break
            player.perception.update(connection.receive())
    finally:
        connection.leave()


def main() -> int:
    environment = os.environ.get
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0],
        epilog="Defaults come from RCSSGYM_HOST, RCSSGYM_PORT, RCSSGYM_TEAM if they are set.",
    )
    parser.add_argument("--host", default=environment("RCSSGYM_HOST", "127.0.0.1"))
    parser.add_argument("--port", type=int, default=int(environment("RCSSGYM_PORT", "60000")))
    parser.add_argument("--team", default=environment("RCSSGYM_TEAM", "example"))
    parser.add_argument("--number", type=int, default=1, help="shirt number, from 1")
    parser.add_argument("--robot", choices=list(POSES), default="T1")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="leave after this much simulated time"
    )
    parser.add_argument(
        "--patience", type=float, default=60.0, help="how long to wait for the server, s"
    )
    options = parser.parse_args()
    if not 1 <= options.port <= 65535:
        parser.error(f"--port: {options.port} is not from 1 to 65535")
    for name in ("seconds", "patience"):
        if not getattr(options, name) >= 0.0:
            parser.error(f"--{name}: {getattr(options, name)} is not a length of time")
    try:
        play(options)
    except GONE as error:
        log(str(error))  # the end of the game
    except (OSError, ValueError, KeyError, binascii.Error) as error:
        print(f"agent.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
