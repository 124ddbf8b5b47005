"""On MuJoCo's physics, our game is rcsssmj's: every cycle, every value, every byte of text."""

from typing import Any

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


def one_side_of_each() -> list[Any]:
    """All scenarios; of each that both sides play one side's takes part in the long form alone."""
    names = {scenario.name for scenario in SCENARIOS}
    subjects: dict[str, int] = {}
    found = []
    for scenario in SCENARIOS:
        subject, _, side = scenario.name.rpartition("-")
        is_twice = {f"{subject}-left", f"{subject}-right"} <= names
        number = subjects.setdefault(subject, len(subjects))
        is_long = is_twice and side != ("left", "right")[number % 2]
        marks = [pytest.mark.long] if is_long else []
        found.append(pytest.param(scenario, id=scenario.name, marks=marks))
    return found


@pytest.mark.parametrize("scenario", one_side_of_each())
def test_nothing_differs(scenario: Scenario) -> None:
    with_copied_physics(scenario)


def test_scenarios_show_every_play_mode() -> None:
    shown = frozenset[str]().union(*(scenario.play_modes for scenario in SCENARIOS))
    assert shown == {mode.name for mode in soccer.PlayMode} - OPEN_IN_THE_REFERENCE


def test_scenarios_show_every_foul() -> None:
    shown = frozenset[str]().union(*(scenario.fouls for scenario in SCENARIOS))
    assert shown == {foul.name for foul in soccer.Foul} - NEVER_GIVEN
