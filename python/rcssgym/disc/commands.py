"""Codes of commands and play modes in arrays."""

from enum import IntEnum

from rcssgym import _core


class BodyCommand(IntEnum):
    """What a body does in a cycle, and the numbers that it takes; angles in degrees.

    Directions are from the body. Values are clipped as rcssserver clips them.
    """

    NONE = 0
    """Nothing."""
    DASH = 1
    """Power, direction."""
    TURN = 2
    """Moment."""
    KICK = 3
    """Power, direction."""
    TACKLE = 4
    """Direction; as a foul if the second number is not 0."""
    CATCH = 5
    """Direction."""
    MOVE = 6
    """x and y in the team's own frame, m."""
    LEGS = 7
    """Power and direction of the left leg, then of the right one."""
    LEFT_LEG = 8
    """Power, direction."""
    RIGHT_LEG = 9
    """Power, direction."""


PLAY_MODES: tuple[str, ...] = ("null", *_core.DISC_PLAY_MODES)
"""Names of the play modes, by rcssserver's numbers from 1 on."""
