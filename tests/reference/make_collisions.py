"""Writes collisions.json: what MuJoCo 3.5 reports for pairs of shapes at random poses.

    python tests/reference/make_collisions.py

Needs `mujoco==3.5.0` and `numpy`. Every case is two free bodies with one geom each (or a plane);
`mj_collision` is asked for their contacts. A pose is a position and a rotation matrix by rows, 12
numbers; a contact is 10 numbers. Lengths in m. The tolerance of MuJoCo's search for convex shapes
is tighter than its default (1e-6 m), whose normals are off by up to 0.03 rad on flat or round
surfaces.
"""

import json
import pathlib

import mujoco
import numpy as np

CASES = 40
MARGIN = 0.01  # of each geom; they add up
TETRAHEDRON = [[0.08, 0.0, -0.05], [-0.05, 0.07, -0.05], [-0.04, -0.08, -0.05], [0.0, 0.0, 0.09]]
WEDGE = [
    [x, y, z] for x in (-0.11, 0.11) for y, z in ((-0.05, -0.015), (0.05, -0.015), (0.0, 0.04))
]

# Sizes as in the league's robots, goal posts and ball.
SHAPES = {
    "plane": [("plane", [1, 1, 0.1])],
    "sphere": [("sphere", [0.11]), ("sphere", [0.08])],
    "capsule": [("capsule", [0.03, 0.075]), ("capsule", [0.05, 0.08])],
    "cylinder": [("cylinder", [0.05, 0.9]), ("cylinder", [0.06, 0.04])],
    "box": [("box", [0.075, 0.1, 0.15]), ("box", [0.1115, 0.05, 0.015])],
    "hull": [("hull", WEDGE), ("hull", TETRAHEDRON)],
}
KINDS = list(SHAPES)


def geom_xml(kind, size, name):
    """The asset and geom elements of one shape."""
    if kind == "hull":
        points = " ".join(repr(x) for p in size for x in p)
        return (
            f'<mesh name="{name}" vertex="{points}" inertia="convex"/>',
            f'<geom name="{name}" type="mesh" mesh="{name}" margin="{MARGIN}"/>',
        )
    sizes = " ".join(repr(x) for x in size)
    return "", f'<geom name="{name}" type="{kind}" size="{sizes}" margin="{MARGIN}"/>'


def compile_pair(a, b):
    """A model with one free body per shape; planes are free too, through a mocap body."""
    assets, bodies = "", ""
    for name, (kind, size) in (("a", a), ("b", b)):
        asset, geom = geom_xml(kind, size, name)
        assets += asset
        if kind == "plane":
            bodies += f'<body mocap="true">{geom}</body>'
        else:
            inertial = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
            bodies += f"<body><freejoint/>{geom}{inertial}</body>"
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><option ccd_tolerance="1e-10" ccd_iterations="50"/>'
        f"<asset>{assets}</asset><worldbody>{bodies}</worldbody></mujoco>"
    )


def mesh_vertices(model, name):
    """Vertices of a mesh in its geom's frame (the compiler moves it to the centre of mass)."""
    mesh = model.mesh(name).id
    start, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
    return model.mesh_vert[start : start + count].astype(float)


def random_quat(rng, flat):
    """Uniform; or a few axis-aligned turns with a small tilt, as of shapes at rest."""
    if not flat:
        quat = rng.normal(size=4)
        return quat / np.linalg.norm(quat)
    quat = np.zeros(4)
    turn = rng.choice([0.0, np.pi / 2, np.pi, -np.pi / 2])
    axis = np.eye(3)[rng.integers(3)]
    mujoco.mju_axisAngle2Quat(quat, axis, turn)
    tilt, result = np.zeros(4), np.zeros(4)
    direction = rng.normal(size=3)
    mujoco.mju_axisAngle2Quat(tilt, direction / np.linalg.norm(direction), rng.uniform(0, 0.05))
    mujoco.mju_mulQuat(result, tilt, quat)
    return result


