"""Walking: rewards, the delay of actions, observations, and mirror images."""

from typing import Any

import numpy as np
import pytest
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks import RobotTask, T1Stand, T1Walk
from rcssgym.envs.tasks.mirror import joints_mirror

from envs.tasks.scenes import begun, put, still


class Calm(T1Walk):
    """Nobody pushes, senses are exact, and actions take effect at once."""

    push_speed = late = angle_noise = speed_noise = gyro_noise = quaternion_noise = 0.0


class Late(Calm):
    late = 1.0


def test_motion_as_commanded_is_rewarded_most() -> None:
    _, task = begun(Calm, 3)
    task.command[:] = (0.5, 0.1, -0.4)
    task.average[:] = task.command + np.array([[0, 0, 0], [0.35, 0, 0], [0, 0, 0.5]])
    terms = task.rewards()
    np.testing.assert_allclose(terms["track_velocity"], [6.0, 6.0 / np.e, 6.0])
    np.testing.assert_allclose(terms["track_turning"], [2.0, 2.0, 2.0 / np.e])
    measures = task.measures()
    np.testing.assert_allclose(measures["velocity_error"], [0.0, 0.35, 0.0], atol=1e-15)
    np.testing.assert_allclose(measures["turning_error"], [0.0, 0.0, 0.5], atol=1e-15)


def test_average_motion_follows_the_torso() -> None:
    """A velocity that stays constant for long equals the average."""
    envs, task = begun(Calm)
    velocity = np.array([0.3, 0.0])
    for _ in range(200):
        put(envs, torso=(0.0, 0.0, 3.0))
        qvel = envs.worlds.qvel
        qvel[:, 6:8] = velocity
        envs.worlds.set_state(envs.worlds.qpos, qvel)
        task.step(still(envs))
    along = task.heading_velocity()[0, :2]
    np.testing.assert_allclose(task.average[0, :2], along, atol=0.01)
    assert np.linalg.norm(along) == pytest.approx(0.3, abs=0.01)


def test_feet_on_the_ground_suit_a_command_to_stand_and_not_one_to_walk() -> None:
    envs, task = begun(Calm)
    gait = {}
    for name, command in (("stand", (0.0, 0.0, 0.0)), ("walk", (0.5, 0.0, 0.0))):
        for height in (0.625, 0.8):
            put(envs, torso=(0.0, 0.0, height), quaternion=(1.0, 0.0, 0.0, 0.0))
            task.command[:] = command
            task.age[:] = 8  # a quarter of a cycle: the left foot is to be up
            gait[name, height] = task.rewards()["gait"][0]
    assert gait["stand", 0.625] > 2.7
    assert gait["stand", 0.8] < 0.1
    assert 0.5 < gait["walk", 0.625] < 1.5


def test_commands_stay_in_range_and_some_are_to_stand_or_straight() -> None:
    _, task = begun(Calm, 2000)
    command = task.command
    assert (command >= task.lowest_command).all()
    assert (command <= task.highest_command).all()
    stands = (command == 0.0).all(axis=-1)
    straight = (command[:, 1:] == 0.0).all(axis=-1) & ~stands
    assert stands.mean() == pytest.approx(0.1, abs=0.03)
    assert straight.mean() == pytest.approx(0.2, abs=0.04)


def test_a_late_action_takes_effect_one_step_later() -> None:
    actions = np.random.default_rng(0).uniform(-0.5, 0.5, (6, 2, 23))
    (prompt, _), (late, _) = begun(Calm, 2), begun(Late, 2)
    prompt.worlds.set_state(late.worlds.qpos, late.worlds.qvel)
    first = np.zeros_like(actions[:1])
    for now, before in zip(actions, np.concatenate([first, actions[:-1]]), strict=True):
        late.step(now)
        prompt.step(before)
        assert late.worlds.qpos.tobytes() == prompt.worlds.qpos.tobytes()
        assert late.task.action.tobytes() == now.tobytes()  # type: ignore[attr-defined]


