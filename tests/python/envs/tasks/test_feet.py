"""Where feet are, as tasks read them from the worlds."""

import numpy as np
import pytest
from rcssgym import WorldBatch
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1, RobotSetup

from envs.numpy_tasks.feet import Feet, push


def worlds_of(robot: RobotSetup, height: float) -> WorldBatch:
    worlds = WorldBatch(1, left=[robot.model])
    qpos, qvel = worlds.qpos, worlds.qvel
    qpos[:, :2] = (0.0, 40.0)
    qpos[:, 7:14] = (0.0, 0.0, height, 1.0, 0.0, 0.0, 0.0)
    qpos[:, 14:] = robot.nominal
    worlds.set_state(qpos, 0.0 * qvel)
    return worlds


@pytest.mark.parametrize("robot", [FIRM_T1, FIRM_K1], ids=["T1", "K1"])
def test_soles_of_a_standing_robot_are_on_the_ground(robot: RobotSetup) -> None:
    worlds = worlds_of(robot, robot.height)
    feet = Feet(worlds, robot)
    for _ in range(25):
        worlds.step(np.broadcast_to(robot.nominal, (1, 1, robot.joints)), kp=100.0, kd=1.0)
    feet.read()
    # The ground gives way by up to a centimetre.
    np.testing.assert_allclose(feet.heights, 0.0, atol=0.012)
    assert feet.soles[0, 0, 1] > 0.05 > -0.05 > feet.soles[0, 1, 1]


def test_speeds_and_tilts() -> None:
    worlds = worlds_of(FIRM_T1, 2.0)
    feet = Feet(worlds, FIRM_T1)
    feet.read()
    np.testing.assert_allclose(feet.tilts, 0.0, atol=1e-12)
    qpos = worlds.qpos
    qpos[:, 7:9] += (0.03, 0.04)
    qpos[:, 10:14] = (np.cos(0.15), 0.0, np.sin(0.15), 0.0)
    worlds.set_state(qpos, worlds.qvel)
    feet.read()
    np.testing.assert_allclose(feet.tilts, np.sin(0.3) ** 2)
    np.testing.assert_allclose(feet.heights[:, 0], feet.heights[:, 1])
    before = feet.soles
    qpos[:, 7:9] += (0.03, 0.04)
    worlds.set_state(qpos, worlds.qvel)
    feet.read()
    np.testing.assert_allclose(feet.soles - before, [[[0.03, 0.04, 0.0]] * 2], atol=1e-12)
    np.testing.assert_allclose(feet.speeds, 0.05 / 0.02)


def test_a_push_changes_the_torsos_velocity_alone() -> None:
    worlds = worlds_of(FIRM_T1, 2.0)
    before = worlds.qvel
    push(worlds, np.array([0]), np.array([[0.1, -0.2]]))
    change = worlds.qvel - before
    np.testing.assert_allclose(change[0, 6:8], [0.1, -0.2])
    assert np.count_nonzero(change) == 2
