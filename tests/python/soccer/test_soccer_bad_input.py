"""Errors in arguments are reported, nothing is lost, and the game goes on."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError, RcssGymError, soccer
from rcssgym.actions import BeamAction, InitRequest, MotorAction, SimAction, SpeakerAction
from rcssgym.soccer import SoccerSimulation

MOTOR = "r-0-1-he1"


def game(rules: soccer.SoccerRules | None = None) -> SoccerSimulation:
    """Start a game of two ants and two T1."""
    made = SoccerSimulation(soccer.create_soccer_field("fifa7vs7"), rules)
    assert made.init()
    agents = made.add_players(
        [
            InitRequest("T1", "Reds", 1),
            InitRequest("T1", "Blues", 1),
            InitRequest("ant", "Reds", 2),
            InitRequest("ant", "Blues", 2),
        ]
    )
    assert None not in agents
    made.step([])
    return made


@pytest.fixture
def running() -> SoccerSimulation:
    return game()


def goes_on(simulation: SoccerSimulation) -> None:
    """Check that time advances, no player is lost and all perceive."""
    before, players = simulation.sim_time, len(list(simulation.sim_agents))
    simulation.step([])
    simulation.generate_perceptions()
    assert simulation.sim_time == pytest.approx(before + simulation.timestep)
    assert len(list(simulation.sim_agents)) == players
    assert all(agent.perceptions for agent in simulation.sim_agents)
    assert np.isfinite([agent.xpos for agent in simulation.sim_agents]).all()


@pytest.mark.parametrize("bad", [-1, -1e-9, 1e9, math.nan, math.inf, 10**400, "soon"])
def test_a_game_begins_at_a_time(bad: Any) -> None:
    with pytest.raises(ArgumentError, match=f"^initial_play_time: .*, not {bad!r}$"):
        SoccerSimulation(soccer.create_soccer_field("fifa7vs7"), initial_play_time=bad)


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (InitRequest("T9", "Reds", 3), "T9"),
        (InitRequest("", "Reds", 3), "robot|model"),
        (InitRequest("ant", "Greens", 3), "Greens"),
        (InitRequest("ant", "Reds", 2), "2"),
        (InitRequest("ant", "Reds", 100), "100"),
        (InitRequest("ant", "Reds", -1), "-1"),
        (InitRequest("ant", "Reds", 2**40), str(2**40)),
    ],
    ids=["model", "no model", "third team", "taken number", "large", "negative", "huge"],
)
def test_who_cannot_join_is_told_why(
    running: SoccerSimulation, request_: InitRequest, why: str
) -> None:
    refusals = len(running.refusals)
    welcome = InitRequest("ant", "Blues", 3)
    (refused, joined) = running.add_players([request_, welcome])
    assert refused is None
    assert joined is not None
    assert joined.agent_id == soccer.AgentID(1, 3)
    assert len(running.refusals) == refusals + 1
    assert re.search(why, running.refusals[-1])
    goes_on(running)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"field": soccer.FIFASoccerField}, r"field: must be .* class: FIFASoccerField\(\)"),
        ({"rules": soccer.SSim2026Rules}, r"rules: must be .* class: SSim2026Rules\(\)"),
        ({"rules": 3}, "rules: must be SoccerRules, not 3"),
        ({"referee": "kick_challenge"}, "referee: must be a SoccerReferee, not 'kick_challenge'"),
        ({"referee": soccer.SoccerReferee}, "referee: must be a SoccerReferee, not <class"),
        ({"initial_game_phase": 9}, "initial_game_phase: must be a GamePhase, not 9"),
    ],
)
def test_what_makes_no_game_is_named(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        SoccerSimulation(**{"field": soccer.create_soccer_field("fifa7vs7"), **wrong})


def test_what_no_game_goes_on_with_is_named(running: SoccerSimulation) -> None:
    nothing: Any = None
    state, wrong = running.game_state, pytest.raises
    before = repr(state)
    with wrong(ArgumentError, match="referee: must be a SoccerReferee, not None"):
        running.referee = nothing
    with wrong(ArgumentError, match="rules: must be SoccerRules, not None"):
        running.rules = nothing
    with wrong(ArgumentError, match="params: player 1: must be an InitRequest or alike, not None"):
        running.add_players([InitRequest("ant", "Reds", 7), nothing])
    with wrong(ArgumentError, match=r"KickOffCommand is a class; give .* KickOffCommand\(\.\.\.\)"):
        running.step([soccer.KickOffCommand])  # type: ignore[list-item]
    with wrong(ArgumentError, match="play_mode: must be a PlayMode, not None"):
        state.set_play_mode(nothing)
    with wrong(ArgumentError, match="phase: must be a GamePhase, not None"):
        state.switch_phase(nothing, 0.0)
    for method in (state.goal, state.get_team_name, state.get_team_score):
        with wrong(ArgumentError, match="side: must be a TeamSide, not None"):
            method(nothing)
    assert repr(state) == before
    goes_on(running)


def test_a_full_team_takes_nobody() -> None:
    running = game(soccer.SoccerRules(max_team_size=2))
    assert running.add_players([InitRequest("ant", "Reds", 5)]) == [None]
    assert "Reds" in running.refusals[-1]
    goes_on(running)


NAN_ACTIONS: list[tuple[str, Callable[[float], Any]]] = [
    ("q", lambda bad: MotorAction(MOTOR, bad, 0.0, 1.0, 1.0, 0.0)),
    ("dq", lambda bad: MotorAction(MOTOR, 0.0, bad, 1.0, 1.0, 0.0)),
    ("kp", lambda bad: MotorAction(MOTOR, 0.0, 0.0, bad, 1.0, 0.0)),
    ("kd", lambda bad: MotorAction(MOTOR, 0.0, 0.0, 1.0, bad, 0.0)),
    ("tau", lambda bad: MotorAction(MOTOR, 0.0, 0.0, 1.0, 1.0, bad)),
    ("volume", lambda bad: SpeakerAction("r-0-1-say", bad, b"hello")),
    ("x", lambda bad: BeamAction("r-0-1-beam", (bad, 0.0, 0.0))),
    ("y", lambda bad: BeamAction("r-0-1-beam", (0.0, bad, 0.0))),
    ("theta", lambda bad: BeamAction("r-0-1-beam", (0.0, 0.0, bad))),
]


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize(
    "action", [make for _, make in NAN_ACTIONS], ids=[name for name, _ in NAN_ACTIONS]
)
def test_numbers_that_are_none_are_refused(
    running: SoccerSimulation, action: Callable[[float], Any], bad: float
) -> None:
    agent = running.left_players[1]
    with pytest.raises(ArgumentError, match="r-0-1-"):
        agent.set_actions([action(bad)])
    goes_on(running)


@pytest.mark.parametrize(
    ("action", "named"),
    [
        (MotorAction("r-0-1-wing", 0.0, 0.0, 0.0, 0.0, 0.0), "r-0-1-wing"),
        (MotorAction("he1", 0.0, 0.0, 0.0, 0.0, 0.0), "he1"),
        (MotorAction("", 0.0, 0.0, 0.0, 0.0, 0.0), "''"),
        (MotorAction("r-1-1-he1", 0.0, 0.0, 0.0, 0.0, 0.0), "r-1-1-he1"),
        (SpeakerAction("r-1-1-say", 1.0, b"hello"), "r-1-1-say"),
        (SpeakerAction("r-0-1-he1", 1.0, b"hello"), "r-0-1-he1"),
        (BeamAction("r-1-1-beam", (1.0, 0.0, 0.0)), "r-1-1-beam"),
    ],
    ids=["unknown", "no prefix", "empty", "another's motor", "voice", "motor as voice", "beam"],
)
def test_actuators_of_others_or_nobody_are_refused(
    running: SoccerSimulation, action: Any, named: str
) -> None:
    agent = running.left_players[1]
    with pytest.raises(ArgumentError) as refusal:
        agent.set_actions([action])
    assert named in str(refusal.value)
    assert "Reds" in str(refusal.value) or "r-0-1" in str(refusal.value)
    goes_on(running)


def test_a_robot_without_a_voice_has_no_speaker(running: SoccerSimulation) -> None:
    with pytest.raises(ArgumentError, match="r-0-2-say"):
        running.left_players[2].set_actions([SpeakerAction("r-0-2-say", 1.0, b"hello")])
    goes_on(running)


@pytest.mark.parametrize("thing", [None, 3, "he1", object()], ids=type)
def test_what_is_no_action_is_refused(running: SoccerSimulation, thing: Any) -> None:
    with pytest.raises((ArgumentError, TypeError)):
        running.left_players[1].set_actions([thing])
    goes_on(running)


def test_one_bad_action_leaves_all_as_they_were(running: SoccerSimulation) -> None:
    agent = running.left_players[1]
    good = [MotorAction(MOTOR, 0.3, 0.0, 10.0, 1.0, 0.0)]
    agent.set_actions(good)
    twin = game()
    twin.left_players[1].set_actions(good)
    with pytest.raises(ArgumentError):
        agent.set_actions(
            [
                MotorAction(MOTOR, -0.3, 0.0, 10.0, 1.0, 0.0),
                MotorAction(MOTOR, math.nan, 0.0, 10.0, 1.0, 0.0),
            ]
        )
    assert list(agent.actions) == good
    for _ in range(10):
        running.step([])
        twin.step([])
    assert running.left_players[1].xpos.tolist() == twin.left_players[1].xpos.tolist()


def test_a_message_beyond_ten_bytes_is_refused(running: SoccerSimulation) -> None:
    with pytest.raises(ArgumentError, match="11 bytes"):
        running.left_players[1].set_actions([SpeakerAction("r-0-1-say", 1.0, b"eleven byte")])
    goes_on(running)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_placing_at_no_place_is_refused(running: SoccerSimulation, bad: float) -> None:
    agent, ball = running.left_players[1], running.ball
    before = agent.xpos.tolist(), ball.xpos.tolist()
    attempts: tuple[Callable[[], object], ...] = (
        lambda: agent.place_at((bad, 0.0, 0.0)),
        lambda: agent.place_at((0.0, 0.0, 0.0), (1.0, bad, 0.0, 0.0)),
        lambda: agent.place_at((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)),
        lambda: agent.drop_at(bad, 0.0, 0.0),
        lambda: agent.init_joints(np.full(23, bad)),
        lambda: ball.place_at((0.0, bad, 0.0)),
        lambda: ball.place_at((0.0, 0.0, 0.0), vel=(0.0, 0.0, bad)),
        lambda: ball.drop_at(0.0, bad),
    )
    for place in attempts:
        with pytest.raises(ArgumentError):
            place()
    assert (agent.xpos.tolist(), ball.xpos.tolist()) == before
    goes_on(running)


@pytest.mark.parametrize(
    "command",
    [
        soccer.PlaceBallCommand((math.nan, 0.0, 0.0)),
        soccer.DropBallCommand((math.inf, 0.0)),
        soccer.PlacePlayerCommand(1, "Left", (math.nan, 0.0, 0.0)),
        soccer.PlacePlayerCommand(77, "Left", (0.0, 0.0, 0.0)),
        soccer.PlacePlayerCommand(1, "Greens", (0.0, 0.0, 0.0)),
        soccer.SetPlayModeCommand("siesta"),
        soccer.SetTimeCommand(-1.0),
        soccer.SetTimeCommand(math.nan),
        soccer.SetScoreCommand(0, -1),
        soccer.SetScoreCommand(0.5, 0),  # type: ignore[arg-type]
        soccer.SetBallVelocityCommand((0.0, 0.0, math.inf)),
        soccer.RepositionCommand(77, "Left"),
    ],
    ids=[
        "ball",
        "drop",
        "player",
        "nobody",
        "no team",
        "no mode",
        "before time",
        "no time",
        "no goals",
        "half a goal",
        "velocity",
        "nobody beside",
    ],
)
def test_a_monitors_nonsense_is_ignored(
    running: SoccerSimulation, command: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """A command never prevents a step: the other commands in it are carried out."""
    ignored = running.ignored_commands
    running.step([command, soccer.KickOffCommand(0)])
    assert running.game_state.play_mode == soccer.PlayMode.KICK_OFF_LEFT
    assert running.ignored_commands == ignored + 1
    assert type(command).__name__ in caplog.text
    goes_on(running)


def test_a_player_may_leave_twice(running: SoccerSimulation) -> None:
    agent = running.left_players[2]
    running.remove_players([agent])
    running.remove_players([agent])
    goes_on(running)


def test_a_player_who_left_does_not_act(running: SoccerSimulation) -> None:
    agent = running.left_players[2]
    running.remove_players([agent])
    with pytest.raises(RcssGymError):
        agent.place_at((0.0, 0.0, 1.0))
    with pytest.raises(RcssGymError):
        agent.set_actions([MotorAction("r-0-2-l4e1", 0.0, 0.0, 0.0, 0.0, 0.0)])
    goes_on(running)


def test_a_step_before_init_says_so() -> None:
    simulation = SoccerSimulation(soccer.create_soccer_field("fifa7vs7"))
    with pytest.raises(RcssGymError, match="init"):
        simulation.step([])


@pytest.mark.parametrize("name", ["mj_model", "mj_data", "mj_spec"])
def test_mujocos_own_structures_are_answered_with_what_to_use(
    running: SoccerSimulation, name: str
) -> None:
    with pytest.raises(AttributeError, match=r"use (agent\.spec|sim\.qpos)"):
        getattr(running, name)


@pytest.mark.parametrize(
    ("thing", "name", "hint"),
    [
        ("referee", "_ground_time", "override the rule that goes by them"),
        ("game_state", "_play_time_ms", "request_time"),
        ("ball", "_qpos", "place_at"),
        ("ball", "bind", "nothing is needed"),
    ],
)
def test_private_attributes_are_answered_with_what_to_do(
    running: SoccerSimulation, thing: str, name: str, hint: str
) -> None:
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'; .*{hint}"):
        getattr(getattr(running, thing), name)


class Blunder(SimAction[Any]):
    """An action that fails, which also serves as a command."""

    def perform(self, ai: Any) -> None:
        del ai
        raise ZeroDivisionError(self.actuator_name)


class Whisper(SimAction[Any]):
    """A user's own action that works."""

    def perform(self, ai: Any) -> None:
        ai.say_message(self.actuator_name, 0.5, b"psst")


