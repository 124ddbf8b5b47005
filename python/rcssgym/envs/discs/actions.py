"""Acts by index: wrappers that give an environment of the 2D game a discrete action space."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import ActionWrapper, Env
from gymnasium.spaces import Box, Discrete, Tuple
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector import VectorActionWrapper, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from rcssgym.envs.checks import as_array
from rcssgym.envs.discs.task import ACTS, DiscTask
from rcssgym.errors import ArgumentError

Array = NDArray[np.float32]


class Numbered:
    """Acts by index, and how to make a task's action from an index.

    :param task: the environment's task.

    Raises :class:`ArgumentError` for a task without a list of acts, or of several players.
    """

    def __init__(self, task: Any) -> None:
        if not (isinstance(task, DiscTask) and task.acts and len(task.commanded) == 1):
            raise ArgumentError(
                f"env: {type(task).__name__} has no acts of one player, which actions could be"
            )
        self.task = task
        self.acts = task.acts
        # A keeper's choices are not in ACTS and have no parameters.
        self.parameters = sum(ACTS.get(name, 0) for name in self.acts)
        self.parameters += task.talk().numbers if task.say else 0
        """Number of parameters of all acts together, plus those for talk."""

    def space(self) -> Discrete[Any] | Tuple[Any]:
        """Return the space: an index, with the parameters of all acts ``(k,)`` if there are any."""
        number: Discrete[Any] = Discrete(len(self.acts))
        if self.parameters == 0:
            return number
        return Tuple((number, Box(-1.0, 1.0, (self.parameters,), np.float32)))

    def flat(self, numbers: Any, parameters: Any) -> Array:
        """Return the task's actions ``(N, m)``, in which the chosen act has the highest score.

        :param numbers: indices of acts ``(N,)``.
        :param parameters: parameters of all acts ``(N, k)``.

        Raises :class:`ArgumentError` for an index of no act, and for parameters of another shape.
        """
        chosen = as_array("actions", numbers)
        if chosen.ndim != 1 or chosen.dtype.kind not in "iu":
            raise ArgumentError(
                f"actions: dtype {chosen.dtype}, shape {chosen.shape}, must be one number an env"
            )
        wrong = np.flatnonzero((chosen < 0) | (chosen >= len(self.acts)))
        if len(wrong) > 0:
            raise ArgumentError(
                f"actions: {chosen[wrong[0]]} of env {wrong[0]} is not from 0 to "
                f"{len(self.acts) - 1}"
            )
        scores = np.where(np.arange(len(self.acts)) == chosen[:, None], 1.0, -1.0)
        given = as_array("actions: parameters", parameters)
        if given.dtype.kind not in "fiu" or given.shape != (len(chosen), self.parameters):
            raise ArgumentError(
                f"actions: parameters of dtype {given.dtype} and shape {given.shape}, must be "
                f"real numbers {(len(chosen), self.parameters)}"
            )
        return np.concatenate([scores, given], axis=1).astype(np.float32)

    def of(self, actions: Any, count: int) -> Array:
        """Return the task's actions ``(N, m)`` for actions of the batched space.

        :param actions: indices of acts ``(N,)``, or a pair of these and the parameters of all acts
            ``(N, k)``.
        :param count: ``N``.

        Raises :class:`ArgumentError` as :meth:`flat` does, and for actions without parameters where
        there are some.
        """
        if self.parameters == 0:
            return self.flat(actions, np.zeros((count, 0)))
        if not isinstance(actions, tuple) or len(actions) != 2:
            raise ArgumentError(f"actions: {actions!r} are not numbers with parameters")
        return self.flat(*actions)


class ActsByNumber(ActionWrapper[Any, Any, Any], RecordConstructorArgs):
    """A wrapper whose action is the index of an act, with the parameters of all acts if any exist.

    :param env: an environment whose task has a list of acts as its ``action_mode``, for one player.

    The space is ``Discrete(n)``, or ``Tuple((Discrete(n), Box(-1, 1, (k,))))``; the parameters are
    those of all acts in the task's order (see ``ACTS``).

    Raises :class:`ArgumentError` for an environment of another kind.
    """

    def __init__(self, env: Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)  # without it, the wrapper has no ``spec``
        ActionWrapper.__init__(self, env)
        self.numbered = Numbered(getattr(getattr(env.unwrapped, "vector", None), "task", None))
        self.action_space: Any = self.numbered.space()

    def action(self, action: Any) -> Array:
        """Return the task's action ``(m,)``.

        Raises :class:`ArgumentError` for an action that is not in the space.
        """
        number, parameters = action, np.zeros(0)
        if self.numbered.parameters > 0:
            if not isinstance(action, tuple) or len(action) != 2:
                raise ArgumentError(f"actions: {action!r} is not a number with parameters")
            number, parameters = action
        rows = as_array("actions", number)[None], as_array("actions", parameters)[None]
        only: Array = self.numbered.flat(*rows)[0]
        return only

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which acts can be done now ``(n,)``."""
        masks: NDArray[np.bool_] = self.numbered.task.action_masks()[0]
        return masks


class ActsByNumberVector(VectorActionWrapper):
    """The same for a vector environment: indices ``(W,)``, and parameters ``(W, k)``."""

    def __init__(self, env: VectorEnv[Any, Any, Any]) -> None:
        super().__init__(env)
        self.numbered = Numbered(getattr(env.unwrapped, "task", None))
        self.single_action_space: Any = self.numbered.space()
        self.action_space: Any = batch_space(self.single_action_space, env.num_envs)

    def actions(self, actions: ArrayLike | tuple[ArrayLike, ArrayLike]) -> Array:
        """Return the task's actions ``(W, m)``.

        Raises :class:`ArgumentError` for actions that are not in the space.
        """
        return self.numbered.of(actions, self.env.num_envs)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which acts can be done now ``(W, n)``."""
        return self.numbered.task.action_masks()
