"""Pitches of the demo: smaller than the league's, since the robots are slow."""

from __future__ import annotations

from rcssgym.soccer import SoccerField

MOST = 11
"""Greatest number of robots per team."""
FEW = 5
"""Greatest number of robots per team on the small pitch."""
APART = 1.0
"""Minimum distance between two players of a team when they line up, m."""

SMALL = SoccerField(
    field_dim=(20.0, 13.0, 40.0),
    line_width=0.08,
    field_border=2.0,
    goal_dim=(0.9, 3.0, 1.6),
    goal_post_radius=0.05,
    goalie_area_dim=(1.5, 5.0),
    penalty_area_dim=(3.0, 7.5),
    corner_area_radius=0.6,
    penalty_spot_distance=3.6,
    center_circle_radius=2.0,
)
LARGE = SoccerField(
    field_dim=(30.0, 20.0, 40.0),
    line_width=0.08,
    field_border=2.0,
    goal_dim=(0.9, 3.0, 1.6),
    goal_post_radius=0.05,
    goalie_area_dim=(1.8, 6.0),
    penalty_area_dim=(4.0, 10.0),
    corner_area_radius=0.6,
    penalty_spot_distance=4.4,
    center_circle_radius=2.5,
)
"""A pitch of the length and width of SimSpark's for eleven robots per team."""


def pitch(robots: int) -> SoccerField:
    """Return the pitch for this number of robots per team."""
    return SMALL if robots <= FEW else LARGE


def spread(places: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Move players back, towards the own goal, that would stand too near to an earlier teammate.

    :param places: x, y, m, and heading in the team's frame; earlier places have priority.
    """
    found: list[tuple[float, float, float]] = []
    for x, y, heading in places:
        while any((x - a) ** 2 + (y - b) ** 2 < APART**2 for a, b, _ in found):
            x -= APART / 4
        found.append((x, y, heading))
    return found
