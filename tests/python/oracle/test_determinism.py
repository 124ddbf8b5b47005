"""The same bits for all thread counts, any batch and a snapshot, in the heaviest contact.

Fourteen robots are dropped in a heap: many coupled trees, many iterations, worlds of unequal cost.
"""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
import rcssgym

from benches.peers.poses import place, place_ball, random_rotation
from benches.peers.scene import Scene

LEFT, RIGHT = ("T1",) * 5 + ("ant", "K1"), ("T1",) * 6 + ("K1",)
WORLDS, STEPS = 5, 25


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene(LEFT, RIGHT)


@pytest.fixture(scope="module")
def heaps(scene: Scene) -> np.ndarray:
    """Different heaps, (W, nq)."""
    rng = np.random.default_rng(8)
    states = []
    for _ in range(WORLDS):
        scene.set_state(scene.model.qpos0, np.zeros(scene.model.nv))
        place_ball(scene, (0.0, 0.0, 0.5))
        for layer, robot in enumerate(scene.robots):
            place(
                scene,
                robot,
                tuple(rng.normal(0.0, 0.4, 2)),
                0.02 + 0.35 * layer,
                random_rotation(rng),
            )
        states.append(scene.data.qpos.copy())
    return np.array(states)


@pytest.fixture(scope="module")
def targets(scene: Scene) -> np.ndarray:
    """(T, W, R, J) rad"""
    shape = (STEPS, WORLDS, len(scene.robots), scene.max_motors)
    return np.random.default_rng(9).uniform(-1.0, 1.0, shape)


def batch_at(qpos: np.ndarray, threads: int) -> rcssgym.WorldBatch:
    batch = rcssgym.WorldBatch(len(qpos), left=LEFT, right=RIGHT, threads=threads)
    batch.set_state(qpos, np.zeros((len(qpos), batch.qvel.shape[1])))
    return batch


def bits(batch: rcssgym.WorldBatch) -> list[str]:
    """A digest of each world's state, last accelerations and sensors."""
    arrays = (batch.qpos, batch.qvel, batch.qacc_warmstart, batch.accelerometer, batch.gyro)
    return [
        hashlib.sha256(b"".join(array[world].tobytes() for array in arrays)).hexdigest()
        for world in range(len(batch.qpos))
    ]


def run(batch: rcssgym.WorldBatch, targets: np.ndarray) -> list[str]:
    for now in targets:
        batch.step(now)
    return bits(batch)


@pytest.fixture(scope="module")
def expected(heaps: np.ndarray, targets: np.ndarray) -> list[str]:
    return run(batch_at(heaps, threads=1), targets)


@pytest.mark.parametrize("threads", [2, 16])
def test_threads_do_not_matter(
    threads: int, heaps: np.ndarray, targets: np.ndarray, expected: list[str]
) -> None:
    assert run(batch_at(heaps, threads), targets) == expected


@pytest.mark.parametrize("world", range(WORLDS))
def test_a_world_alone_equals_the_same_world_in_a_batch(
    world: int, heaps: np.ndarray, targets: np.ndarray, expected: list[str]
) -> None:
    alone = run(batch_at(heaps[world : world + 1], threads=1), targets[:, world : world + 1])
    assert alone == expected[world : world + 1]


def test_the_place_in_a_batch_does_not_matter(
    heaps: np.ndarray, targets: np.ndarray, expected: list[str]
) -> None:
    """Reversed and doubled: other neighbours and other lane groups."""
    order = [*range(WORLDS)[::-1], *range(WORLDS), 0]
    mixed = run(batch_at(heaps[order], threads=2), targets[:, order])
    assert mixed == [expected[world] for world in order]


def test_a_snapshot_continues_bit_by_bit(
    heaps: np.ndarray, targets: np.ndarray, expected: list[str]
) -> None:
    batch = batch_at(heaps, threads=2)
    run(batch, targets[: STEPS // 2])
    snapshot = batch.snapshot()
    other = rcssgym.WorldBatch(WORLDS, left=LEFT, right=RIGHT, threads=1)
    other.restore(snapshot)
    assert run(other, targets[STEPS // 2 :]) == expected
    assert run(batch, targets[STEPS // 2 :]) == expected


def test_forward_and_contacts_disturb_nothing(
    heaps: np.ndarray, targets: np.ndarray, expected: list[str]
) -> None:
    batch = batch_at(heaps, threads=1)
    for now in targets[:-1]:
        batch.step(now)
        batch.forward()
        batch.contacts(0)
    batch.step(targets[-1])
    assert bits(batch) == expected
