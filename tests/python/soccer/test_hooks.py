"""All that scripts may override or assign in rcsssmj is used here, too, or causes a warning."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from rcssgym import HookWarning, SoccerSimServer
from rcssgym.actions import BeamAction, InitRequest, MotorAction
from rcssgym.perceptions import GameStatePerception
from rcssgym.soccer import (
    AABB2D,
    AABB3D,
    FIFA7vs7SoccerField,
    GameState,
    KickChallengeReferee,
    KickOffCommand,
    PlayMode,
    SoccerAgent,
    SoccerBall,
    SoccerReferee,
    SoccerRules,
    SoccerSimulation,
)
from rcsssmj.games.soccer.server.soccer_server import SoccerSimServer as TheirServer
from rcsssmj.games.soccer.sim.soccer_agent import SoccerAgent as TheirAgent
from rcsssmj.games.soccer.sim.soccer_ball import SoccerBall as TheirBall
from rcsssmj.games.soccer.sim.soccer_game_state import GameState as TheirState
from rcsssmj.games.soccer.sim.soccer_referee import KickChallengeReferee as TheirChallenge
from rcsssmj.games.soccer.sim.soccer_referee import SoccerReferee as TheirReferee
from rcsssmj.games.soccer.sim.soccer_sim import SoccerSimulation as TheirSimulation
from rcsssmj.utils import geometry

from soccer.hooked import game, with_player
from soccer.libraries import REFERENCE

Their2D, Their3D = geometry.AABB2D, geometry.AABB3D


REFEREES = {
    *("_check_contact_triggers", "_check_fouls", "_check_illegal_defense", "_check_timeouts"),
    *("_check_incapable_fouls", "_check_location_triggers", "_penalize_misplaced_players"),
    *("_check_placement_for_free_kick_left", "_check_placement_for_free_kick_right"),
    *("_check_placement_for_goal_kick_left", "_check_placement_for_goal_kick_right"),
    *("_check_placement_for_kick_off_left", "_check_placement_for_kick_off_right"),
    *("_log_foul", "_penalize", "corner_kick", "direct_free_kick", "drop_ball", "free_kick"),
    *("game_over", "goal", "goal_kick", "kick_off", "play_on", "throw_in", "referee"),
    *("is_beaming_allowed", "_did_act", "agent_na_touch_ball", "team_na_score", "game"),
    *("reference_point", "reference_radius"),
    # only scripts call these, in rcsssmj as here
    *("offsite", "penalty_kick", "penalty_shoot", "reset"),
}
ASKED_FOR: dict[type, set[str]] = {
    TheirSimulation: {
        *("_add_player", "_generate_game_state_perception", "_post_step", "_pre_step", "init"),
        *("_remove_player", "add_players", "beam_agent", "ctrl_motor", "generate_perceptions"),
        *("generate_state_information", "kill_sim", "remove_players", "request_drop_ball"),
        *("request_kick_off", "request_place_ball", "request_place_player", "say_message"),
        *("shutdown", "step", "timestep", "n_substeps", "vision_interval", "referee", "rules"),
        "_last_recompilation",
    },
    TheirReferee: REFEREES,
    TheirChallenge: REFEREES,
    TheirAgent: {
        *("_get_action_interface", "actions", "perceptions", "set_actions", "set_perceptions"),
        "ai",
    },
    TheirBall: set(),
    TheirState: {"reset", "left_team_score", "right_team_score"},
    TheirServer: {"run", "shutdown", "sim", "render"},
    Their2D: {"min_x", "min_y", "max_x", "max_y"},
    Their3D: {"min_x", "min_y", "min_z", "max_x", "max_y", "max_z"},
}
"""Names of rcsssmj's classes that have the same effect here; the tests below show how."""


@dataclass
class Pair:
    """One of our classes, an object of it, and the names of rcsssmj's counterpart."""

    theirs: type
    ours: type
    thing: Any
    names: set[str]


