"""Fouls for which the referee stops the game."""

from enum import IntEnum


class Foul(IntEnum):
    """An offence; its value is its number on the wire."""

    CROWDING = 0
    """Too many of a team around the ball."""
    TOUCHING = 1
    """Too many robots in one clinch."""
    ILLEGAL_DEFENCE = 2
    """Too many of a team in their own area."""
    ILLEGAL_ATTACK = 3
    """Too many of a team in the opponents' area."""
    INCAPABLE = 4
    """On the ground, or not standing, for too long."""
    KICK_OFF = 5
    """Breaking the rules of a kick-off."""
    CHARGING = 6
    """Running into an opponent."""
    SELF_COLLISION = 7
    """Limbs run into each other."""
    BALL_HOLDING = 8
    """Holding the ball."""
    DOUBLE_TOUCH = 9
    """The taker of a set piece touches the ball again before anybody else."""
    HAND_FOUL = 10
    """Playing the ball with the arm or hand."""
