"""A viewer like those in use: it has a fixed list of node types and their words.

It fails on any others, finds ball and players by the names of their meshes, and shares no code with
our own clients.
"""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rcssgym.actions import InitRequest
from rcssgym.soccer import PlayMode, SoccerSimulation, TeamSide

from simspark import games
from simspark.reference import parse

NODES = ("TRF", "BN", "StaticMesh", "SMN", "Light")
SHAPES = {"StdUnitBox": 0, "StdUnitSphere": 0, "StdUnitCylinder": 2, "StdCapsule": 2}
"""Standard shapes, and the count of numbers after their names."""
LIGHT = ("setDiffuse", "setAmbient", "setSpecular")
NUMBERS = [
    *("FieldLength", "FieldWidth", "FieldHeight", "GoalWidth", "GoalDepth", "GoalHeight"),
    *("FreeKickDistance", "WaitBeforeKickOff", "AgentRadius", "BallRadius", "BallMass"),
    *("RuleGoalPauseTime", "RuleKickInPauseTime", "RuleHalfTime"),
    *("time", "half", "score_left", "score_right", "play_mode"),
]
"""Words that a viewer needs."""


@dataclass
class Node:
    """A node of the scene."""

    kind: str
    pose: NDArray[np.float64] = field(default_factory=lambda: np.eye(4))
    model: str = ""
    materials: list[str] = field(default_factory=list)
    visible: bool = True
    children: list[Node] = field(default_factory=list)

    @classmethod
    def read(cls, expression: list[Any]) -> Node:
        """Read a node of a full frame; unknown words are errors."""
        word, kind, *parts = expression
        assert word == "nd"
        assert kind in NODES
        node = cls(kind)
        for name, *values in parts:
            if name == "nd":
                node.children.append(cls.read([name, *values]))
            elif kind == "Light":
                assert name in LIGHT
                assert len(values) == 4
            else:
                node.take(name, values)
        return node

    def take(self, name: str, values: list[str]) -> None:
        """Read one property of the node."""
        if name == "SLT":
            assert self.kind == "TRF"
            self.pose = np.array([float(value) for value in values]).reshape(4, 4).T
        elif name == "setVisible":
            self.visible = {"0": False, "1": True}[values[0]]
        elif name == "setTransparent":
            assert values == []
        elif name == "load":
            self.model, *numbers = values
            expected = SHAPES[self.model] if self.kind == "SMN" else SHAPES.get(self.model, 0)
            assert len([float(number) for number in numbers]) == expected
        elif name == "sSc":
            assert len([float(value) for value in values]) == 3
        else:
            assert name == {"StaticMesh": "resetMaterials", "SMN": "sMat"}[self.kind]
            self.materials = values

    def update(self, expression: list[Any]) -> None:
        """Apply a frame of differences: the same nodes in the same order."""
        word, *parts = expression
        assert word == "nd"
        if parts and isinstance(parts[0], str):
            assert parts.pop(0) == self.kind
        children = iter(self.children)
        for name, *values in parts:
            if name == "nd":
                next(children).update([name, *values])
            else:
                self.take(name, values)
        assert next(children, None) is None

    def find(self, above: NDArray[np.float64], found: dict[str, Any]) -> None:
        """Add the positions of the ball and of players."""
        world = above @ self.pose
        if self.kind == "StaticMesh" and self.model.endswith("soccerball.obj"):
            found["ball"] = world[:3, 3]
        side = {"matLeft", "matRight"} & set(self.materials)
        numbers = [name[6:] for name in self.materials if name.startswith("matNum")]
        if self.kind == "StaticMesh" and side and numbers:
            found[f"{side.pop()}{int(numbers[0])}"] = world[:3, 3]
        for child in self.children:
            child.find(world, found)