def test_errors_of_own_actions_and_commands_lose_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """All other parts of the step happen, and none of them is left for the next step."""

    def play(*, blundering: bool) -> tuple[Any, ...]:
        simulation = SoccerSimulation(soccer.create_soccer_field("fifa7vs7"), seed=1)
        simulation.init()
        requests = [InitRequest("T1", "Reds", 1), InitRequest("T1", "Blues", 1)]
        one, other = simulation.add_players(requests)
        assert one is not None
        assert other is not None
        blunders = [Blunder("first"), Blunder("second")] if blundering else []
        one.set_actions([*blunders, MotorAction(MOTOR, 0.3, 0.0, 10.0, 1.0, 0.0)])
        other.set_actions([Whisper("r-1-1-say")])
        commands: list[Any] = [*blunders, soccer.KickOffCommand(0)]
        if blundering:
            with pytest.raises(ZeroDivisionError, match="first"):
                simulation.step(commands)
        else:
            simulation.step(commands)
        simulation.generate_perceptions()
        heard = [p.to_sexp() for agent in (one, other) for p in agent.perceptions]
        for agent in (one, other):
            agent.set_actions([])
        simulation.step()
        state = simulation.game_state
        return (
            heard,
            simulation.frame_id,
            simulation.sim_time,
            simulation.qpos.tolist(),
            (state.play_mode, state.play_time, state.get_play_mode_age()),
        )

    assert play(blundering=True) == play(blundering=False)
    logged = [str(record.exc_info[1]) for record in caplog.records if record.exc_info]
    assert logged == ["second", "second", "first"]  # all except the very first


def test_the_frame_counts_though_a_part_of_the_step_fails() -> None:
    class Broken(SoccerSimulation):
        def _advance(self) -> None:
            super()._advance()
            raise ZeroDivisionError

    class Asleep(soccer.SoccerReferee):
        def referee(self) -> None:
            raise ZeroDivisionError

    field = soccer.create_soccer_field("fifa7vs7")
    for simulation in (Broken(field), SoccerSimulation(field, referee=Asleep())):
        simulation.init()
        for frame in (1, 2):
            with pytest.raises(ZeroDivisionError):
                simulation.step()
            assert simulation.frame_id == frame
            assert simulation.sim_time == pytest.approx(frame * simulation.timestep)
