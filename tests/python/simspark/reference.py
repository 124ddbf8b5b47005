"""Another reader of SimSpark's messages, as simple as possible, and a writer of what it reads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym.simspark import FrameMessage, Light, Mesh, Scene

UNIT = np.eye(4)


def parse(text: bytes) -> list[Any]:
    """Return nested lists of words."""
    stack: list[list[Any]] = [[]]
    for token in text.replace(b"(", b" ( ").replace(b")", b" ) ").split():
        if token == b"(":
            stack.append([])
        elif token == b")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token.decode())
    (root,) = stack
    return root


class Poses:
    """Poses of a scene, updated by messages."""

    def __init__(self) -> None:
        self.local: list[NDArray[np.float64]] = []
        self.world: list[NDArray[np.float64]] = []

    def take(self, message: bytes) -> None:
        """Read a frame."""
        _, (name, *_), nodes = parse(message)
        if name == "RSG":
            self.local = []
        before, self.local = self.local, []
        self.world = []
        for node in nodes:
            self._walk(node, UNIT, before)
        assert not before or len(before) == len(self.local)

    def _walk(self, node: list[Any], parent: NDArray[np.float64], before: list[Any]) -> None:
        index = len(self.local)
        local = before[index] if before else UNIT
        for part in node:
            if part[0] == "SLT":
                local = np.array(part[1:], float).reshape(4, 4).T
        self.local.append(local)
        self.world.append(parent @ local)
        world = self.world[index]
        for part in node:
            if isinstance(part, list) and part[0] == "nd":
                self._walk(part, world, before)


def g(*numbers: float | None) -> str:
    """Return numbers as C++ streams write them."""
    return " ".join(f"{number:g}" for number in numbers if number is not None)


def game_text(message: FrameMessage) -> str:
    """Return the first expression of a frame as rcssserver3d writes it."""
    text = "".join(f"({name} {g(value)})" for name, value in message.parameters.items())
    if message.play_modes is not None:
        text += f"(play_modes {' '.join(message.play_modes)})"
    for name in ("time", "team_left", "team_right", "half", "score_left", "score_right"):
        value = getattr(message, name)
        if value is not None:
            text += f"({name} {value if isinstance(value, str) else g(value)})"
    if message.play_mode is not None:
        text += f"(play_mode {message.play_mode})"
    for foul in message.fouls:
        text += f"(foul {foul.index} {foul.kind} {foul.side.value + 1} {foul.number})"
    return f"({text})"


def scene_text(scene: Scene) -> str:
    """Return the last expression of a full frame as rcssserver3d writes it."""
    poses = scene.local_poses

    def node_text(index: int) -> str:
        node = scene.nodes[index]
        text = f"(nd {node.kind}"
        if node.kind == "TRF":
            text += f" (SLT {g(*poses[index].T.ravel())})"
        if node.mesh is not None:
            text += mesh_text(node.kind, node.mesh)
        if node.light is not None:
            text += light_text(node.light)
        return text + "".join(map(node_text, node.children)) + ")"

    return f"({''.join(map(node_text, scene.top))})"


def mesh_text(kind: str, mesh: Mesh) -> str:
    """Return the text about a mesh."""
    text = f" (setVisible {int(mesh.visible)})"
    if mesh.transparent:
        text += " (setTransparent)"
    text += f" (load {' '.join([mesh.model, *map(g, mesh.parameters)])}) (sSc {g(*mesh.scale)})"
    materials = " ".join(mesh.materials)
    return text + (f" (sMat {materials})" if kind == "SMN" else f"(resetMaterials {materials})")


def light_text(light: Light) -> str:
    """Return the text about a light."""
    diffuse, ambient = g(*light.diffuse), g(*light.ambient)
    return f" (setDiffuse {diffuse}) (setAmbient {ambient}) (setSpecular {g(*light.specular)})"