def pairs() -> list[Pair]:
    """Return our classes with rcsssmj's, without the names that Python gives to all classes."""
    field = REFERENCE.create_soccer_field("fifa7vs7")
    their_game = TheirSimulation(field)
    their_game.init()
    their_game.step([])
    (their_agent,) = their_game.add_players([REFERENCE.InitRequest("ant", "Reds", 1)])
    our_game, our_agent = with_player()
    their_server = TheirServer(their_game, agent_port=0, monitor_port=0, render=False)
    our_server = SoccerSimServer(our_game, agent_port=0, monitor_port=0, render=False)
    found = [
        (TheirSimulation, SoccerSimulation, their_game, our_game),
        (TheirReferee, SoccerReferee, their_game.referee, our_game.referee),
        (TheirChallenge, KickChallengeReferee, TheirChallenge(), KickChallengeReferee(our_game)),
        (TheirAgent, SoccerAgent, their_agent, our_agent),
        (TheirBall, SoccerBall, their_game.ball, our_game.ball),
        (TheirState, GameState, their_game.game_state, our_game.game_state),
        (TheirServer, SoccerSimServer, their_server, our_server),
        (Their2D, AABB2D, Their2D(), AABB2D()),
        (Their3D, AABB3D, Their3D(), AABB3D()),
    ]
    return [
        Pair(theirs, ours, mine, _names({*dir(theirs), *vars(thing)}))
        for theirs, ours, thing, mine in found
    ]


def _names(names: set[str]) -> set[str]:
    python = {name for name in names if name.startswith("__") and name.endswith("__")}
    return names - python - {"_abc_impl", "_is_protocol"}


PAIRS = pairs()


def in_vain(*, methods: bool) -> list[ParameterSet]:
    """Return names that nothing asks for, of classes only or also of their objects."""
    return [
        pytest.param(pair, name, id=f"{pair.ours.__name__}-{name}")
        for pair in PAIRS
        for name in sorted(pair.names - ASKED_FOR[pair.theirs])
        if not methods or name in dir(pair.theirs)
    ]


@pytest.mark.parametrize(("pair", "name"), in_vain(methods=True))
def test_what_is_overridden_in_vain_is_warned_of(pair: Pair, name: str) -> None:
    with pytest.warns(HookWarning, match=rf"^Own\.{name}: nothing asks for it here; "):
        type("Own", (pair.ours,), {name: lambda *_: None})


@pytest.mark.parametrize(("pair", "name"), in_vain(methods=False))
def test_what_is_assigned_in_vain_is_warned_of(pair: Pair, name: str) -> None:
    expected = f"{pair.ours.__name__}.{name}: nothing asks for it here; "
    if pair.theirs is TheirServer and name in pair.ours._read_once:  # type: ignore[attr-defined]
        pair.thing.bind()  # until then the assignment has an effect
    before = vars(pair.thing).copy()
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                setattr(pair.thing, name, lambda *_: None)
            except AttributeError as error:
                refusal = str(error)
            else:
                refusal = ""
        if refusal:
            assert name in refusal  # an error is warning enough
            return
        (warning,) = caught
        assert warning.category is HookWarning
        assert str(warning.message).startswith(expected)
        assert warning.filename == __file__
    finally:
        vars(pair.thing).update(before)
        if name not in before:
            vars(pair.thing).pop(name, None)


def test_what_is_put_into_a_class_in_vain_is_warned_of() -> None:
    for ours, name in ((SoccerBall, "drop_at"), (GameState, "set_play_mode")):
        original = getattr(ours, name)
        with pytest.warns(HookWarning, match=rf"^{ours.__name__}\.{name}: nothing asks"):
            setattr(ours, name, lambda *_: None)
        with pytest.warns(HookWarning, match="nothing asks"):
            setattr(ours, name, original)


