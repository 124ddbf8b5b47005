"""What pictures show of T1 and K1: their viewers' meshes, reduced to a few hundred triangles each.

Writes ``robots/T1_shells.xml`` and ``robots/K1_shells.xml``, from the mesh files in the ``rcsssmj``
package. Run by hand, from the root of the repository:

    pip install rcsssmj trimesh fast-simplification scikit-image scipy
    python robots/tools/make_shells.py

A mesh has screws and insides that nobody sees. It is put into a grid, and what the outside cannot
get into becomes one closed surface, which is simplified by its quadric error (Garland and Heckbert,
"Surface simplification using quadric error metrics", 1997).
"""

from importlib.resources import files
from pathlib import Path

import fast_simplification
import numpy as np
import trimesh
from scipy import ndimage
from skimage import measure

CELL = 0.0015  # m
CLOSED = 3  # cells; the outside does not enter gaps of twice this width
SAMPLES = 1_500_000

T1 = {
    "Trunk": ("Trunk.STL", 420),
    "H1": ("H1.STL", 90),
    "H2": ("H2.STL", 560),
    "AL1": ("AL1.STL", 150),
    "AL2": ("AL2.STL", 150),
    "AL3": ("AL3.STL", 250),
    "left_hand_link": ("left_hand_link.STL", 230),
    "Waist": ("Waist.STL", 170),
    "Hip_Pitch_Left": ("Hip_Pitch_Left.STL", 140),
    "Hip_Roll_Left": ("Hip_Roll.STL", 140),
    "Hip_Yaw_Left": ("Hip_Yaw.STL", 190),
    "Shank_Left": ("Shank_Left.STL", 300),
    "Ankle_Cross_Left": ("Ankle_Cross_Left.STL", 60),
    "left_foot_link": ("foot_link.STL", 240),
}
K1 = {
    "Trunk": ("Trunk.STL", 420),
    "Head_1": ("Head_1.STL", 70),
    "Head_2": ("Head_2_ZED.STL", 620),
    "Left_Arm_1": ("Left_Arm_1.STL", 150),
    "Left_Arm_2": ("Left_Arm_2.STL", 180),
    "Left_Arm_3": ("Left_Arm_3.STL", 200),
    "Left_Arm_4": ("Left_Arm_4.STL", 200),
    "Left_Hip_Pitch": ("Left_Hip_Pitch.STL", 150),
    "Left_Hip_Roll": ("Hip_Roll.STL", 120),
    "Left_Hip_Yaw": ("Left_Hip_Yaw.STL", 190),
    "Left_Shank": ("Left_Shank.STL", 280),
    "Left_Ankle_Cross": ("Ankle_Cross.STL", 50),
    "Left_Foot": ("Left_Foot.STL", 260),
}


def solid(mesh: trimesh.Trimesh) -> tuple[np.ndarray, np.ndarray]:
    """Cells (x, y, z) bool that nobody outside can get into, and the corner of their grid, m."""
    points, _ = trimesh.sample.sample_surface(mesh, SAMPLES, seed=0)
    points = np.concatenate([points, mesh.vertices])
    margin = CLOSED + 3
    corner = points.min(axis=0) - margin * CELL
    cells = np.floor((points - corner) / CELL).astype(int)
    full = np.zeros(cells.max(axis=0) + 1 + margin, bool)
    full[tuple(cells.T)] = True
    # Gaps narrower than this keep the outside out; then the walls go back to where they were.
    thick = ndimage.distance_transform_edt(~full) <= CLOSED
    inside = ndimage.binary_fill_holes(thick)
    return ndimage.distance_transform_edt(inside) > CLOSED, corner


def shell(path: Path, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 3) in m and counterclockwise triangles, about `count` of them."""
    inside, corner = solid(trimesh.load(path, process=True))
    smooth = ndimage.gaussian_filter(inside.astype(np.float32), 0.7)
    points, faces, _, _ = measure.marching_cubes(smooth, 0.5, gradient_direction="ascent")
    points = corner + (points + 0.5) * CELL
    parts = trimesh.Trimesh(points, faces, process=True).split(only_watertight=False)
    whole = max(parts, key=lambda part: len(part.faces))
    points, faces = whole.vertices, whole.faces
    # A run stops early where what is left costs much; by steps it gets better corners.
    for _ in range(20):
        if len(faces) <= count:
            break
        goal = max(count, int(0.6 * len(faces)))
        points, faces = fast_simplification.simplify(points, faces, target_count=goal, agg=5)
    reduced = trimesh.Trimesh(points, faces, process=True)
    reduced.update_faces(reduced.nondegenerate_faces())
    reduced.remove_unreferenced_vertices()
    if reduced.volume < 0:
        reduced.invert()
    return reduced.vertices.round(4), reduced.faces


def element(name: str, points: np.ndarray, faces: np.ndarray) -> str:
    """A ``<mesh>``; points four to a line, faces seven to a line."""
    words = [" ".join(f"{x:.4f}".rstrip("0").rstrip(".") for x in point) for point in points]
    triangles = [" ".join(map(str, face)) for face in faces.tolist()]
    return (
        f'    <mesh name="{name}"\n'
        f'          vertex="{lines(words, 4)}"\n'
        f'          face="{lines(triangles, 7)}"/>\n'
    )


def mirrored(name: str) -> str | None:
    """The name of what is the same on the right side."""
    if name.startswith("AL"):
        return f"AR{name[2:]}"
    other = name.replace("left", "right").replace("Left", "Right")
    return None if other == name else other


def lines(words: list[str], each: int) -> str:
    groups = ["  ".join(words[i : i + each]) for i in range(0, len(words), each)]
    return "\n            ".join(groups)


def main() -> None:
    robots = files("rcsssmj") / "resources" / "robots"
    for robot, meshes, licence in (("T1", T1, "Apache-2.0"), ("K1", K1, "BSD-3-Clause")):
        text = (
            f"<!-- Made by tools/make_shells.py from {robot}'s meshes ({licence}, "
            f"LICENSE-{robot}), in m. -->\n<mujoco>\n  <asset>\n"
        )
        for name, (file, count) in meshes.items():
            points, faces = shell(Path(str(robots / robot / "meshes" / file)), count)
            text += element(f"{name}_shell", points, faces)
            other = mirrored(name)
            if other is not None:
                text += element(f"{other}_shell", points * (1, -1, 1), faces[:, ::-1])
            print(robot, name, len(points), "points", len(faces), "triangles")
        Path(f"robots/{robot}_shells.xml").write_text(text + "  </asset>\n</mujoco>\n")


if __name__ == "__main__":
    main()
