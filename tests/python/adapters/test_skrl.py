"""skrl trains on our vector environments."""

import logging
from typing import Any

import brief
import gymnasium as gym
import numpy as np
import pytest
import rcssgym
import torch
from rcssgym.adapters.skrl import SkrlVecEnv
from skrl.envs.wrappers.torch import wrap_env

SAME_STEP: dict[str, Any] = {"autoreset_mode": "SameStep", "clip_actions": True}
logging.getLogger("skrl").setLevel(logging.ERROR)


def make(name: str = brief.NAME, **options: Any) -> Any:
    return gym.make_vec(name, num_envs=4, **SAME_STEP, **options)


def test_it_does_as_their_own_wrapper_and_has_states() -> None:
    """Their wrapper for Gymnasium is the oracle for everything except the states."""
    ours, theirs = SkrlVecEnv(make(privileged="info"), seed=2), wrap_env(make(), verbose=False)
    theirs._seed = 2
    plain = make(privileged="dict")
    known = plain.reset(seed=2)[0]["critic"]
    assert ours.num_envs == theirs.num_envs == 4
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.state_space is not None
    assert ours.state_space.shape == known.shape[1:]
    assert theirs.state_space is None
    found: Any = ours.reset()
    expected: Any = theirs.reset()
    rng, ends = np.random.default_rng(0), 0
    for _ in range(60):
        assert torch.equal(found[0], expected[0].to(found[0].device))
        assert ours.state().numpy().tobytes() == known.tobytes()
        actions = torch.from_numpy(rng.normal(0.0, 0.8, (4, 23)).astype(np.float32))
        found, expected = ours.step(actions), theirs.step(actions)
        known = plain.step(actions.numpy())[0]["critic"]
        for left, right in zip(found[:4], expected[:4], strict=True):
            assert left.dtype == right.dtype
            assert torch.equal(left, right.to(left.device))
        ends += int((found[2] | found[3]).sum())
    assert ends > 4
    again = ours.reset()
    assert torch.equal(again[0], found[0])


def test_a_fall_in_the_last_step_is_no_time_out() -> None:
    """Otherwise skrl adds the value of the next episode to the reward of a fall."""
    env = SkrlVecEnv(make(max_episode_steps=4), seed=0)
    env.reset()
    env.unwrapped.task.left_over[:] = (4, 2, 9, 9)
    ends = [env.step(torch.zeros((4, 23)))[2:4] for _ in range(4)]
    found = [[one.ravel().tolist() for one in pair] for pair in ends]
    assert found[1] == [[False, True, False, False], [False] * 4]
    assert found[3] == [[True, False, False, False], [False, False, True, True]]


def test_ppo_learns_with_states() -> None:
    from skrl.agents.torch.ppo import PPO, PPO_CFG
    from skrl.memories.torch import RandomMemory
    from skrl.models.torch import DeterministicMixin, GaussianMixin, Model
    from skrl.trainers.torch import SequentialTrainer
    from skrl.utils import set_seed

    set_seed(0)

    class Policy(GaussianMixin, Model):  # type: ignore[misc]
        def __init__(self, **spaces: Any) -> None:
            Model.__init__(self, **spaces)
            GaussianMixin.__init__(self)
            self.net = torch.nn.Linear(self.num_observations, self.num_actions)
            self.log_std = torch.nn.Parameter(torch.full((self.num_actions,), -0.7))

        def compute(self, inputs: Any, role: str) -> Any:  # noqa: ARG002
            return self.net(inputs["observations"]), {"log_std": self.log_std}

    class Critic(DeterministicMixin, Model):  # type: ignore[misc]
        def __init__(self, **spaces: Any) -> None:
            Model.__init__(self, **spaces)
            DeterministicMixin.__init__(self)
            self.net = torch.nn.Linear(self.num_states, 1)

        def compute(self, inputs: Any, role: str) -> Any:  # noqa: ARG002
            return self.net(inputs["states"]), {}

    env = SkrlVecEnv(make("rcssgym/T1Walk-v0", privileged="dict"), seed=0)
    spaces: dict[str, Any] = {
        "observation_space": env.observation_space,
        "state_space": env.state_space,
        "action_space": env.action_space,
    }
    models = {
        name: kind(device="cpu", **spaces) for name, kind in (("policy", Policy), ("value", Critic))
    }
    cfg = PPO_CFG()
    cfg.rollouts, cfg.learning_epochs, cfg.mini_batches = 16, 2, 2
    cfg.experiment.write_interval = cfg.experiment.checkpoint_interval = 0
    memory = RandomMemory(memory_size=16, num_envs=4, device="cpu")
    agent = PPO(models=models, memory=memory, cfg=cfg, device="cpu", **spaces)
    before = [weight.clone() for model in models.values() for weight in model.parameters()]
    options = {"timesteps": 48, "headless": True, "disable_progressbar": True}
    SequentialTrainer(
        env=env, agents=agent, cfg={**options, "close_environment_at_exit": False}
    ).train()
    after = [weight for model in models.values() for weight in model.parameters()]
    changed = [not torch.equal(old, new) for old, new in zip(before, after, strict=True)]
    assert all(changed)
    assert all(bool(torch.isfinite(weight).all()) for weight in after)


def test_wrong_use() -> None:
    with pytest.raises(rcssgym.ArgumentError, match="autoreset_mode"):
        SkrlVecEnv(gym.make_vec("rcssgym/T1Stand-v0", num_envs=2, clip_actions=True))
    with pytest.raises(rcssgym.ArgumentError, match="copy=True"):
        SkrlVecEnv(make(copy=False))
    env = SkrlVecEnv(gym.make_vec("rcssgym/T1Stand-v0", num_envs=2, **SAME_STEP))
    assert env.state_space is None
    env.reset()
    assert env.state() is None
    with pytest.raises(rcssgym.RcssGymError, match="rgb_array"):
        env.render()
    env.close()
    env.close()
