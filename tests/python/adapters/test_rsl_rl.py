"""RSL-RL trains on our vector environments."""

from pathlib import Path
from typing import Any

import brief
import gymnasium as gym
import numpy as np
import pytest
import rcssgym
import torch
from rcssgym.adapters.rsl_rl import RslRlVecEnv
from rsl_rl.env import VecEnv
from rsl_rl.runners import OnPolicyRunner

SAME_STEP: dict[str, Any] = {"autoreset_mode": "SameStep", "clip_actions": True}


def settings(**more: Any) -> dict[str, Any]:
    network = {
        "class_name": "MLPModel",
        "hidden_dims": [32, 32],
        "activation": "elu",
        "obs_normalization": True,
    }
    distribution = {"class_name": "GaussianDistribution", "init_std": 0.5}
    return {
        "seed": 1,
        "num_steps_per_env": 8,
        "save_interval": 50,
        "obs_groups": {"actor": ["policy"], "critic": ["critic"]},
        "actor": {**network, "distribution_cfg": distribution},
        "critic": network,
        "algorithm": {"class_name": "PPO", "num_learning_epochs": 2, "num_mini_batches": 2},
        **more,
    }


def test_it_is_the_vector_env_in_tensors() -> None:
    """Through ends of both kinds; time-outs are truncations without termination."""
    ours = RslRlVecEnv(gym.make_vec(brief.NAME, num_envs=4, privileged="info", **SAME_STEP), seed=3)
    assert isinstance(ours, VecEnv)
    plain = gym.make_vec(brief.NAME, num_envs=4, privileged="dict", **SAME_STEP)
    seen, _ = plain.reset(seed=3)
    rng, ends = np.random.default_rng(0), set()
    for _ in range(60):
        found = ours.get_observations()
        assert found.batch_size == torch.Size([4])
        for name in ("policy", "critic"):
            assert found[name].dtype == torch.float32
            assert found[name].numpy().tobytes() == seen[name].tobytes()
        assert ours.episode_length_buf.tolist() == plain.unwrapped.elapsed.tolist()  # type: ignore[attr-defined]
        actions = rng.normal(0.0, 0.8, (4, 23)).astype(np.float32)
        found, rewards, dones, extras = ours.step(torch.from_numpy(actions))
        seen, expected, terminated, truncated, info = plain.step(actions)
        assert rewards.tolist() == expected.astype(np.float32).tolist()
        assert dones.tolist() == (terminated | truncated).astype(int).tolist()
        assert extras["time_outs"].tolist() == (truncated & ~terminated).tolist()
        alive = np.mean(info["reward"]["alive"])
        assert extras["log"]["/reward/alive"] == pytest.approx(alive)
        ends |= {(bool(a), bool(b)) for a, b in zip(terminated, truncated, strict=True)}
    assert {(True, False), (False, True)} <= ends


def test_a_runner_learns(tmp_path: Path) -> None:
    envs = gym.make_vec(
        "rcssgym/T1Walk-v0", num_envs=8, privileged="dict", history=3, delay=(0, 1), **SAME_STEP
    )
    env = RslRlVecEnv(envs, seed=0)
    runner = OnPolicyRunner(env, settings(), log_dir=str(tmp_path), device="cpu")
    before = [weight.clone() for weight in runner.alg.get_policy().parameters()]
    runner.learn(num_learning_iterations=3, init_at_random_ep_len=True)
    after = list(runner.alg.get_policy().parameters())
    assert any(not torch.equal(old, new) for old, new in zip(before, after, strict=True))
    assert all(bool(torch.isfinite(weight).all()) for weight in after)
    assert list(tmp_path.glob("model_*.pt"))
    policy = runner.get_inference_policy()
    with torch.inference_mode():
        assert policy(env.get_observations()).shape == (8, 23)


def test_curiosity_is_scaled_by_the_length_of_a_step() -> None:
    """RSL-RL's random network distillation asks the environment for it, by Isaac Lab's name."""
    network = {"num_outputs": 4, "predictor_hidden_dims": [8], "target_hidden_dims": [8]}
    groups = {"actor": ["policy"], "critic": ["policy"], "rnd_state": ["policy"]}
    curious = settings(obs_groups=groups)
    curious["algorithm"]["rnd_cfg"] = {"weight": 2.0, **network}
    envs = gym.make_vec("rcssgym/T1Stand-v1", num_envs=2, frame_skip=2, **SAME_STEP)
    runner = OnPolicyRunner(RslRlVecEnv(envs, seed=0), curious, device="cpu")
    runner.learn(num_learning_iterations=1)
    assert runner.alg.rnd.weight == pytest.approx(2.0 * 0.04)


def test_without_critics_of_its_own_there_is_one_group() -> None:
    env = RslRlVecEnv(gym.make_vec("rcssgym/T1Stand-v0", num_envs=2, **SAME_STEP))
    assert list(env.get_observations().keys()) == ["policy"]
    assert (env.num_envs, env.num_actions, env.max_episode_length) == (2, 23, 500)
    endless = RslRlVecEnv(
        gym.make_vec("rcssgym/T1Stand-v0", num_envs=2, max_episode_steps=None, **SAME_STEP)
    )
    assert endless.max_episode_length > 10**9
    env.episode_length_buf = torch.tensor([499, 7])
    _, _, dones, extras = env.step(torch.zeros((2, 23)))
    assert dones.tolist() == [1, 0]
    assert extras["time_outs"].tolist() == [True, False]
    assert env.episode_length_buf.tolist() == [0, 8]
    env.close()
    env.close()


def test_wrong_use() -> None:
    def make(name: str = "rcssgym/T1Stand-v0", **options: Any) -> Any:
        return gym.make_vec(name, num_envs=2, **options)

    cases: list[tuple[Any, str]] = [
        (make(clip_actions=True), "autoreset_mode"),
        (make(autoreset_mode="SameStep"), "clip_actions=True"),
        (make("rcssgym/Soccer-1v1-v0", **SAME_STEP), "must be of one agent"),
        (make(copy=False, **SAME_STEP), "make them with copy=True"),
        (gym.make_vec("CartPole-v1", num_envs=2), "must be a WorldVectorEnv"),
    ]
    for envs, words in cases:
        with pytest.raises(rcssgym.ArgumentError, match=words):
            RslRlVecEnv(envs)
    env = RslRlVecEnv(make(**SAME_STEP))
    lengths: list[tuple[Any, str]] = [
        (torch.tensor([1, -1]), "-1 is not a number of steps"),
        (torch.tensor([1.0, 2.0]), "float32"),
        (torch.tensor([1]), r"shape \(1,\)"),
    ]
    for wrong, words in lengths:
        with pytest.raises(rcssgym.ArgumentError, match=words):
            env.episode_length_buf = wrong
