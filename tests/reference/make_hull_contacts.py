"""Writes hull_contacts.json: what MuJoCo reports for K1's hulls on the ground.

    python tests/reference/make_hull_contacts.py

Needs the ``rcsssmj`` package. Each case is a pose of one mesh geom of rcsssmj's K1 above a plane:
half of them turned any way, half resting on one of the hull's larger faces with a tilt of up to
3 mrad. Depths are up to 5 mm. A pose is a position and a rotation matrix by rows, 12 numbers; a
contact is its position and distance, 4 numbers. Lengths in m.
"""

import json
from importlib.resources import files
from pathlib import Path

import mujoco
import numpy as np

CASES = 150
MESHES = ("Head_1", "Head_2", "Left_Arm_3", "Left_Arm_4", "Right_Arm_3", "Right_Arm_4")


def unit(rng: np.random.Generator) -> np.ndarray:
    vector = rng.normal(size=3)
    return vector / np.linalg.norm(vector)


def on_plane(robot: Path, mesh: str) -> mujoco.MjModel:
    """One mesh of the robot as a free body above a plane."""
    spec = mujoco.MjSpec.from_file(str(robot))
    source = spec.mesh(mesh)
    scene = mujoco.MjSpec()
    scene.add_mesh(
        name=mesh, file=str(robot.parent / spec.meshdir / source.file), scale=source.scale
    )
    scene.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[1, 1, 1])
    body = scene.worldbody.add_body()
    body.add_freejoint()
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=mesh)
    return scene.compile()


def downward(model: mujoco.MjModel, rng: np.random.Generator, resting: bool) -> np.ndarray:
    """A direction in the geom's frame that will point down."""
    if not resting:
        return unit(rng)
    points = model.mesh_vert
    corners = points[model.mesh_graph[-3 * model.mesh_graph[1] :].reshape(-1, 3)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals *= np.sign(np.einsum("ij,ij->i", normals, corners[:, 0]))[:, None]
    areas = np.linalg.norm(normals, axis=1)
    face = rng.choice(len(areas), p=areas / areas.sum())
    down = normals[face] / areas[face] + 3e-3 * rng.uniform() * unit(rng)
    return down / np.linalg.norm(down)


def rotation(down: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random rotation that takes a direction to -z."""
    across = np.cross(down, unit(rng))
    across /= np.linalg.norm(across)
    return np.stack([across, np.cross(-down, across), -down])


def case(model: mujoco.MjModel, rng: np.random.Generator, resting: bool) -> dict:
    down = downward(model, rng, resting)
    turn = rotation(down, rng)
    height = (model.mesh_vert @ down).max() - rng.uniform(0, 5e-3)
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    data.geom_xpos[1] = [*rng.uniform(-0.5, 0.5, 2), height]
    data.geom_xmat[1] = turn.ravel()
    mujoco.mj_collision(model, data)
    return {
        "pose": [*data.geom_xpos[1].tolist(), *data.geom_xmat[1].tolist()],
        "contacts": [[*contact.pos.tolist(), float(contact.dist)] for contact in data.contact],
    }


def main() -> None:
    robot = Path(str(files("rcsssmj") / "resources" / "robots" / "K1" / "robot.xml"))
    rng = np.random.default_rng(5)
    result = {}
    for mesh in MESHES:
        model = on_plane(robot, mesh)
        result[mesh] = [case(model, rng, index % 2 == 1) for index in range(CASES)]
    path = Path(__file__).with_name("hull_contacts.json")
    path.write_text(json.dumps(result, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
