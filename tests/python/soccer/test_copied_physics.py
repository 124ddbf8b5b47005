"""On MuJoCo's physics, our game is rcsssmj's: every cycle, every value, every byte of text."""

import pytest
from rcssgym import soccer

from soccer.comparison import with_copied_physics
from soccer.scenario import Scenario
from soccer.scenarios import SCENARIOS

# whose placing of the ball rcsssmj left open: `test_reference_faults.py`
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


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_nothing_differs(scenario: Scenario) -> None:
    with_copied_physics(scenario)


def test_scenarios_show_every_play_mode() -> None:
    shown = frozenset[str]().union(*(scenario.play_modes for scenario in SCENARIOS))
    assert shown == {mode.name for mode in soccer.PlayMode} - OPEN_IN_THE_REFERENCE


def test_scenarios_show_every_foul() -> None:
    shown = frozenset[str]().union(*(scenario.fouls for scenario in SCENARIOS))
    assert shown == {foul.name for foul in soccer.Foul} - NEVER_GIVEN
