"""Many games are the same as a loop of single ones, for every agent and any number of games."""

from importlib import import_module
from typing import Literal

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.vector import AutoresetMode
from rcssgym.envs import SoccerVectorEnv

from .setups import actions, quiet, reward_terms, shoot

Observation = Literal["perception", "state"]
NUM, STEPS = 3, 25


@pytest.mark.parametrize("observation", ["perception", "state"])
def test_games_are_a_loop_of_parallel_envs(observation: Observation) -> None:
    envs = SoccerVectorEnv(
        "2v2",
        NUM,
        observation=observation,
        max_episode_steps=STEPS,
        autoreset_mode=AutoresetMode.DISABLED,
    )
    loop = [
        rcssgym.parallel_env("2v2", observation=observation, max_episode_steps=STEPS)
        for _ in range(NUM)
    ]
    rng = np.random.default_rng(0)
    observations, _ = envs.reset(seed=6)
    for world, env in enumerate(loop):
        rows = env.reset(seed=6 + world)[0]
        assert np.stack(list(rows.values())).tobytes() == observations[world].tobytes()
    ends = []
    for step in range(70):
        if step == 5:
            shoot(envs, 1, -1.0)
            shoot(loop[1].vector, 0, -1.0)
        action = actions(envs, rng)
        observations, rewards, terminated, truncated, info = envs.step(action)
        for world, env in enumerate(loop):
            agents = env.agents
            sent = dict(zip(agents, action[world], strict=True))
            seen, reward, end, cut, infos = env.step(sent)
            assert list(seen) == agents == list(envs.agents)
            assert np.stack(list(seen.values())).tobytes() == observations[world].tobytes()
            assert list(reward.values()) == rewards[world].tolist()
            assert set(end.values()) == {bool(terminated[world])}
            assert set(cut.values()) == {bool(truncated[world])}
            for row, agent in enumerate(agents):
                terms = {name: float(term[world, row]) for name, term in reward_terms(info).items()}
                assert infos[agent]["reward"] == terms
                goals = info["score"][world].tolist()
                assert infos[agent]["score"] == (goals if row < 2 else goals[::-1])
        over = terminated | truncated
        ends.append((int(terminated.sum()), int(truncated.sum())))
        if over.any():
            observations, _ = envs.reset(options={"reset_mask": over})
            for world in np.flatnonzero(over).tolist():
                assert loop[world].agents == []
                rows = loop[world].reset()[0]
                assert np.stack(list(rows.values())).tobytes() == observations[world].tobytes()
    assert np.sum(ends, axis=0)[0] == 1
    assert np.sum(ends, axis=0)[1] >= 6


def test_gymnasium_and_many_agents_play_the_same_game() -> None:
    many = SoccerVectorEnv("1v1", 2, max_episode_steps=20)
    one = gym.make_vec("rcssgym/Soccer-1v1-v0", num_envs=2, max_episode_steps=20)
    single = gym.make("rcssgym/Soccer-1v1-v0", max_episode_steps=20)
    observations = many.reset(seed=1)[0]
    assert one.reset(seed=1)[0].tobytes() == observations.tobytes()
    assert single.reset(seed=1)[0].tobytes() == observations[0].tobytes()
    rng = np.random.default_rng(0)
    for step in range(50):
        action = actions(many, rng).astype(np.float32)
        observations, rewards, *ends, info = many.step(action)
        other, reward, *other_ends, other_info = one.step(action)
        assert other.tobytes() == observations.tobytes()
        assert reward.tolist() == rewards[:, 0].tolist()
        assert [end.tolist() for end in other_ends] == [end.tolist() for end in ends]
        for name, term in reward_terms(info).items():
            assert other_info["reward"][name].tobytes() == term.tobytes()
        if step < 20:
            seen, alone, *_, alone_info = single.step(action[0])
            assert seen.tobytes() == observations[0].tobytes()
            assert alone == rewards[0, 0]
            assert alone_info["score"].tolist() == [0, 0]
            assert alone_info["reward"]["upright"].tolist() == info["reward"]["upright"][0].tolist()


@pytest.mark.parametrize("observation", ["perception", "state"])
def test_neither_company_nor_threads_matter(observation: Observation) -> None:
    rng = np.random.default_rng(1)
    moves = rng.uniform(-0.3, 0.3, (40, 12, 4, 23))
    rows = {}
    for num, threads in ((12, 1), (12, 2), (5, 2), (1, 1)):
        envs = SoccerVectorEnv(
            "2v2", num, observation=observation, threads=threads, max_episode_steps=15
        )
        found = [envs.reset(seed=3)[0][:1].tobytes()]
        for step in moves:
            observations, rewards, *_ = envs.step(step[:num])
            found += [observations[:1].tobytes(), rewards[:1].tobytes()]
        rows[num, threads] = b"".join(found)
    assert len(set(rows.values())) == 1


def test_arrays_are_torchs_and_ones_own() -> None:
    torch = import_module("torch")
    envs = SoccerVectorEnv("1v1", 2)
    first, _ = envs.reset(seed=0)
    kept = first.copy()
    second, rewards, *_ = envs.step(quiet(envs))
    for array in (first, second, rewards):
        assert torch.from_dlpack(array).shape == array.shape
    second[:] = rewards[:] = 99.0
    third, rewards, *_ = envs.step(quiet(envs))
    assert first.tobytes() == kept.tobytes()
    assert third.max() < 99.0 > rewards.max()
