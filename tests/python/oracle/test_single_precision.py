"""Single precision against double: how far one control step differs, where robots move as in
training. Double is what the other tests here compare with MuJoCo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray

from benches.peers import motions
from benches.peers.engine import Engine
from benches.peers.motions import Frames

from .effort import Effort
from .rollouts import sample
from .scenarios import INSIDE
from .summary import Summary

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Bounds:
    """Upper bounds on an error: its median, its 99th percentile, its maximum."""

    median: float
    most: float
    worst: float

    def check(self, errors: Floats) -> None:
        """Fail where errors are larger than the bounds."""
        found = np.quantile(errors, [0.5, 0.99, 1.0])
        assert (found <= [self.median, self.most, self.worst]).all(), found


# Error of the coordinates after 20 ms, m or rad: about four times what docs/accuracy.md says.
CALM = Bounds(1.5e-6, 2e-5, 2e-3)
WILD = Bounds(1.5e-6, 3e-4, 3e-2)
# Error of the accelerations, relative to the largest one.
ACCELERATION = Bounds(6e-5, 2e-3, 8e-2)
# Fourteen robots that push each other: contacts couple all of them.
COUPLED = Bounds(6e-5, 1e-2, 2e-1)

MOTIONS: dict[str, tuple[Callable[[int], Frames], Bounds]] = {
    "T1, small noise": (lambda n: motions.noise("T1", 0.05, n, 2), CALM),
    "T1, walking": (lambda n: motions.walking(n, 2), CALM),
    "T1, random actions": (lambda n: motions.random_actions(n, 2), WILD),
    "T1, flailing": (lambda n: motions.noise("T1", 0.5, n, 2), WILD),
    "K1, small noise": (lambda n: motions.noise("K1", 0.05, n, 2), CALM),
    "K1, flailing": (lambda n: motions.noise("K1", 0.5, n, 2), WILD),
    "ant, small torques": (lambda n: motions.noise("ant", 0.1, n, 2), CALM),
    "ant, large torques": (lambda n: motions.noise("ant", 1.0, n, 2), CALM),
    "fourteen T1 in a heap": (lambda n: motions.heap(0.5, -(-n // 32), 2), WILD),
}


@pytest.mark.parametrize("name", MOTIONS)
def test_a_control_step(name: str, effort: Effort, summary: Summary) -> None:
    record, bounds = MOTIONS[name]
    frames = record(min(256, effort.states))
    double, single = (
        rcssgym.WorldBatch(frames.worlds, frames.left, frames.right, precision=precision)
        for precision in ("double", "single")
    )
    moved, accelerated = [], []
    for step in range(len(frames.qpos)):
        command = {"kp": frames.kp, "kd": frames.kd, "torques": frames.torques[step]}
        for worlds in (double, single):
            worlds.set_state(frames.qpos[step], frames.qvel[step], warmstart=frames.warmstart[step])
            worlds.step(frames.targets[step], substeps=0, **command)
        ours, expected = single.forward(), double.forward()
        accelerated.append(np.abs(ours - expected).max(axis=1) / np.abs(expected).max(axis=1))
        for worlds in (double, single):
            worlds.advance()
        assert not single.frozen.any()
        moved.append(np.abs(single.qpos - double.qpos).max(axis=1))
    coupled = COUPLED if len(frames.left) > 1 else ACCELERATION
    group = "mixed" if len(frames.left) + len(frames.right) > 1 else frames.left[0]
    for kind, errors, most in (
        ("single precision, acceleration", np.concatenate(accelerated), coupled),
        ("single precision, coordinates after 20 ms", np.concatenate(moved), bounds),
    ):
        summary.add(kind, name, errors.tolist(), group=group)
        most.check(errors)


def test_robots_inside_each_other(effort: Effort, summary: Summary) -> None:
    """Their matrix has a row for each degree of freedom, not for each of many more contacts."""
    scene, states = sample(INSIDE, effort.states)
    ours = Engine.at(scene, states, precision="single").batch.forward()
    expected = Engine.at(scene, states).batch.forward()
    errors = np.abs(ours - expected).max(axis=1) / np.abs(expected).max(axis=1)
    summary.add("single precision, acceleration", INSIDE.name, errors.tolist(), group="ant")
    COUPLED.check(errors)
