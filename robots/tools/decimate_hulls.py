"""Convex hulls of K1's collision meshes with few points, as MJCF.

Prints the ``<mesh>`` elements of ``robots/K1.xml``. Needs the ``rcsssmj`` package, which has the
mesh files. Run by hand:

    python robots/tools/decimate_hulls.py

For each mesh the hull points are taken greedily where the support function h(d) = max d.p of the
points chosen so far falls shortest of the whole mesh's, over evenly spread directions d. The chosen
points then move outward until the largest error of each has both signs, which about halves it.
Errors are measured on other directions than the points were chosen by, and go to the standard
error stream.
"""

import sys
from importlib.resources import files

import mujoco
import numpy as np

TARGET = 0.3e-3  # m, largest error of the support function
SHORTFALL = 1.4 * TARGET  # before points move outward
DIRECTIONS = 20000
CHECK_DIRECTIONS = 50021
BALANCE_ROUNDS = 20
MESHES = ("Head_1", "Head_2", "Left_Arm_3", "Left_Arm_4")
MIRRORED = {"Left_Arm_3": "Right_Arm_3", "Left_Arm_4": "Right_Arm_4"}


def hull_points(model: mujoco.MjModel, mesh: int) -> np.ndarray:
    """Points of a mesh's convex hull in the file's frame, (n, 3) in m."""
    start, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
    points = model.mesh_vert[start : start + count].astype(float)
    if (graph := model.mesh_graphadr[mesh]) >= 0:
        size = model.mesh_graph[graph]
        points = points[model.mesh_graph[graph + 2 + size : graph + 2 + 2 * size]]
    turn = np.empty(9)
    mujoco.mju_quat2Mat(turn, model.mesh_quat[mesh])
    return points @ turn.reshape(3, 3).T + model.mesh_pos[mesh]


def sphere(count: int) -> np.ndarray:
    """Unit vectors spread evenly along a spiral, (count, 3)."""
    index = np.arange(count) + 0.5
    z = 1 - 2 * index / count
    angle = np.pi * (1 + 5**0.5) * index
    across = np.sqrt(1 - z * z)
    return np.stack([across * np.cos(angle), across * np.sin(angle), z], axis=1)


def support(points: np.ndarray, directions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Support function and the point that attains it, for each direction."""
    heights, owners = [], []
    for part in np.array_split(directions, max(1, len(directions) // 500)):
        reach = part @ points.T
        heights.append(reach.max(axis=1))
        owners.append(reach.argmax(axis=1))
    return np.concatenate(heights), np.concatenate(owners)


def decimate(points: np.ndarray, directions: np.ndarray, shortfall: float) -> np.ndarray:
    """Points chosen until no direction falls short by more, then moved out by half of it."""
    wanted, owners = support(points, directions)
    chosen = [owners[0]]
    reached = directions @ points[owners[0]]
    while (wanted - reached).max() > shortfall:
        chosen.append(owners[(wanted - reached).argmax()])
        reached = np.maximum(reached, directions @ points[chosen[-1]])
    return balance(points[chosen], wanted, directions)


def balance(points: np.ndarray, wanted: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Points moved along the mean of the directions they are the farthest in."""
    points = points.copy()
    for _ in range(BALANCE_ROUNDS):
        heights, owners = support(points, directions)
        for index in np.unique(owners):
            own = owners == index
            error = (heights - wanted)[own]
            outward = directions[own].sum(axis=0)
            step = -0.25 * (error.max() + error.min())
            points[index] += step * outward / max(np.linalg.norm(outward), 1e-9)
    return points


def element(name: str, points: np.ndarray) -> str:
    """A ``<mesh>`` with its points to 0.01 mm, three to a line."""
    words = [" ".join(f"{x + 0.0:.5f}" for x in point) for point in points]
    lines = ["  ".join(words[i : i + 3]) for i in range(0, len(words), 3)]
    body = "\n            ".join(lines)
    return f'    <mesh name="{name}"\n          vertex="{body}"/>'


def main() -> None:
    robot = files("rcsssmj") / "resources" / "robots" / "K1" / "robot.xml"
    model = mujoco.MjModel.from_xml_path(str(robot))
    directions, check = sphere(DIRECTIONS), sphere(CHECK_DIRECTIONS)
    for name in MESHES:
        points = hull_points(model, model.mesh(name).id)
        kept = np.round(decimate(points, directions, SHORTFALL), 5)
        error = 1e3 * (support(kept, check)[0] - support(points, check)[0])
        print(
            f"{name}: {len(points)} -> {len(kept)} points, error {error.min():+.3f} to "
            f"{error.max():+.3f} mm, mean {np.abs(error).mean():.3f} mm",
            file=sys.stderr,
        )
        print(element(name, kept))
        if name in MIRRORED:
            print(element(MIRRORED[name], kept * [1, -1, 1]))


if __name__ == "__main__":
    main()
