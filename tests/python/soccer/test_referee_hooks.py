"""Referees with users' own methods: rcsssmj and ours call them in the same way."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import pytest
import rcssgym.soccer
from rcssgym.errors import RcssGymError
from rcssgym.soccer import (
    AgentID,
    Foul,
    KickChallengeReferee,
    PlayMode,
    SoccerReferee,
    SoccerSimulation,
    TeamSide,
    create_soccer_field,
)

from soccer.comparison import same
from soccer.libraries import OURS, REFERENCE, Library
from soccer.lockstep import Lockstep
from soccer.ours import Ours
from soccer.reference import Reference
from soccer.scenario import Scenario, parameters
from soccer.scenarios import SCENARIOS, strict
from soccer.setups import Setup

RULES = (
    *("_check_fouls", "_check_incapable_fouls", "_check_illegal_defense", "_check_timeouts"),
    *("_check_location_triggers", "_check_contact_triggers", "_penalize_misplaced_players"),
    *("_check_placement_for_kick_off_left", "_check_placement_for_kick_off_right"),
    *("_check_placement_for_goal_kick_left", "_check_placement_for_goal_kick_right"),
    *("_check_placement_for_free_kick_left", "_check_placement_for_free_kick_right"),
)
DECISIONS = (
    *("kick_off", "play_on", "throw_in", "corner_kick", "goal_kick", "game_over", "goal"),
    *("free_kick", "direct_free_kick", "drop_ball", "_penalize", "_log_foul"),
)
Listed = list[tuple[str, tuple[Any, ...]]]


def plainly(argument: Any) -> Any:
    """Return an argument in a form that both libraries share."""
    if hasattr(argument, "agent_id"):
        argument = argument.agent_id
    if hasattr(argument, "player_no"):
        return argument.team_id, argument.player_no
    return getattr(argument, "name", argument)


def listening(referee: Any, calls: Listed, names: tuple[str, ...]) -> None:
    """Replace a referee's methods by ones that record their calls and then call the originals."""
    for name in names:
        original = getattr(referee, name)

        def heard(
            *arguments: Any, _name: str = name, _original: Callable[..., None] = original
        ) -> None:
            if "UNKNOWN" not in (plain := tuple(map(plainly, arguments))):
                calls.append((_name, plain))
            _original(*arguments)

        setattr(referee, name, heard)


def lockstep(setup: Setup, **more: Any) -> tuple[Lockstep, Any, Any]:
    """Two simulations on the same physics, and their referees."""
    reference = Reference(setup)
    ours = Ours(setup, reference, **more)
    game = Lockstep([reference, ours], same)
    return game, reference.simulation.referee, ours.simulation.referee


WITHOUT = {
    "_check_fouls": "double_touch-left",
    "_check_incapable_fouls": "incapable-left",
    "_check_illegal_defense": "illegal_defence-left",
    "_check_timeouts": "kick_off-left",
    "_check_location_triggers": "goal_kick-left",
    "_check_contact_triggers": "kick_off_taken-left",
    "_penalize_misplaced_players": "kick_off-left",
    "_check_placement_for_kick_off_left": "kick_off-left",
    "_check_placement_for_kick_off_right": "kick_off-right",
    "_check_placement_for_goal_kick_left": "goal_kick-left",
    "_check_placement_for_goal_kick_right": "goal_kick-right",
    "_check_placement_for_free_kick_left": "free_kicks-left",
    "_check_placement_for_free_kick_right": "free_kicks-right",
    "kick_off": "goal-left",
    "play_on": "kick_off_taken-left",
    "throw_in": "throw_in-left",
    "corner_kick": "corner_kick-left",
    "goal_kick": "goal_kick-left",
    "goal": "goal-left",
    "free_kick": "double_touch-left",
    "direct_free_kick": "hand_ball_standing-left",
    "drop_ball": "goal_kick_into_the_own_goal-left",
    "_penalize": "kick_off-left",
    "_log_foul": "double_touch-left",
}
"""For each method, a scenario in which it matters."""


