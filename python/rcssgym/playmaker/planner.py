"""Planners that playmakers request."""

from __future__ import annotations

from rcssgym.playmaker.messages import HeliosOffensivePlanner


def full_planner() -> HeliosOffensivePlanner:
    """Return the planner with all its generators: passes, crosses, runs, and what follows them."""
    return HeliosOffensivePlanner(
        direct_pass=True,
        lead_pass=True,
        through_pass=True,
        short_dribble=True,
        long_dribble=True,
        cross=True,
        simple_pass=True,
        simple_dribble=True,
        simple_shoot=True,
    )
