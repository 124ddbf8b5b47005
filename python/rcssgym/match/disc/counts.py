"""Counts of players and kicks, from the log of a game."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from rcssgym.disc import GameLog
from rcssgym.disc.shoot_out import shoot_out_winner
from rcssgym.match.results import Loss, Tally

PLAYERS = 11
ON_PITCH = 1
"""Bit of a player's state."""
TOSS = re.compile(r"_\d+_\d+(?:(w)-vs-\S+_\d+_\d+|-vs-\S+_\d+_\d+w)\)$")
"""The end of a result with the winner of a shoot-out; group 1 if that is the left team."""


def penalty_winner(
    result: str, scored: Sequence[int], missed: Sequence[int], log: GameLog
) -> int | None:
    """Return which side has won a shoot-out; ``None`` if nobody has, or if there was none.

    :param result: the result at the end of a game's log, which marks the winner of a toss.
    :param scored: kicks of left and right that went in.
    :param missed: kicks that did not.
    :param log: the game's log, for its parameters.
    """
    if (tossed := TOSS.search(result)) is not None:
        return 0 if tossed[1] else 1
    params = log.server_params
    pairs = int(params["pen_nr_kicks"]) + int(params["pen_max_extra_kicks"])
    return shoot_out_winner(scored, missed, pairs)


def count_players(log: GameLog, side: int, tallies: Sequence[Tally]) -> None:
    """Count a team's players, and those that have left before the end, in a game's log.

    :param side: 0 for the left team, 1 for the right one.
    :param tallies: its tallies of both halves; extra time is part of the second. A player that was
        sent off has not left.
    """
    states = log.state[:, places_of(side)]
    here, known = (states & ON_PITCH).sum(axis=1), states != 0
    left = (known[:-1] & ~known[1:]).sum(axis=1)
    is_first = log.cycle <= 10 * int(log.server_params["half_time"])
    for half, tally, steps in zip((1, 2), tallies, (is_first, ~is_first), strict=True):
        if not steps.any():
            continue
        numbers = here[steps].tolist()
        tally.first_players, tally.last_players = numbers[0], numbers[-1]
        tally.fewest_players = min(numbers)
        tally.losses = [
            Loss(half, int(log.cycle[step]) / 10.0, int(left[step - 1]), int(here[step]))
            for step in np.flatnonzero(left) + 1
            if steps[step]
        ]


def places_of(side: int) -> slice:
    """Return the places of a team among all players of a log."""
    return slice(PLAYERS * side, PLAYERS * (side + 1))
