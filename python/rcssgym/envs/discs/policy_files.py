"""Policies for other players, given by the path of a file or by the name of a shipped policy."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import Scripted
from rcssgym.envs.discs.others import Acting
from rcssgym.errors import ArgumentError

if TYPE_CHECKING:
    from rcssgym.envs.discs.task import DiscTask

Array = NDArray[np.float32]

SHIPPED = "rcssgym.policies"
"""The module with the shipped policies. It depends on tasks, so it is imported only when needed."""
POLICY = "rcssgym.policy"
"""The module with the class of trained policies, likewise."""
SUFFIX = ".onnx"
SCRIPTED = "scripted:"
"""Prefix of a script's strength."""


class PolicyFile:
    """A policy that is loaded on first use, and loaded anew after unpickling.

    :param name: name of the option, for error messages.
    :param source: path of the policy's file, or the name of a shipped policy.
    """

    def __init__(self, name: str, source: str) -> None:
        self.name, self.source = name, source
        self._policy: Any = None

    @property
    def policy(self) -> Any:
        """The policy, a :class:`rcssgym.policy.Policy`.

        Raises :class:`ArgumentError` as :meth:`rcssgym.policy.Policy.load` does.
        """
        if self._policy is None:
            try:
                self._policy = import_module(SHIPPED).opened(self.source)
            except ArgumentError as error:
                raise ArgumentError(f"{self.name}: {error}") from error
        return self._policy

    def act(self, observations: Array, /) -> Array:
        """Return actions ``(N, m)`` for observations ``(N, n)``."""
        actions: Array = self.policy.act(observations)
        return actions

    def __repr__(self) -> str:
        """Show the source."""
        return repr(self.source)

    def __getstate__(self) -> dict[str, Any]:
        """Return the source only: the policy is loaded anew."""
        return {"name": self.name, "source": self.source}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore name and source."""
        self.name, self.source, self._policy = str(state["name"]), str(state["source"]), None


def check_policy(name: str, source: str, policy: Any, task: DiscTask, player: int) -> None:
    """Refuse a policy that was trained for other observations or actions.

    :param name: name of the option, for error messages.
    :param source: path or name of the policy, likewise.
    :param policy: a :class:`rcssgym.policy.Policy`.
    :param player: index of the player that it is to command, among all of a game, from 0.

    Raises :class:`ArgumentError` naming what differs.
    """
    theirs: Any = policy.task
    where = f"{name}: {source!r} was trained for {policy.facts['task']}"
    if not hasattr(theirs, "action_mode_of"):
        raise ArgumentError(f"{where}, which is not a task of the 2D game")
    if policy.history != 1:
        raise ArgumentError(f"{where} with history={policy.history}, others see no past")
    first = theirs.commanded[0]
    differing = {
        "observes": (observed(theirs), observed(task)),
        "does": (theirs.action_mode_of(first), task.action_mode_of(player)),
        "has teammates and opponents": (company(theirs, first), company(task, player)),
        "says so many units": (theirs.say, task.say),
    }
    for what, (then, now) in differing.items():
        if then != now:
            raise ArgumentError(f"{where}, where a player {what} {then}, here {now}")
    wanted = sum(task._widths()[0]), task.numbers_of(player)
    sizes = theirs.observation_space.shape[-1], theirs.action_space.shape[-1]
    if sizes != wanted:
        raise ArgumentError(
            f"{where}, where a player sees and acts by {sizes} numbers, here {wanted}"
        )


def observed(task: DiscTask) -> list[str]:
    """Return the names of the terms that players observe, with their parameters."""
    return [_shown(one) for one in task.declare().observations]


def _shown(use: Any) -> str:
    given = getattr(use, "parameters", {})
    shown = ", ".join(f"{name}={value}" for name, value in given.items())
    name = str(getattr(use, "name", use))
    return f"{name}({shown})" if shown else name


def company(task: DiscTask, player: int) -> tuple[int, int]:
    """Return how many teammates and opponents a player has."""
    left, right = task.players
    return (right - 1, left) if player >= left else (left - 1, right)


def opened(name: str, others: Any) -> Any:
    """Return what other players do, with policies in place of paths and names of policies.

    ``"scripted:0.5"`` is ``Scripted(0.5)``.

    :param name: name of the option, for error messages.
    """
    if isinstance(others, Sequence) and not isinstance(others, str):
        return [_opened(name, one) for one in others]
    return _opened(name, others)


def _opened(name: str, other: Any) -> Any:
    if isinstance(other, PathLike):
        return PolicyFile(name, str(fspath(other)))
    if isinstance(other, str) and other.startswith(SCRIPTED):
        return _scripted(name, other)
    if isinstance(other, str) and is_policy(other):
        return PolicyFile(name, other)
    return other


def _scripted(name: str, text: str) -> Scripted:
    level = text.removeprefix(SCRIPTED)
    try:
        return Scripted(float(level))
    except ArgumentError as error:
        raise ArgumentError(f"{name}: {text!r}: {error}") from error
    except ValueError:
        raise ArgumentError(
            f"{name}: {level!r} of {text!r} is not a strength from 0 to 1"
        ) from None


def is_policy(text: str) -> bool:
    """Return whether a text is the path of a policy or the name of a shipped one."""
    if text.endswith(SUFFIX) or "/" in text or "\\" in text:
        return True
    # This lists file names only, so it works without ONNX Runtime.
    return text not in ("still", "random", "scripted") and text in import_module(SHIPPED).names()


def check_trained(task: DiscTask) -> None:
    """Refuse trained policies that do not fit the players that they are to command.

    Raises :class:`ArgumentError` naming the policy and the difference.
    """
    left = task.players[0]
    learners_left = task.commanded[0] < left
    for name, is_left in (("teammates", learners_left), ("opponents", not learners_left)):
        side = range(left) if is_left else range(left, sum(task.players))
        players = [player for player in side if player not in task.commanded]
        others: Any = getattr(task, name)
        listed: Any = others if isinstance(others, list) else [others]
        for source, policy in filter(None, map(_trained, listed if players else [])):
            check_policy(name, source, policy, task, players[0])


def _trained(other: Any) -> tuple[str, Any] | None:
    """Return the path or name of a trained policy, and the policy.

    Other objects that act do not say what they were made for.
    """
    if isinstance(other, PolicyFile):
        return other.source, other.policy
    is_trained = isinstance(other, Acting) and isinstance(other, import_module(POLICY).Policy)
    return (other.path, other) if is_trained else None
