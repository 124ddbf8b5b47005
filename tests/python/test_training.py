"""The page about training: its snippets run and do what they are for."""

import re
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
import torch
from snippets import DOCS, run_section

PAGE = DOCS / "training.md"


def test_every_snippet_is_run_somewhere() -> None:
    """RLlib's is run by the tests in ``tests/rllib``."""
    sections = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)
    with_code = [section.splitlines()[0] for section in sections if "```python" in section]
    assert with_code == [
        "A loop of your own",
        "Stable-Baselines3",
        "TorchRL",
        "RSL-RL",
        "skrl",
        "JAX",
        "RLlib",
        "RLlib with many agents",
        "send and recv",
    ]


def test_a_loop_of_your_own() -> None:
    names = run_section(PAGE, "A loop of your own")
    episodes = len(names["returns"])
    assert episodes > 16
    # Each end is followed by a step that does not count.
    assert 1600 - episodes <= names["steps"] < 1600
    assert np.isfinite(names["returns"]).all()


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::torch.jit.TracerWarning")
def test_stable_baselines3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = run_section(PAGE, "Stable-Baselines3")
    model, envs = names["model"], names["envs"]
    assert model.num_timesteps == 4096
    assert len(model.ep_info_buffer) > 0
    envs.training = False
    envs.reset()
    raw = envs.get_original_obs()
    actions, _ = model.predict(envs.normalize_obs(raw), deterministic=True)
    np.testing.assert_allclose(names["policy"].act(raw), actions, atol=1e-5)
    assert names["policy"].facts["task"] == "T1Walk-v1"


@pytest.mark.filterwarnings("ignore:Creating .* inherits from WeightUpdaterBase")
def test_torchrl() -> None:
    names = run_section(PAGE, "TorchRL")
    assert names["collector"]._frames == 2048
    assert torch.isfinite(names["total"])
    batch = names["batch"]
    assert batch.shape == (16, 32)
    over = batch["next", "done"][:, :-1].squeeze(-1)
    assert over.any()
    # After an end, the next observation belongs to another episode.
    after, before = batch["observation"][:, 1:], batch["next", "observation"][:, :-1]
    assert torch.equal((after != before).any(-1), over)


def test_rsl_rl() -> None:
    names = run_section(PAGE, "RSL-RL")
    assert names["runner"].current_learning_iteration == 2
    weights = list(names["runner"].alg.get_policy().parameters())
    assert all(bool(torch.isfinite(weight).all()) for weight in weights)


def test_skrl() -> None:
    names = run_section(PAGE, "skrl")
    spread = names["models"]["policy"].log_std
    assert bool(torch.isfinite(spread).all())
    assert bool((spread != -0.7).any())


def test_jax() -> None:
    """The rollout equals that of a loop with the same actions."""
    names = run_section(PAGE, "JAX")
    actions = np.asarray(names["actions"])
    assert actions.shape == (50, 16, 23)
    envs = gym.make_vec("rcssgym/T1Walk-v0", num_envs=16, clip_actions=True)
    seen, _ = envs.reset(seed=0)
    for step in range(50):
        assert np.asarray(names["observations"][step]).tobytes() == seen.tobytes()
        seen, rewards, terminated, truncated, _ = envs.step(actions[step])
        expected = rewards.astype(np.float32).tolist()
        assert np.asarray(names["rewards"][step]).tolist() == expected
        assert np.asarray(names["over"][step]).tolist() == (terminated | truncated).tolist()
    assert np.asarray(names["last"]).tobytes() == seen.tobytes()


def test_send_and_recv() -> None:
    names = run_section(PAGE, "send and recv")
    assert (names["returns"] != 0.0).all()
    assert names["envs"].closed
