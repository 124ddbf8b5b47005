"""Actions in many games at once, without a network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import DiscBatch, PlaymakerCompany
from rcssgym.errors import ArgumentError
from rcssgym.playmaker.execution import coach_actions, player_actions
from rcssgym.playmaker.messages import CoachActions, Message, PlayerActions


def _once(
    actions: Sequence[PlayerActions | Iterable[Message] | None],
) -> Iterable[PlayerActions | Iterable[Message]]:
    """Return the objects that are there, each once."""
    return {id(own): own for own in actions if own is not None}.values()


class ActionBatch:
    """Players and coaches of a batch of 2D games who are told actions, in the batch's threads.

    They keep from cycle to cycle what agents keep. ``HeliosOffensivePlanner`` with
    ``server_side_decision`` takes the best plan, as there is nobody to ask.

    :param batch: the games.
    :param full_state: players know everything as it is; otherwise what they have sensed, in a batch
        made with ``sensed=True``.
    :param formation: the text of a file of formations; ``None``: the package's.

    >>> batch = rcssgym.DiscBatch(1000, teams=(None, "scripted"))
    >>> own = rcssgym.playmaker.ActionBatch(batch)
    >>> team = [[HeliosGoalie()], *[[HeliosShoot(), HeliosBasicMove()]] * 10, *[None] * 11]
    >>> own.step(team)
    """

    def __init__(
        self, batch: DiscBatch, *, full_state: bool = True, formation: str | None = None
    ) -> None:
        self.batch = batch
        self._core = PlaymakerCompany(batch.num_worlds, full_state, formation)

    def act(
        self,
        actions: Sequence[PlayerActions | Iterable[Message] | None],
        worlds: NDArray[np.bool_] | None = None,
    ) -> None:
        """Give the commands of a cycle.

        :param actions: for each player of a world what he is told in all of them; ``None``:
            nothing.
        :param worlds: a mask ``(W,)`` of those in which they are told that; ``None`` for all.

        Raises :class:`ArgumentError` for another number of players or worlds, and what is no
        action.
        """
        if len(actions) != self.batch.num_players:
            raise ArgumentError(
                f"actions: must be for {self.batch.num_players} players, not {len(actions)}"
            )
        self._check(worlds)
        # Players often share what they are told; all of it lives until the end of the call.
        each = list(actions)
        shared = {id(own): player_actions(own).encode() for own in _once(each)}
        told = [None if own is None else shared[id(own)] for own in each]
        self._core.act(self.batch, told, None if worlds is None else worlds.tolist())

    def coach(
        self,
        left: CoachActions | Iterable[Message] | None = None,
        right: CoachActions | Iterable[Message] | None = None,
        worlds: NDArray[np.bool_] | None = None,
    ) -> None:
        """Do what the coaches of left and right are told in a cycle; ``None``: nothing.

        :param worlds: a mask ``(W,)`` of those in which they are told that; ``None`` for all.

        Raises :class:`ArgumentError` for another number of worlds, and what is no coach's action.
        """
        self._check(worlds)
        told = [None if own is None else coach_actions(own).encode() for own in (left, right)]
        self._core.instruct(self.batch, told, None if worlds is None else worlds.tolist())

    def _check(self, worlds: NDArray[np.bool_] | None) -> None:
        if worlds is not None and worlds.shape != (self.batch.num_worlds,):
            raise ArgumentError(
                f"worlds: must be a mask ({self.batch.num_worlds},), not {worlds.shape}"
            )

    def step(self, actions: Sequence[PlayerActions | Iterable[Message] | None]) -> None:
        """Give the commands, and play a cycle."""
        self.act(actions)
        self.batch.advance(1)
