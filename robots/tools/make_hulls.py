"""Convex hulls of K1's collision meshes, as MuJoCo compiles them.

Writes ``robots/K1_hulls.xml`` and prints the pose of each hull's geom. Needs the ``rcsssmj``
package, which has the mesh files. Run by hand, from the root of the repository:

    python robots/tools/make_hulls.py

Points are MuJoCo's single-precision numbers in the frame of the compiled mesh; faces are those that
its hull routine chose where more than three points lie in a plane. On the ground MuJoCo reports
the lowest point and its first two neighbours that are far enough from it, in the order of its
hull's graph; ours come in the order of their numbers. Points are therefore numbered so that the
same ones come first, as far as one order can serve all of them.
"""

from collections import Counter
from importlib.resources import files
from pathlib import Path

import mujoco
import numpy as np

MESHES = ("Head_1", "Head_2", "Left_Arm_3", "Left_Arm_4", "Right_Arm_3", "Right_Arm_4")
FAR = 0.3  # of the bounding radius, as in MuJoCo
POSES = 3000
DEPTH = 5e-3  # m
TILT = 3e-3  # rad
TARGET = Path("robots/K1_hulls.xml")


def hull(model: mujoco.MjModel, mesh: int) -> tuple[np.ndarray, np.ndarray, list[list[int]]]:
    """Points (n, 3) in m, counterclockwise faces (m, 3) and neighbours in MuJoCo's order."""
    start, at = model.mesh_vertadr[mesh], model.mesh_graphadr[mesh]
    count, faces = model.mesh_graph[at : at + 2]
    first, owners, edges, corners = np.split(
        model.mesh_graph[at + 2 : at + 2 + 3 * count + 6 * faces],
        np.cumsum([count, count, count + 3 * faces]),
    )
    points = model.mesh_vert[start + owners].astype(float)
    number = {int(owner): index for index, owner in enumerate(owners)}
    triangles = np.array([number[int(corner)] for corner in corners]).reshape(-1, 3)
    a, b, c = (points[triangles[:, i]] - points.mean(axis=0) for i in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a) < 0
    triangles[inward] = triangles[inward, ::-1]
    ends = np.flatnonzero(edges < 0)
    return points, triangles, [edges[i:j].tolist() for i, j in zip(first, ends, strict=True)]


def numbering(points: np.ndarray, triangles: np.ndarray, neighbours: list[list[int]]) -> list[int]:
    """Points in an order in which the neighbours that MuJoCo reports come first.

    Asked in many poses which neighbours must come before which; what is asked most often is granted
    first, and what then contradicts is not.
    """
    after: list[set[int]] = [set() for _ in points]
    for (earlier, later), _ in demands(points, triangles, neighbours).most_common():
        if earlier not in reachable(after, later):
            after[earlier].add(later)
    done: dict[int, None] = {}
    for point in range(len(points)):
        finish(after, point, done)
    return list(done)[::-1]


def demands(points: np.ndarray, triangles: np.ndarray, neighbours: list[list[int]]) -> Counter:
    """How often a point must come before another, over poses turned any way or lying on a face."""
    rng = np.random.default_rng(99)
    corners = points[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    far = FAR * np.linalg.norm(np.abs(points).max(axis=0))
    found: Counter = Counter()
    for face in rng.choice(len(areas), POSES, p=areas / areas.sum()):
        tilt = unit(rng.normal(size=3))
        for down in (tilt, unit(normals[face] / areas[face] + TILT * rng.uniform() * tilt)):
            depth = rng.uniform(0, DEPTH)
            heights = points @ down
            lowest = heights.argmax()
            foot = points[lowest] - 0.5 * depth * down
            reported = [
                other
                for other in neighbours[lowest]
                if heights[other] > heights[lowest] - depth
                and np.linalg.norm(points[other] - foot) >= far
            ]
            found.update((first, last) for first in reported[:2] for last in reported[2:])
    return found


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


def reachable(after: list[set[int]], start: int) -> set[int]:
    """What must come after a point, and the point itself."""
    found, pending = {start}, [start]
    while pending:
        new = after[pending.pop()] - found
        found |= new
        pending.extend(new)
    return found


def finish(after: list[set[int]], point: int, done: dict[int, None]) -> None:
    """Adds a point to those done, behind everything that must come after it."""
    if point not in done:
        for later in sorted(after[point]):
            finish(after, later, done)
        done[point] = None


def element(name: str, points: np.ndarray, triangles: np.ndarray) -> str:
    """A ``<mesh>``; points three to a line, faces nine to a line."""
    words = [" ".join(str(np.float32(x)) for x in point) for point in points]
    faces = [" ".join(map(str, triangle)) for triangle in triangles.tolist()]
    return (
        f'    <mesh name="{name}"\n'
        f'          vertex="{lines(words, 3)}"\n'
        f'          face="{lines(faces, 6)}"/>\n'
    )


def lines(words: list[str], each: int) -> str:
    groups = ["  ".join(words[i : i + each]) for i in range(0, len(words), each)]
    return "\n            ".join(groups)


def main() -> None:
    robot = files("rcsssmj") / "resources" / "robots" / "K1" / "robot.xml"
    model = mujoco.MjModel.from_xml_path(str(robot))
    text = (
        "<!-- Made by tools/make_hulls.py from K1's meshes (BSD-3-Clause, LICENSE-K1), in m. -->\n"
    )
    text += "<mujoco>\n  <asset>\n"
    for name in MESHES:
        mesh = model.mesh(name).id
        points, triangles, neighbours = hull(model, mesh)
        order = numbering(points, triangles, neighbours)
        number = np.argsort(order)
        text += element(name, points[order], number[triangles])
        geoms = (model.geom_dataid == mesh) & (model.geom_contype | model.geom_conaffinity != 0)
        geom = int(np.flatnonzero(geoms)[0])
        pos, quat = (
            " ".join(map(repr, x.tolist())) for x in (model.geom_pos[geom], model.geom_quat[geom])
        )
        print(f'{name}: pos="{pos}" quat="{quat}"')
    TARGET.write_text(text + "  </asset>\n</mujoco>\n")


if __name__ == "__main__":
    main()
