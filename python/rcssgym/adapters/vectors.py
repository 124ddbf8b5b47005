"""Common code of the adapters of vector environments."""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from rcssgym.envs import WorldVectorEnv
from rcssgym.errors import ArgumentError

Seen = NDArray[np.float32]


def checked(envs: VectorEnv[Any, Any, Any]) -> WorldVectorEnv:
    """Return the environment inside its wrappers.

    Raises :class:`ArgumentError` unless it is one of ours that resets in the ``SAME_STEP`` mode,
    has one agent and accepts any actions.
    """
    inner: Any = envs.unwrapped
    if not isinstance(inner, WorldVectorEnv):
        raise ArgumentError(f"envs: a {type(inner).__name__}, must be a WorldVectorEnv")
    if inner.autoreset_mode is not AutoresetMode.SAME_STEP:
        raise ArgumentError(f"envs: autoreset_mode {inner.autoreset_mode}, must be SAME_STEP")
    if not inner.clip_actions:
        raise ArgumentError("envs: policies may want any action: make them with clip_actions=True")
    shape = inner.task.action_space.shape
    if len(shape) != 1:
        raise ArgumentError(f"envs: actions of shape {shape}, must be of one agent")
    return inner


def split(observations: Any, info: dict[str, Any]) -> tuple[Seen, Seen | None]:
    """Return the observations of policies ``(W, n)`` and, if there are any, critics ``(W, m)``."""
    if isinstance(observations, dict):
        return observations["policy"], observations["critic"]
    return observations, info.get("privileged")
