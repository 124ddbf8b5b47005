"""The scene: a tree of nodes, such as transforms and meshes.

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
    """The appearance of a mesh."""

    model: str
    """A file, e.g. ``"models/naohead.obj"``, or a name known to viewers: ``"StdUnitBox"``,
    ``"StdUnitSphere"``, ``"StdUnitCylinder"`` or ``"StdCapsule"``."""
    parameters: tuple[float, ...]
    """Length and radius of a cylinder or capsule, m; empty for others."""
    scale: tuple[float, float, float]
    """Size along its own axes, as multiples of the model's size."""
    materials: tuple[str, ...]
    """Names of materials, in the order of the model's materials."""
    visible: bool
    """Whether it is shown."""
    transparent: bool
    """Whether it is drawn after all opaque meshes."""


@dataclass(frozen=True)
class Light:
    """Colours of a light: red, green, blue and opacity, 0 to 1."""

    diffuse: tuple[float, float, float, float]
    """Diffuse colour, for surfaces that it lights directly."""
    ambient: tuple[float, float, float, float]
    """Ambient colour, for all surfaces."""
    specular: tuple[float, float, float, float]
    """Specular colour, for highlights."""


@dataclass(frozen=True)
class Node:
    """A node of the scene."""

    index: int
    """Index among all nodes: its row in :attr:`Scene.local_poses` and :attr:`Scene.world_poses`."""
    kind: Literal["BN", "TRF", "StaticMesh", "SMN", "Light"]
    """Type: a base node, a transform, a mesh from a file, a standard mesh, a light."""
    parent: int | None
    """Index of its parent; ``None`` for nodes at the top."""
    children: tuple[int, ...]
    """Indices of its children."""
    mesh: Mesh | None
    """Its appearance, if it is a mesh."""
    light: Light | None
    """Its colours, if it is a light."""


@dataclass(frozen=True)
class Player:
    """A player in the scene, recognized by the number and the team's colour of its shirt."""

    side: TeamSide
    """Side of its team."""
    number: int
    """Number on its shirt."""
    node: int
    """Index of its node at the top of the scene."""
    torso: int
    """Index of the node that moves the body with the number."""


class _Tree:
    """The nodes of scenes that differ only in poses; computed when first read."""

    def __init__(self, core: _core.ReceivedScene) -> None:
        self._core = core

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        listed = self._core.nodes()
        children: list[list[int]] = [[] for _ in listed]
        for index, (_, parent, _, _) in enumerate(listed):
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
            for index, (kind, parent, mesh, light) in enumerate(listed)
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
        """Return the indices of a node's ancestors, from the top, and its own."""
        path = [node.index]
        while (parent := self.nodes[path[-1]].parent) is not None:
            path.append(parent)
        return path[::-1]


def _shirt(materials: tuple[str, ...]) -> tuple[TeamSide, int] | None:
    sides = [_SIDES[name] for name in materials if name in _SIDES]
    numbers = [int(found[1]) for name in materials if (found := _NUMBER.fullmatch(name))]
    return (sides[0], numbers[0]) if sides and numbers else None


class Scene:
    """The scene of a frame; it never changes.

    :param message: a full frame, or one with differences from ``before``.
    :param before: the scene of the previous frame.

    Raises :class:`ProtocolError` for an invalid scene, and for differences whose tree of nodes is
    not that of ``before``.
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
        """Iterate over all nodes; each comes before its children."""
        return iter(self._tree.nodes)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes; each comes before its children."""
        return self._tree.nodes

    @property
    def top(self) -> tuple[int, ...]:
        """Indices of the nodes without a parent.

        With rcssserver3d the ball is at 35 among them, and players start at 36.
        """
        return self._tree.top

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, in the order of joining."""
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
        """Poses of all nodes in their parents, ``(nodes, 4, 4)``; unit matrices for non-transforms.

        A fresh array, as is :attr:`world_poses`.
        """
        return self._core.local()

    @property
    def world_poses(self) -> NDArray[np.float64]:
        """Poses of all nodes in the world, ``(nodes, 4, 4)``."""
        return self._core.world()

    @property
    def ball_position(self) -> NDArray[np.float64]:
        """Centre of the ball in the world, ``(3,)``, m."""
        position: NDArray[np.float64] = self.world_poses[self.ball, :3, 3]
        return position

    def player_pose(self, side: TeamSide, number: int) -> NDArray[np.float64]:
        """Return the pose of a player's torso in the world, ``(4, 4)``.

        z points along its spine to the head. A Nao faces along its y, other robots of this package
        along their x.

        Raises :class:`ProtocolError` if there is no such player.
        """
        for player in self.players:
            if (player.side, player.number) == (side, number):
                pose: NDArray[np.float64] = self.world_poses[player.torso]
                return pose
        raise ProtocolError(f"the scene has no player {number} of the {side.name.lower()} team")
