"""What MuJoCo compiles of rcsssmj's models, for tests/engine/model_constants.rs.

Each model is compiled from rcsssmj's own file inside rcsssmj's own soccer scene, and its part of
the compiled model written with full precision to ``tests/reference/model_constants/NAME.json``.
``features.xml``, a file of ours with what those models do not use, is compiled alone.
Needs the ``rcsssmj`` package. Run by hand, from the root of the repository:

    python tests/reference/make_model_constants.py
"""

import json
from pathlib import Path
from types import SimpleNamespace

import mujoco
import numpy as np
from rcsssmj.games.soccer.sim.soccer_sim import SoccerSimulation
from rcsssmj.games.soccer.soccer_fields import create_soccer_field
from rcsssmj.sim.agent_id import AgentID

HERE = Path(__file__).parent
SHAPES = {2: "sphere", 3: "capsule", 5: "cylinder", 6: "box", 7: "mesh"}
SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3}
SENSORS = {
    mujoco.mjtSensor.mjSENS_FRAMEQUAT: "framequat",
    mujoco.mjtSensor.mjSENS_FRAMEPOS: "framepos",
    mujoco.mjtSensor.mjSENS_GYRO: "gyro",
    mujoco.mjtSensor.mjSENS_ACCELEROMETER: "accelerometer",
    mujoco.mjtSensor.mjSENS_TOUCH: "touch",
    mujoco.mjtSensor.mjSENS_JOINTPOS: "jointpos",
    mujoco.mjtSensor.mjSENS_JOINTVEL: "jointvel",
}
SUPPORT_DIRECTIONS = 100
PLAIN = np.array([0.5, 0.5, 0.5, 1.0], dtype=np.float32)  # geoms without a colour of their own


def scene(robot: str | None) -> tuple[mujoco.MjModel, str]:
    """rcsssmj's scene with at most one robot, and the prefix of its names."""
    sim = SoccerSimulation(create_soccer_field("fifa7vs7"))
    sim.init()
    if robot is None:
        return sim._mj_spec.compile(), ""
    agent = SimpleNamespace(spec=sim.spec_provider.load_robot_spec(robot), agent_id=AgentID(1, 1))
    sim._attach_agent(agent)
    return sim._mj_spec.compile(), agent.agent_id.prefix


def sphere(count: int) -> np.ndarray:
    """Unit vectors spread evenly along a spiral, (count, 3)."""
    index = np.arange(count) + 0.5
    z = 1 - 2 * index / count
    angle = np.pi * (1 + 5**0.5) * index
    across = np.sqrt(1 - z * z)
    return np.stack([across * np.cos(angle), across * np.sin(angle), z], axis=1)


