"""`mjbatch` under test: rcsssmj's world of one T1, without observations, rewards or resets timed.

The process of `benches/peers/thread_pool.py` runs under the Python of `.venv-mjbatch`, or under the
one that `RCSSGYM_MJBATCH_PYTHON` names.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import mujoco
import numpy as np
from rcssgym.envs.tasks.robots import T1
from rcsssmj.games.soccer.sim.soccer_sim import SoccerSimulation
from rcsssmj.games.soccer.soccer_fields import create_soccer_field

from benches.contestants import Spent
from benches.environments import WARM_UP, Motion
from benches.peers.scene import Command, Scene, roster

ROOT = Path(__file__).resolve().parents[1]
PYTHON = Path(os.environ.get("RCSSGYM_MJBATCH_PYTHON", ROOT / ".venv-mjbatch" / "bin" / "python"))
WORLDS = 64


class NoPoolError(Exception):
    """There is no environment with mjbatch."""


class ThreadPool:
    """`mjbatch.Batch.step(nstep=4)`; only that call is timed, not putting fallen robots upright."""

    name = "mjbatch (mj_step)"

    def __init__(self, motion: Motion, threads: int = 1) -> None:
        if not PYTHON.exists():
            raise NoPoolError("no .venv-mjbatch: `make bench-mjbatch` makes it; its row is missing")
        scene = Scene()
        self._process = subprocess.Popen(
            [PYTHON, ROOT / "benches" / "peers" / "thread_pool.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        robot = scene.robots[0]
        qpos = scene.data.qpos.copy()
        qpos[robot.root_qpos] = (0.0, 3.0, T1.height, 1.0, 0.0, 0.0, 0.0)
        qpos[robot.joint_qpos] = T1.nominal
        controls = []
        for actions in motion.actions(WORLDS, T1.joints):
            rows = []
            for action in actions:
                scene.command(Command.hold((T1.nominal + action)[None], motion.kp, motion.kd))
                rows.append(scene.data.ctrl.tolist())
            controls.append(rows)
        model = scene.model
        self.versions = self._ask(
            xml=plain_xml(model),
            gainprm=model.actuator_gainprm.tolist(),
            biasprm=model.actuator_biasprm.tolist(),
            worlds=WORLDS,
            threads=threads,
            controls=controls,
            qpos=qpos.tolist(),
            height=robot.root_qpos.start + 2,
            lowest=T1.lowest,
        )
        self.advance(WARM_UP)

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps of all worlds."""
        answer = self._ask(steps=steps)
        return Spent(steps * WORLDS, answer["wall"], answer["cpu"])

    def close(self) -> None:
        """End the process."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()

    def _ask(self, **what: Any) -> dict[str, Any]:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise NoPoolError("mjbatch: its process has no pipes")
        stdin.write(json.dumps(what) + "\n")
        stdin.flush()
        line = stdout.readline()
        if not line:
            raise NoPoolError("mjbatch: its process has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer


def plain_xml(model: mujoco.MjModel) -> str:
    """Return rcsssmj's world of one T1 without what is only drawn: meshes and textures.

    Raises :class:`NoPoolError` if that would change a mass.
    """
    simulation = SoccerSimulation(create_soccer_field("fifa7vs7"))
    simulation.init()
    for agent_id, name in roster(("T1",), ()):
        spec = simulation.spec_provider.load_robot_spec(name)
        simulation._attach_agent(SimpleNamespace(spec=spec, agent_id=agent_id))
    simulation.mj_spec.compile()
    root = ElementTree.fromstring(simulation.mj_spec.to_xml())
    for parent in list(root.iter()):
        for child in list(parent):
            is_drawn = child.tag in ("mesh", "texture", "material") and parent.tag == "asset"
            if is_drawn or (child.tag == "geom" and child.get("mesh") is not None):
                parent.remove(child)
            elif child.get("material") is not None:
                del child.attrib["material"]
    xml = ElementTree.tostring(root, encoding="unicode")
    found = mujoco.MjModel.from_xml_string(xml)
    if not np.allclose(found.body_mass, model.body_mass, rtol=1e-9):
        raise NoPoolError("mjbatch: the world without meshes has other masses")
    return xml
