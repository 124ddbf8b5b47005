"""Phases of a game and the modes of play within them."""

from __future__ import annotations

import logging
from enum import Enum

from rcssgym.errors import ArgumentError

_logger = logging.getLogger(__name__)


class PlayMode(Enum):
    """The current ruling of the referee; the value is its name on the wire.

    In messages to monitors a mode is its index in this order.
    """

    BEFORE_KICK_OFF = "BeforeKickOff"
    """Nobody plays yet; robots may beam."""
    KICK_OFF_LEFT = "KickOff_Left"
    """Kick-off for the left team."""
    KICK_OFF_RIGHT = "KickOff_Right"
    """Kick-off for the right team."""
    PLAY_ON = "PlayOn"
    """The ball is in play."""
    THROW_IN_LEFT = "KickIn_Left"
    """Throw-in for the left team."""
    THROW_IN_RIGHT = "KickIn_Right"
    """Throw-in for the right team."""
    CORNER_KICK_LEFT = "corner_kick_left"
    """Corner kick for the left team."""
    CORNER_KICK_RIGHT = "corner_kick_right"
    """Corner kick for the right team."""
    GOAL_KICK_LEFT = "goal_kick_left"
    """Goal kick for the left team."""
    GOAL_KICK_RIGHT = "goal_kick_right"
    """Goal kick for the right team."""
    OFFSIDE_LEFT = "offside_left"
    """Offside, in favour of the left team."""
    OFFSIDE_RIGHT = "offside_right"
    """Offside, in favour of the right team."""
    GAME_OVER = "GameOver"
    """The final whistle has gone."""
    GOAL_LEFT = "Goal_Left"
    """The left team has scored; robots may beam during the pause."""
    GOAL_RIGHT = "Goal_Right"
    """The right team has scored; robots may beam during the pause."""
    FREE_KICK_LEFT = "free_kick_left"
    """Indirect free kick for the left team."""
    FREE_KICK_RIGHT = "free_kick_right"
    """Indirect free kick for the right team."""
    DIRECT_FREE_KICK_LEFT = "direct_free_kick_left"
    """Direct free kick for the left team."""
    DIRECT_FREE_KICK_RIGHT = "direct_free_kick_right"
    """Direct free kick for the right team."""
    PENALTY_KICK_LEFT = "penalty_kick_left"
    """Penalty kick for the left team, from the penalty spot."""
    PENALTY_KICK_RIGHT = "penalty_kick_right"
    """Penalty kick for the right team, from the penalty spot."""
    PENALTY_SHOOT_LEFT = "penalty_shoot_left"
    """The left team's turn in a shoot-out: any number of touches on the way to the goal."""
    PENALTY_SHOOT_RIGHT = "penalty_shoot_right"
    """The right team's turn in a shoot-out: any number of touches on the way to the goal."""


class GamePhase(Enum):
    """A part of a match."""

    FIRST_HALF = 0
    """First half of regular time."""
    SECOND_HALF = 1
    """Second half of regular time."""
    FIRST_EXTRA_HALF = 2
    """First half of extra time."""
    SECOND_EXTRA_HALF = 3
    """Second half of extra time."""
    PENALTY_SHOOTING = 4
    """Shoot-out."""

    @staticmethod
    def from_value(phase_id: int) -> GamePhase:
        """Return the phase with this number; log an unknown one and return the first half."""
        try:
            return GamePhase(phase_id)
        except ValueError:
            _logger.warning("unknown game phase %r: taken as the first half", phase_id)
            return GamePhase.FIRST_HALF


def phase_of(argument: str, phase: GamePhase | int) -> GamePhase:
    """Return a phase that may be given by its value; raise :class:`ArgumentError` for others."""
    try:
        return GamePhase(phase)
    except ValueError:
        raise ArgumentError(f"{argument}: must be a GamePhase, not {phase!r}") from None
