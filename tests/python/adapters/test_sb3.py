"""Stable-Baselines3 trains on our vector environments."""

import warnings
from pathlib import Path
from typing import Any

import brief
import gymnasium as gym
import numpy as np
import pytest
import rcssgym
import torch
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from rcssgym.adapters.sb3 import SB3VecEnv
from rcssgym.envs import T1Stand, WorldVectorEnv
from stable_baselines3 import PPO, SAC
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import (
    DummyVecEnv,
    VecMonitor,
    VecNormalize,
    VecVideoRecorder,
)

NAME = "rcssgym/T1Walk-v0"


def make(num_envs: int = 3, **options: Any) -> SB3VecEnv:
    return SB3VecEnv(gym.make_vec(NAME, num_envs=num_envs, autoreset_mode="SameStep", **options))


def test_their_checker_is_content_with_the_single_env() -> None:
    check_env(gym.make(NAME).unwrapped, warn=True, skip_render_check=True)


@pytest.mark.filterwarnings("ignore:.*Converting to np.array.*:UserWarning")
def test_it_does_as_their_own_loop_of_envs() -> None:
    """In everything that ``DummyVecEnv`` over single envs returns, through ends of both kinds."""
    ours = SB3VecEnv(gym.make_vec(brief.NAME, num_envs=3, autoreset_mode="SameStep"))
    theirs = DummyVecEnv([lambda: gym.make(brief.NAME)] * 3)
    for each in (ours, theirs):
        each.seed(6)
    assert ours.reset().tobytes() == theirs.reset().tobytes()
    rng = np.random.default_rng(1)
    ends = set()
    for _ in range(100):
        actions = rng.uniform(-0.4, 0.4, (3, 23)).astype(np.float32)
        found, expected = ours.step(actions), theirs.step(actions)
        for left, right in zip(found[:3], expected[:3], strict=True):
            assert left.dtype == right.dtype
            assert left.tobytes() == right.tobytes()
        for left, right in zip(found[3], expected[3], strict=True):
            last, expected_last = (
                left.pop("terminal_observation", None),
                right.pop("terminal_observation", None),
            )
            assert (last is None) == (expected_last is None)
            if last is not None:
                assert last.tobytes() == expected_last.tobytes()
                ends.add(left["TimeLimit.truncated"])
            assert left == right
    assert ends == {True, False}


def test_ppo_learns_and_goes_on_after_being_saved(tmp_path: Path) -> None:
    envs = VecNormalize(VecMonitor(make(8)), gamma=0.97)
    model = PPO("MlpPolicy", envs, n_steps=16, batch_size=64, n_epochs=2, seed=0, device="cpu")
    before = [weight.clone() for weight in model.policy.parameters()]
    model.learn(3 * 8 * 16)
    after = list(model.policy.parameters())
    assert any(not torch.equal(old, new) for old, new in zip(before, after, strict=True))
    assert all(bool(torch.isfinite(weight).all()) for weight in after)
    assert len(model.ep_info_buffer) > 0
    model.save(tmp_path / "model")
    again = PPO.load(tmp_path / "model", env=envs, device="cpu")
    again.learn(8 * 16, reset_num_timesteps=False)
    assert again.num_timesteps == 4 * 8 * 16
    with warnings.catch_warnings():
        # They warn that a Monitor is missing. There is one, around all envs at once.
        warnings.simplefilter("ignore", UserWarning)
        mean, _ = evaluate_policy(again, envs, n_eval_episodes=4)
    assert np.isfinite(mean)


def test_an_off_policy_algorithm_learns() -> None:
    model = SAC("MlpPolicy", make(4), learning_starts=8, train_freq=4, batch_size=16, device="cpu")
    model.learn(112)
    assert model.num_timesteps == 112


def test_seeds_make_it_repeatable() -> None:
    first, second = make(), make()
    assert list(first.seed(3)) == [3, 4, 5]
    second.seed(3)
    assert first.reset().tobytes() == second.reset().tobytes()
    assert first.reset().tobytes() == second.reset().tobytes()
    vector = gym.make_vec(NAME, num_envs=3)
    first.seed(3)
    assert first.reset().tobytes() == vector.reset(seed=3)[0].tobytes()