def test_warnings_come_once_a_place_and_not_for_names_of_ones_own() -> None:
    simulation = game()
    nothing: Any = len
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            simulation.game_state.goal = nothing  # type: ignore[method-assign]
    assert len(caught) == 1
    type("Own", (SoccerSimulation,), {"_cheer": None, "__str__": lambda _: "a game"})
    type("Starter", (SoccerReferee,), {"_start_time": 2.0})  # only challenges of rcsssmj's have one
    simulation.note = "mine"


# overridden names that are used: simulation


def test_players_may_join_and_leave_one_by_one() -> None:
    calls = []

    class Own(SoccerSimulation):
        def _add_player(self, params: Any) -> SoccerAgent | None:
            calls.append(("add", params.player_no))
            return None if params.player_no == 13 else super()._add_player(params)

        def _remove_player(self, player: SoccerAgent) -> None:
            calls.append(("remove", player.agent_id.player_no))
            super()._remove_player(player)

    simulation = Own(FIFA7vs7SoccerField())
    simulation.init()
    joined = simulation.add_players([InitRequest("ant", "Reds", n) for n in (1, 13, 2)])
    assert [agent is not None for agent in joined] == [True, False, True]
    simulation.step()
    simulation.remove_players([agent for agent in joined if agent is not None])
    assert calls == [("add", 1), ("add", 13), ("add", 2), ("remove", 1), ("remove", 2)]
    assert list(simulation.sim_agents) == []


def test_positions_are_up_to_date_when_nobody_has_joined() -> None:
    class Careful(SoccerSimulation):
        def _add_player(self, params: Any) -> SoccerAgent | None:
            return super()._add_player(params)

    for kind in (SoccerSimulation, Careful):
        simulation = kind(FIFA7vs7SoccerField(), seed=1)
        simulation.init()
        simulation.ball.place_at((0.0, 0.0, 1.0))
        simulation.step()
        assert simulation.ball.xpos[2] != simulation.qpos[2]  # that of the last substep's start
        simulation.add_players([])
        assert simulation.ball.xpos[2] == simulation.qpos[2]


def test_players_may_be_told_another_state_of_the_game() -> None:
    simulation, agent = with_player()
    perception = GameStatePerception(1.0, "Siesta", None, None, 7, 7)
    simulation._generate_game_state_perception = lambda: perception  # type: ignore[method-assign]
    simulation.step()
    simulation.generate_perceptions()
    assert agent.perceptions[1] is perception
    del simulation._generate_game_state_perception
    mine = simulation._generate_game_state_perception()
    simulation.generate_perceptions()
    assert agent.perceptions[1] == mine


@pytest.mark.parametrize("name", ["_pre_step", "_advance", "_post_step"])
def test_a_step_asks_for_what_is_assigned(name: str) -> None:
    simulation, _ = with_player()
    original, calls = getattr(simulation, name), []

    def noted(*arguments: Any) -> None:
        calls.append(name)
        original(*arguments)

    setattr(simulation, name, noted)
    simulation.step()
    assert calls == [name]
    assert simulation.frame_id == 1


def test_effectors_that_are_assigned_act() -> None:
    simulation, agent = with_player()
    name = agent.agent_id.prefix + agent.spec.motor_names[0]
    agent.set_actions([MotorAction(name, 0.5, 0.0, 20.0, 1.0, 0.0)])
    simulation.step()
    calls = []
    simulation.ctrl_motor = lambda *command: calls.append(command)  # type: ignore[method-assign]
    simulation.step()
    assert calls == [(name, 0.5, 0.0, 20.0, 1.0, 0.0)]
    del simulation.ctrl_motor
    simulation.step()
    assert len(calls) == 1


