"""Behaviour of the players of the 2D game that the learner does not command."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import Episodes, Scripted
from rcssgym.envs.checks import as_array
from rcssgym.errors import ArgumentError

Array = NDArray[np.float32]


@runtime_checkable
class Acting(Protocol):
    """A policy, such as one that :meth:`rcssgym.policy.Policy.load` returns."""

    def act(self, observations: Array, /) -> Array:
        """Return actions ``(N, m)``, -1 to 1, for observations ``(N, n)`` of N players."""


Other = Literal["still", "random", "scripted"] | Scripted | Acting | str | PathLike[str]
"""What a team's other players do: stand still, act at random, follow a script (``"scripted:0.5"``
for half its strength), or follow a policy: an object, the path of its file, or the name of one in
:mod:`rcssgym.policies`."""
Others = Other | Sequence[Other]
"""One choice for all episodes, or several, of which each episode draws one by its env's stream."""

WORDS = ("still", "random", "scripted")


def _is_policy(other: Any) -> bool:
    """Return whether this can act; the class of a policy cannot."""
    return isinstance(other, Acting) and callable(other.act) and not isinstance(other, type)


class Choices:
    """What a team's other players may do; each episode draws one of these choices.

    :param name: name of the option, for error messages.
    """

    def __init__(self, name: str, others: Others) -> None:
        given: Any = others
        listed: list[Any] = [given]
        if isinstance(given, Sequence) and not isinstance(given, str):
            listed = list(given)
        if not listed:
            raise ArgumentError(f"{name}: {others!r} has nothing to choose from")
        self.name = name
        for other in listed:
            is_word = isinstance(other, str) and other in WORDS
            if not (is_word or isinstance(other, Scripted) or _is_policy(other)):
                raise ArgumentError(
                    f"{name}: {other!r} is none of {', '.join(map(repr, WORDS))}, no Scripted, no "
                    "policy with a method act, no path of a policy's file, no name of a shipped "
                    "one, and no list of these"
                )
        self.policies: list[Acting | None] = [
            other if _is_policy(other) else None for other in listed
        ]
        """The choices that are policies; ``None`` in place of every other choice."""
        self.plays: list[str | Scripted] = [
            "commanded" if _is_policy(other) else other for other in listed
        ]
        """All choices in the core's format."""

    @property
    def has_policies(self) -> bool:
        """Whether any choice is a policy."""
        return any(one is not None for one in self.policies)


def _acted(name: str, policy: Acting, observations: Array, wanted: tuple[int, int]) -> NDArray[Any]:
    """Return the actions of a policy for observations ``(N, n)``.

    :param name: name of the policy's option, for error messages.
    :param wanted: shape that the actions must have.

    Raises :class:`ArgumentError` for other actions and for a policy that refuses the observations.
    """
    try:
        answer = policy.act(observations)
    except ArgumentError as error:
        raise ArgumentError(f"{name}: {policy!r}: {error}") from error
    returned = as_array(f"{name}: what {policy!r} returned", answer)
    if returned.shape != wanted:
        raise ArgumentError(
            f"{name}: {policy!r} returned actions of shape {returned.shape} for players who need "
            f"{wanted}"
        )
    if returned.dtype.kind not in "fiu" or not np.isfinite(returned).all():
        raise ArgumentError(f"{name}: {policy!r} returned actions that are not all finite numbers")
    return returned


