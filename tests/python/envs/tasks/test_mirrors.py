"""A mirrored world gives mirrored observations, and its motion stays mirrored."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.lookup import new_task
from rcssgym.envs.registration import TASKS, TASKS_V1
from rcssgym.envs.tasks import BallTask, GetUp, RobotSetup, v1

POSITION, QUATERNION, SPIN = [1, -1, 1], [1, -1, 1, -1], [-1, 1, -1]


def mirrored(
    robot: RobotSetup, qpos: NDArray[np.float64], qvel: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A state of a ball and a robot with left and right swapped."""
    motors = np.argsort(robot.hinges)
    hinges = [robot.mirrored(state[robot.hinges])[motors] for state in (qpos[14:], qvel[12:])]
    pose, twist = [*POSITION, *QUATERNION], [*POSITION, *SPIN]
    return (
        np.concatenate([qpos[:14] * np.tile(pose, 2), hinges[0]]),
        np.concatenate([qvel[:12] * np.tile(twist, 2), hinges[1]]),
    )


def mirror_the_second_world(envs: WorldVectorEnv, task: Any) -> None:
    qpos, qvel = envs.worlds.qpos, envs.worlds.qvel
    qpos[1], qvel[1] = mirrored(task.robot, qpos[0], qvel[0])
    envs.worlds.set_state(qpos, qvel)
    task.action[1] = task.robot.mirrored(task.action[0])
    if isinstance(task, v1.Walk):
        task.command[1] = task.command[0] * [1, -1, -1]
        task.average[1] = task.average[0] * [1, -1, -1]
    if isinstance(task, BallTask | v1.BallTask):
        task.direction[1] = task.direction[0] * [1, -1]
    if isinstance(task, BallTask | v1.WalkingTask):
        # A gait's period is 40 steps; after half of it, left and right have changed places.
        task.gait_frequency = 1.25
        task.age[:] = (7, 27)
    task._sense()
    # The gyro shows the last step, in which nothing was mirrored yet.
    task.gyro[1] = task.gyro[0] * SPIN


def names() -> list[str]:
    first = [name for name in TASKS if isinstance(new_task(name), BallTask | GetUp)]
    return [*first, *TASKS_V1]


@pytest.mark.parametrize("name", names())
def test_a_mirrored_world_is_seen_mirrored(name: str) -> None:
    envs = WorldVectorEnv(name, 2, autoreset_mode="Disabled")
    task: Any = envs.task
    if isinstance(task, v1.Deployed):
        # The errors, delays and pushes of the two worlds differ.
        task.noise = task.late = task.push_speed = 0.0
    envs.reset(seed=4)
    actions = np.random.default_rng(0).uniform(-0.2, 0.2, envs.action_space.shape)
    for _ in range(5):
        task.step(actions)
    mirror_the_second_world(envs, task)
    one, other = np.concatenate(task.parts(), axis=-1)
    assert abs(one - other).max() > 0.01
    np.testing.assert_allclose(task.observation_mirror()(one), other, atol=1e-9)
    actions[1] = task.action_mirror()(actions[0])
    task.step(actions)
    one, other = np.concatenate(task.parts(), axis=-1)
    # Masses are not quite symmetric.
    np.testing.assert_allclose(task.observation_mirror()(one), other, atol=0.02)
    for term, (left, right) in task.rewards().items():
        assert left == pytest.approx(right, abs=0.05), term


def test_an_ant_turned_by_90_degrees_runs_with_the_next_legs() -> None:
    envs = WorldVectorEnv("AntRun-v1", 2, autoreset_mode="Disabled")
    task: Any = envs.task
    envs.reset(seed=4)
    seen_turned, acts_turned = task.symmetries()[1]
    rng = np.random.default_rng(0)
    for _ in range(5):
        task.step(rng.uniform(-0.5, 0.5, envs.action_space.shape))
    qpos, qvel = envs.worlds.qpos, envs.worlds.qvel
    hinges, motors = task.robot.hinges, np.argsort(task.robot.hinges)
    qpos[1], qvel[1] = qpos[0], qvel[0]
    # The same legs in the same places, the torso turned to the left about its own axis.
    w, x, y, z = qpos[0, 10:14]
    qpos[1, 10:14] = np.sqrt(0.5) * np.array([w - z, x + y, y - x, w + z])
    qpos[1, 14:] = acts_turned(qpos[0, 14:][hinges])[motors]
    qvel[1, 12:] = acts_turned(qvel[0, 12:][hinges])[motors]
    qvel[1, 9:11] = qvel[0, 10], -qvel[0, 9]
    envs.worlds.set_state(qpos, qvel)
    task.action[1] = acts_turned(task.action[0])
    task._sense()
    task.gyro[1, 0] = task.gyro[0, 0, [1, 0, 2]] * [1, -1, 1]
    one, other = np.concatenate(task.parts(), axis=-1)
    assert abs(one - other).max() > 0.1
    # On the ground, the heading of a leaning torso is not exactly 90 degrees from that of its side.
    np.testing.assert_allclose(seen_turned(one), other, atol=2e-4)
    heading = slice(33, 35)
    one[heading] = other[heading] = 0.0
    np.testing.assert_allclose(seen_turned(one), other, atol=1e-7)
    actions = rng.uniform(-0.5, 0.5, envs.action_space.shape)
    actions[1] = acts_turned(actions[0])
    task.step(actions)
    one, other = np.concatenate(task.parts(), axis=-1)
    np.testing.assert_allclose(seen_turned(one), other, atol=1e-3)
    for term, (left, right) in task.rewards().items():
        assert left == pytest.approx(right, abs=1e-4), term
