"""The two sides of the pitch."""

from __future__ import annotations

from enum import Enum


class TeamSide(Enum):
    """A side of the pitch; its value is the team's id."""

    UNKNOWN = -1
    """No side: nothing has been decided, or an id that belongs to no team."""
    LEFT = 0
    """The team that defends the goal at negative x."""
    RIGHT = 1
    """The team that defends the goal at positive x."""

    @staticmethod
    def is_valid(team_id: int) -> bool:
        """Return whether a team plays under this id."""
        return team_id in (TeamSide.LEFT.value, TeamSide.RIGHT.value)

    @staticmethod
    def from_id(team_id: int) -> TeamSide:
        """Return the side of a team's id; ``UNKNOWN`` for any other number."""
        try:
            return TeamSide(team_id)
        except ValueError:
            return TeamSide.UNKNOWN

    @staticmethod
    def get_opposing_side(team_id: TeamSide | int) -> TeamSide:
        """Return the opponents' side of a side or a team's id; ``UNKNOWN`` has no opponents."""
        match TeamSide.from_id(team_id) if not isinstance(team_id, TeamSide) else team_id:
            case TeamSide.LEFT:
                return TeamSide.RIGHT
            case TeamSide.RIGHT:
                return TeamSide.LEFT
            case _:
                return TeamSide.UNKNOWN
