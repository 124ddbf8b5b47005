"""Writes touch.json: what MuJoCo 3.5's touch sensors read for the robot of touch.xml.

    python tests/reference/make_touch.py

Needs `mujoco==3.5.0` and `numpy`. The robot lies on a plane in random poses, some of them with its
hand in its trunk; positions in m and rad, velocities in m/s and rad/s, readings in N in the order
of the file's touch sensors.
"""

import json
import pathlib

import mujoco
import numpy as np

STATES = 60
OPTION = '<option timestep="0.005" density="1.2" viscosity="0.00002" tolerance="1e-14"/>'
PLANE = '<geom name="pitch" type="plane" size="10 10 1"/>'


def main() -> None:
    """Writes the file beside this script."""
    here = pathlib.Path(__file__).parent
    text = (here / "touch.xml").read_text()
    text = text.replace("<worldbody>", f"{OPTION}<worldbody>{PLANE}", 1)
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    random = np.random.default_rng(7)
    states = []
    while len(states) < STATES:
        data.qpos[:3] = [*random.uniform(-1, 1, 2), random.uniform(0.08, 0.2)]
        turn = (
            random.normal(size=4) * [1, 0.3, 0.3, 1] if len(states) % 2 else random.normal(size=4)
        )
        data.qpos[3:7] = turn / np.linalg.norm(turn)
        data.qpos[7:] = [random.uniform(-2.5, 2.5), random.uniform(-2.9, 2.9)]
        data.qvel[:] = random.uniform(-0.3, 0.3, model.nv)
        data.qacc_warmstart[:] = 0
        mujoco.mj_forward(model, data)
        if data.ncon == 0:
            continue
        touch = data.sensordata[
            model.sensor_adr[model.sensor_type == mujoco.mjtSensor.mjSENS_TOUCH]
        ]
        states.append({"qpos": list(data.qpos), "qvel": list(data.qvel), "touch": list(touch)})
    (here / "touch.json").write_text(json.dumps({"states": states}, indent=0) + "\n")


if __name__ == "__main__":
    main()
