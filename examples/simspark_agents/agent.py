"""A player for servers that speak SimSpark's protocol, in plain Python.

It connects, beams, takes a pose, gets up from a fall by key frames, follows the ball with its head,
says how far the ball is and remembers what it hears. Walking is left to you.

Run with ``python agent.py --port 3100 --team us --number 2``.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import re
import socket
import sys
from typing import Union

Expression = Union[str, "list[Expression]"]

STAND = {
    "laj1": -80.0, "laj4": -20.0, "raj1": -80.0, "raj4": 20.0,
    "llj3": 23.0, "llj4": -46.0, "llj5": 23.0, "rlj3": 23.0, "rlj4": -46.0, "rlj5": 23.0,
}  # fmt: skip
"""Angles of a slight crouch, degrees; other joints are at 0."""
KEYS = ("aj1", "aj2", "aj4", "lj1", "lj3", "lj4", "lj5")
"""Joints that key frames move, without the prefix of the side; the others stay at 0."""
MIRRORED = ("aj2", "aj4")
"""The joints whose angle on the right side has the opposite sign."""
FROM_BACK = [
    (1.01, (-88, 33, -34, -34, 45, -30, 36)),
    (0.92, (-89, 39, -36, -13, 74, -15, 11)),
    (0.96, (-110, 48, -47, -17, 4, -12, 44)),
    (1.10, (-102, 27, -55, -4, 64, -7, 57)),
    (0.95, (12, 25, -24, -81, 87, -62, -44)),
]
"""Key frames for getting up from the back: how long each is held, s, and its angles, degrees. A
search found them whose only criterion was that the robot stands at the end."""
FROM_FRONT = [
    (1.14, (-81, 22, -34, -26, 36, -84, 8)),
    (0.73, (-86, 38, -51, -25, 30, -23, 4)),
    (0.95, (-100, 31, -48, -21, -1, -39, 36)),
    (0.98, (-87, 11, -31, -21, 29, -29, -22)),
    (1.07, (-49, 19, -25, -49, 92, 0, 5)),
]
"""Key frames for getting up from the front."""

GAIN = 8.0
"""Speed of a joint per distance from its target, 1/s."""
FASTEST = 6.1
"""Speed limit of all joints, rad/s."""
BEAMING = ("BeforeKickOff", "Goal_Left", "Goal_Right")
"""Play modes in which a robot may place itself."""
TOKEN = re.compile(r"[()]|[^\s()]+")


def parse(text: str) -> list[Expression]:
    """Return the expressions of a message as nested lists of words."""
    stack: list[list[Expression]] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


def entries(expressions: list[Expression]) -> dict[str, list[Expression]]:
    """Return the lists among the expressions by their first word, without that word."""
    named = (part for part in expressions if isinstance(part, list) and part)
    return {part[0]: part[1:] for part in named if isinstance(part[0], str)}


class Connection:
    """Messages, each preceded by its length: 4 bytes, big-endian."""

    def __init__(self, host: str, port: int) -> None:
        self._socket = socket.create_connection((host, port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, text: str) -> None:
        """Send a message."""
        data = text.encode("ascii")
        self._socket.sendall(len(data).to_bytes(4, "big") + data)

    def receive(self) -> str:
        """Return the next message; raises EOFError when the server has closed the connection."""
        return self._read(int.from_bytes(self._read(4), "big")).decode("ascii")

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self._socket.recv(size - len(data))
            if not more:
                raise EOFError
            data += more
        return data


class Agent:
    """A player: :meth:`play` it."""

    def __init__(self, connection: Connection, team: str, number: int, scene: str) -> None:
        self.connection = connection
        self.team = team
        self.number = number
        self.side = ""
        self.mode = ""
        self.now = 0.0
        self.angles: dict[str, float] = {}
        self.up = [0.0, 0.0, 1.0]
        self.ball: tuple[float, float, float] | None = None
        self.heard: list[tuple[str, str, str]] = []
        self._frames: list[tuple[float, dict[str, float]]] = []
        self._until = 0.0
        self._has_beamed = False
        # The robot must be loaded first: only after its first perception does the server accept the
        # player's number and team.
        connection.send(f"(scene {scene})")
        self.perceive()
        connection.send(f"(init (unum {number})(teamname {team}))")

    def perceive(self) -> None:
        """Wait for the robot's next perception and read it."""
        self.heard.clear()
        for part in parse(self.connection.receive()):
            if not isinstance(part, list):
                continue
            name, values = part[0], entries(part[1:])
            if name == "time":
                self.now = float(str(values["now"][0]))
            elif name == "GS":
                self.mode = str(values["pm"][0])
                if "unum" in values:
                    self.number = int(str(values["unum"][0]))
                    self.side = str(values["team"][0])
            elif name == "ACC":
                self._feel([float(str(value)) for value in values["a"]])
            elif name == "HJ":
                self.angles[str(values["n"][0])] = float(str(values["ax"][0]))
            elif name == "hear":
                team, _, direction, message = map(str, part[1:])
                self.heard.append((team, direction, message))
            elif name == "See":
                self.ball = None
                if "B" in values:
                    distance, azimuth, elevation = map(float, map(str, values["B"][0][1:]))
                    self.ball = (distance, azimuth, elevation)

    def _feel(self, acceleration: list[float]) -> None:
        """Filter the upward direction in the torso's frame, whose axes are right, ahead, up."""
        size = math.hypot(*acceleration)
        if size > 1.0:
            share = 0.1
            pairs = zip(self.up, acceleration, strict=True)
            self.up = [(1 - share) * old + share * new / size for old, new in pairs]

    def act(self) -> str:
        """Decide on what to send."""
        commands = []
        if self.mode in BEAMING and self.side and not self._has_beamed:
            self._has_beamed = True
            commands.append(f"(beam {-1.0 - 0.8 * self.number:.2f} 0 0)")
        pose = dict(self._pose())
        if self.ball is not None and not self._frames:
            pose["hj1"] = self.angles.get("hj1", 0.0) + self.ball[1]
            pose["hj2"] = self.angles.get("hj2", 0.0) + self.ball[2]
            if self.now % 1.0 < 0.02:
                commands.append(f"(say ball_{self.ball[0]:.1f})")
        for joint, angle in self.angles.items():
            speed = GAIN * math.radians(pose.get(joint, 0.0) - angle)
            commands.append(f"({effector(joint)} {max(-FASTEST, min(FASTEST, speed)):.3f})")
        return "".join([*commands, "(syn)"])

    def _pose(self) -> dict[str, float]:
        """Stand, or get up by key frames."""
        if self._frames:
            if self.now >= self._until:
                self._frames.pop(0)
                if self._frames:
                    self._until = self.now + self._frames[0][0]
        elif self.up[2] < 0.4:
            # When the robot lies on its back, the torso's ahead axis points up.
            keys = FROM_BACK if self.up[1] > 0.0 else FROM_FRONT
            self._frames = [(0.6, STAND), *((time, frame(angles)) for time, angles in keys)]
            self._frames.append((1.5, STAND))
            self._until = self.now + self._frames[0][0]
        return self._frames[0][1] if self._frames else STAND

    def play(self, seconds: float = math.inf) -> None:
        """Play until the server ends, or until this simulation time, s."""
        while self.now < seconds:
            self.perceive()
            self.connection.send(self.act())


