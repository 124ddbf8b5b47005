"""Poses of bodies against MuJoCo's `xpos` and `xquat`."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from benches.peers.engine import Engine

from .effort import Effort
from .rollouts import Scenario, sample
from .scenarios import SCENARIOS

TOLERANCE = 1e-12


# The last scenario has robots with different numbers of bodies, so that arrays have rows of none.
@pytest.mark.parametrize("scenario", [*SCENARIOS[::5], SCENARIOS[-1]], ids=lambda s: s.name)
def test_bodies_of_a_state(scenario: Scenario, effort: Effort) -> None:
    scene, states = sample(scenario, effort.states // 4, seed=5)
    batch = Engine.at(scene, states).batch
    positions, quaternions = batch.body_position, batch.body_quaternion
    for world, state in enumerate(states):
        scene.set_state(state.qpos, state.qvel, state.warmstart)
        mujoco.mj_kinematics(scene.model, scene.data)
        for index, robot in enumerate(scene.robots):
            names = batch.body_names[index]
            # Some bodies have no name, but both engines number them in the same way.
            first = scene.data.body(robot.prefix + names[0]).id
            theirs = slice(first, first + len(names))
            for ours, expected in (
                (positions, scene.data.xpos[theirs]),
                (quaternions, scene.data.xquat[theirs]),
            ):
                errors = np.abs(ours[world, index, : len(names)] - expected)
                assert errors.max() <= TOLERANCE
            assert not positions[world, index, len(names) :].any()
            assert not quaternions[world, index, len(names) :].any()
    assert len({len(names) for names in batch.body_names}) == (
        3 if scenario is SCENARIOS[-1] else 1
    )


@pytest.mark.parametrize("scenario", SCENARIOS[::10], ids=lambda s: s.name)
def test_poses_of_some_bodies_are_those_of_all(scenario: Scenario, effort: Effort) -> None:
    scene, states = sample(scenario, max(2, effort.states // 8), seed=6)
    batch = Engine.at(scene, states).batch
    common = set(batch.body_names[0]).intersection(*batch.body_names[1:]) - {""}
    names = sorted(common)[::-3]
    poses = batch.body_poses(names)
    assert poses.shape == (len(states), len(scene.robots), len(names), 7)
    for index, all_names in enumerate(batch.body_names):
        which = [all_names.index(name) for name in names]
        assert np.array_equal(poses[:, index, :, :3], batch.body_position[:, index, which])
        assert np.array_equal(poses[:, index, :, 3:], batch.body_quaternion[:, index, which])
