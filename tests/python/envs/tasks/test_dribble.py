"""Dribbling: the ball's way along the direction counts, near the feet."""

from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError, policies
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.tasks import T1Dribble, v1

from envs.tasks.scenes import ON_ITS_BACK, begun, put, still


def test_the_ball_should_roll_along_the_direction_and_near() -> None:
    envs, task = begun(T1Dribble)
    task.direction[:] = (0.0, 1.0)
    put(envs, torso=(0.0, 0.0), ball=(0.0, 0.5))
    terms = {}
    for name, velocity in (
        ("along", (0.0, 0.8)),
        ("back", (0.0, -0.8)),
        ("across", (0.8, 0.0)),
        ("too fast", (0.0, 3.0)),
    ):
        put(envs, ball_velocity=velocity)
        terms[name] = {term: value[0] for term, value in task.rewards().items()}
    near = np.exp(-0.25)
    assert terms["along"]["ball_speed"] == pytest.approx(1.6 * near)
    assert terms["back"]["ball_speed"] == pytest.approx(-1.6 * near)
    assert terms["across"]["ball_speed"] == pytest.approx(0.0)
    assert terms["too fast"]["ball_speed"] == pytest.approx(2.0 * task.fastest * near)
    assert terms["along"]["drift"] == pytest.approx(0.0)
    assert terms["across"]["drift"] == pytest.approx(-0.5 * 0.64)
    put(envs, ball=(0.0, 1.5), ball_velocity=(0.0, 0.8))
    assert task.rewards()["ball_speed"][0] < 0.2 * terms["along"]["ball_speed"]
    assert task.rewards()["near"][0] < terms["along"]["near"]


def test_distance_is_the_ball_s_way_along_the_direction() -> None:
    envs, task = begun(T1Dribble)
    task.direction[:] = (0.6, 0.8)
    put(envs, torso=(-1.0, 0.0), ball=(0.0, 0.0), ball_velocity=(1.2, 0.0))
    for _ in range(15):
        _, _, _, _, info = envs.step(still(envs))
    rolled = envs.worlds.ball_position[0, 0]
    assert rolled > 0.2
    assert info["distance"][0] == pytest.approx(0.6 * rolled)
    task.reset(np.array([0]))
    assert task.measures()["distance"].tolist() == [0.0]


def test_a_lost_ball_ends_it_and_so_does_a_fall() -> None:
    envs, task = begun(T1Dribble)
    put(envs, torso=(0.0, 0.0), ball=(task.lost - 0.05, 0.0))
    assert not task.terminated()[0]
    put(envs, ball=(task.lost + 0.05, 0.0))
    assert task.terminated()[0]
    put(envs, ball=(0.5, 0.0), torso=(0.0, 0.0, 0.2), quaternion=ON_ITS_BACK)
    assert task.terminated()[0]
    assert task.rewards()["fall"].tolist() == [-task.fall]


def test_the_direction_turns_now_and_then() -> None:
    envs, task = begun(T1Dribble, 6)
    first = task.direction.copy()
    task.age[:] = task.direction_interval
    task.age[0] -= 2
    task.step(still(envs))
    turned = np.arccos(np.clip((first * task.direction).sum(axis=-1), -1.0, 1.0))
    assert turned[0] == pytest.approx(0.0, abs=1e-6)
    assert (turned[1:] > 0.0).all()
    assert turned.max() <= task.turn + 1e-9


def test_at_first_ball_and_direction_are_straight_ahead() -> None:
    for progress, spread in ((0.0, 0.0), (1.0, T1Dribble.aside)):
        envs, task = begun(T1Dribble, 30, progress)
        observations = envs.reset(seed=1)[0]
        ball, direction = observations[:, -6:-4], observations[:, -2:]
        bearing = np.arctan2(ball[:, 1], ball[:, 0])
        assert 0.5 * spread <= abs(bearing).max() <= spread + 1e-6
        np.testing.assert_allclose(np.hypot(*direction.T), 1.0, atol=1e-6)
        assert (abs(direction[:, 1]).max() < 1e-6) == (progress == 0.0)
        distance = np.hypot(*ball.T)
        assert distance.min() > task.near - 1e-6
        assert distance.max() < task.far + 1e-6


def test_the_way_is_what_is_judged_and_a_lost_ball_has_its_price() -> None:
    envs = WorldVectorEnv(v1.T1Dribble(reward="way"), 16)
    task: Any = envs.task
    envs.set_progress(1.0)
    seen, _ = envs.reset(seed=0)
    walk = policies.load("T1Walk")
    paid, distance, lost = np.zeros((3, 16))
    is_on = np.ones(16, dtype=bool)
    for _ in range(600):
        seen, _, terminated, _, info = envs.step(walk.act(seen[:, :82]))
        paid += is_on * info["reward"]["way"]
        lost += is_on * info["reward"]["lost"]
        distance = np.where(is_on, info["distance"], distance)
        far = np.linalg.norm(task.to_ball(), axis=1) > task.lost
        np.testing.assert_array_equal(info["reward"]["lost"][is_on], -task.price * far[is_on])
        is_on &= ~terminated
    assert distance.mean() > 2.0
    np.testing.assert_allclose(paid, 50.0 * distance)
    assert set(lost) == {0.0, -task.price}


def escape(task: Any) -> Any:
    """How likely each ball escapes from a robot that follows it, by its way in the next 4 s."""
    to_ball = task.to_ball()
    distance = np.linalg.norm(to_ball, axis=1)
    away = (task.ball_velocity * to_ball).sum(axis=1) / distance
    times = np.arange(0.0, 4.0, 0.005)
    ways = away[:, None] * (1.0 - np.exp(-0.47 * times)) / 0.47 - 0.97 * times
    farthest = distance + ways.max(axis=1)
    return np.where(distance > 2.0, 0.0, 1.0 / (1.0 + np.exp((2.0 - farthest) / 0.044)))


def test_a_ball_that_gets_away_is_paid_for_at_once_and_paid_back_unless_a_touch_saves_it() -> None:
    envs = WorldVectorEnv(v1.T1Dribble(reward="way"), 16)
    task: Any = envs.task
    envs.set_progress(1.0)
    seen, _ = envs.reset(seed=0)
    walk = policies.load("T1Walk")
    likely, rescues = [escape(task)], 0
    is_on = np.ones(16, dtype=bool)
    for _ in range(600):
        seen, _, terminated, _, info = envs.step(walk.act(seen[:, :82]))
        likely.append(escape(task))
        before = np.array(likely[-2])
        saved = (np.linalg.norm(task.to_ball(), axis=1) <= 2.0) & (before - likely[-1] > task.saved)
        before[saved] = likely[-1][saved]
        rescues += saved[is_on].sum()
        paid = task.escape * (before - 0.995 * likely[-1])
        np.testing.assert_allclose(info["reward"]["escape"][is_on], paid[is_on], atol=0.1)
        is_on &= ~terminated
    assert rescues > 0
    assert np.max(likely) > 0.9
    assert np.max(likely, axis=0).min() < 0.1


def test_a_reward_that_there_is_not_is_refused() -> None:
    with pytest.raises(ArgumentError, match="reward: 'ways' is none of 'speed', 'way'"):
        v1.T1Dribble(reward="ways")  # type: ignore[arg-type]
