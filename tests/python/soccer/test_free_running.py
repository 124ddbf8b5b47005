"""Separate physics: for how long our game equals rcsssmj's.

The engines round differently, by about 1e-16 of a number. That shows first in the sign of a zero,
then in a last digit, and grows with contacts. Ants without commands amplify it most, since
rcsssmj's idle motors (gain 1, through a gear of 150) shake them.
"""

from __future__ import annotations

import pytest

from soccer.comparison import Divergence, running_freely
from soccer.scenario import Scenario, parameters
from soccer.scenarios import SCENARIOS

# name: cycles with texts equal except for last digits, largest distance over the whole scenario, m
BOUNDS = {
    "hand_ball_fallen-left": (24, 1e-9),
    "hand_ball_standing-right": (28, 1e-5),
    "standing_up_or_leaving_the_field_resets-left": (200, 1e-7),
    "place_player-left": (30, 1e-5),
    "beam-left": (40, 1e-4),
    "shouting-0-left": (26, 1e-7),
    "looking_everywhere-fifa-left": (30, 1e-12),
    "every_robot_moves-fifa7vs7-left": (15, 0.2),
    "walking-left": (25, 0.1),
}
ALIKE = {"hand_ball_fallen-left", "beam-left", "shouting-0-left"}
"""Scenarios of the long form: another one moves much like each of them."""


@pytest.mark.parametrize(
    "scenario",
    parameters(
        [s for s in SCENARIOS if s.name in BOUNDS],
        [s for s in SCENARIOS if s.name in BOUNDS and s.name not in ALIKE],
    ),
)
def test_the_game_goes_the_same_way(scenario: Scenario) -> None:
    divergence = running_freely(scenario)
    _report(scenario, divergence)
    least_alike, farthest = BOUNDS[scenario.name]
    assert divergence.equal_games == divergence.cycles
    assert divergence.alike_texts >= least_alike
    assert divergence.worst <= farthest


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_how_long_every_scenario_stays_equal(scenario: Scenario) -> None:
    divergence = running_freely(scenario)
    _report(scenario, divergence)
    assert divergence.equal_games > 0


def _report(scenario: Scenario, divergence: Divergence) -> None:
    print(
        f"{scenario.name}: of {divergence.cycles} cycles texts are equal for "
        f"{divergence.equal_texts}, but for last digits for {divergence.alike_texts}; "
        f"game equal for {divergence.equal_games}, within {divergence.worst:.1e} m until then"
    )
