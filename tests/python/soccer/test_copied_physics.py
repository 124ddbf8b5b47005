"""On MuJoCo's physics, our game equals rcsssmj's: every cycle, every value, every byte of text."""

import pytest
from rcssgym import soccer

from soccer.comparison import with_copied_physics
from soccer.scenario import Scenario, parameters
from soccer.scenarios import SCENARIOS

# In these modes rcsssmj does not place the ball: `test_reference_faults.py`
OPEN_IN_THE_REFERENCE = {"PENALTY_SHOOT_LEFT", "PENALTY_SHOOT_RIGHT"}
# Never given by rcsssmj's referee
NEVER_GIVEN = {
    "CROWDING",
    "TOUCHING",
    "ILLEGAL_ATTACK",
    "KICK_OFF",
    "CHARGING",
    "SELF_COLLISION",
    "BALL_HOLDING",
}


def shown(scenarios: list[Scenario]) -> frozenset[str]:
    """Return the play modes and fouls of scenarios."""
    return frozenset[str]().union(*(one.play_modes | one.fouls for one in scenarios))


def usual() -> list[Scenario]:
    """Return one side of each scenario, alternating between sides, and all further scenarios that
    are necessary to show every play mode and foul."""
    subjects = list(dict.fromkeys(one.name.rpartition("-")[0] for one in SCENARIOS))
    names = {one.name for one in SCENARIOS}
    chosen = []
    for number, subject in enumerate(subjects):
        sides = [name for side in ("left", "right") if (name := f"{subject}-{side}") in names]
        chosen.append(sides[number % len(sides)])
    found = [one for one in SCENARIOS if one.name in chosen]
    for scenario in SCENARIOS:
        if shown([scenario]) - shown(found):
            found.append(scenario)
    return found


USUAL = usual()


@pytest.mark.parametrize("scenario", parameters(SCENARIOS, USUAL))
def test_nothing_differs(scenario: Scenario) -> None:
    with_copied_physics(scenario)


def test_the_usual_scenarios_show_every_play_mode() -> None:
    found = frozenset[str]().union(*(scenario.play_modes for scenario in USUAL))
    assert found == {mode.name for mode in soccer.PlayMode} - OPEN_IN_THE_REFERENCE


def test_the_usual_scenarios_show_every_foul() -> None:
    found = frozenset[str]().union(*(scenario.fouls for scenario in USUAL))
    assert found == {foul.name for foul in soccer.Foul} - NEVER_GIVEN
