"""``compat="strict"``: rcsssmj's own behaviour, including its faults."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
import rcssgym

from soccer.comparison import with_copied_physics
from soccer.games import join, simulation
from soccer.libraries import OURS, REFERENCE, Library
from soccer.scenario import Scenario, parameters
from soccer.scenarios import SCENARIOS, strict

ONLY_STRICT = [s for s in strict.COLLECTION.scenarios if "time_is_up-" not in s.name]
ENDS = [s for s in strict.COLLECTION.scenarios if "time_is_up-" in s.name]


@pytest.mark.parametrize("scenario", strict.COLLECTION.scenarios, ids=lambda s: s.name)
def test_nothing_differs(scenario: Scenario) -> None:
    with_copied_physics(scenario, compat="strict")


@pytest.mark.parametrize("scenario", parameters(SCENARIOS, SCENARIOS[::10]))
def test_the_rest_is_the_same(scenario: Scenario) -> None:
    with_copied_physics(scenario, compat="strict")


@pytest.mark.parametrize("compat", [True, False])
@pytest.mark.parametrize("scenario", [*ONLY_STRICT, ENDS[0], ENDS[2]], ids=lambda s: s.name)
def test_otherwise_the_faults_are_mended(scenario: Scenario, compat: bool) -> None:
    with pytest.raises(AssertionError):
        with_copied_physics(scenario, compat=compat)


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
    wanted = "GAME_OVER" if compat == "strict" else "BEFORE_KICK_OFF"
    assert [modes[mode].name for mode in worlds.play_mode] == [wanted] * 2
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
