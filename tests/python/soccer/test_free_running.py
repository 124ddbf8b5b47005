"""Each on its own physics: how long our game stays rcsssmj's.

Positions agree to about 1e-12 m until a contact makes the two part ways; every text is truncated,
so the first differing digit comes long before anybody could see a difference.
"""

from __future__ import annotations

import pytest

from soccer.comparison import Divergence, running_freely
from soccer.scenario import Scenario
from soccer.scenarios import SCENARIOS

# cycles with equal texts, largest distance in m while the game is the same
LEAST_EQUAL, FARTHEST = 20, 1e-3
PLAYED = {
    "kick_off_taken-left",
    "goal_kick-right",
    "every_robot_moves-fifa7vs7-left",
    "place_player-left",
    "beam-left",
}


@pytest.mark.parametrize(
    "scenario",
    [s for s in SCENARIOS if s.name in PLAYED],
    ids=lambda scenario: scenario.name,
)
def test_the_game_goes_the_same_way(scenario: Scenario) -> None:
    divergence = running_freely(scenario)
    _report(scenario, divergence)
    assert divergence.equal_games == divergence.cycles
    assert divergence.equal_texts >= min(LEAST_EQUAL, divergence.cycles)
    assert divergence.worst <= FARTHEST


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_how_long_every_scenario_stays_equal(scenario: Scenario) -> None:
    _report(scenario, running_freely(scenario))


def _report(scenario: Scenario, divergence: Divergence) -> None:
    print(
        f"{scenario.name}: of {divergence.cycles} cycles texts are equal for "
        f"{divergence.equal_texts}, but for last digits for {divergence.alike_texts}; "
        f"game equal for {divergence.equal_games}, within {divergence.worst:.1e} m until then"
    )
