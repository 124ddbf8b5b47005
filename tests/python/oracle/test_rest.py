"""Where robots come to rest on each other and on the goal, compared with MuJoCo.

Contacts between boxes, cylinders and capsules are found iteratively, so the motion until then
differs; the rest state should not. MuJoCo repeats each fall three times from starts shifted by 1e-6
m. If its own rest states differ by more than the tolerance, the case proves nothing and is only
counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import numpy as np
import pytest

from benches.peers.engine import Engine
from benches.peers.poses import hold, place, place_ball, rotation
from benches.peers.scene import Command, Scene

from .effort import Effort
from .summary import Summary

METRES, DEGREES = 5e-3, 2.0
SECONDS = 6.0
SHIFTED_FALLS = 3

Place = Callable[[Scene, np.random.Generator], None]


def _on_another(scene: Scene, rng: np.random.Generator) -> None:
    """One robot lies on the ground, and another is dropped across it."""
    below, above = scene.robots
    place(scene, below, (0.0, 0.0), 0.0, rotation((0, 1, 0), 1.57))
    place(scene, above, (rng.uniform(-0.1, 0.1), 0.0), 0.3, _across(rng))


def _on_roof(scene: Scene, rng: np.random.Generator) -> None:
    """A robot is dropped on the roof net of the right goal."""
    place(scene, scene.robots[0], (28.0, rng.uniform(-1.0, 1.0)), 1.93, _across(rng))


def _against_back_net(scene: Scene, rng: np.random.Generator) -> None:
    """A robot standing in the goal tips over against its back net."""
    place(scene, scene.robots[0], (28.1, rng.uniform(-1.0, 1.0)), 0.002, rotation((0, 1, 0), 0.5))


def _across(rng: np.random.Generator) -> np.ndarray:
    turn, result = rotation((0, 0, 1), rng.uniform(0, 6.28)), np.zeros(4)
    mujoco.mju_mulQuat(result, turn, rotation((0, 1, 0), 1.57))
    return result


@dataclass(frozen=True)
class Drop:
    """A way to fall on something."""

    name: str
    left: tuple[str, ...]
    start: Place


DROPS = (
    Drop("T1 on a lying T1", ("T1", "T1"), _on_another),
    Drop("T1 on the goal's roof", ("T1",), _on_roof),
    Drop("T1 against the back net", ("T1",), _against_back_net),
    Drop("ant on the goal's roof", ("ant",), _on_roof),
    Drop("ant on a lying T1", ("T1", "ant"), _on_another),
)


def _fall(scene: Scene, qpos: np.ndarray, command: Command) -> np.ndarray:
    scene.set_state(qpos, np.zeros(scene.model.nv))
    scene.command(command)
    scene.step(round(SECONDS / 0.005))
    return np.array(scene.data.qpos)


def _apart(scene: Scene, a: np.ndarray, b: np.ndarray) -> tuple[float, float]:
    """Largest distance (m) and angle (degrees) between the robots' roots."""
    distances, angles = [], []
    for robot in scene.robots:
        p, q = a[robot.root_qpos], b[robot.root_qpos]
        distances.append(np.linalg.norm(p[:3] - q[:3]))
        angles.append(np.degrees(2 * np.arccos(np.minimum(1.0, abs(p[3:] @ q[3:])))))
    # numpy's maximum is not a number if one of them is none; Python's would leave it out
    return float(np.max(distances)), float(np.max(angles))


@pytest.mark.parametrize("drop", DROPS, ids=lambda d: d.name)
def test_comes_to_rest_as_in_mujoco(drop: Drop, effort: Effort, summary: Summary) -> None:
    scene = Scene(drop.left)
    command = hold(scene, kp=60.0, kd=2.0)
    rng = np.random.default_rng(3)
    starts = []
    for _ in range(effort.drops):
        scene.set_state(scene.model.qpos0, np.zeros(scene.model.nv))
        drop.start(scene, rng)
        place_ball(scene, (-5.0, 3.0, 0.11))
        starts.append(scene.data.qpos.copy())
    engine = Engine(scene, len(starts))
    engine.batch.set_state(np.stack(starts), np.zeros((len(starts), scene.model.nv)))
    engine.step(command, round(SECONDS / 0.005))
    distances, angles, irreproducible, problems = [], [], 0, []
    for index, (start, ours) in enumerate(zip(starts, engine.batch.qpos, strict=True)):
        rest = _fall(scene, start, command)
        spread = [
            _apart(scene, rest, _fall(scene, start + 1e-6 * rng.normal(size=start.shape), command))
            for _ in range(SHIFTED_FALLS)
        ]
        if max(d for d, _ in spread) > METRES or max(a for _, a in spread) > DEGREES:
            irreproducible += 1
            continue
        distance, angle = _apart(scene, rest, ours)
        distances.append(distance)
        angles.append(angle)
        if not (distance <= METRES and angle <= DEGREES):
            problems.append(f"drop {index}: {distance * 1e3:.1f} mm, {angle:.2f} degrees")
    note = (
        f"{irreproducible} more without a reproducible rest in MuJoCo itself"
        if irreproducible
        else ""
    )
    summary.add("rest position, m", drop.name, distances, note)
    summary.add("rest orientation, degrees", drop.name, angles)
    assert not problems, "\n".join(problems)
    assert distances, "no rest could be compared"
