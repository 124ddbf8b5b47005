"""Going to the ball: to the pose behind it, facing along the direction."""

import numpy as np
import pytest
from rcssgym.envs.tasks import AntGoToBall, K1GoToBall, T1GoToBall
from rcssgym.envs.tasks.go_to_ball import GoToBall

from envs.tasks.scenes import begun, put, still

TASKS = [T1GoToBall, K1GoToBall, AntGoToBall]


def facing(yaw: float) -> tuple[float, float, float, float]:
    return (np.cos(yaw / 2), 0.0, 0.0, np.sin(yaw / 2))


@pytest.mark.parametrize("task_type", TASKS)
def test_the_pose_is_behind_the_ball(task_type: type[GoToBall]) -> None:
    envs, task = begun(task_type)
    task.direction[:] = (0.0, 1.0)
    put(envs, ball=(3.0, 2.0), torso=(3.0, 2.0 - task.behind), quaternion=facing(np.pi / 2))
    np.testing.assert_allclose(task.errors(), [[0.0, 0.0]], atol=1e-9)
    put(envs, torso=(3.3, 2.0 - task.behind + 0.4), quaternion=facing(-np.pi / 2 + 0.1))
    np.testing.assert_allclose(task.errors(), [[0.5, np.pi - 0.1]], atol=1e-9)


def test_getting_nearer_and_straighter_is_rewarded() -> None:
    envs, task = begun(T1GoToBall)
    task.direction[:] = (1.0, 0.0)
    put(envs, ball=(2.0, 0.0), torso=(0.0, 0.0), quaternion=facing(1.0))
    task.before = task.error
    put(envs, torso=(0.1, 0.0), quaternion=facing(0.8))
    terms = task.rewards()
    assert terms["approach"][0] == pytest.approx(0.5)
    left = 2.0 - task.behind - 0.1
    assert terms["facing"][0] == pytest.approx(0.2 * np.exp(-left))
    assert terms["touch"][0] == terms["arrival"][0] == 0.0


def test_who_stays_at_the_pose_has_arrived() -> None:
    envs, task = begun(AntGoToBall)
    task.direction[:] = (1.0, 0.0)
    put(envs, ball=(0.0, 0.0), torso=(-task.behind, 0.0), quaternion=facing(0.0))
    for step in range(task.steady):
        _, _, terminated, _, info = envs.step(still(envs))
        is_last = step == task.steady - 1
        assert terminated[0] == info["is_success"][0] == is_last
        assert info["reward"]["arrival"][0] == (task.arrival if is_last else 0.0)
    assert info["distance"][0] < task.close


class There(AntGoToBall):
    """Begins at the pose."""

    near = far = AntGoToBall.behind


def test_only_steps_in_a_row_of_one_episode_count() -> None:
    envs, task = begun(There, progress=0.0)

    def steps_to_arrival() -> int:
        steps = 1
        while not envs.step(still(envs))[2][0]:
            steps += 1
        return steps

    assert steps_to_arrival() == task.steady
    envs.reset()
    assert steps_to_arrival() == task.steady
    envs.reset()
    for _ in range(task.steady - 1):
        envs.step(still(envs))
    ball = envs.worlds.ball_position[0, :2]
    put(envs, ball=tuple(ball + 1.0))
    assert not envs.step(still(envs))[2][0]
    put(envs, ball=tuple(ball))
    assert steps_to_arrival() == task.steady


def test_who_looks_elsewhere_has_not_arrived() -> None:
    envs, task = begun(AntGoToBall)
    task.direction[:] = (1.0, 0.0)
    put(envs, ball=(0.0, 0.0), torso=(-task.behind, 0.0), quaternion=facing(0.4))
    for _ in range(2 * task.steady):
        assert not envs.step(still(envs))[2][0]


def test_touching_the_ball_costs() -> None:
    envs, task = begun(AntGoToBall)
    put(envs, torso=(0.0, 0.0), ball=(1.3, 0.0), ball_velocity=(-2.0, 0.0))
    costs = [envs.step(still(envs))[4]["reward"]["touch"][0] for _ in range(25)]
    assert min(costs) == -0.2
    assert task.measures()["touched"][0]


@pytest.mark.parametrize("task_type", TASKS)
def test_the_ball_begins_around_the_robot(task_type: type[GoToBall]) -> None:
    envs, task = begun(task_type, 60)
    distance = np.hypot(*task.to_ball().T)
    assert task.near <= distance.min() < task.near + 1.0
    assert task.far - 1.0 < distance.max() <= task.far
    observations = envs.reset(seed=1)[0]
    assert observations[:, -6].min() < -1.0
    assert observations[:, -6].max() > 1.0
    _, task = begun(task_type, 20, progress=0.0)
    np.testing.assert_allclose(np.hypot(*task.to_ball().T), task.near)
    np.testing.assert_allclose(task.errors()[:, 1], 0.0, atol=1e-6)