TOLD = [one for one in SCENARIOS if one.name.endswith("-left")]
FAULTS = strict.COLLECTION.scenarios
MATTERS = {name: {rule for rule in WITHOUT if WITHOUT[rule] == name} for name in WITHOUT.values()}
DECIDING = {WITHOUT[name] for name in WITHOUT if name in DECISIONS}
DECIDING |= {"phase_ends_the_game-3-left"}
OTHERS = re.compile("-right$|_time_is_up-[1-4]")
"""Faults of which one of the same kind is in the short form."""
OFTEN = [one for one in TOLD if one.name in DECIDING]
OFTEN += [one for one in FAULTS if not OTHERS.search(one.name)]
"""Scenarios of the short form: together they take every decision."""


@pytest.mark.parametrize("scenario", parameters([*TOLD, *FAULTS], OFTEN))
def test_rules_and_decisions_are_asked_for_in_the_same_order(scenario: Scenario) -> None:
    # strict, because otherwise the rules are not applied when the game is over
    game, theirs, ours = lockstep(scenario.setup, compat="strict")
    calls: list[Listed] = [[], []]
    for referee, noted in zip((theirs, ours), calls, strict=True):
        listening(referee, noted, (*RULES, *DECISIONS))
    scenario.play(game)
    assert calls[1] == calls[0]
    assert len(calls[0]) > 20
    assert {name for name, _ in calls[0]} >= MATTERS.get(scenario.name, set())
    if scenario.name.startswith("phase_ends_the_game"):
        assert ("game_over", ()) in calls[0]


def without(kind: type, method: str) -> type:
    """Derive a class of referees whose method does nothing."""
    return type(f"Without{method}", (kind,), {method: lambda *_: None})


def named(name: str) -> Scenario:
    found: Scenario
    (found,) = (scenario for scenario in SCENARIOS if scenario.name == name)
    return found


@cache
def play_without(name: str, method: str) -> list[tuple[Any, ...]]:
    """Play with referees whose method does nothing; return the states, the same on both sides."""
    scenario = named(name)
    reference = Reference(scenario.setup)
    # strict, because otherwise a drop ball would move players that nobody has penalized
    ours = Ours(scenario.setup, reference, compat="strict")
    seen: list[tuple[Any, ...]] = []
    for library, runner in ((REFERENCE, reference), (OURS, ours)):
        if method:
            kind = without(library.SoccerReferee, method)
            runner.simulation.referee = kind(runner.simulation)

    def compare(expected: Any, actual: Any) -> None:
        same(expected, actual)
        places = {key: tuple(pose.position) for key, pose in expected.players.items()}
        seen.append((expected.game["play mode"], expected.fouls, places))

    # the outcome is not what the scenario expects
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lockstep, "expect", lambda *_: None)
        patch.setattr(Lockstep, "until", lambda game, _, limit: game.cycle(min(limit, 60)))
        patch.setattr(Lockstep, "touch", touch_without_a_look)
        scenario.script(Lockstep([reference, ours], compare), scenario.side)
    return seen


def touch_without_a_look(game: Lockstep, key: Any) -> None:
    game.put_ball_on(key)
    game.cycle()


USUALLY = {"_check_fouls", "_check_timeouts", "_check_contact_triggers", "_penalize"} | {
    *("_check_placement_for_goal_kick_left", "kick_off", "throw_in", "direct_free_kick"),
}
"""Methods of the short form: one of every kind."""


@pytest.mark.parametrize(
    "method",
    [pytest.param(one, marks=[] if one in USUALLY else pytest.mark.long) for one in WITHOUT],
)
def test_what_a_subclass_leaves_out_does_not_happen(method: str) -> None:
    name = WITHOUT[method]
    assert play_without(name, method) != play_without(name, "")