def place(model, data, rng, flat):
    """Both shapes at random poses, then the second moved along a line to a chosen distance."""
    poses = [(rng.uniform(-0.02, 0.02, 3), random_quat(rng, flat)) for _ in range(2)]
    direction = rng.normal(size=3)
    direction /= np.linalg.norm(direction)
    wanted = rng.choice(
        [rng.uniform(0, 2 * MARGIN), rng.uniform(-0.01, 0), rng.uniform(-0.05, 0), 0.03],
        p=[0.4, 0.3, 0.2, 0.1],
    )

    def distance(shift):
        data.qpos[:], data.mocap_pos[:] = 0, 0
        free = 0
        for i, (pos, quat) in enumerate(poses):
            pos = pos + direction * shift * (i == 1)
            body = model.geom_bodyid[i]
            if model.body_mocapid[body] >= 0:
                data.mocap_pos[0], data.mocap_quat[0] = pos, quat
            else:
                data.qpos[7 * free : 7 * free + 7] = np.concatenate([pos, quat])
                free += 1
        mujoco.mj_kinematics(model, data)
        return mujoco.mj_geomDistance(model, data, 0, 1, 5.0, None)

    if model.geom_type[0] == mujoco.mjtGeom.mjGEOM_PLANE:
        mujoco.mj_kinematics(model, data)
        turned = np.zeros(9)
        mujoco.mju_quat2Mat(turned, poses[0][1])
        direction = turned.reshape(3, 3)[:, 2]
    low, high = 0.0, 3.0
    for _ in range(40):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if distance(middle) > wanted else (middle, high)
    distance(high)


def contacts(model, data):
    """Position, normal from the first shape to the second, first tangent, distance."""
    mujoco.mj_collision(model, data)
    found = []
    for i in range(data.ncon):
        c = data.contact[i]
        sign = 1.0 if c.geom[0] == 0 else -1.0
        found.append(
            [*c.pos.tolist(), *(sign * c.frame[:3]).tolist(), *c.frame[3:6].tolist(), float(c.dist)]
        )
    return found


def pair(kind_a, kind_b, rng):
    """All cases of one kind of pair."""
    a, b = SHAPES[kind_a][0], SHAPES[kind_b][-1]
    model = compile_pair(a, b)
    data = mujoco.MjData(model)
    shapes = []
    for name, (kind, size) in (("a", a), ("b", b)):
        size = mesh_vertices(model, name).tolist() if kind == "hull" else size
        shapes.append({"kind": kind, "size": size})
    cases = []
    for index in range(CASES):
        place(model, data, rng, flat=index % 2 == 1)
        poses = [data.geom_xpos[i].tolist() + data.geom_xmat[i].tolist() for i in range(2)]
        cases.append({"poses": poses, "contacts": contacts(model, data)})
    return {"a": shapes[0], "b": shapes[1], "cases": cases}


def random_params(rng):
    """Contact parameters of one geom, with every branch of the mixing rule in reach."""
    direct = rng.random() < 0.2
    return {
        "condim": int(rng.choice([1, 3, 4, 6])),
        "priority": int(rng.integers(0, 2)),
        "friction": [float(x) for x in rng.choice([0.0, 1e-6, 0.3, 1.0], 3)],
        "solref": [
            float(x) for x in (rng.uniform(-900, -1, 2) if direct else rng.uniform(0.01, 1, 2))
        ],
        "solimp": [float(x) for x in [*rng.uniform(0.1, 0.9, 4), 2.0]],
        "solmix": float(rng.choice([0.0, 1.0, 3.0])),
        "margin": float(rng.choice([0.0, 0.05, 0.1])),
        "gap": float(rng.choice([0.0, 0.02, 0.01])),
    }


def mixing(rng):
    """Parameters of the contact of two overlapping spheres."""
    results = []
    for _ in range(CASES):
        params = [random_params(rng) for _ in range(2)]
        geoms = ""
        for p in params:
            text = " ".join(
                f'{k}="{" ".join(map(repr, v)) if isinstance(v, list) else v}"'
                for k, v in p.items()
            )
            geoms += f'<body><freejoint/><geom size="0.1" {text}/></body>'
        model = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{geoms}</worldbody></mujoco>")
        data = mujoco.MjData(model)
        data.qpos[0] = 0.15
        mujoco.mj_kinematics(model, data)
        mujoco.mj_collision(model, data)
        c = data.contact[0]
        mixed = {
            "condim": int(c.dim),
            "friction": c.friction.tolist(),
            "solref": c.solref.tolist(),
            "solimp": c.solimp.tolist(),
            "include_margin": float(c.includemargin),
        }
        results.append({"a": params[0], "b": params[1], "mixed": mixed})
    return results


def main():
    rng = np.random.default_rng(7)
    pairs = [pair(a, b, rng) for i, a in enumerate(KINDS) for b in KINDS[i:] if b != "plane"]
    result = {"margin": 2 * MARGIN, "pairs": pairs, "mixing": mixing(rng)}
    path = pathlib.Path(__file__).with_name("collisions.json")
    path.write_text(json.dumps(result, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
