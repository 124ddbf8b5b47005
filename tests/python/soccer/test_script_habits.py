"""Unusual things that training scripts do with a simulation."""

from __future__ import annotations

import copy
import logging
import pickle
from collections.abc import Callable
from math import pi
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError, RcssGymError
from rcssgym.actions import InitRequest, MotorAction, SpeakerAction
from rcssgym.perceptions import MicrophonePerception, VisionPerception
from rcssgym.soccer import (
    FIFA7vs7SoccerField,
    Foul,
    GamePhase,
    KickOffCommand,
    PlacePlayerCommand,
    PlayMode,
    SoccerAgent,
    SoccerReferee,
    SoccerRules,
    SoccerSimulation,
    SSim2026Rules,
    TeamSide,
)

from soccer.comparison import same
from soccer.lockstep import Lockstep
from soccer.ours import Ours
from soccer.reference import Reference
from soccer.setups import Setup

NOTHING = PlacePlayerCommand(99, "Reds", (0.0, 0.0, 0.0))
"""A command for a player that does not exist: it splits the cycle without changing it."""


def game(
    players: int = 1, kind: type[SoccerSimulation] = SoccerSimulation, **arguments: Any
) -> tuple[SoccerSimulation, list[SoccerAgent]]:
    """Start a game of some ants."""
    arguments.setdefault("rules", SSim2026Rules())
    simulation = kind(FIFA7vs7SoccerField(), **arguments, seed=1)
    assert simulation.init()
    requests = [InitRequest("ant", "Reds", number + 1) for number in range(players)]
    agents = [agent for agent in simulation.add_players(requests) if agent is not None]
    assert len(agents) == players
    return simulation, agents


def motor(agent: SoccerAgent, q: float) -> MotorAction:
    name = agent.agent_id.prefix + agent.spec.motor_names[0]
    return MotorAction(name, q, 0.0, 20.0, 1.0, 0.0)


def test_generators_do_for_lists() -> None:
    simulation, (first,) = game()
    joined = simulation.add_players(InitRequest("ant", "Reds", number) for number in (2, 3))  # type: ignore[arg-type]
    assert [agent is not None for agent in joined] == [True, True]
    # The generator reads the simulation while the actions are set.
    first.set_actions(motor(agent, float(agent.xpos[0])) for agent in (first, first))  # type: ignore[arg-type]
    assert list(first.actions) == [motor(first, float(first.xpos[0]))] * 2
    simulation.step()
    simulation.generate_perceptions()
    assert all(agent.perceptions for agent in simulation.sim_agents)
    simulation.remove_players(agent for agent in [first])  # type: ignore[arg-type]
    assert list(simulation.left_players) == [2, 3]


def test_who_is_removed_twice_leaves_once() -> None:
    simulation, (first, second) = game(2)
    simulation.remove_players([first, first])
    simulation.remove_players([first])
    assert list(simulation.sim_agents) == [second]
    with pytest.raises(RcssGymError, match="r-0-1"):
        first.set_actions([])
    (again,) = simulation.add_players([InitRequest("ant", "Reds", 1)])
    assert again is not None
    assert again is not first
    simulation.step()
    simulation.generate_perceptions()
    assert again.perceptions
    assert not first.perceptions


def test_players_may_come_and_go_while_somebody_looks_at_all_of_them() -> None:
    simulation, _ = game(2)
    for agent in simulation.sim_agents:
        simulation.remove_players([agent])
    (third,) = simulation.add_players([InitRequest("ant", "Blues", 3)])
    agents = simulation.sim_agents
    simulation.add_players([InitRequest("ant", "Blues", 4)])
    assert list(agents) == [third]


@pytest.mark.parametrize("take", [copy.deepcopy, pickle.dumps])
def test_simulations_cannot_be_copied_and_say_so(take: Any) -> None:
    simulation, (agent,) = game()
    for whole in (simulation, agent, simulation.ball):
        with pytest.raises(TypeError, match="WorldBatch"):
            take(whole)


@pytest.mark.parametrize(
    "take", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))]
)
def test_a_copied_game_state_stays_as_it_was(take: Any) -> None:
    simulation, _ = game()
    simulation.step([KickOffCommand(0)])
    before, text = take(simulation.game_state), repr(simulation.game_state)
    assert repr(before) == text
    simulation.game_state.goal(TeamSide.RIGHT)
    assert (before.right_team_score, simulation.game_state.right_team_score) == (0, 1)
    assert repr(before) == text
    before.set_play_mode(PlayMode.GAME_OVER)
    assert simulation.game_state.play_mode is PlayMode.GOAL_RIGHT


@pytest.mark.parametrize("side", [-1, 2, 2**70, 1.0, "left", None, TeamSide.UNKNOWN])
def test_commands_for_no_team_are_ignored(side: Any) -> None:
    simulation, _ = game()
    simulation.step([KickOffCommand(side), KickOffCommand(1)])
    assert simulation.ignored_commands == 1
    assert simulation.frame_id == 1
    assert simulation.game_state.play_mode is PlayMode.KICK_OFF_RIGHT
    with pytest.raises(ArgumentError, match="team_side"):
        simulation.referee.corner_kick(side)


