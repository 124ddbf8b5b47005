"""RLlib trains on our environments in separate processes."""

from typing import Any

import brief
import gymnasium as gym
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
from snippets import DOCS, run_section


def test_gymnasium_is_the_version_that_rllib_pins() -> None:
    """Otherwise the tests of the environments would prove nothing about RLlib."""
    assert gym.__version__ == "1.2.2"


def test_the_page_about_training() -> None:
    names = run_section(DOCS / "training.md", "RLlib")
    assert names["result"]["num_env_steps_sampled_lifetime"] >= 2048
    assert np.isfinite(names["result"]["episode_return_mean"])


def test_the_page_about_many_agents() -> None:
    names = run_section(DOCS / "training.md", "RLlib with many agents")
    result = names["result"]
    assert result["num_env_steps_sampled_lifetime"] >= 1024
    assert set(result["agent_episode_returns_mean"]) == {"left_1", "right_1"}
    assert set(result["module_episode_returns_mean"]) == {"player"}


def test_its_episodes_are_those_of_the_vector_env() -> None:
    """Replayed action by action, rewards and observations are the same, through resets."""
    config = (
        PPOConfig()
        .environment(brief.NAME)
        .env_runners(
            num_envs_per_env_runner=3,
            gym_env_vectorize_mode=gym.VectorizeMode.VECTOR_ENTRY_POINT,
        )
        .debugging(seed=4)
    )
    runner: Any = SingleAgentEnvRunner(config=config)
    episodes = runner.sample(num_timesteps=150, random_actions=True)
    runner.stop()
    ended = [episode for episode in episodes if episode.is_done]
    assert {episode.is_terminated for episode in ended} == {True, False}
    assert all(len(episode) <= brief.STEPS for episode in episodes)

    envs = gym.make_vec(brief.NAME, num_envs=1)
    firsts = {episode.get_observations()[0].tobytes(): episode for episode in episodes}
    assert len(firsts) == len(episodes)
    for seed in range(4, 7):
        observations, _ = envs.reset(seed=seed)
        episode = firsts[observations[0].tobytes()]
        for step, action in enumerate(episode.get_actions()):
            observations, rewards, *_ = envs.step(np.asarray(action)[None])
            assert observations[0].tobytes() == episode.get_observations()[step + 1].tobytes()
            assert rewards[0] == episode.get_rewards()[step]
