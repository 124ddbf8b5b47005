"""Results depend neither on threads nor on the other worlds of a batch."""

import numpy as np
import pytest
from numpy.typing import NDArray
from rcssgym import WorldBatch
from worlds import ARRAYS, mixed, same

WORLDS = 19
STEPS = 40


def targets_of(world: int, step: int, shape: tuple[int, ...]) -> NDArray[np.float64]:
    return np.random.default_rng([world, step // 10]).uniform(-1.0, 1.0, size=shape)


def run(worlds: WorldBatch, members: list[int]) -> None:
    """Every world gets the targets of its member number."""
    shape = worlds.joint_positions.shape[1:]
    for step in range(STEPS):
        worlds.step(np.stack([targets_of(member, step, shape) for member in members]))


@pytest.fixture(scope="module")
def reference() -> WorldBatch:
    worlds = mixed(WORLDS, threads=1)
    run(worlds, list(range(WORLDS)))
    return worlds


@pytest.mark.parametrize("threads", [2, 16])
def test_threads_do_not_matter(reference: WorldBatch, threads: int) -> None:
    worlds = mixed(WORLDS, threads=threads)
    assert 1 < worlds.threads <= threads
    run(worlds, list(range(WORLDS)))
    assert same(worlds, reference)


@pytest.mark.parametrize("members", [[5], [5, 0], list(range(8, 19)), [18, 5, 3, 2, 1, 0, 7, 9, 4]])
def test_company_does_not_matter(reference: WorldBatch, members: list[int]) -> None:
    worlds = mixed(len(members))
    run(worlds, members)
    for name in ARRAYS:
        expected = getattr(reference, name)[members]
        assert getattr(worlds, name).tobytes() == expected.tobytes(), name


def test_a_robot_of_the_other_team_far_away_does_not_matter() -> None:
    alone = WorldBatch(1, left=["T1"])
    shape = alone.joint_positions.shape[1:]
    pair = WorldBatch(1, left=["T1"], right=["T1"])
    pair.place_robot(0, 0, alone.root_position[0, 0])
    alone.place_robot(0, 0, alone.root_position[0, 0])
    pair.place_robot(0, 1, (20.0, 10.0, 0.7))
    for step in range(10):
        targets = targets_of(0, step, shape)
        alone.step(targets[None])
        pair.step(np.concatenate([targets, np.zeros(shape)])[None])
    assert pair.root_position[0, 0] == pytest.approx(alone.root_position[0, 0], abs=1e-9)
