"""Robots falling over each other for a long time: numbers stay finite, memory stays flat."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import rcssgym

from benches.peers.poses import place, place_ball, random_rotation, random_targets
from benches.peers.scene import Scene

from .effort import Effort

WORLDS = 50
LEFT, RIGHT = ("T1", "ant"), ("T1", "K1")
RESTART = 100  # control steps between throws
GROWTH = 8 << 20  # bytes allowed to the allocator and the interpreter


def resident_bytes() -> int:
    """Memory of this process that is in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def throw_together(scene: Scene, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Robots in arbitrary poses thrown at one place, the ball among them."""
    scene.set_state(scene.model.qpos0, np.zeros(scene.model.nv))
    place_ball(scene, (0.0, 0.0, 1.0), rng.normal(0.0, 5.0, 3), rng.normal(0.0, 20.0, 3))
    for layer, robot in enumerate(scene.robots):
        where = rng.normal(0.0, 0.5, 2)
        place(scene, robot, tuple(where), 0.05 + 0.6 * layer, random_rotation(rng))
        scene.data.qvel[robot.root_dof] = (*(-2.0 * where), 0.0, *rng.normal(0.0, 3.0, 3))
    return scene.data.qpos.copy(), scene.data.qvel.copy()


def throw_all(scene: Scene, batch: rcssgym.WorldBatch, rng: np.random.Generator) -> None:
    states = [throw_together(scene, rng) for _ in range(WORLDS)]
    batch.set_state(np.array([q for q, _ in states]), np.array([v for _, v in states]))


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads memory use from /proc")
def test_soak(effort: Effort) -> None:
    scene, rng = Scene(LEFT, RIGHT), np.random.default_rng(11)
    batch = rcssgym.WorldBatch(WORLDS, left=LEFT, right=RIGHT, threads=None)
    steps = effort.soak_steps // WORLDS
    settled = 0
    for step in range(steps):
        if step % RESTART == 0:
            throw_all(scene, batch, rng)
        if step % 10 == 0:
            targets = np.stack([random_targets(scene, rng, margin=0.5) for _ in range(WORLDS)])
            kp, kd = rng.uniform(0.0, 200.0), rng.uniform(0.0, 5.0)
        batch.step(targets, kp=kp, kd=kd)
        for name in ("qpos", "qvel", "accelerometer"):
            assert np.isfinite(getattr(batch, name)).all(), f"{name} at step {step}"
        if step == steps // 4:
            settled = resident_bytes()
    assert resident_bytes() - settled < GROWTH
    assert np.abs(batch.root_position[..., 2]).max() < 20.0, "a robot left the pitch upwards"
