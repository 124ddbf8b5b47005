"""The scene: a tree of nodes, of which some are moved, and some are seen.

Frames are right-handed: x points to the goal of the right team, z upwards, the origin is in the
middle of the pitch, on the ground. Lengths are in m. A pose is a 4 x 4 matrix that takes a point of
a node, ``(x, y, z, 1)``, to its parent or to the world; its last column is the position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rcssgym import _core
from rcssgym.errors import ProtocolError
from rcssgym.simspark.messages import FrameMessage
from rcssgym.soccer import TeamSide

BALL = "soccerball"
"""Part of the name of the ball's mesh."""
_NUMBER = re.compile(r"matNum(\d+)")
_SIDES = {"matLeft": TeamSide.LEFT, "matRight": TeamSide.RIGHT}


@dataclass(frozen=True)
class Mesh:
    """What a mesh looks like."""

    model: str
    """A file, e.g. ``"models/naohead.obj"``, or a name that viewers know: ``"StdUnitBox"``,
    ``"StdUnitSphere"``, ``"StdUnitCylinder"`` or ``"StdCapsule"``."""
    parameters: tuple[float, ...]
    """Length and radius of a cylinder or capsule, m; empty for others."""
    scale: tuple[float, float, float]
    """Size along its own axes, as multiples of the model's."""
    materials: tuple[str, ...]
    """Names of materials, in the order of the model's."""
    visible: bool
    """Whether it is shown."""
    transparent: bool
    """Whether it is drawn after all that is not transparent."""


@dataclass(frozen=True)
class Light:
    """Colours of a light: red, green, blue and opacity, 0 to 1."""

    diffuse: tuple[float, float, float, float]
    """Of what it lights directly."""
    ambient: tuple[float, float, float, float]
    """Of all around."""
    specular: tuple[float, float, float, float]
    """Of highlights."""


@dataclass(frozen=True)
class Node:
    """A node of the scene."""

    index: int
    """Among all nodes: its row in :attr:`Scene.local_poses` and :attr:`Scene.world_poses`."""
    kind: Literal["BN", "TRF", "StaticMesh", "SMN", "Light"]
    """Its type: a base node, a transform, a mesh of a file, a standard mesh, a light."""
    parent: int | None
    """Index of the node that it is in; ``None`` for those at the top."""
    children: tuple[int, ...]
    """Indices of the nodes in it."""
    mesh: Mesh | None
    """What it looks like, if it is a mesh."""
    light: Light | None
    """Its colours, if it is a light."""


@dataclass(frozen=True)
class Player:
    """A player in the scene: whose shirt has a number and a team's colour."""

    side: TeamSide
    """Its team."""
    number: int
    """On its shirt."""
    node: int
    """Index of its node at the top of the scene."""
    torso: int
    """Index of the node that moves the body with the number."""


class _Tree:
    """What the nodes of scenes are that differ in poses alone; worked out when somebody asks."""

    def __init__(self, core: _core.ReceivedScene) -> None:
        self._core = core

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        told = self._core.nodes()
        children: list[list[int]] = [[] for _ in told]
        for index, (_, parent, _, _) in enumerate(told):
            if parent is not None:
                children[parent].append(index)
        return tuple(
            Node(
                index,
                kind,
                parent,
                tuple(children[index]),
                None if mesh is None else Mesh(*mesh),
                None if light is None else Light(*light),
            )
            for index, (kind, parent, mesh, light) in enumerate(told)
        )

    @cached_property
    def top(self) -> tuple[int, ...]:
        return tuple(node.index for node in self.nodes if node.parent is None)

    @cached_property
    def ball(self) -> int | None:
        meshes = ((node, node.mesh) for node in self.nodes if node.mesh is not None)
        balls = (self._path(node)[0] for node, mesh in meshes if BALL in mesh.model)
        return next(balls, None)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        found: dict[int, Player] = {}
        for node in self.nodes:
            shirt = None if node.mesh is None else _shirt(node.mesh.materials)
            if shirt is not None:
                path = self._path(node)
                torso = path[min(1, len(path) - 2)]
                found.setdefault(path[0], Player(*shirt, path[0], torso))
        return tuple(found.values())

    def _path(self, node: Node) -> list[int]:
        """Return the indices of the nodes that one is in, from the top, and its own."""
        path = [node.index]
        while (parent := self.nodes[path[-1]].parent) is not None:
            path.append(parent)
        return path[::-1]


def _shirt(materials: tuple[str, ...]) -> tuple[TeamSide, int] | None:
    sides = [_SIDES[name] for name in materials if name in _SIDES]
    numbers = [int(found[1]) for name in materials if (found := _NUMBER.fullmatch(name))]
    return (sides[0], numbers[0]) if sides and numbers else None


class Scene:
    """A scene as a frame has told it; it never changes.

    :param message: a full frame, or one with differences to ``before``.
    :param before: the scene of the frame before.

    Raises :class:`ProtocolError` for a scene that is none, and for differences whose tree of nodes
    is not that of ``before``.
    """

    def __init__(self, message: FrameMessage, before: Scene | None = None) -> None:
        known: _core.ReceivedScene | None = None if before is None else before._core
        self._core: _core.ReceivedScene = _core.ReceivedScene.read(message.content, known)
        shares = before is not None and self._core.shares_nodes(before._core)
        self._tree: _Tree = before._tree if before is not None and shares else _Tree(self._core)

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self._core)

    def __iter__(self) -> Iterator[Node]:
        """Iterate over all nodes; each comes before those in it."""
        return iter(self._tree.nodes)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes; each comes before those in it."""
        return self._tree.nodes

    @property
    def top(self) -> tuple[int, ...]:
        """Indices of the nodes that are in no other.

        rcssserver3d has the ball at 35 among them, and players from 36 on.
        """
        return self._tree.top

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, in the order in which they came."""
        return self._tree.players

    @property
    def ball(self) -> int:
        """Index of the node that moves the ball.

        Raises :class:`ProtocolError` if there is no ball.
        """
        if self._tree.ball is None:
            raise ProtocolError("the scene has no ball")
        return self._tree.ball

    @property
    def local_poses(self) -> NDArray[np.float64]:
        """Poses of all nodes in their parents, ``(nodes, 4, 4)``; what moves nothing has a unit.

        A fresh array, as is :attr:`world_poses`.
        """
        return self._core.local()

    @property
    def world_poses(self) -> NDArray[np.float64]:
        """Poses of all nodes in the world, ``(nodes, 4, 4)``."""
        return self._core.world()

    @property
    def ball_position(self) -> NDArray[np.float64]:
        """Middle of the ball in the world, ``(3,)``, m."""
        position: NDArray[np.float64] = self.world_poses[self.ball, :3, 3]
        return position

    def player_pose(self, side: TeamSide, number: int) -> NDArray[np.float64]:
        """Return the pose of a player's torso in the world, ``(4, 4)``.

        z points along its back to the head. A Nao looks along its y, other robots of this package
        along their x.

        Raises :class:`ProtocolError` if there is no such player.
        """
        for player in self.players:
            if (player.side, player.number) == (side, number):
                pose: NDArray[np.float64] = self.world_poses[player.torso]
                return pose
        raise ProtocolError(f"the scene has no player {number} of the {side.name.lower()} team")
