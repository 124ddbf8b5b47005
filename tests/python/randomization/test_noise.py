"""Sensors of randomized worlds have the configured errors, the same for every reader."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rcssgym import ArgumentError, Randomization, WorldBatch

NOISES = {
    "joint_positions": "joint_position_noise",
    "joint_velocities": "joint_velocity_noise",
    "gyro": "gyro_noise",
    "accelerometer": "accelerometer_noise",
}
EVERYTHING = Randomization(orientation_noise=0.1, **dict.fromkeys(NOISES.values(), 0.2))
STEPS = 40


def errors(worlds: WorldBatch, name: Any) -> NDArray[np.float64]:
    """Differences between sensors and true values over some substeps ``(STEPS, W, R, ...)``."""
    seen, true = [], []
    for _ in range(STEPS):
        worlds.advance(1)
        seen.append(worlds.read(name, noise=True))
        true.append(worlds.read(name))
    return np.array(seen) - np.array(true)


@pytest.mark.parametrize("name", NOISES)
def test_noise_is_normal_with_its_deviation(name: str) -> None:
    worlds = WorldBatch(num_worlds=8, left=["T1"], right=["T1"])
    worlds.randomize(Randomization(**{NOISES[name]: 0.2}))
    numbers = errors(worlds, name).reshape(-1)
    count = numbers.size
    assert len(np.unique(numbers.round(12))) > 0.99 * count
    assert abs(numbers.mean()) < 5 * 0.2 / np.sqrt(count)
    assert abs(numbers.std() / 0.2 - 1.0) < 5 / np.sqrt(2 * count)
    assert abs((np.abs(numbers) < 0.2).mean() - 0.6827) < 5 * 0.4654 / np.sqrt(count)


def test_orientations_are_turned_by_small_angles() -> None:
    worlds = WorldBatch(num_worlds=40)
    worlds.randomize(Randomization(orientation_noise=0.05))
    worlds.advance(1)
    true, seen = worlds.root_quaternion[:, 0], worlds.read("root_quaternion", noise=True)[:, 0]
    np.testing.assert_allclose(np.linalg.norm(seen, axis=-1), 1.0, atol=1e-12)
    w, x, y, z = true.T
    a, b, c, d = seen.T
    # conj(true) * seen: the rotation in the root's frame
    turn = np.stack(
        [
            w * b - x * a - y * d + z * c,
            w * c + x * d - y * a - z * b,
            w * d - x * c + y * b - z * a,
        ]
    )
    angles = 2.0 * turn
    assert 0.03 < angles.std() < 0.07
    correlations = np.asarray(np.corrcoef(angles))
    assert np.abs(correlations[~np.eye(3, dtype=np.bool_)]).max() < 0.6


def test_only_worlds_with_noise_err() -> None:
    worlds = WorldBatch(num_worlds=3, left=["T1"], right=["ant"])
    worlds.randomize(EVERYTHING, worlds=[1])
    worlds.advance()
    name: Any
    for name in (*NOISES, "root_quaternion"):
        true, seen = worlds.read(name), worlds.read(name, noise=True)
        assert (true[[0, 2]] == seen[[0, 2]]).all()
        assert (true[1] != seen[1]).any()
    # The ant's padding has no errors.
    assert (worlds.read("joint_positions", noise=True)[1, 1, 8:] == 0.0).all()


def test_reading_again_gives_the_same() -> None:
    worlds = WorldBatch(num_worlds=2)
    worlds.randomize(EVERYTHING)
    worlds.advance(3)
    first = worlds.read("gyro", noise=True)
    worlds.read("joint_positions", noise=True)
    assert (worlds.read("gyro", noise=True) == first).all()
    worlds.advance(0)
    assert (worlds.read("gyro", noise=True) == first).all()


def test_noise_leaves_the_state_alone() -> None:
    noisy, plain = WorldBatch(num_worlds=2), WorldBatch(num_worlds=2)
    noisy.randomize(EVERYTHING)
    for worlds in (noisy, plain):
        for _ in range(5):
            worlds.step(np.full((2, 1, 23), 0.1))
            worlds.read("joint_positions", noise=True)
    assert (noisy.qpos == plain.qpos).all()


def test_there_is_noise_on_sensors_alone() -> None:
    worlds = WorldBatch(num_worlds=1)
    with pytest.raises(ArgumentError, match=r"noise: there is no sensor of 'qpos'"):
        worlds.read("qpos", noise=True)
