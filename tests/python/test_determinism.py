"""Results depend neither on the number of threads nor on the other worlds of a batch."""

import numpy as np
import pytest
from numpy.typing import NDArray
from rcssgym import WorldBatch
from rcssgym.envs.checks import Precision
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


def pairs(apart: list[bool], precision: Precision) -> WorldBatch:
    """Return worlds of two T1, far apart or one on top of the other, which share lanes."""
    worlds = WorldBatch(len(apart), left=["T1"], right=["T1"], threads=1, precision=precision)
    for world, is_apart in enumerate(apart):
        worlds.place_robot(world, 0, (0.0, 0.0, 0.7))
        worlds.place_robot(world, 1, (5.0, 0.0, 0.7) if is_apart else (0.0, 0.0, 1.5))
    return worlds


def robots_touch(worlds: WorldBatch, world: int) -> bool:
    """Return whether the robots of a world touch each other."""
    robots = {"r-0-", "r-1-"}
    return any({geom[:4] for geom in c.geoms} == robots for c in worlds.contacts(world))


@pytest.mark.parametrize("precision", ["double", "single"])
def test_robots_that_touch_nobody_do_not_notice_those_that_do(precision: Precision) -> None:
    alone, among = pairs([True], precision), pairs([False, True, False], precision)
    touching = 0
    for step in range(STEPS):
        targets = targets_of(0, step, alone.joint_positions.shape[1:])
        alone.step(targets[None])
        among.step(np.stack([targets] * 3))
        touching += robots_touch(among, 0)
        assert not robots_touch(among, 1)
        for name in ARRAYS:
            one, other = getattr(alone, name)[0], getattr(among, name)[1]
            assert one.tobytes() == other.tobytes(), f"{name} after {step + 1} steps"
    assert touching > STEPS // 2