def test_what_is_no_command_is_refused_before_the_step() -> None:
    simulation, _ = game()
    with pytest.raises(ArgumentError, match="a str is not a command"):
        simulation.step([KickOffCommand(0), "kick off"])  # type: ignore[list-item]
    assert (simulation.frame_id, simulation.sim_time) == (0, 0.0)
    simulation.step(command for command in [KickOffCommand(0)])  # type: ignore[arg-type]
    assert simulation.game_state.play_mode is PlayMode.KICK_OFF_LEFT


def test_any_quaternion_with_a_length_will_do() -> None:
    simulation, (agent,) = game()
    agent.place_at((0.0, 0.0, 1.0), np.array([0, 0, 0, 3]))
    assert agent.xquat.tolist() == [0.0, 0.0, 0.0, 1.0]
    for bad in ((0.0, 0.0, 0.0, 0.0), (float("nan"), 0.0, 0.0, 1.0)):
        with pytest.raises(ArgumentError, match=r"^quat: "):
            simulation.ball.place_at((0.0, 0.0, 1.0), bad)
    assert simulation.ball.xpos.tolist() == [0.0, 0.0, 0.11]


def test_a_game_state_keeps_to_numbers() -> None:
    state = game()[0].game_state
    with pytest.raises(ArgumentError, match="sim_time"):
        state.update(float("nan"))
    for score in (2**63, 1.5):
        with pytest.raises(ArgumentError, match="score"):
            state.set_score(TeamSide.LEFT, score)  # type: ignore[arg-type]
    state.set_score(TeamSide.LEFT, 2**63 - 1)
    state.goal(TeamSide.LEFT)
    assert (state.sim_time, state.left_team_score) == (0.0, 2**63 - 1)


def test_names_are_no_fields_and_rules() -> None:
    with pytest.raises(ArgumentError, match="create_soccer_field"):
        SoccerSimulation("fifa")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="create_soccer_rule_book"):
        SoccerSimulation(FIFA7vs7SoccerField(), "ssim")  # type: ignore[arg-type]
    simulation, _ = game(initial_game_phase=1)
    assert simulation.game_state.phase is GamePhase.SECOND_HALF


class Noisy(SoccerSimulation):
    """Motors do not quite follow their commands."""

    def ctrl_motor(self, name: str, q: float, dq: float, kp: float, kd: float, tau: float) -> None:
        super().ctrl_motor(name, q + 0.1, dq, kp, kd, tau)


Change = Callable[[list[MotorAction], MotorAction], None]
"""Changes the list of an agent's actions so that another action is performed."""


def _assign(actions: list[MotorAction], wanted: MotorAction) -> None:
    actions[0].q = wanted.q


def _replace(actions: list[MotorAction], wanted: MotorAction) -> None:
    actions[0] = wanted


def _append(actions: list[MotorAction], wanted: MotorAction) -> None:
    actions.append(wanted)


def _nothing(actions: list[MotorAction], wanted: MotorAction) -> None: ...


def swing(change: Change | None, **more: Any) -> Any:
    """Return an ant's final joints when its action is changed, or set anew, before every step."""
    simulation, (agent,) = game(**more)
    actions = [motor(agent, 0.0)]
    agent.set_actions(actions)
    for target in (0.1, 0.3, 0.5, 0.4, 0.2, 0.6, 0.0, 0.7):
        if change is None:
            agent.set_actions([motor(agent, target)])
        else:
            change(actions, motor(agent, target))
        simulation.step()
    return simulation.qpos


@pytest.mark.parametrize("change", [_assign, _replace, _append])
@pytest.mark.parametrize("kind", [SoccerSimulation, Noisy], ids=["in the core", "in Python"])
def test_actions_changed_after_they_were_set_act(
    change: Change, kind: type[SoccerSimulation]
) -> None:
    """This works without `set_actions`, for both values and the list itself."""
    assert np.array_equal(swing(change, kind=kind), swing(None, kind=kind))
    assert not np.array_equal(swing(change, kind=kind), swing(_nothing, kind=kind))


def test_actions_changed_for_the_worse_are_refused_before_the_step() -> None:
    simulation, (agent,) = game()
    action = motor(agent, 0.5)
    agent.set_actions([action])
    simulation.step()
    for attribute, bad in (("q", float("nan")), ("actuator_name", "r-0-1-wing")):
        good = getattr(action, attribute)
        setattr(action, attribute, bad)
        before = simulation.qpos
        with pytest.raises(ArgumentError, match=r"^actions: action 0"):
            simulation.step()
        assert (simulation.frame_id, simulation.qpos.tolist()) == (1, before.tolist())
        setattr(action, attribute, good)
    simulation.step()
    assert simulation.frame_id == 2


