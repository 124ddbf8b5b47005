"""Accelerations of random models with every attribute of the subset, against MuJoCo's."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benches.peers.scene import Command, Scene
from benches.peers.state import State

from .comparison import compare_states
from .effort import Effort
from .own_models import Maker
from .summary import Summary

STATES = 6  # of each model
MEDIAN, WORST = 1e-9, 1e-6


def scene_of(seed: int, folder: Path) -> Scene:
    """A world of a random robot and the ball."""
    path = folder / f"own{seed}.xml"
    path.write_text(Maker(seed).text())
    scene = Scene(left=(str(path.with_suffix("")),))
    scene.left = (str(path),)
    return scene


def random_states(scene: Scene, seed: int) -> list[State]:
    """The robot anywhere about the ground, bent and moving at random, the ball on it or apart."""
    rng = np.random.default_rng(seed)
    model, shape = scene.model, (1, scene.max_motors)
    states = []
    for index in range(STATES):
        qpos, qvel = model.qpos0.copy(), rng.normal(size=model.nv)
        qpos[:3] = 5.0, 3.0, 1.0
        qpos[9] = rng.uniform(0.0, 0.6)
        qpos[10:] += 0.6 * rng.normal(size=model.nq - 10)
        qpos[10:14] /= np.linalg.norm(qpos[10:14])
        if index % 2:
            qpos[:3] = qpos[7:10] + rng.normal(scale=0.1, size=3)
        command = Command(
            targets=rng.normal(size=shape),
            velocities=rng.normal(size=shape),
            kp=rng.uniform(0.0, 20.0, size=shape),
            kd=rng.uniform(0.0, 1.0, size=shape),
            torques=2.0 * rng.normal(size=shape),
        )
        states.append(State(qpos, qvel, np.zeros(model.nv), command))
    return states


def test_acceleration_of_models_of_ones_own(
    effort: Effort, summary: Summary, tmp_path: Path
) -> None:
    compared = []
    for seed in range(effort.states // 2):
        scene = scene_of(seed, tmp_path)
        compared += compare_states(scene, random_states(scene, seed))
    exact = [state for state in compared if state.closed_form]
    assert len(exact) >= 0.9 * len(compared)
    row = summary.add("acceleration, random models", "exact contacts", [s.error for s in exact])
    assert row.median <= MEDIAN
    assert row.worst <= WORST
    for state in exact:
        active = sum(np.any(contact.force) for contact in state.contacts)
        assert active == sum(np.any(contact.force) for contact in state.our_contacts)