@pytest.mark.parametrize("way", ["ai", "_get_action_interface"])
def test_actions_are_performed_on_whom_an_agent_names(way: str) -> None:
    simulation, agent = with_player()
    calls = []

    class Proxy:
        def ctrl_motor(self, *command: Any) -> None:
            calls.append(command)

    name = agent.agent_id.prefix + agent.spec.motor_names[0]
    agent.set_actions([MotorAction(name, 0.5, 0.0, 20.0, 1.0, 0.0)])
    simulation.step()
    if way == "ai":
        agent.ai = Proxy()
    else:
        agent._get_action_interface = Proxy  # type: ignore[method-assign]
    simulation.step()
    assert calls == [(name, 0.5, 0.0, 20.0, 1.0, 0.0)]


def test_what_is_put_into_a_class_later_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation, agent = with_player()
    name = agent.agent_id.prefix + agent.spec.motor_names[0]
    agent.set_actions([MotorAction(name, 0.5, 0.0, 20.0, 1.0, 0.0)])
    simulation.step([KickOffCommand(0)])
    calls: list[Any] = []
    with monkeypatch.context() as patch:
        patch.setattr(SoccerReferee, "_check_timeouts", lambda _: calls.append("timeouts"))
        patch.setattr(SoccerSimulation, "ctrl_motor", lambda _, *command: calls.append(command))
        simulation.step()
    assert calls == [(name, 0.5, 0.0, 20.0, 1.0, 0.0), "timeouts"]
    simulation.step()
    assert len(calls) == 2
    assert simulation._is_plain()


@pytest.mark.parametrize("allowed", [True, False])
def test_the_referee_says_when_to_beam(allowed: bool) -> None:
    simulation, agent = with_player()
    agent.set_actions([BeamAction(agent.agent_id.prefix + "beam", (-5.0, 2.0, 0.0))])
    simulation.referee.is_beaming_allowed = lambda: allowed  # type: ignore[method-assign]
    simulation.game_state.set_play_mode(PlayMode.BEFORE_KICK_OFF)
    if allowed:
        simulation.game_state.set_play_mode(PlayMode.PLAY_ON)
    simulation.step()
    assert (abs(agent.xpos[0] + 5.0) < 0.1) == allowed


def test_the_length_of_a_step_may_be_another_one() -> None:
    lengths = []

    class Own(SoccerSimulation):
        @property
        def timestep(self) -> float:
            lengths.append(super().timestep)
            return 0.5

    simulation = Own(FIFA7vs7SoccerField(), SoccerRules(ground_max_time=1))
    simulation.init()
    (agent,) = simulation.add_players([InitRequest("T1", "Reds", 2)])
    assert agent is not None
    simulation.game_state.set_play_mode(PlayMode.PLAY_ON)
    for _ in range(3):
        agent.place_at((-5.0, 3.0, 0.12), (0.5**0.5, 0.0, -(0.5**0.5), 0.0))
        simulation.step()
    assert lengths
    assert len(simulation.foul_events) == 1


# overridden names that are used: a server


class Served(SoccerSimulation):
    """Records the requests of monitors."""

    asked: list[str]

    def request_kick_off(self, team_side: Any) -> None:
        self.asked.append("kick-off")
        super().request_kick_off(team_side)


def test_a_server_asks_for_what_commands_call() -> None:
    simulation = Served(FIFA7vs7SoccerField())
    simulation.init()
    assert simulation._is_plain()
    assert not simulation._is_plain_on_a_server()
    plain = game()
    assert plain._is_plain_on_a_server()
    plain.kill_sim = lambda: None  # type: ignore[method-assign]
    assert not plain._is_plain_on_a_server()


@pytest.mark.parametrize(
    "name",
    [
        *("generate_perceptions", "generate_state_information", "vision_interval"),
        "_generate_game_state_perception",
    ],
)
def test_a_server_says_what_it_does_not_ask_for(name: str) -> None:
    simulation = game()
    setattr(simulation, name, 3)
    server = SoccerSimServer(simulation, agent_port=0, monitor_port=0, render=False)
    server.shutdown()
    with pytest.warns(HookWarning, match=rf"^SoccerSimulation\.{name}: a server does not ask"):
        server.run()