class Viewer:
    """A viewer, which reads its socket in pieces of any length."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, timeout=20.0)
        self._buffer = b""
        self.game: dict[str, list[str]] = {}
        self.modes: list[str] = []
        self.top: list[Node] = []

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            piece = self.socket.recv(1000)
            assert piece
            self._buffer += piece
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def read(self) -> list[str]:
        """Read a message; return the words of answers, if it is one."""
        (length,) = struct.unpack(">I", self._take(4))
        expressions = parse(self._take(length))
        if expressions[0][0] == "ack":
            return [word for _, word in expressions]
        game, header, nodes = expressions
        assert game[0][0] != "RSMP"
        if header[0] == "RSG":
            self.game = {}
            self.top = [Node.read(node) for node in nodes]
        else:
            assert header[0] == "RDS"
            assert len(nodes) == len(self.top)
            for node, expression in zip(self.top, nodes, strict=True):
                node.update(expression)
        assert header[1:] == ["0", "1"]
        self.game.update((name, values) for name, *values in game)
        self.modes = self.game["play_modes"]
        assert self.modes[int(self.game["play_mode"][0])]
        for name in NUMBERS:
            float(self.game[name][0])
        return []

    def places(self) -> dict[str, Any]:
        """Return the positions of ball and players."""
        found: dict[str, Any] = {}
        for node in self.top:
            node.find(np.eye(4), found)
        return found

    def until_answered(self, word: str) -> None:
        """Read up to an answer, and one more frame."""
        while word not in self.read():
            pass
        while self.read():
            pass


def framed(text: str) -> bytes:
    return struct.pack(">I", len(text)) + text.encode()


@pytest.mark.parametrize("robot", ["T1", "K1", "ant"])
def test_a_strict_viewer_follows_a_game(robot: str) -> None:
    sim = games.pitch()
    with games.serving(sim) as (_, address):
        viewer = Viewer(("127.0.0.1", address))
        viewer.read()
        requests = [InitRequest(robot, "Reds", 2), InitRequest(robot, "Blues", 11)]
        assert None not in sim.add_players(requests)
        viewer.socket.sendall(
            framed("(playMode PlayOn) (agent (unum 2) (team Left) (move -3 2 0.7 -90))")
            + framed("((ball (pos 4 -5 0.11) (vel 1 0 0))(getAck placed))")
        )
        viewer.until_answered("placed")
        for _ in range(50):
            viewer.read()
            places = viewer.places()
            assert set(places) == {"ball", "matLeft2", "matRight11"}
            ball, left, right = (
                np.array(sim.ball.xpos),
                np.array(sim.get_players(TeamSide.LEFT)[2].xpos),
                np.array(sim.get_players(TeamSide.RIGHT)[11].xpos),
            )
            for name, place in (("ball", ball), ("matLeft2", left), ("matRight11", right)):
                assert np.abs(places[name] - place).max() < 0.4, name
        assert viewer.game["team_left"] == ["Reds"]
        assert viewer.modes[int(viewer.game["play_mode"][0])] == "PlayOn"
        viewer.socket.close()


COMMANDS = [
    "(init)",
    "(playMode PlayOn)",
    "(time 12.5)",
    "(score (left 4)(right 2))",
    "(ball (pos 2 -1.5 0.5) (vel -3 1 2))",
    "(ball (vel 0 0 0)(pos 1 0 0.042))",
    "(agent (unum 2)(team Left)(pos -4 3 0.7))",
    "(agent (team Right)(pos 4 -3 0.45)(unum 11))",
    "(agent (unum 2)(team Left)(move -4 3 0.7 -90))",
    "(agent (unum 2)(team Left)(battery 20)(temperature 55))",
    "(select (unum 2)(team Left))",
    "(agent (pos 0 0 1))",
    "(select)",
    "(repos)",
    "(repos (unum 2)(team Left))",
    "(select (unum -1))",
    "(dropBall)",
    "(kickOff None)",
    "(kickOff Left)",
    "(kickOff Right)",
    "(reqfullstate)",
    "(kill (unum 11)(team Right))",
    "(playMode KickOff_Left)",
]
WRONG = ["(nonsense)", "(", ")", "hello", "", "(playMode nonsense)", "(ball (pos 1 2))", "\0\xff"]


def _glued(message: bytes) -> list[bytes]:
    return [message]


def _split(message: bytes) -> list[bytes]:
    return [message[at : at + 1] for at in range(len(message))]


@pytest.mark.parametrize("cut", [_glued, _split])
def test_every_command_acts_in_whatever_pieces_it_comes(cut: Any) -> None:
    """In a running game, with invalid ones in between."""
    sim: SoccerSimulation = games.pitch()
    with games.serving(sim) as (_, address):
        requests = [InitRequest("T1", "Reds", 2), InitRequest("T1", "Blues", 11)]
        assert None not in sim.add_players(requests)
        viewer = Viewer(("127.0.0.1", address))
        viewer.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        message = b""
        for number, command in enumerate(COMMANDS):
            wrong = WRONG[number % len(WRONG)]
            message += framed(command) + struct.pack(">I", len(wrong)) + wrong.encode("latin-1")
        message += framed("(getAck all)")
        for piece in cut(message):
            viewer.socket.sendall(piece)
        viewer.until_answered("all")
        state = sim.game_state
        assert state.play_mode is PlayMode.KICK_OFF_LEFT
        assert (state.left_team_score, state.right_team_score) == (4, 2)
        assert state.play_time >= 12.5
        assert list(sim.get_players(TeamSide.RIGHT)) == []
        x, y, _ = sim.get_players(TeamSide.LEFT)[2].xpos
        assert (abs(x + 3.0) < 0.3, abs(y) > sim.field.field_dim[1] / 2) == (True, True)
        assert set(viewer.places()) == {"ball", "matLeft2"}
        viewer.socket.close()
