"""``compat="strict"``: rcsssmj's own behaviour, including its faults."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
import rcssgym

from soccer.comparison import with_copied_physics
from soccer.frames import Frame, state_differences
from soccer.games import join, simulation
from soccer.libraries import OURS, REFERENCE, Library
from soccer.lockstep import Lockstep
from soccer.ours import Ours
from soccer.reference import Reference
from soccer.scenario import Scenario, parameters
from soccer.scenarios import SCENARIOS, strict

MENDED = {
    "untouched_over_the_touch_line_in_free_play-left": "play mode: 'PLAY_ON' != 'THROW_IN_RIGHT'",
    "untouched_over_the_touch_line_in_free_play-right": "play mode: 'PLAY_ON' != 'THROW_IN_LEFT'",
    "drop_ball_among_players-left": r"position of player \(0, 1\): ",
    "drop_ball_among_players-right": r"position of player \(0, 1\): ",
    "penalty_shoot-left": r"touched last: \(0, 1\) != None",
    "penalty_shoot-right": r"touched last: \(1, 1\) != None",
    "_time_is_up-0-left": "play mode: 'GAME_OVER' != 'BEFORE_KICK_OFF'",
    "_time_is_up-2-left": "play mode: 'GAME_OVER' != 'BEFORE_KICK_OFF'",
    "after_the_end-left": "play mode: 'GOAL_KICK_RIGHT' != 'GAME_OVER'",
    "after_the_end-right": "play mode: 'GOAL_KICK_LEFT' != 'GAME_OVER'",
}
"""Scenarios of faults, and what differs first where the fault is mended."""
USUAL = [s for s in strict.COLLECTION.scenarios if s.name in MENDED and s.side.name == "LEFT"]


@pytest.mark.parametrize("scenario", strict.COLLECTION.scenarios, ids=lambda s: s.name)
def test_nothing_differs(scenario: Scenario) -> None:
    with_copied_physics(scenario, compat="strict")


@pytest.mark.parametrize("scenario", parameters(SCENARIOS, SCENARIOS[::20]))
def test_the_rest_is_the_same(scenario: Scenario) -> None:
    with_copied_physics(scenario, compat="strict")


def without_texts(expected: Frame, actual: Frame) -> None:
    """Fail if the game or a pose differs: without compatibility, texts differ in any scenario."""
    found = list(state_differences(expected, actual))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("compat", [True, False])
@pytest.mark.parametrize(
    "scenario", parameters([s for s in strict.COLLECTION.scenarios if s.name in MENDED], USUAL)
)
def test_otherwise_the_faults_are_mended(scenario: Scenario, compat: bool) -> None:
    reference = Reference(scenario.setup)
    game = Lockstep([reference, Ours(scenario.setup, reference, compat=compat)], without_texts)
    with pytest.raises(AssertionError, match=MENDED[scenario.name]):
        scenario.play(game)


@pytest.mark.parametrize("compat", [True, False])
def test_nothing_else_differs_in_a_game(compat: bool) -> None:
    """What the test above finds is the fault, and nothing that differs in any game."""
    (scenario,) = (s for s in SCENARIOS if s.name == "no_goal_straight_from_the_kick_off-left")
    reference = Reference(scenario.setup)
    ours = Ours(scenario.setup, reference, compat=compat)
    scenario.play(Lockstep([reference, ours], without_texts))


def heights(library: Library, **more: Any) -> list[float]:
    """Let an ant's joint turn, then a player join, and the ant continue without a command."""
    game = simulation(library, **more)
    (agent,) = join(game, library, ("ant", "Reds", 1))
    agent.drop_at(-3.0, 0.0)
    agent.set_actions([library.MotorAction("r-0-1-l4e1", 0.4, 0.0, 10.0, 1.0, 0.0)])
    game.step([])
    agent.set_actions([])
    join(game, library, ("ant", "Blues", 9))
    if library is REFERENCE:
        # the reference's join() also clears the ant's command
        game.mj_data.ctrl[game.mj_model.actuator("r-0-1-l4e1_pos").id] = 0.4
    found = []
    for _ in range(25):
        game.step([])
        found.append(float(agent.xpos[2]))
    return found


def test_motors_lose_their_gains_when_somebody_joins() -> None:
    expected = heights(REFERENCE)
    assert heights(OURS, compat="strict") == pytest.approx(expected, abs=1e-9)
    assert heights(OURS) != pytest.approx(expected, abs=1e-4)


def test_what_agents_see_is_as_by_default() -> None:
    def environment(**more: Any) -> str:
        game = simulation(OURS, **more)
        *_, surroundings = game.generate_state_information()
        return str(surroundings.to_sexp(full=True))

    assert environment(compat="strict") == environment()
    assert environment(compat=False) != environment()
    for compat in ("strict", True, False):
        game = simulation(OURS, compat=compat)
        game.referee.penalty_kick(OURS.TeamSide.LEFT)
        assert (game.ball.xpos[0] < 0.0) == bool(compat)


@pytest.mark.parametrize("compat", [True, False, "strict"])
def test_batches_play_by_the_same_rules(compat: Any) -> None:
    worlds = rcssgym.WorldBatch(2, left=["ant"], rules="ssim", play_time=299.9, compat=compat)
    worlds.command(0, rcssgym.KickOffCommand(0))
    worlds.command(1, rcssgym.KickOffCommand(0))
    for _ in range(10):
        worlds.step(worlds.joint_positions)
    modes = list(rcssgym.PlayMode)
    expected = "GAME_OVER" if compat == "strict" else "BEFORE_KICK_OFF"
    assert [modes[mode].name for mode in worlds.play_mode] == [expected] * 2
    again = pickle.loads(pickle.dumps(worlds))
    again.step(again.joint_positions)
    worlds.step(worlds.joint_positions)
    assert (again.play_mode == worlds.play_mode).all()


@pytest.mark.parametrize("compat", ["lenient", "", 1, None, 0.0])
def test_anything_else_is_refused(compat: Any) -> None:
    refused = pytest.raises(OURS.ArgumentError, match="compat: must be True, False or 'strict'")
    with refused:
        simulation(OURS, compat=compat)
    if compat is not None:
        with refused:
            rcssgym.WorldBatch(1, rules="ssim", compat=compat)
        with refused:
            rcssgym.WorldBatch(1, compat=compat)
    with pytest.raises(OURS.ArgumentError, match="compat: is about a game, which needs rules"):
        rcssgym.WorldBatch(1, compat="strict")