def as_in_rcsssmj(*names: str) -> SoccerReferee:
    """A referee whose methods are copies of rcsssmj's, with our classes in place of theirs."""
    theirs = {name: getattr(REFERENCE.SoccerReferee, name) for name in names}
    known = REFERENCE.SoccerReferee.referee.__globals__ | vars(rcssgym.soccer)
    methods = {name: FunctionType(method.__code__, known) for name, method in theirs.items()}
    referee: SoccerReferee = type("Copied", (SoccerReferee,), methods)()
    return referee


@pytest.mark.parametrize("name", ["double_touch-left", "goal-right", FAULTS[0].name])
def test_methods_may_be_copied_from_rcsssmj(name: str) -> None:
    # what is left out counts times in attributes of its own
    names = {*RULES, *DECISIONS, "referee"}
    names -= {"_check_fouls", "_check_incapable_fouls", "_check_illegal_defense", "_log_foul"}
    (scenario,) = (one for one in (*SCENARIOS, *FAULTS) if one.name == name)
    reference = Reference(scenario.setup)
    ours = Ours(scenario.setup, reference, compat="strict")
    ours.simulation.referee = as_in_rcsssmj(*names)
    scenario.play(Lockstep([reference, ours], same))


@pytest.mark.parametrize("compat", [True, False, "strict"])
@pytest.mark.parametrize("mode", [PlayMode.PLAY_ON, PlayMode.FREE_KICK_RIGHT])
def test_a_throw_in_for_nobody_is_that_of_an_untouched_ball(compat: Any, mode: PlayMode) -> None:
    found: list[Any] = []
    for throw in (False, True):
        game = SoccerSimulation(create_soccer_field("fifa7vs7"), seed=1, compat=compat)
        game.init()
        game.ball.place_at((-3.0, 19.0, 0.11))
        game.game_state.set_play_mode(mode)
        game.referee.team_na_score = TeamSide.LEFT
        if throw:
            game.referee.throw_in(TeamSide.UNKNOWN)
            assert game.referee._did_act
        else:
            game.referee._check_location_triggers()
        assert game.referee.team_na_score is None
        found.append((game.game_state.play_mode, game.ball.xpos.tolist()))
    assert found[0] == found[1]
    assert found[0][1] == [-3.0, 18.0, 0.11]


def test_cleared_fouls_are_forgotten() -> None:
    game = SoccerSimulation(create_soccer_field("fifa7vs7"), seed=1)
    game.init()
    game.add_players([OURS.InitRequest("ant", "Reds", 1)])
    game.referee._log_foul(AgentID(0, 1), Foul.CHARGING)
    assert game.referee._fouls == game.referee.fouls == {AgentID(0, 1): [Foul.CHARGING]}
    with pytest.raises(RcssGymError, match="_log_foul"):
        game.referee._fouls[AgentID(0, 2)] = [Foul.CHARGING]
    game.referee._fouls.clear()
    assert not game.referee.fouls
    assert [event.foul for event in game.foul_events] == [Foul.CHARGING]


def test_a_half_that_is_over_asks_for_game_over() -> None:
    setup = Setup(phase=1, play_time=5399.9)
    game, theirs, ours = lockstep(setup)
    calls: list[Listed] = [[], []]
    for referee, noted in zip((theirs, ours), calls, strict=True):
        listening(referee, noted, ("game_over",))
    game.command("KickOffCommand", 0)
    game.cycle(10)
    assert calls[0] == calls[1]
    assert ("game_over", ()) in calls[0]


def test_a_challenge_asks_for_its_kick_off() -> None:
    game, theirs, ours = lockstep(Setup(referee="KickChallengeReferee"))
    calls: list[Listed] = [[], []]
    for referee, noted in zip((theirs, ours), calls, strict=True):
        listening(referee, noted, (*RULES, *DECISIONS))
    game.join(("ant", "Reds", 1))
    game.hold((0, 1), -1.0, 0.0)
    game.cycle(105)
    game.touch((0, 1))
    game.ball(3.0, 1.0)
    game.cycle(3)
    game.touch((0, 1))
    game.cycle(3)
    assert game.play_mode == "GAME_OVER"
    assert calls[1] == calls[0]
    assert {"kick_off", "game_over", "_log_foul"} <= {name for name, _ in calls[0]}


