"""Adapter of our vector environments to RSL-RL's ``VecEnv``. Needs ``rcssgym[rslrl]``."""

from typing import Any

import numpy as np
from gymnasium.vector import VectorEnv

from rcssgym.adapters.vectors import Seen, checked, split
from rcssgym.envs import WorldVectorEnv
from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by

with needed_by("rcssgym.adapters.rsl_rl", "rslrl", "rsl_rl", "tensordict", "torch"):
    import torch
    from rsl_rl.env import VecEnv
    from tensordict import TensorDict

_ENDLESS = 2**31 - 1
"""Length of episodes that are never truncated, since RSL-RL requires a number."""


class RslRlVecEnv(VecEnv):
    """A vector environment for the runners of RSL-RL 5.

    >>> envs = make_vec("rcssgym/T1Walk-v0", num_envs=256, autoreset_mode="SameStep",
    ...                 clip_actions=True, privileged="dict")
    >>> runner = OnPolicyRunner(RslRlVecEnv(envs, seed=0), settings, log_dir="logs")

    :param envs: a vector environment that resets in the ``SAME_STEP`` mode, clips actions and
        returns fresh arrays.
    :param seed: seed of the episodes, as in :meth:`WorldVectorEnv.reset`, which it calls.
    :param device: device of the tensors.
    :param cfg: settings for RSL-RL's loggers, which store them.

    Observations are a ``TensorDict`` with ``"policy"`` and, if the environment has privileged
    observations, ``"critic"``. ``extras["time_outs"]`` marks episodes that were truncated and did
    not terminate; ``extras["log"]`` has the means of all terms of the reward. Runners set
    :attr:`episode_length_buf` to start with episodes of different ages.
    """

    def __init__(
        self,
        envs: VectorEnv[Any, Any, Any],
        *,
        seed: int | None = None,
        device: str = "cpu",
        cfg: dict[str, Any] | None = None,
    ) -> None:
        self._inner = checked(envs)
        self.envs = envs
        self.device = device
        self.cfg = {} if cfg is None else cfg
        self.num_envs = envs.num_envs
        self.num_actions = self._inner.task.action_space.shape[0]
        self.max_episode_length = min(self._inner.max_episode_steps or _ENDLESS, _ENDLESS)
        observations, info = envs.reset(seed=seed)
        self._seen = self._tensors(*split(observations, info))

    @property
    def unwrapped(self) -> WorldVectorEnv:
        """The environment without wrappers."""
        return self._inner

    @property
    def episode_length_buf(self) -> Any:
        """Number of steps in the episodes, int64 ``(num_envs,)``; can be assigned."""
        return torch.from_numpy(self._inner.elapsed).to(self.device)

    @episode_length_buf.setter
    def episode_length_buf(self, lengths: Any) -> None:
        self._inner.elapsed = lengths.cpu().numpy()

    def get_observations(self) -> Any:
        """Return the last observations, a ``TensorDict`` of float32 ``(num_envs, n)`` each."""
        return self._seen

    def step(self, actions: Any) -> tuple[Any, Any, Any, dict[str, Any]]:
        """Step; return observations, rewards, ends and extras, all of them tensors."""
        array = actions.detach().cpu().numpy()
        observations, rewards, terminated, truncated, info = self.envs.step(array)
        self._seen = self._tensors(*split(observations, info))
        terms = info["reward"].items()
        log = {f"/reward/{name}": float(np.mean(one)) for name, one in terms if name[:1] != "_"}
        extras = {"time_outs": self._tensor(truncated & ~terminated), "log": log}
        dones = self._tensor(terminated | truncated).long()
        return self._seen, self._tensor(rewards).float(), dones, extras

    def close(self) -> None:
        """Close the environments; further calls have no effect."""
        self.envs.close()

    def _tensor(self, array: Any) -> Any:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def _tensors(self, policy: Seen, critic: Seen | None) -> Any:
        if policy.ndim != 2:
            raise ArgumentError(f"envs: observations of shape {policy.shape}, must be (W, n)")
        groups = {"policy": self._tensor(policy).float()}
        if critic is not None:
            groups["critic"] = self._tensor(critic).float()
        return TensorDict(groups, batch_size=[self.num_envs], device=self.device)
