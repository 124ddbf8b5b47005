"""The pitches of the demo, as much smaller than the league's as robots are slower than people."""

from __future__ import annotations

from rcssgym.soccer import SoccerField

MOST = 11
"""Most robots a team."""
FEW = 5
"""Most of them on the small pitch."""
APART = 1.0
"""Least distance between two of a team who are lined up, m."""

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
"""As long and as wide as SimSpark's for eleven a team."""


def pitch(robots: int) -> SoccerField:
    """Return the pitch for so many robots a team."""
    return SMALL if robots <= FEW else LARGE


def spread(places: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Move back, towards the own goal, who would stand too near to a mate in front of him.

    :param places: x, y, m, and heading in the team's frame; the first keep theirs.
    """
    found: list[tuple[float, float, float]] = []
    for x, y, heading in places:
        while any((x - a) ** 2 + (y - b) ** 2 < APART**2 for a, b, _ in found):
            x -= APART / 4
        found.append((x, y, heading))
    return found