def test_attributes_and_methods_are_those_of_all_envs() -> None:
    vector: Any = gym.make_vec(NAME, num_envs=3, autoreset_mode="SameStep")
    envs = SB3VecEnv(RecordEpisodeStatistics(vector))
    assert envs.get_attr("num_envs") == [3, 3, 3]
    assert envs.get_attr("render_mode", 1) == [None]
    assert envs.get_attr("task", [1]) == [vector.task]
    assert envs.has_attr("return_queue")
    assert not envs.has_attr("legs")
    envs.set_attr("mood", "good")
    assert vars(vector)["mood"] == "good"
    assert envs.get_attr("mood", [0, 2]) == ["good", "good"]
    observations = envs.env_method("reset", seed=1)[2][0]
    assert observations.shape == (3, 82)
    assert envs.env_is_wrapped(Monitor) == [False] * 3
    assert envs.env_is_wrapped(Monitor, indices=[1]) == [False]
    for call in (
        lambda: envs.set_attr("mood", "bad", [0]),
        lambda: envs.env_method("reset", indices=1),
    ):
        with pytest.raises(rcssgym.ArgumentError, match="must be all 3 envs"):
            call()
    assert envs.get_attr("mood", 0) == ["good"]


def test_metadata_are_those_of_the_environment(tmp_path: Path) -> None:
    """Recorders ask it for the speed of films; Stable-Baselines3's own keeps it in its metadata."""
    pytest.importorskip("moviepy")
    envs = make(2, frame_skip=5, render_mode="rgb_array", width=64, height=48)
    assert envs.metadata == envs.envs.metadata
    assert envs.metadata["render_fps"] == 10
    recorder = VecVideoRecorder(envs, str(tmp_path), lambda step: step == 0, video_length=3)
    assert recorder.frames_per_sec == 10
    recorder.reset()
    for _ in range(4):
        recorder.step(np.zeros((2, 23), np.float32))
    recorder.close()
    assert len(list(tmp_path.glob("*.mp4"))) == 1


def test_wrong_use() -> None:
    for mode in ("NextStep", "Disabled"):
        with pytest.raises(rcssgym.ArgumentError, match="autoreset_mode"):
            SB3VecEnv(WorldVectorEnv(T1Stand, 2, autoreset_mode=mode))
    with pytest.raises(rcssgym.ArgumentError, match="copy=True"):
        make(copy=False)
    envs = make()
    with pytest.raises(rcssgym.RcssGymError, match="step_async"):
        envs.step_wait()
    envs.set_options({"wind": 3.0})
    with pytest.raises(rcssgym.ArgumentError, match=r"wind.*3\.0"):
        envs.reset()
    envs.set_options()
    envs.reset()
    bad = np.zeros((3, 23))
    bad[2, 1] = np.nan
    with pytest.raises(rcssgym.ArgumentError, match=r"nan at index \(2, 1\)"):
        envs.step(bad)
    with pytest.raises(rcssgym.RcssGymError, match="rgb_array"):
        envs.get_images()
    envs.close()
    envs.close()


def test_observations_of_policy_and_critic_are_theirs_too() -> None:
    """As dictionaries, with a network for each; the same values as those of ``DummyVecEnv``."""
    options: dict[str, Any] = {"privileged": "dict", "history": 2, "frame_skip": 2}
    ours = SB3VecEnv(gym.make_vec(brief.NAME, num_envs=3, autoreset_mode="SameStep", **options))
    theirs = DummyVecEnv([lambda: gym.make(brief.NAME, **options)] * 3)
    for each in (ours, theirs):
        each.seed(6)
    found, expected = ours.reset(), theirs.reset()
    rng, ends = np.random.default_rng(1), 0
    for _ in range(30):
        for name in ("policy", "critic"):
            assert found[name].tobytes() == expected[name].tobytes()
        actions = rng.uniform(-0.4, 0.4, (3, 23)).astype(np.float32)
        found, rewards, dones, infos = ours.step(actions)
        expected, *rest, others = theirs.step(actions)
        assert rewards.tolist() == rest[0].tolist()
        assert dones.tolist() == rest[1].tolist()
        for info, other in zip(infos, others, strict=True):
            if "terminal_observation" in other:
                ends += 1
                for name, last in other["terminal_observation"].items():
                    assert info["terminal_observation"][name].tobytes() == last.tobytes()
    assert ends > 3
    model = PPO("MultiInputPolicy", VecMonitor(ours), n_steps=8, batch_size=8, device="cpu")
    model.learn(48)
    assert model.num_timesteps == 48