def test_what_a_referee_keeps_in_mind_can_be_assigned() -> None:
    game, theirs, ours = lockstep(Setup())
    game.join(*(("ant", "Reds", number) for number in (1, 2)), ("ant", "Blues", 1))
    game.hold((0, 1), -1.0, 0.0)
    game.command("KickOffCommand", 0)
    game.cycle()
    for library, referee in ((REFERENCE, theirs), (OURS, ours)):
        referee.agent_na_touch_ball = library.AgentID(0, 1)
        referee.team_na_score = library.TeamSide.RIGHT
        referee.reference_point = (1.0, 2.0)
        referee.reference_radius = 3.0
        assert referee.team_na_score is library.TeamSide.RIGHT
        assert referee.agent_na_touch_ball == library.AgentID(0, 1)
        assert (tuple(referee.reference_point), referee.reference_radius) == ((1.0, 2.0), 3.0)
    game.touch((0, 1))
    game.ball(3.0, 3.0)
    game.cycle(60)
    game.touch((0, 1))
    game.expect("FREE_KICK_RIGHT")
    for referee in (theirs, ours):
        referee.team_na_score = referee.agent_na_touch_ball = None
    game.cycle(3)


def no_timeouts(library: Library) -> Any:
    """Return a referee's method that copies the first lines of rcsssmj's."""

    def check(referee: Any) -> None:
        if referee._did_act:
            return
        referee.play_on()
        referee._did_act = True

    return type("Impatient", (library.SoccerReferee,), {"_check_timeouts": check})


def test_a_decision_keeps_the_rules_from_taking_another() -> None:
    game, theirs, ours = lockstep(Setup())
    for runner in game.runners:
        referee = no_timeouts(runner.library)()
        runner.simulation.referee = referee
        referee.game = runner.simulation
    game.join(("ant", "Reds", 1))
    game.ball(40.0, 3.0)
    game.cycle(3)
    game.expect("PLAY_ON")
    assert theirs is not ours


@pytest.mark.parametrize("kind", [SoccerReferee, KickChallengeReferee])
def test_without_methods_of_ones_own_the_core_referees_alone(kind: type[SoccerReferee]) -> None:
    assert kind()._is_plain()
    assert type("Same", (kind,), {"cheer": lambda _: None})()._is_plain()
    for name in (*RULES, *DECISIONS, "referee"):
        assert not type("Other", (kind,), {name: lambda *_: None})()._is_plain(), name
        referee = kind()
        setattr(referee, name, lambda *_: None)
        assert not referee._is_plain(), name


def test_an_error_ends_the_cycle_in_order() -> None:
    game = OURS.SoccerSimulation(OURS.create_soccer_field("fifa7vs7"))
    game.init()

    def fail() -> None:
        raise LookupError("nobody knows the rule")

    game.referee._check_timeouts = fail
    with pytest.raises(LookupError, match="nobody knows"):
        game.step([OURS.KickOffCommand(0)])
    assert game.frame_id == 1
    del game.referee._check_timeouts
    game.ball.place_at((40.0, 3.0, 0.11))
    game.step()
    assert game.game_state.play_mode is OURS.PlayMode.GOAL_KICK_RIGHT


def test_another_referee_may_take_over() -> None:
    game, _, _ = lockstep(Setup())
    game.join(("ant", "Reds", 1))
    game.cycle(2)
    for runner in game.runners:
        referee = runner.library.KickChallengeReferee()
        runner.simulation.referee = referee
        referee.game = runner.simulation
    game.cycle(110)
    game.expect("KICK_OFF_LEFT")
    game.ball(4.0, -1.0)
    game.cycle(2)
    assert game.leader.game_state.left_team_score == 300
