"""Actions in many games at once, without a network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import ArrayLike

from rcssgym._core import DiscBatch, PlaymakerCompany
from rcssgym.envs.checks import checked_flag
from rcssgym.errors import ArgumentError
from rcssgym.playmaker.execution import (
    checked_formation,
    coach_actions,
    encoded,
    player_actions,
)
from rcssgym.playmaker.messages import CoachActions, Message, PlayerActions


@contextmanager
def _naming(place: str) -> Iterator[None]:
    """Put the place of wrong actions in front of what is wrong."""
    try:
        yield
    except ArgumentError as error:
        raise ArgumentError(f"{place}: {error}") from error


class ActionBatch:
    """Executes actions for players and coaches of a batch of 2D games, in the batch's threads.

    They keep the same state from cycle to cycle as agents. ``HeliosOffensivePlanner`` with
    ``server_side_decision`` takes the best plan, since there is no playmaker to ask.

    :param batch: the games.
    :param full_state: whether players know the exact state; otherwise they know what they have
        sensed, in a batch made with ``sensed=True``.
    :param formation: the text of a file of formations; ``None``: the package's.

    >>> batch = rcssgym.DiscBatch(1000, teams=(None, "scripted"))
    >>> own = rcssgym.playmaker.ActionBatch(batch)
    >>> team = [[HeliosGoalie()], *[[HeliosShoot(), HeliosBasicMove()]] * 10, *[None] * 11]
    >>> own.step(team)
    """

    def __init__(
        self, batch: DiscBatch, *, full_state: bool = True, formation: str | None = None
    ) -> None:
        if not isinstance(batch, DiscBatch):
            raise ArgumentError(f"batch: must be a DiscBatch, not {type(batch).__name__}")
        self.batch = batch
        checked_flag("full_state", full_state)
        checked_formation(formation)
        self._core = PlaymakerCompany(batch.num_worlds, full_state, formation)

    def act(
        self,
        actions: Sequence[PlayerActions | Iterable[Message] | None],
        worlds: ArrayLike | None = None,
    ) -> None:
        """Give the commands of a cycle.

        :param actions: actions for each player of a world, the same in all worlds; ``None``: no
            actions.
        :param worlds: a mask ``(W,)`` of the worlds to which they apply; ``None`` for all.

        Raises :class:`ArgumentError` for another number of players or worlds, for objects that are
        not actions, and for numbers of actions that are not finite.
        """
        if not isinstance(actions, Sequence | np.ndarray):
            raise ArgumentError(f"actions: must be a list of lists, not {actions!r}")
        if len(actions) != self.batch.num_players:
            raise ArgumentError(
                f"actions: must be for {self.batch.num_players} players, not {len(actions)}"
            )
        mask = self._mask(worlds)
        # Players often share an object of actions. All objects live until the end of the call, so
        # their ids are unique.
        each = list(actions)
        shared: dict[int, bytes] = {}
        for player, own in enumerate(each):
            if own is not None and id(own) not in shared:
                with _naming(f"actions[{player}]"):
                    shared[id(own)] = encoded(player_actions(own))
        messages = [None if own is None else shared[id(own)] for own in each]
        self._core.act(self.batch, messages, mask)

    def coach(
        self,
        left: CoachActions | Iterable[Message] | None = None,
        right: CoachActions | Iterable[Message] | None = None,
        worlds: ArrayLike | None = None,
    ) -> None:
        """Carry out the actions of the coaches of left and right in a cycle; ``None``: none.

        :param worlds: a mask ``(W,)`` of the worlds to which they apply; ``None`` for all.

        Raises :class:`ArgumentError` for another number of worlds, and for objects that are not
        actions of a coach.
        """
        mask = self._mask(worlds)
        messages: list[bytes | None] = []
        for name, own in (("left", left), ("right", right)):
            with _naming(name):
                messages.append(None if own is None else encoded(coach_actions(own)))
        self._core.instruct(self.batch, messages, mask)

    def _mask(self, worlds: ArrayLike | None) -> list[bool] | None:
        """Return a mask of worlds as a list."""
        if worlds is None:
            return None
        mask, shape = np.asarray(worlds), (self.batch.num_worlds,)
        if mask.dtype != np.bool_ or mask.shape != shape:
            raise ArgumentError(f"worlds: must be a mask {shape}, not {mask.dtype} {mask.shape}")
        return [bool(is_told) for is_told in mask]

    def step(self, actions: Sequence[PlayerActions | Iterable[Message] | None]) -> None:
        """Give the commands, and play a cycle."""
        self.act(actions)
        self.batch.advance(1)