def frame(angles: tuple[int, ...]) -> dict[str, float]:
    """Return the angles of both sides' joints in a key frame."""
    pose = {}
    for joint, angle in zip(KEYS, angles, strict=True):
        pose["l" + joint] = float(angle)
        pose["r" + joint] = float(-angle if joint in MIRRORED else angle)
    return pose


def effector(joint: str) -> str:
    """Return the name of a joint's motor, such as ``lle3`` for ``llj3``."""
    return joint[:-2] + "e" + joint[-1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=3100)
    parser.add_argument("--team", default="us")
    parser.add_argument(
        "--number", type=int, default=0, help="player number; 0: the lowest free one"
    )
    parser.add_argument("--scene", default="rsg/agent/nao/nao.rsg", help="scene file of the robot")
    parser.add_argument("--seconds", type=float, default=math.inf)
    options = parser.parse_args()
    if not 1 <= options.port <= 65535:
        parser.error(f"--port: {options.port} is not from 1 to 65535")
    if not 0 <= options.number <= 11:
        parser.error(f"--number: {options.number} is not from 0 to 11")
    if not options.seconds >= 0.0:
        parser.error(f"--seconds: {options.seconds} is not a length of time")
    try:
        connection = Connection(options.host, options.port)
    except OSError as error:
        parser.exit(1, f"{parser.prog}: error: {options.host}:{options.port}: {error}\n")
    ended = contextlib.suppress(EOFError, KeyboardInterrupt, ConnectionError)
    with contextlib.closing(connection), ended:
        Agent(connection, options.team, options.number, options.scene).play(options.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
