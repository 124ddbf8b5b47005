"""Adapter of our vector environments to Stable-Baselines3's ``VecEnv``. Needs ``rcssgym[sb3]``."""

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import VectorEnv, VectorWrapper
from gymnasium.wrappers.vector import DictInfoToList
from numpy.typing import NDArray

from rcssgym.adapters.vectors import check_autoreset_and_copy
from rcssgym.envs.streams import Floats
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.optional import needed_by

with needed_by("rcssgym.adapters.sb3", "sb3", "stable_baselines3"):
    from stable_baselines3.common.vec_env import VecEnv

Infos = list[dict[str, Any]]


class SB3VecEnv(VecEnv):
    """A vector environment for Stable-Baselines3.

    >>> envs = SB3VecEnv(make_vec("rcssgym/T1Walk-v0", num_envs=8, autoreset_mode="SameStep"))
    >>> model = PPO("MlpPolicy", envs)

    :param envs: a vector environment that resets in the ``SAME_STEP`` mode and returns fresh
        arrays.

    Rewards are float32. Each env's info is a dictionary of its own, with ``TimeLimit.truncated``
    and, where an episode ended, ``terminal_observation``. All envs are one object: ``get_attr``
    returns that object's attribute for each of them, ``set_attr`` and ``env_method`` act on it once
    and do not accept a subset of the envs.
    """

    def __init__(self, envs: VectorEnv[Any, Any, Any]) -> None:
        check_autoreset_and_copy(envs)
        self.envs = envs
        self._listing = DictInfoToList(envs)
        self._actions: Floats | None = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)
        # Theirs only has the render mode; recorders of videos ask for the frames per second.
        self.metadata = envs.metadata

    def reset(self) -> Any:
        """Start an episode in every env, with the seeds set by :meth:`seed`.

        Raises :class:`ArgumentError` if options have been set: the environments take none.
        """
        if any(self._options):
            raise ArgumentError(f"options: {self._options} for environments that take none")
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        observations, self.reset_infos = self._listing.reset(seed=seeds)
        self._reset_seeds()
        self._actions = None
        return observations

    def step_async(self, actions: Floats) -> None:
        """Store the actions for :meth:`step_wait`, which steps."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], Infos]:
        """Step all envs; those whose episode ended have already begun the next one.

        Raises :class:`RcssGymError` without a :meth:`step_async` before it.
        """
        if self._actions is None:
            raise RcssGymError("call step_async() first")
        actions, self._actions = self._actions, None
        observations, rewards, terminated, truncated, infos = self._listing.step(actions)
        dones = terminated | truncated
        for info, is_truncated in zip(infos, (truncated & ~terminated).tolist(), strict=True):
            info["TimeLimit.truncated"] = is_truncated
        for env in np.flatnonzero(dones).tolist():
            info = infos[env]
            final = info.pop("final_info", {})
            info.update(final, terminal_observation=info.pop("final_obs"))
        return observations, rewards.astype(np.float32), dones, infos

    def close(self) -> None:
        """Close the environments; further calls have no effect."""
        self.envs.close()

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Return a picture of every env, ``(height, width, 3)``.

        Raises :class:`RcssGymError` unless the render mode is ``"rgb_array"``.
        """
        if self.render_mode != "rgb_array":
            raise RcssGymError(f"render_mode is {self.render_mode!r}: make them with 'rgb_array'")
        return [np.asarray(image) for image in self.envs.render() or ()]

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """Return an attribute of the vector environment, once for every requested env."""
        value = getattr(self._owner(attr_name), attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(
        self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None
    ) -> None:
        """Set an attribute of the vector environment; ``indices`` must be all envs."""
        self._check_all(indices)
        setattr(self._owner(attr_name), attr_name, value)

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: int | Iterable[int] | None = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """Call a method of the vector environment once; ``indices`` must be all envs."""
        self._check_all(indices)
        result = getattr(self._owner(method_name), method_name)(*method_args, **method_kwargs)
        return [result for _ in range(self.num_envs)]

    def env_is_wrapped(
        self,
        wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]],  # noqa: ARG002
        indices: int | Iterable[int] | None = None,
    ) -> list[bool]:
        """Return ``False`` for every env, since there are no single envs to wrap."""
        return [False for _ in self._get_indices(indices)]

    def _owner(self, name: str) -> VectorEnv[Any, Any, Any]:
        """Return the outermost wrapper that has an attribute, otherwise the environment itself."""
        envs = self.envs
        while isinstance(envs, VectorWrapper) and not hasattr(envs, name):
            envs = envs.env
        return envs

    def _check_all(self, indices: int | Iterable[int] | None) -> None:
        which = sorted(self._get_indices(indices))
        if which != list(range(self.num_envs)):
            raise ArgumentError(f"indices: {which}, must be all {self.num_envs} envs")