class Tree:
    """One tree of a compiled scene."""

    def __init__(self, model: mujoco.MjModel, prefix: str, root: str) -> None:
        self.model, self.prefix = model, prefix
        tree = model.body_rootid == model.body(prefix + root).id
        self.bodies = [int(body) for body in np.flatnonzero(tree)]

    def name(self, element) -> str:
        return element.name.removeprefix(self.prefix)

    def owned(self, body_of: np.ndarray) -> list[int]:
        return [index for index, body in enumerate(body_of) if body in self.bodies]

    def body(self, b: int) -> dict:
        m = self.model
        parent = int(m.body_parentid[b])
        hinges = [j for j in self.hinges() if m.jnt_bodyid[j] == b]
        return {
            "name": self.name(m.body(b)),
            "parent": self.bodies.index(parent) if parent in self.bodies else None,
            "hinges": len(hinges),
            "pos": m.body_pos[b].tolist(),
            "quat": m.body_quat[b].tolist(),
            "mass": float(m.body_mass[b]),
            "ipos": m.body_ipos[b].tolist(),
            "iquat": m.body_iquat[b].tolist(),
            "inertia": m.body_inertia[b].tolist(),
            "invweight0": m.body_invweight0[b].tolist(),
        }

    def hinges(self) -> list[int]:
        m = self.model
        joints = self.owned(m.jnt_bodyid)
        assert [int(m.jnt_type[j]) for j in joints] == [0] + [3] * (len(joints) - 1)
        free = m.jnt_dofadr[joints[0]]
        assert not m.dof_armature[free : free + 6].any()
        assert not m.dof_damping[free : free + 6].any()
        return joints[1:]

    def joint(self, j: int) -> dict:
        m, dof = self.model, self.model.jnt_dofadr[j]
        assert m.jnt_stiffness[j] == 0
        return {
            "name": self.name(m.joint(j)),
            "body": self.bodies.index(int(m.jnt_bodyid[j])),
            "pos": m.jnt_pos[j].tolist(),
            "axis": m.jnt_axis[j].tolist(),
            "reference": float(m.qpos0[m.jnt_qposadr[j]]),
            "range": m.jnt_range[j].tolist() if m.jnt_limited[j] else None,
            "margin": float(m.jnt_margin[j]),
            "armature": float(m.dof_armature[dof]),
            "damping": float(m.dof_damping[dof]),
            "frictionloss": float(m.dof_frictionloss[dof]),
            "actuator_force_range": m.jnt_actfrcrange[j].tolist()
            if m.jnt_actfrclimited[j]
            else None,
            "limit_solver": [m.jnt_solref[j].tolist(), m.jnt_solimp[j].tolist()],
            "friction_solver": [m.dof_solref[dof].tolist(), m.dof_solimp[dof].tolist()],
            "invweight0": float(m.dof_invweight0[dof]),
        }

    def geom(self, g: int) -> dict:
        m = self.model
        shape = SHAPES[int(m.geom_type[g])]
        form = {"shape": shape}
        if shape == "mesh":
            form["support"] = self.support(g)
        else:
            form["size"] = m.geom_size[g][: SIZES[shape]].tolist()
            form["pos"] = m.geom_pos[g].tolist()
            form["quat"] = m.geom_quat[g].tolist()
        return form | {
            "name": self.name(m.geom(g)),
            "body": self.bodies.index(int(m.geom_bodyid[g])),
            "contype": int(m.geom_contype[g]),
            "conaffinity": int(m.geom_conaffinity[g]),
            "condim": int(m.geom_condim[g]),
            "priority": int(m.geom_priority[g]),
            "friction": m.geom_friction[g].tolist(),
            "solver": [m.geom_solref[g].tolist(), m.geom_solimp[g].tolist()],
            "solmix": float(m.geom_solmix[g]),
            "margin": float(m.geom_margin[g]),
            "gap": float(m.geom_gap[g]),
        }

    def support(self, g: int) -> list[float]:
        """Support function of a mesh in the body frame."""
        m = self.model
        mesh = m.geom_dataid[g]
        start, turn = m.mesh_vertadr[mesh], np.empty(9)
        mujoco.mju_quat2Mat(turn, m.geom_quat[g])
        points = m.mesh_vert[start : start + m.mesh_vertnum[mesh]] @ turn.reshape(3, 3).T
        return (sphere(SUPPORT_DIRECTIONS) @ (points + m.geom_pos[g]).T).max(axis=1).tolist()

    def look(self, g: int) -> dict:
        m = self.model
        material, mesh = m.geom_matid[g], m.geom_dataid[g]
        file = None
        if mesh >= 0:
            start = m.mesh_pathadr[mesh]
            file = m.paths[start : m.paths.find(b"\0", start)].decode()
        plain = np.array_equal(m.geom_rgba[g], PLAIN) and material >= 0
        rgba = m.mat_rgba[material] if plain else m.geom_rgba[g]
        return {
            "body": self.bodies.index(int(m.geom_bodyid[g])),
            "collides": bool(m.geom_contype[g] or m.geom_conaffinity[g]),
            "group": int(m.geom_group[g]),
            "material": self.name(m.material(material)) if material >= 0 else "",
            "rgba": [float(x) for x in rgba.astype(str)],
            "mesh": [file, *m.mesh_scale[mesh].tolist()] if file else None,
        }

    def site(self, s: int) -> dict:
        m = self.model
        shape = SHAPES[int(m.site_type[s])]
        return {
            "name": self.name(m.site(s)),
            "body": self.bodies.index(int(m.site_bodyid[s])),
            "shape": shape,
            "size": m.site_size[s][: SIZES[shape]].tolist(),
            "pos": m.site_pos[s].tolist(),
            "quat": m.site_quat[s].tolist(),
        }

    def actuator(self, a: int) -> dict:
        m = self.model
        return {
            "name": self.name(m.actuator(a)),
            "joint": self.name(m.joint(m.actuator_trnid[a, 0])),
            "gear": float(m.actuator_gear[a, 0]),
            "ctrl_range": m.actuator_ctrlrange[a].tolist() if m.actuator_ctrllimited[a] else None,
            "force_range": m.actuator_forcerange[a].tolist()
            if m.actuator_forcelimited[a]
            else None,
        }

    def sensor(self, s: int) -> dict:
        m = self.model
        kind = SENSORS[mujoco.mjtSensor(m.sensor_type[s])]
        target = (m.joint if kind.startswith("joint") else m.site)(m.sensor_objid[s])
        return {"name": self.name(m.sensor(s)), "kind": kind, "target": self.name(target)}

    def excludes(self) -> list[list[int]]:
        signatures = self.model.exclude_signature
        pairs = [sorted((int(code) >> 16, int(code) & 0xFFFF)) for code in signatures]
        inside = [pair for pair in pairs if set(pair) <= set(self.bodies)]
        return sorted([self.bodies.index(body) for body in pair] for pair in inside)

    def constants(self) -> dict:
        m = self.model
        geoms = self.owned(m.geom_bodyid)
        colliding = [g for g in geoms if m.geom_contype[g] or m.geom_conaffinity[g]]
        return {
            "bodies": [self.body(b) for b in self.bodies],
            "joints": [self.joint(j) for j in self.hinges()],
            "geoms": [self.geom(g) for g in colliding],
            "looks": [self.look(g) for g in geoms],
            "sites": [self.site(s) for s in self.owned(m.site_bodyid)],
            "actuators": [self.actuator(a) for a in range(m.nu)],
            "sensors": [self.sensor(s) for s in range(m.nsensor)],
            "excludes": self.excludes(),
        }


def main() -> None:
    for name in ("T1", "K1", "ant"):
        model, prefix = scene(name)
        write(name, Tree(model, prefix, "torso"))
    write("ball", Tree(*scene(None), "ball"))
    features = mujoco.MjModel.from_xml_path(str(HERE / "features.xml"))
    write("features", Tree(features, "", "base"))


def write(name: str, tree: Tree) -> None:
    lines = [f' "{key}": [\n{rows(value)} ]' for key, value in tree.constants().items()]
    (HERE / "model_constants" / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def rows(values: list) -> str:
    """One line for each entry."""
    return "".join(
        f"  {json.dumps(value)}{',' if index + 1 < len(values) else ''}\n"
        for index, value in enumerate(values)
    )


if __name__ == "__main__":
    main()
