"""Codes of commands and play modes in arrays."""

from enum import IntEnum

from rcssgym import _core


class BodyCommand(IntEnum):
    """What a body does in a cycle, and the command's numbers; angles in degrees.

    Directions are relative to the body. Values are clipped as rcssserver clips them.
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
    """Direction; a foul if the second number is not 0."""
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
"""Names of the play modes, at rcssserver's numbers, which start at 1."""

STATISTICS: tuple[str, ...] = _core.DISC_STATISTICS
"""What is counted for each team, in the order of :attr:`DiscBatch.statistics`.

Goals; shots (kicks from less than 35 m that would roll into the goal, or up to 1 m beside it, if
nobody stopped them); possession (cycles in play during which the last touch was the team's); passes
(from one player of the team to another); losses (from a player of the team to an opponent);
offsides; corners, kick_ins, free_kicks and goal_kicks that the team got; catches; fouls that were
called.
"""
