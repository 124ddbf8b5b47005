"""Getting up: where robots lie, and what standing is worth."""

from dataclasses import replace

import numpy as np
import pytest
import rcssgym
from rcssgym.envs.tasks import K1, T1, RobotSetup, T1GetUp
from rcssgym.envs.tasks.lying import lying_states
from rcssgym.envs.tasks.senses import gravity_in_torso

from envs.tasks.scenes import ON_ITS_BACK, UPRIGHT, begun, put, still


class Stiff(T1GetUp):
    """Holds the nominal pose without a policy."""

    robot = replace(T1, kp=200.0, kd=5.0)


@pytest.mark.parametrize("robot", [T1, K1], ids=["T1", "K1"])
def test_robots_lie_still_on_all_sides(robot: RobotSetup) -> None:
    states = lying_states(robot)
    assert states[:, 9].max() < 0.5 * robot.height
    down = gravity_in_torso(states[:, 10:14])
    for axis, sign in ((0, -1), (0, 1), (1, -1), (1, 1)):
        assert (sign * down[:, axis] > 0.7).sum() >= 3
    assert (-down[:, 2]).max() < 0.7, "a robot that sits upright does not lie"
    worlds = rcssgym.WorldBatch(len(states), left=[robot.model])
    worlds.set_state(states, np.zeros_like(worlds.qvel))
    angles = worlds.joint_positions
    for _ in range(5):
        worlds.step(angles, kp=10.0, kd=2.0)
    assert np.quantile(abs(worlds.root_velocity[:, 0, :3]), 0.95) < 0.1


def test_states_are_always_the_same() -> None:
    first = lying_states(replace(T1))
    assert lying_states(replace(T1)).tobytes() == first.tobytes()
    assert len(np.unique(first, axis=0)) == len(first)


def test_an_env_begins_alike_in_any_company() -> None:
    alone, _ = begun(T1GetUp, 1)
    many, _ = begun(T1GetUp, 7)
    assert alone.worlds.qpos[0].tobytes() == many.worlds.qpos[0].tobytes()
    assert len(np.unique(many.worlds.qpos[:, 9])) > 4


def test_turning_about_the_vertical_keeps_how_a_robot_lies() -> None:
    envs, task = begun(T1GetUp, 40)
    task._sense()
    known = np.round(gravity_in_torso(task.lying[:, 10:14]), 9)
    found = np.round(task.gravity(), 9)
    assert {tuple(row) for row in found} <= {tuple(row) for row in known}
    assert np.ptp(envs.worlds.root_quaternion[:, 0, 3]) > 0.5


def test_standing_is_worth_more_than_lying_and_is_success_in_time() -> None:
    envs, task = begun(Stiff)
    put(envs, torso=(0.0, 0.0, 0.13), quaternion=ON_ITS_BACK)
    lying = task.rewards()
    put(envs, torso=(0.0, 0.0, T1.height), quaternion=UPRIGHT, joints=T1.nominal)
    standing = task.rewards()
    assert lying["standing"] == [0.0]
    assert standing["standing"] == [1.0]
    assert standing["height"] == [1.0]
    np.testing.assert_allclose(lying["height"], 0.13 / T1.height)
    np.testing.assert_allclose(lying["upright"], 0.25, atol=1e-12)
    np.testing.assert_allclose(standing["upright"], 0.5, atol=1e-12)
    np.testing.assert_allclose(standing["pose"], 0.5, atol=1e-12)
    successes = [envs.step(still(envs))[4]["is_success"][0] for _ in range(task.steady + 3)]
    assert successes == [False] * (task.steady - 1) + [True] * 4
    put(envs, torso=(0.0, 0.0, 0.13), quaternion=ON_ITS_BACK)
    _, _, terminated, _, info = envs.step(still(envs))
    assert not info["is_success"][0]
    assert not terminated[0]


def test_early_in_training_half_begin_upright() -> None:
    upright = {}
    for progress in (0.0, 0.5, 1.0):
        _, task = begun(T1GetUp, 200, progress)
        task._sense()
        upright[progress] = (task.position[:, 0, 2] > 0.6).mean()
    assert upright[1.0] == 0.0
    assert abs(upright[0.0] - 0.5) < 0.1
    assert abs(upright[0.5] - 0.25) < 0.1


def test_success_is_earned_anew_in_every_episode() -> None:
    envs, task = begun(Stiff)
    task.standing[:] = task.steady
    put(envs, torso=(0.0, 0.0, T1.height), quaternion=UPRIGHT, joints=T1.nominal)
    assert envs.step(still(envs))[4]["is_success"][0]
    envs.reset()
    put(envs, torso=(0.0, 0.0, T1.height), quaternion=UPRIGHT, joints=T1.nominal)
    assert not envs.step(still(envs))[4]["is_success"][0]
