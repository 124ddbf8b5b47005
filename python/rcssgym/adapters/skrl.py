"""Adapter of our vector environments to skrl, with states for critics. Needs ``rcssgym[skrl]``."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import VectorEnv

from rcssgym.adapters.vectors import Seen, checked, split
from rcssgym.optional import needed_by

with needed_by("rcssgym.adapters.skrl", "skrl", "skrl", "torch"):
    import torch
    from skrl.envs.wrappers.torch import Wrapper


class SkrlVecEnv(Wrapper):
    """A vector environment for skrl's trainers with PyTorch.

    >>> envs = make_vec("rcssgym/T1Walk-v0", num_envs=256, autoreset_mode="SameStep",
    ...                 clip_actions=True, privileged="dict")
    >>> env = SkrlVecEnv(envs, seed=0)

    :param envs: a vector environment that resets in the ``SAME_STEP`` mode, clips actions and
        returns fresh arrays.
    :param seed: seed of the episodes, as in :meth:`WorldVectorEnv.reset`.
    :param device: device of the tensors.

    skrl's own wrapper for Gymnasium works as well, except for the states: here :meth:`state`
    returns the critics' observations, if the environment has them, otherwise ``None``.
    """

    def __init__(
        self, envs: VectorEnv[Any, Any, Any], *, seed: int | None = None, device: str = "cpu"
    ) -> None:
        self._inner = checked(envs)
        super().__init__(envs)
        self._device = torch.device(device)
        self._seed = seed
        self._seen: Any = None
        self._known: Any = None
        self._info: dict[str, Any] = {}

    @property
    def observation_space(self) -> Box:
        """Space of a policy's observations ``(n,)``."""
        space: Any = self._inner.single_observation_space
        seen: Box = space["policy"] if self._inner.privileged == "dict" else space
        return seen

    @property
    def action_space(self) -> Box:
        """Space of its actions ``(J,)``."""
        return self._inner.task.action_space

    @property
    def state_space(self) -> Box | None:
        """Space of its critic's observations ``(m,)``, if the environment has them."""
        return None if self._inner.privileged is None else self._inner.task.privileged_space

    def reset(self) -> tuple[Any, dict[str, Any]]:
        """Start episodes at the first call; later ones start automatically."""
        if self._seen is None:
            observations, self._info = self._env.reset(seed=self._seed)
            self._take(*split(observations, self._info))
        return self._seen, self._info

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Step; return observations ``(W, n)``, rewards and ends ``(W, 1)``, and infos.

        Episodes that terminate with their last step do not count as truncated, since skrl would
        add the value of what follows to their rewards.
        """
        array = actions.detach().cpu().numpy()
        observations, rewards, terminated, truncated, self._info = self._env.step(array)
        self._take(*split(observations, self._info))
        ends = (terminated, truncated & ~terminated)
        columns = [self._tensor(one)[:, None] for one in (rewards, *ends)]
        return self._seen, columns[0].float(), columns[1], columns[2], self._info

    def state(self) -> Any:
        """Return the critics' observations ``(W, m)``, or ``None``."""
        return self._known

    def render(self, *_: Any, **__: Any) -> Any:
        """Return frames or show them, depending on ``render_mode``."""
        return self._env.render()

    def close(self) -> None:
        """Close the environments; further calls have no effect."""
        self._env.close()

    def _take(self, policy: Seen, critic: Seen | None) -> None:
        self._seen = self._tensor(policy).float()
        self._known = None if critic is None else self._tensor(critic).float()

    def _tensor(self, array: Any) -> Any:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self._device)
