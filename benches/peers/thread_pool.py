"""`mjbatch`, a thread pool over MuJoCo's `mj_step`, in a process of its own.

It pins another version of MuJoCo than rcsssmj does. So it runs under the Python of a separate
environment, which has nothing but numpy, mujoco and mjbatch. The parent process sends lines of JSON
and reads lines of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def main() -> None:
    """Step worlds for as long as there are lines to read."""
    import mjbatch
    import mujoco
    import numpy as np

    setup = json.loads(sys.stdin.readline())
    model = mujoco.MjModel.from_xml_string(setup["xml"])
    for name in ("gainprm", "biasprm"):
        getattr(model, f"actuator_{name}")[:] = setup[name]
    batch = mjbatch.Batch(model, setup["worlds"], setup["threads"])
    qpos, ctrl = batch.bind("qpos"), batch.bind("ctrl")
    controls = np.array(setup["controls"])
    start, lowest, height = np.array(setup["qpos"]), setup["lowest"], setup["height"]
    qpos[:] = start
    step = 0
    answer(mujoco=mujoco.__version__, mjbatch=version("mjbatch"))
    for line in sys.stdin:
        wall, cpu = 0.0, 0.0
        for _ in range(json.loads(line)["steps"]):
            ctrl[:] = controls[step % len(controls)]
            begin = time.perf_counter(), time.process_time()
            batch.step(nstep=4)
            wall += time.perf_counter() - begin[0]
            cpu += time.process_time() - begin[1]
            step += 1
            fallen = np.flatnonzero(qpos[:, height] < lowest)
            if len(fallen) > 0:
                batch.reset(fallen.astype(np.int32))
                qpos[fallen] = start
        answer(wall=wall, cpu=cpu)


def version(name: str) -> str:
    """Return the version of an installed package."""
    from importlib.metadata import version as installed

    return installed(name)


def answer(**values: Any) -> None:
    """Write a line of JSON."""
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
