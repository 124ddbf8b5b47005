"""Acts by number: spaces, and the same effect as the task's own actions."""

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.spaces import Box, Discrete, MultiDiscrete, Tuple
from rcssgym.envs import WorldEnv, WorldVectorEnv
from rcssgym.envs.discs import ActsByNumber, ActsByNumberVector, HalfField, ReachBall

SHORT = ("go_to_ball", "dribble", "shoot")
LONG = ("kick_to", "move_to", "shoot")


def test_numbers_with_parameters() -> None:
    plain = WorldVectorEnv(HalfField(1, 1, actions=LONG, on_ball=1), 5)
    envs = ActsByNumberVector(WorldVectorEnv(HalfField(1, 1, actions=LONG, on_ball=1), 5))
    assert envs.single_action_space == Tuple((Discrete(3), Box(-1, 1, (5,), np.float32)))
    numbers, parameters = envs.action_space
    assert isinstance(numbers, MultiDiscrete)
    assert parameters.shape == (5, 5)
    envs.action_space.seed(1)
    np.testing.assert_array_equal(plain.reset(seed=1)[0], envs.reset(seed=1)[0])
    for _ in range(60):
        action = envs.action_space.sample()
        scores = np.full((5, 3), -0.5, np.float32)
        scores[np.arange(5), action[0]] = 0.5
        expected = plain.step(np.concatenate([scores, action[1]], axis=1))
        for ours, theirs in zip(envs.step(action)[:4], expected[:4], strict=True):
            np.testing.assert_array_equal(ours, theirs)
        np.testing.assert_array_equal(envs.action_masks(), plain.task.action_masks())  # type: ignore[attr-defined]


def test_numbers_alone() -> None:
    envs = ActsByNumberVector(WorldVectorEnv(HalfField(1, 0, actions=SHORT), 4))
    env = ActsByNumber(WorldEnv(HalfField(1, 0, actions=SHORT)))
    assert env.action_space == envs.single_action_space == Discrete(3)
    np.testing.assert_array_equal(env.reset(seed=2)[0], envs.reset(seed=2)[0][0])
    random = np.random.default_rng(0)
    for _ in range(600):
        masks = envs.action_masks()
        assert env.action_masks().tolist() == masks[0].tolist()
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
        seen, reward, terminated, _, _ = env.step(actions[0])
        rows, rewards, ends, _, _ = envs.step(actions)
        np.testing.assert_array_equal(seen, rows[0])
        assert (reward, terminated) == (rewards[0], ends[0])
        if terminated:
            break
    assert terminated


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ActsByNumber(WorldEnv(ReachBall)), "env: ReachBall has no acts"),
        (lambda: ActsByNumberVector(WorldVectorEnv("T1Stand", 1)), "env: T1Stand has no acts"),
        (
            lambda: ActsByNumberVector(WorldVectorEnv(HalfField(2, 1, numbers=(1, 2)), 1)),
            "has no acts of one player",
        ),
    ],
)
def test_what_has_no_acts(make: Any, message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        make()


@pytest.mark.parametrize(
    ("actions", "action", "message"),
    [
        (SHORT, np.array([3]), "actions: 3 of env 0 is not from 0 to 2"),
        (SHORT, np.array([0.5]), "actions: dtype float64, shape .1,., must be one number an env"),
        (SHORT, [[1], [1, 2]], "actions: cannot become an array"),
        (LONG, np.array([1]), "are not numbers with parameters"),
        (LONG, (np.array([1]), np.zeros((1, 4))), r"shape \(1, 4\), must be real numbers \(1, 5\)"),
    ],
)
def test_wrong_actions(actions: Any, action: Any, message: str) -> None:
    envs = ActsByNumberVector(WorldVectorEnv(HalfField(1, 0, actions=actions), 1))
    envs.reset(seed=0)
    with pytest.raises(rcssgym.ArgumentError, match=message):
        envs.step(action)


def test_a_wrong_number_is_told_with_its_env() -> None:
    envs = ActsByNumberVector(WorldVectorEnv(HalfField(1, 0, actions=SHORT), 300))
    envs.reset(seed=0)
    numbers = np.zeros(300, np.int64)
    numbers[217] = -1
    with pytest.raises(rcssgym.ArgumentError, match=r"^actions: -1 of env 217 is not from 0 to 2$"):
        envs.step(numbers)


def test_registered_tasks_with_skills() -> None:
    envs = gym.make_vec("rcssgym/Disc-HFO-2v1-Skills-v0", num_envs=2)
    assert envs.single_observation_space.shape == (12 + 6 + 3,)
    numbered = ActsByNumberVector(envs)
    assert numbered.single_action_space[0] == Discrete(9)


def test_the_wrapper_has_a_spec() -> None:
    env = ActsByNumber(gym.make("rcssgym/Disc-HFO-1v1-Skills-v0"))
    assert env.spec is not None
    again = gym.make(env.spec)
    assert isinstance(again, ActsByNumber)
    np.testing.assert_array_equal(again.reset(seed=3)[0], env.reset(seed=3)[0])
