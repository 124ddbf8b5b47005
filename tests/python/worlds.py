"""Batches and inputs that several tests use."""

import numpy as np
from numpy.typing import NDArray
from rcssgym import WorldBatch

ARRAYS = (
    "joint_positions",
    "joint_velocities",
    "root_position",
    "root_quaternion",
    "root_velocity",
    "body_position",
    "body_quaternion",
    "gyro",
    "accelerometer",
    "ball_position",
    "ball_velocity",
    "time",
    "qpos",
    "qvel",
    "qacc_warmstart",
)
VIEWS = ("time", "qpos", "qvel")


def mixed(num_worlds: int = 3, **options: object) -> WorldBatch:
    """One T1 against a K1 and a T1: robots with different numbers of motors."""
    return WorldBatch(num_worlds, left=["T1"], right=["K1", "T1"], **options)  # type: ignore[arg-type]


def random_targets(worlds: WorldBatch, seed: int = 0) -> NDArray[np.float64]:
    """Return angles within half a radian of the current ones, (W, R, J)."""
    rng = np.random.default_rng(seed)
    noise = rng.uniform(-0.5, 0.5, size=worlds.joint_positions.shape)
    targets: NDArray[np.float64] = worlds.joint_positions + noise
    return targets


def drive(worlds: WorldBatch, steps: int, seed: int = 0) -> None:
    """Step with random targets, redrawn every five control steps; equal for all batch sizes."""
    for step in range(steps):
        if step % 5 == 0:
            rng = np.random.default_rng([seed, step])
            shape = worlds.joint_positions.shape[1:]
            targets = np.broadcast_to(rng.uniform(-0.5, 0.5, size=shape), (len(worlds), *shape))
        worlds.step(targets)


def same(one: WorldBatch, other: WorldBatch) -> bool:
    """Return whether all arrays of two batches are equal bit by bit."""
    return all(
        getattr(one, name).tobytes() == getattr(other, name).tobytes()
        for name in (*ARRAYS, "frozen")
    )