def test_what_is_seen_differs_from_the_truth_by_bounded_errors() -> None:
    (noisy, task), (exact, _) = begun(T1Walk, 50), begun(Calm, 50)
    seen, _ = noisy.reset(seed=1)
    true, _ = exact.reset(seed=1)
    joints = 23
    error = np.abs(seen.astype(np.float64) - true)
    angles, speeds = error[:, :joints] * 3.14, error[:, joints : 2 * joints] * 100.0
    gyro = error[:, 3 * joints : 3 * joints + 3] * 50.0
    for one, largest in (
        (angles, task.angle_noise),
        (speeds, task.speed_noise),
        (gyro, task.gyro_noise),
    ):
        assert 0.9 * largest < one.max() <= largest * 1.001
    assert 0.0 < error[:, -3:].max() < 0.05


@pytest.mark.parametrize(("progress", "moves"), [(0.0, False), (0.25, True), (1.0, True)])
def test_pushes_grow_with_progress(progress: float, moves: bool) -> None:
    class Pushed(Calm):
        push_speed = 0.4
        push_interval = 1

    (pushed, _), (calm, _) = begun(Pushed, 200, progress), begun(Calm, 200)
    calm.worlds.set_state(pushed.worlds.qpos, pushed.worlds.qvel)
    for envs in (pushed, calm):
        envs.step(still(envs))
    change = np.abs(pushed.worlds.qvel - calm.worlds.qvel)[:, 6:8].max()
    if moves:
        # Feet on the ground slow the torso down within the step.
        assert 0.1 * min(1.0, 2 * progress) < change <= 0.4 * min(1.0, 2 * progress)
    else:
        assert change == 0.0


def mirrored(qpos: Floats, task: RobotTask) -> Floats:
    """States mirrored in the plane of x and z."""
    image: Floats = qpos.copy()
    image[:, 8] *= -1.0
    image[:, 11] *= -1.0
    image[:, 13] *= -1.0
    image[:, 14:] = joints_mirror(task.robot)(qpos[:, 14:])
    return image


@pytest.mark.parametrize("kind", [Calm, T1Stand])
def test_a_mirrored_robot_observes_the_mirror_image(kind: type[Calm] | type[T1Stand]) -> None:
    (envs, task), (other, other_task) = begun(kind, 4), begun(kind, 4)
    rng = np.random.default_rng(3)
    action = rng.uniform(-0.3, 0.3, (4, 23))
    for _ in range(5):
        envs.step(action)
    qpos, qvel = envs.worlds.qpos, envs.worlds.qvel
    image = qvel.copy()
    image[:, 7] *= -1.0
    image[:, [9, 11]] *= -1.0
    image[:, 12:] = joints_mirror(task.robot)(qvel[:, 12:])
    other.worlds.set_state(mirrored(qpos, task), image)
    for one in (task, other_task):
        one._sense()
    other_task.gyro[:] = task.gyro * (-1.0, 1.0, -1.0)
    other_task.action[:] = task.action_mirror()(task.action)
    if isinstance(task, Calm):
        other_task.command[:] = task.command * (1.0, -1.0, -1.0)
        # Half a cycle later the legs have exchanged their roles.
        task.age[:] = 50
        other_task.age[:] = 100
    seen, seen_there = np.zeros((2, *envs.observation_space.shape), dtype=np.float32)  # type: ignore[misc]
    task.observe(seen)
    other_task.observe(seen_there)
    np.testing.assert_allclose(task.observation_mirror()(seen), seen_there, atol=2e-6)
    assert not np.allclose(seen, seen_there, atol=1e-3)
    twice = task.observation_mirror()(task.observation_mirror()(seen))
    np.testing.assert_array_equal(twice, seen)


def test_a_fixed_command_is_for_all() -> None:
    class Straight(T1Walk):
        fixed_command = np.array([0.5, 0.0, 0.0])

    envs = WorldVectorEnv(Straight, 5)
    observations, _ = envs.reset(seed=0)
    np.testing.assert_array_equal(observations[:, 72:75], [[0.5, 0.0, 0.0]] * 5)


@pytest.mark.parametrize("task", ["T1Walk-v0", "T1Walk-v1"])
def test_a_command_may_be_fixed_later(task: str) -> None:
    envs = WorldVectorEnv(task, 5)
    observations, _ = envs.reset(seed=0)
    assert not (observations[:, 72:75] == observations[0, 72:75]).all()
    walk: Any = envs.task
    walk.fixed_command = np.array([0.5, 0.0, 0.0])
    envs.reset(seed=0)
    np.testing.assert_array_equal(walk.command, [[0.5, 0.0, 0.0]] * 5)
