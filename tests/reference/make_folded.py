"""Writes folded.json: how MuJoCo 3.5 accelerates the robot of folded.xml, its arms in each other.

    python tests/reference/make_folded.py

Needs `mujoco==3.5.0` and `numpy`. The robot floats, and what touches resists rotation, too.
Positions in m and rad, velocities in m/s and rad/s, accelerations in m/s^2 and rad/s^2.
"""

import json
import pathlib

import mujoco
import numpy as np

STATES = 40
OPTION = '<option timestep="0.005" density="1.2" viscosity="0.00002" tolerance="1e-14"/>'


def main() -> None:
    """Writes the file beside this script."""
    here = pathlib.Path(__file__).parent
    text = (here / "folded.xml").read_text()
    text = text.replace("<worldbody>", f"{OPTION}<worldbody>", 1)
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    random = np.random.default_rng(7)
    states = []
    while len(states) < STATES:
        turn = random.normal(size=4)
        data.qpos[:7] = [0.0, 0.0, 3.0, *(turn / np.linalg.norm(turn))]
        data.qpos[7:] = random.uniform(-2.6, 2.6, model.nq - 7)
        data.qvel[:] = random.uniform(-1.0, 1.0, model.nv)
        data.qacc_warmstart[:] = 0
        mujoco.mj_forward(model, data)
        between = [
            model.geom_bodyid[contact.geom].min() > 1 and contact.dim > 3
            for contact in data.contact
        ]
        if sum(between) < 1 + len(states) % 2:
            continue
        states.append({"qpos": list(data.qpos), "qvel": list(data.qvel), "qacc": list(data.qacc)})
    (here / "folded.json").write_text(json.dumps({"states": states}, indent=0) + "\n")


if __name__ == "__main__":
    main()
