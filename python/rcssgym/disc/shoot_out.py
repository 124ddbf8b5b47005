"""Who has won a shoot-out."""

from collections.abc import Sequence

PAIRS = 10
"""Kicks of each team by which a shoot-out is decided: ``pen_nr_kicks`` + ``pen_max_extra_kicks``,
unless these parameters are changed."""


def shoot_out_winner(
    scored: Sequence[int], missed: Sequence[int], pairs: int = PAIRS
) -> int | None:
    """Return which side has won a shoot-out that is over: 0 left, 1 right; ``None`` if neither has.

    :param scored: kicks of left and right that went in.
    :param missed: kicks that did not.
    :param pairs: the most kicks of each team. After one kick more the referee gives up, whoever is
        ahead; a toss, if there is one, is not considered.
    """
    gave_up = sum(scored) + sum(missed) > 2 * pairs
    return None if gave_up or scored[0] == scored[1] else int(scored[0] < scored[1])