def test_a_message_changed_in_place_is_heard() -> None:
    simulation, _ = game(0)
    requests = [InitRequest("T1", "Reds", number) for number in (1, 2)]
    first, second = simulation.add_players(requests)
    assert first is not None
    assert second is not None
    message = bytearray(b"left")
    first.set_actions([SpeakerAction("r-0-1-say", 1.0, message)])
    heard = []
    for text in (b"left", b"right", b"up"):
        message[:] = text
        simulation.step()
        simulation.generate_perceptions()
        (sounds,) = (p for p in second.perceptions if isinstance(p, MicrophonePerception))
        heard.append([bytes(sound) for sound in sounds.messages])
    assert heard == [[b"left"], [b"right"], [b"up"]]


def test_overridden_actuators_act() -> None:
    plain, (straight,) = game()
    noisy, (shaken,) = game(kind=Noisy)
    for _ in range(10):
        straight.set_actions([motor(straight, 0.6)])
        shaken.set_actions([motor(shaken, 0.5)])
        plain.step()
        noisy.step()
    assert np.array_equal(plain.qpos, noisy.qpos)


def test_the_interval_of_vision_can_be_chosen() -> None:
    simulation, _ = game(0)
    (agent,) = simulation.add_players([InitRequest("T1", "Reds", 1)])
    assert agent is not None
    simulation.vision_interval = 3
    saw = []
    for _ in range(6):
        simulation.step()
        simulation.generate_perceptions()
        saw.append(any(isinstance(p, VisionPerception) for p in agent.perceptions))
    assert saw == [False, False, True] * 2


class Halved(SoccerSimulation):
    n_substeps = 2


@pytest.mark.parametrize("commands", [(), (NOTHING,)], ids=["whole", "in pieces"])
def test_the_length_of_a_step_is_the_referees(commands: Any) -> None:
    simulation, _ = game(0, kind=Halved, rules=SoccerRules(ground_max_time=1))
    (agent,) = simulation.add_players([InitRequest("T1", "Reds", 2)])
    assert agent is not None
    agent.place_at((-5.0, 0.0, 0.2), (0.5**0.5, 0.0, 0.5**0.5, 0.0))
    for _ in range(100):  # before the kick-off it may lie on the ground
        simulation.step(commands)
    simulation.game_state.set_play_mode(PlayMode.PLAY_ON)
    for _ in range(99):
        simulation.step(commands)
    assert not simulation.foul_events
    for _ in range(2):
        simulation.step(commands)
    assert simulation.timestep == 0.01
    assert [event.foul for event in simulation.foul_events] == [Foul.INCAPABLE]


def test_a_referee_has_one_game_at_a_time() -> None:
    referee = SoccerReferee()
    first, _ = game(referee=referee)
    second, _ = game(referee=referee)
    with pytest.raises(RcssGymError, match="referee"):
        first.step([KickOffCommand(0)])
    modes = [second.game_state.play_mode]
    second.step([KickOffCommand(0)])
    modes.append(second.game_state.play_mode)
    assert modes == [PlayMode.BEFORE_KICK_OFF, PlayMode.KICK_OFF_LEFT]


@pytest.mark.parametrize("commands", [(), (NOTHING,)], ids=["whole", "in pieces"])
def test_a_frozen_world_stands_still_and_says_so(
    commands: Any, caplog: pytest.LogCaptureFixture
) -> None:
    simulation, (agent,) = game()
    simulation.step()
    agent.place_at((0.0, 0.0, 1.0), vel=(1e20, 0.0, 0.0))
    with caplog.at_level(logging.WARNING, "rcssgym"):
        for _ in range(3):
            simulation.step(commands)
    assert sum("stands still" in record.message for record in caplog.records) == 1
    assert (simulation.frozen, simulation.frame_id, simulation.sim_time) == (True, 1, 0.02)
    agent.drop_at(-3.0, 0.0)
    simulation.step()
    assert (simulation.frozen, simulation.frame_id) == (False, 2)


@pytest.mark.parametrize("name", ["", " ", "two words", "a)(b", 'q"x', "ünï☃", "a\nb"])
def test_any_name_of_a_team_is_passed_on(name: str) -> None:
    simulation, _ = game(0)
    (agent,) = simulation.add_players([InitRequest("ant", name, 1)])
    assert agent is not None
    simulation.step()
    simulation.generate_perceptions()
    assert f"(tl {name})" in agent.perceptions[1].to_sexp()
    simulation.request_place_player(1, name, (1.0, 2.0, 3.0))
    assert agent.xpos.tolist() == [1.0, 2.0, 3.0]


def test_players_keep_the_names_of_their_teams_when_the_state_is_reset() -> None:
    reference = Reference(Setup())
    game = Lockstep([reference, Ours(Setup(), reference)], same)
    game.join(("ant", "Reds", 1), ("ant", "Blues", 1))
    game.put((0, 1), -5.0, 0.0)
    game.put((1, 1), 5.0, 0.0, pi)
    game.cycle(2, vision=True)
    for runner in game.runners:
        runner.simulation.game_state.reset(runner.library.GamePhase.FIRST_HALF, 0.0)
    game.cycle(2, vision=True)
    assert game.join(("ant", "Blues", 2)) == [(0, 2)]
    game.cycle(2, vision=True)
