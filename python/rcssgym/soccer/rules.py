"""Rule books: the numbers that the referee uses.

Times are in seconds.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rcssgym import _core
from rcssgym.soccer.fields import SoccerFieldVersions
from rcssgym.soccer.play_mode import GamePhase

_logger = logging.getLogger(__name__)


class SoccerRuleBooks(Enum):
    """Names of the known rule books."""

    UNKNOWN = "unknown"
    """No rule book: what :meth:`from_value` returns for an unknown name."""
    FIFA = "fifa"
    """A game of eleven a side by FIFA's laws."""
    SSIM = "ssim"
    """The latest rules of RoboCup's soccer simulation league."""
    SSIM_26 = "ssim26"
    """The league's rules of 2026."""

    @staticmethod
    def from_value(name: str) -> SoccerRuleBooks:
        """Return the rule book with this name; log an unknown one and return ``UNKNOWN``."""
        try:
            return SoccerRuleBooks(name)
        except ValueError:
            _logger.warning("unknown rule book %r", name)
            return SoccerRuleBooks.UNKNOWN


RULE_BOOK_NAMES = tuple(
    book.value for book in SoccerRuleBooks if book is not SoccerRuleBooks.UNKNOWN
)
"""Names of the known rule books, as options take them."""


def _figures(book: SoccerRuleBooks) -> dict[str, Any]:
    """Return the numbers of a known rule book, by the names of attributes."""
    figures = _core.rule_figures(book.value)
    version = SoccerFieldVersions(figures["default_field_version"])
    return {**figures, "default_field_version": version}


_FIFA = _figures(SoccerRuleBooks.FIFA)


@dataclass(frozen=True)
class SoccerRules:
    """A rule book. The defaults are FIFA's where its laws give a number.

    A team that takes a kick or a throw has the ball to itself for the ``*_time`` of that play mode;
    a negative time means no such privilege. All times are in s.
    """

    max_team_size: int = _FIFA["max_team_size"]
    """Maximum number of robots in a team."""
    max_player_no: int = _FIFA["max_player_no"]
    """Highest number on a jersey."""
    half_time: int = _FIFA["half_time"]
    """Length of a half of regular time."""
    extra_half_time: int = _FIFA["extra_half_time"]
    """Length of a half of extra time."""
    penalty_shooting_time: int = _FIFA["penalty_shooting_time"]
    """Length of one turn in a shoot-out."""
    kick_off_time: int = _FIFA["kick_off_time"]
    """Privilege at a kick-off."""
    throw_in_time: int = _FIFA["throw_in_time"]
    """Privilege at a throw-in."""
    corner_kick_time: int = _FIFA["corner_kick_time"]
    """Privilege at a corner kick."""
    goal_kick_time: int = _FIFA["goal_kick_time"]
    """Privilege at a goal kick."""
    free_kick_time: int = _FIFA["free_kick_time"]
    """Privilege at an indirect free kick."""
    direct_free_kick_time: int = _FIFA["direct_free_kick_time"]
    """Privilege at a direct free kick."""
    goal_pause_time: int = _FIFA["goal_pause_time"]
    """Pause between a goal and the next kick-off."""
    throw_in_wait_time: int = _FIFA["throw_in_wait_time"]
    """Pause between the ball's leaving the field and the throw-in."""
    ground_max_time: int = _FIFA["ground_max_time"]
    """Time for which a field player may lie on the ground before the referee moves it."""
    goalie_ground_max_time: int = _FIFA["goalie_ground_max_time"]
    """Time for which the goalie may lie on the ground before the referee moves it."""
    not_standing_max_time: int = _FIFA["not_standing_max_time"]
    """Time for which a field player may fail to stand before the referee moves it."""
    goalie_not_standing_max_time: int = _FIFA["goalie_not_standing_max_time"]
    """Time for which the goalie may fail to stand before the referee moves it."""
    default_field_version: SoccerFieldVersions = _FIFA["default_field_version"]
    """Pitch of a game if none is given."""

    def get_start_time_for(self, phase: GamePhase) -> float:
        """Return the play time at which a phase begins, s."""
        match phase:
            case GamePhase.SECOND_HALF:
                return self.half_time
            case GamePhase.FIRST_EXTRA_HALF:
                return 2 * self.half_time
            case GamePhase.SECOND_EXTRA_HALF:
                return 2 * self.half_time + self.extra_half_time
            case _:
                return 0.0

    def get_end_time_for(self, phase: GamePhase) -> float:
        """Return the play time at which a phase is over, s."""
        match phase:
            case GamePhase.FIRST_HALF:
                return self.half_time
            case GamePhase.SECOND_HALF:
                return 2 * self.half_time
            case GamePhase.FIRST_EXTRA_HALF:
                return 2 * self.half_time + self.extra_half_time
            case GamePhase.SECOND_EXTRA_HALF:
                return 2 * (self.half_time + self.extra_half_time)
            case _:
                return self.penalty_shooting_time


@dataclass(frozen=True)
class FIFASoccerRules(SoccerRules):
    """Eleven a side, twice 45 minutes."""


@dataclass(frozen=True)
class SSim2026Rules(SoccerRules):
    """RoboCup's soccer simulation league in 2026: seven a side, twice 5 minutes."""

    def __init__(self) -> None:
        super().__init__(**_figures(SoccerRuleBooks.SSIM_26))


def create_soccer_rule_book(name: str) -> SoccerRules:
    """Return the rule book with this name; log an unknown one and return FIFA's."""
    if SoccerRuleBooks.from_value(name) in (SoccerRuleBooks.SSIM, SoccerRuleBooks.SSIM_26):
        return SSim2026Rules()
    return FIFASoccerRules()
