"""Rules and fields of scripts: methods, areas and figures of their own hold here as in rcsssmj."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from rcssgym import HookWarning
from rcssgym.soccer import (
    AABB2D,
    AABB3D,
    FIFA7vs7SoccerField,
    GamePhase,
    KickOffCommand,
    PlayMode,
    SoccerRules,
    SoccerSimulation,
    SSim2026Rules,
)
from rcsssmj.utils import geometry

from soccer.comparison import same
from soccer.hooked import game
from soccer.libraries import OURS, Library
from soccer.lockstep import Lockstep
from soccer.ours import Ours
from soccer.reference import Reference
from soccer.setups import Setup


@dataclass(frozen=True)
class OwnSetup(Setup):
    """A user's own fields and rules, made for either library."""

    kind: str = ""

    def arguments(self, library: Library) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Insert the user's own objects."""
        (field, rules, referee), keywords = super().arguments(library)
        if self.kind == "times":
            rules = golden_half(library)()
        if self.kind == "areas":
            smaller(field, library)
        return (field, rules, referee), keywords


def golden_half(library: Library) -> Any:
    """Return rules whose methods determine when phases begin and end."""

    def begins(_: Any, phase: Any) -> float:
        return 7 * phase.value  # type: ignore[no-any-return]

    def ends(_: Any, phase: Any) -> float:
        return 7 * phase.value + 0.5  # type: ignore[no-any-return]

    methods = {"get_start_time_for": begins, "get_end_time_for": ends}
    return type("GoldenHalf", (library.SoccerRules,), methods)


def smaller(field: Any, library: Library) -> None:
    """Give a field areas that differ from its dimensions."""
    two, three = (AABB2D, AABB3D) if library is OURS else (geometry.AABB2D, geometry.AABB3D)
    field.field_area = two(-20.0, 22.0, -10.0, 12.0)
    field.left_goal_box = three(-21.0, -20.0, -1.0, 1.5, 0.0, 1.0)
    field.right_goal_box = three(22.0, 23.0, -1.0, 1.5, 0.0, 1.0)
    field.left_goalie_area = two(-20.0, -15.0, -3.0, 4.0)
    field.right_goalie_area = two(16.0, 22.0, -4.0, 3.0)


@pytest.mark.parametrize("phase", range(5))
def test_rules_say_when_phases_begin_and_end(phase: int) -> None:
    setup = OwnSetup(kind="times", phase=phase)
    reference = Reference(setup)
    ours = Ours(setup, reference, compat="strict")
    lockstep = Lockstep([reference, ours], same)
    lockstep.join(("ant", "Reds", 1))
    assert ours.simulation.game_state.play_time == 7 * phase
    lockstep.command("KickOffCommand", 0)
    lockstep.until("GAME_OVER", 30)
    assert lockstep.leader.game_state.play_time == 7 * phase + 0.5


def test_the_second_half_begins_when_the_rules_say() -> None:
    simulation = game(rules=golden_half(OURS)())
    simulation.step([KickOffCommand(0)])
    for _ in range(30):
        simulation.step()
    assert simulation.game_state.phase is GamePhase.SECOND_HALF
    assert simulation.game_state.play_time == 7


def test_times_that_are_no_numbers_are_refused() -> None:
    for end in (float("nan"), "soon", None):
        rules = type("Odd", (SoccerRules,), {"get_end_time_for": lambda *_, end=end: end})()
        with pytest.raises(OURS.ArgumentError, match=r"rules: get_end_time_for\(FIRST_HALF\) must"):
            game(rules=rules)
    endless = type("Endless", (SoccerRules,), {"get_end_time_for": lambda *_: float("inf")})()
    assert game(rules=endless).game_state.play_time == 0.0


def test_the_referee_goes_by_areas_set_by_hand() -> None:
    setup = OwnSetup(kind="areas")
    reference = Reference(setup)
    lockstep = Lockstep([reference, Ours(setup, reference)], same)
    lockstep.join(*(("ant", "Reds", number) for number in (1, 2, 3, 4)), ("ant", "Blues", 1))
    for number, y in ((2, -2.0), (3, 0.0), (4, 2.0)):
        lockstep.hold((0, number), -17.0, y)
    lockstep.hold((1, 1), 5.0, 0.0)
    lockstep.command("DropBallCommand", (0.0, -9.0))
    lockstep.cycle(8)
    assert "ILLEGAL_DEFENCE" in lockstep.fouls
    for place, mode in (
        ((5.0, 12.5, 0.11), "THROW_IN_LEFT"),
        ((-20.4, 5.0, 0.11), "GOAL_KICK_LEFT"),
        ((22.3, 5.0, 0.11), "CORNER_KICK_LEFT"),
        ((22.3, 1.2, 0.4), "GOAL_LEFT"),
    ):
        lockstep.referee("play_on")
        lockstep.touch((1, 1)) if mode not in ("GOAL_KICK_LEFT",) else lockstep.ball(0.0, 0.0)
        if mode == "GOAL_KICK_LEFT":
            for runner in lockstep.runners:
                runner.simulation.ball.reset_contacts()
        lockstep.ball(*place)
        lockstep.cycle(2)
        lockstep.expect(mode)
    lockstep.referee("penalty_kick", "LEFT")
    lockstep.cycle(2)


def test_areas_that_are_none_are_refused() -> None:
    field = FIFA7vs7SoccerField()
    field.left_goalie_area = (1, 2, 3, 4)  # type: ignore[assignment]
    with pytest.raises(OURS.ArgumentError, match="field: left_goalie_area must be a box"):
        SoccerSimulation(field)


def test_a_field_in_use_is_not_read_again() -> None:
    field = FIFA7vs7SoccerField()
    field.center_circle_radius = 4.0
    simulation = SoccerSimulation(field)
    with pytest.warns(HookWarning, match=r"FIFA7vs7SoccerField\.center_circle_radius: .*already"):
        field.center_circle_radius = 3.0
    simulation.init()
    simulation.step([KickOffCommand(0)])
    assert simulation.referee.reference_radius == 4.0


def test_other_rules_hold_from_the_next_step() -> None:
    simulation = game()
    simulation.step([KickOffCommand(0)])
    simulation.rules = SoccerRules(kick_off_time=0)
    simulation.step()
    assert simulation.game_state.play_mode is PlayMode.PLAY_ON
    for wrong in ("ssim", 3):
        with pytest.raises(OURS.ArgumentError, match="rules"):
            simulation.rules = wrong  # type: ignore[assignment]
    simulation.rules = SSim2026Rules()
    assert simulation.rules == SSim2026Rules()
