"""Gymnasium's vector wrappers, as CleanRL's scripts use them."""

from typing import Any

import brief
import gymnasium as gym
import numpy as np
import pytest
from gymnasium.wrappers.vector import (
    ClipReward,
    NormalizeObservation,
    NormalizeReward,
    RecordEpisodeStatistics,
)

NUM = 4


def make(**options: Any) -> Any:
    envs = gym.make_vec(brief.NAME, num_envs=NUM, **options)
    envs.action_space.seed(0)
    return envs


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_episode_statistics_are_those_of_the_episodes(mode: str) -> None:
    envs = RecordEpisodeStatistics(make(autoreset_mode=mode))
    envs.reset(seed=0)
    returns, lengths, is_fresh = np.zeros(NUM), np.zeros(NUM, int), np.zeros(NUM, bool)
    episodes = 0
    for _ in range(60):
        _, rewards, terminated, truncated, info = envs.step(envs.action_space.sample())
        # In the next-step mode, the step after an end starts the next episode and is not part of
        # it.
        returns = np.where(is_fresh, 0.0, returns + rewards)
        lengths = np.where(is_fresh, 0, lengths + 1)
        over = terminated | truncated
        if over.any():
            assert info["_episode"].tolist() == over.tolist()
            np.testing.assert_allclose(info["episode"]["r"][over], returns[over])
            assert info["episode"]["l"][over].tolist() == lengths[over].tolist()
        episodes += int(over.sum())
        if mode == "NextStep":
            is_fresh = over
        else:
            returns[over], lengths[over] = 0.0, 0
        if mode == "Disabled" and over.any():
            envs.reset(options={"reset_mask": over})
    assert episodes > NUM
    assert len(envs.return_queue) == episodes


def test_observations_and_rewards_are_normalized() -> None:
    envs = NormalizeReward(NormalizeObservation(ClipReward(make(), -5.0, 5.0)))
    rows = [envs.reset(seed=0)[0]]
    for _ in range(300):
        observations, rewards, *_ = envs.step(envs.action_space.sample())
        assert np.isfinite(rewards).all()
        rows.append(observations)
    moving = np.concatenate(rows[100:])
    moving = moving[:, moving.std(axis=0) > 0]
    assert moving.shape[1] >= 80
    assert np.abs(moving.mean(axis=0)).max() < 1.0
    assert 0.4 < np.median(moving.std(axis=0)) < 1.6
