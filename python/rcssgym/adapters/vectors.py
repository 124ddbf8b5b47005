"""Common code of the adapters of vector environments."""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from rcssgym.envs import WorldVectorEnv
from rcssgym.errors import ArgumentError

Seen = NDArray[np.float32]


def check_autoreset_and_copy(envs: VectorEnv[Any, Any, Any]) -> None:
    """Refuse environments that do not reset in the ``SAME_STEP`` mode, or that reuse their arrays.

    Learners store an observation only after the step that it leads to, by which time the arrays of
    an environment made with ``copy=False`` show the next one.
    """
    mode = envs.metadata.get("autoreset_mode")
    if mode is not AutoresetMode.SAME_STEP:
        raise ArgumentError(f"envs: autoreset_mode {mode}, must be SAME_STEP")
    if not getattr(envs.unwrapped, "copy", True):
        raise ArgumentError("envs: learners keep observations: make them with copy=True")


def checked(envs: VectorEnv[Any, Any, Any]) -> WorldVectorEnv:
    """Return the environment inside its wrappers.

    Raises :class:`ArgumentError` unless it is one of ours that resets in the ``SAME_STEP`` mode,
    returns fresh arrays, has one agent and accepts any actions.
    """
    inner: Any = envs.unwrapped
    if not isinstance(inner, WorldVectorEnv):
        raise ArgumentError(f"envs: a {type(inner).__name__}, must be a WorldVectorEnv")
    check_autoreset_and_copy(inner)
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