class MixedEpisodes:
    """Episodes in which policies command some players, and the learner the others.

    It has the interface of :class:`Episodes`, for the learner's players only. Policies act on the
    last observations of their players, with one call for all players of a team.

    :param learners: indices of the agents that the learner commands.
    :param sides: side of each agent, 0 left, 1 right.
    :param numbers: size of each agent's action.
    :param choices: choices of the left and the right team.
    """

    def __init__(
        self,
        episodes: Episodes,
        learners: Sequence[int],
        sides: Sequence[int],
        numbers: Sequence[int],
        choices: tuple[Choices, Choices],
    ) -> None:
        self._episodes = episodes
        self._learners: Any = list(learners) if len(learners) > 1 else learners[0]
        self._sides, self._numbers, self._choices = sides, numbers, choices
        self._seen: Array | None = None
        self._shown: Array | None = None

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the wrapped episodes that is the same for all players."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._episodes, name)

    def _of_learners(self, array: Any, axis: int = 1) -> Any:
        return None if array is None else np.take(array, self._learners, axis)

    def _others_of(self, side: int) -> Any:
        """Return the agents of a side that the learner does not command."""
        own = np.array(self._sides) == side
        own[self._learners] = False
        return np.flatnonzero(own)

    def _all_actions(self, actions: NDArray[Any]) -> NDArray[Any]:
        """Return the actions of all agents ``(W, A, J)``."""
        if self._seen is None:
            self._episodes.sense()
            self._seen = self._episodes.observe()
        worlds, agents, _ = self._seen.shape
        together: NDArray[Any] = np.zeros((worlds, agents, max(self._numbers)), actions.dtype)
        together[:, self._learners, : actions.shape[-1]] = actions
        drawn = self._episodes.drawn
        for side, choices in enumerate(self._choices):
            own = self._others_of(side)
            for index, policy in enumerate(choices.policies):
                envs = np.flatnonzero(drawn[:, side] == index)
                if policy is None or len(own) * len(envs) == 0:
                    continue
                seen = self._seen[envs[:, None], own]
                wanted = (len(envs) * len(own), self._numbers[own[0]])
                flat = seen.reshape(-1, seen.shape[-1])
                returned = _acted(choices.name, policy, flat, wanted)
                bounded = np.clip(returned, -1, 1).reshape(len(envs), len(own), wanted[1])
                together[envs[:, None], own, : wanted[1]] = bounded
        return together

    def step(self, actions: NDArray[Any], streams: NDArray[np.uint64]) -> None:
        """Act for all players and step the games."""
        shape = (len(actions), *self._learner_shape(), -1)
        together = self._all_actions(np.asarray(actions).reshape(shape))
        self._episodes.step(together.reshape(len(together), -1), streams)
        self._seen = None

    def _learner_shape(self) -> tuple[int, ...]:
        return (len(self._learners),) if isinstance(self._learners, list) else ()

    def step_episodes(
        self,
        actions: Any,
        *tally: Any,
        clip: bool,
        fresh: bool,
        info_builder: Any = None,  # noqa: ARG002
        **options: Any,
    ) -> Any:
        """Act, step and report on episodes; ``None`` for actions that cannot be.

        Actions are checked before policies act, as those may remember that they have acted. The
        info_builder is not asked: it would report terms and measures of the policies' players, too.
        """
        numbers = int(np.max(np.take(self._numbers, self._learners)))
        wanted = (len(self._episodes.drawn), *self._learner_shape(), numbers)
        # Others than these might be broadcast.
        is_array = isinstance(actions, np.ndarray) and actions.shape == wanted
        if not is_array or actions.dtype not in (np.float32, np.float64):
            return None
        is_good = np.isfinite(actions) if clip else np.abs(actions) <= 1.0
        if not is_good.all():
            return None
        together = self._all_actions(actions)
        step: Any = self._episodes.step_episodes
        done = step(together, *tally, clip=clip, fresh=True, **options)
        if done is None:
            return None
        seen, rewards, terminated, truncated, rows, finals, known, last_known, is_finite, info = (
            done
        )
        self._seen = seen
        own = self._of_learners(seen)
        if not fresh:
            self.observations[:] = own
        return (
            own if fresh else None,
            self._of_learners(rewards),
            terminated,
            truncated,
            self._of_learners(rows, 2),
            self._of_learners(finals),
            self._of_learners(known),
            self._of_learners(last_known),
            is_finite,
            info,
        )

    @property
    def observations(self) -> Array:
        """The array that steps write to when they do not return fresh observations."""
        if self._shown is None:
            self._shown = np.zeros_like(self._of_learners(self._episodes.observations))
        return self._shown

    def observe(self) -> Array:
        """Return what the learner's players see ``(W, n)``, or ``(W, L, n)`` of several."""
        self._seen = self._episodes.observe()
        seen: Array = self._of_learners(self._seen)
        return seen

    def observe_privileged(self) -> Array:
        """Return what the learner's critics know, shaped like :meth:`observe`."""
        known: Array = self._of_learners(self._episodes.observe_privileged())
        return known

    def judge(self) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return terms and measures of the learner's players, and which episodes end."""
        rows, ends = self._episodes.judge()
        return self._of_learners(rows, 2), ends

    def applicable(self) -> NDArray[np.bool_]:
        """Return which acts the learner's players can do ``(W, n)``, or ``(W, L, n)``."""
        found: NDArray[np.bool_] = self._of_learners(self._episodes.applicable())
        return found

    def scripted_actions(self, avoid: Sequence[str] = ()) -> NDArray[np.float64]:
        """Return the actions that the script would choose, ``(W, m)`` or ``(W, L, m)``."""
        found: NDArray[np.float64] = self._of_learners(self._episodes.scripted_actions(list(avoid)))
        return found
