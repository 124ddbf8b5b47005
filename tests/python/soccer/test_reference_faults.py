"""Faults of rcsssmj: whether it still has them, and what we do instead."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import mujoco
import numpy as np
import pytest
import rcssgym
from additions import with_corner

from soccer.frames import text_differences
from soccer.games import join, play_on, simulation
from soccer.libraries import OURS, REFERENCE, Library
from soccer.lockstep import BALL_RADIUS, Lockstep
from soccer.ours import Ours
from soccer.reference import Reference
from soccer.setups import Setup

LIBRARIES = (REFERENCE, OURS)


@pytest.fixture(autouse=True)
def _mujoco_is_quiet() -> Iterator[None]:
    mujoco.set_mju_user_warning(lambda _: None)
    yield
    mujoco.set_mju_user_warning(None)


def game_with(library: Library, *players: tuple[str, str, int], **more: Any) -> Any:
    game = simulation(library, **more)
    assert None not in join(game, library, *players)
    return game


def test_players_may_join_before_the_first_step() -> None:
    def start(library: Library) -> Any:
        game = library.SoccerSimulation(library.create_soccer_field("fifa7vs7"))
        game.init()
        (agent,) = join(game, library, ("T1", "Reds", 1))
        game.step([])
        game.generate_perceptions()
        return agent.perceptions

    with pytest.raises(ValueError, match="broadcast"):
        start(REFERENCE)
    assert len(start(OURS)) > 5


def test_an_unknown_motor_is_refused_and_play_goes_on() -> None:
    for library in LIBRARIES:
        game = game_with(library, ("T1", "Reds", 1))
        (agent,) = game.left_players.values()
        action = library.MotorAction("r-0-1-wing", 0.0, 0.0, 0.0, 0.0, 0.0)
        if library is REFERENCE:
            agent.set_actions([action])
            with pytest.raises(KeyError):
                game.step([])
        else:
            with pytest.raises(OURS.ArgumentError, match="r-0-1-wing"):
                agent.set_actions([action])
            game.step([])
            assert game.frame_id == 2


def test_beaming_to_nowhere_does_not_reset_the_world() -> None:
    for library in LIBRARIES:
        game = game_with(library, ("T1", "Reds", 1))
        (agent,) = game.left_players.values()
        action = library.BeamAction("r-0-1-beam", (math.nan, 0.0, 0.0))
        if library is REFERENCE:
            agent.set_actions([action])
            game.step([])
            assert game.sim_time == pytest.approx(0.02)
        else:
            with pytest.raises(OURS.ArgumentError, match="BeamAction"):
                agent.set_actions([action])
            game.step([])
            assert game.sim_time == pytest.approx(0.04)


def test_killing_and_setting_the_play_mode_work() -> None:
    commands = [("KillSimCommand", ()), ("SetPlayModeCommand", ("free_kick_right",))]
    for library in LIBRARIES:
        game = simulation(library)
        game.step([getattr(library, name)(*arguments) for name, arguments in commands])
        mode = game.game_state.play_mode.name
        assert mode == ("BEFORE_KICK_OFF" if library is REFERENCE else "FREE_KICK_RIGHT")
        if library is OURS:
            assert game.killed


@pytest.mark.parametrize("mode", list(OURS.PlayMode), ids=lambda mode: mode.name)
def test_every_play_mode_can_be_set(mode: Any) -> None:
    game = simulation(OURS)
    game.step([OURS.SetPlayModeCommand(mode.value)])
    assert game.game_state.play_mode == mode
    assert game.game_state.get_play_mode_age() <= game.timestep


def test_an_unknown_play_mode_changes_nothing() -> None:
    game = simulation(OURS)
    game.step([OURS.SetPlayModeCommand("siesta")])
    assert game.game_state.play_mode == OURS.PlayMode.BEFORE_KICK_OFF


def test_goal_width_and_depth_can_be_sent_the_right_way_round() -> None:
    def environment(library: Library, **more: bool) -> str:
        field, rules = (
            library.create_soccer_field("fifa7vs7"),
            library.create_soccer_rule_book("ssim"),
        )
        information = library.SoccerEnvironmentInformation(field, rules, BALL_RADIUS, **more)
        return str(information.to_sexp(full=True))

    assert "(GoalWidth 1)(GoalDepth 3.66)" in environment(REFERENCE)
    assert environment(OURS) == with_corner(environment(REFERENCE).encode()).decode()
    assert "(GoalWidth 3.66)(GoalDepth 1)" in environment(OURS, compat=False)


def double_touch(game: Any, library: Library) -> Any:
    """Let player 1 of the left team touch the ball twice after the kick-off."""
    player = game.left_players[1]

    def touch() -> None:
        player.place_at((-1.0, 0.0, 0.75))
        player.init_joints()
        game.ball.place_at((-1.0, 0.0, 1.08))
        game.step([])

    game.step([library.KickOffCommand(0)])
    touch()
    for _ in range(60):
        game.ball.place_at((4.0, 4.0, BALL_RADIUS))
        game.step([])
    touch()
    return game


def test_no_foul_is_ever_lost() -> None:
    for library in LIBRARIES:
        game = game_with(library, ("ant", "Reds", 1), ("ant", "Reds", 2))
        fouls = double_touch(game, library).referee.fouls
        assert [foul.name for given in fouls.values() for foul in given] == ["DOUBLE_TOUCH"]
        given_at = game.sim_time, game.game_state.play_time
        game.step([])
        assert not game.referee.fouls
        if library is REFERENCE:
            assert not fouls
            continue
        (event,) = game.foul_events
        assert event.foul == OURS.Foul.DOUBLE_TOUCH
        assert event.agent_id == OURS.AgentID(0, 1)
        assert (event.time, event.play_time) == given_at
        assert game.take_foul_events() == [event]
        assert game.take_foul_events() == []


@pytest.mark.parametrize(("x", "expected"), [(-7.0, "LEFT"), (7.0, "RIGHT")])
def test_throw_in_without_a_touch_goes_to_the_half_where_the_ball_left(
    x: float, expected: str
) -> None:
    for library in LIBRARIES:
        game = game_with(library, ("ant", "Reds", 1))
        play_on(game, library)
        game.ball.place_at((x, 18.5, BALL_RADIUS))
        game.step([])
        mode = game.game_state.play_mode.name
        assert mode == ("PLAY_ON" if library is REFERENCE else f"THROW_IN_{expected}")


@pytest.mark.parametrize(("phase", "end"), [(0, 300.0), (2, 780.0)])
def test_a_half_ends_with_the_next(phase: int, end: float) -> None:
    setup = Setup(rules="ssim", phase=phase, play_time=end - 0.1)
    for library in LIBRARIES:
        game = simulation(library, setup)
        play_on(game, library)
        for _ in range(10):
            game.step([])
        state = game.game_state
        if library is REFERENCE:
            assert state.play_mode.name == "GAME_OVER"
            continue
        assert state.play_mode.name == "BEFORE_KICK_OFF"
        assert state.phase.value == phase + 1
        assert state.play_time == end
        game.step([])
        assert state.play_time == end
        play_on(game, library)
        assert state.play_time == pytest.approx(end + 0.02)


def test_nothing_happens_after_the_end_of_the_game() -> None:
    for library in LIBRARIES:
        game = game_with(library, ("ant", "Reds", 1))
        game.referee.game_over()
        game.step([])
        game.ball.place_at((28.0, 10.0, BALL_RADIUS))
        for _ in range(3):
            game.step([])
        mode = game.game_state.play_mode.name
        assert mode == ("GOAL_KICK_RIGHT" if library is REFERENCE else "GAME_OVER")
        game.step([library.KickOffCommand(1)])
        assert game.game_state.play_mode.name == "KICK_OFF_RIGHT"


def test_a_new_player_has_been_where_it_joins() -> None:
    for library in LIBRARIES:
        game = game_with(library, ("ant", "Reds", 1))
        agent = game.left_players[1]
        expected = (0.0, 0.0, 0.0) if library is REFERENCE else tuple(agent.xpos)
        assert tuple(agent.prev_xpos) == expected


def test_quaternions_of_any_length_are_orientations() -> None:
    for library in LIBRARIES:
        game = game_with(library, ("ant", "Reds", 1))
        agent = game.left_players[1]
        agent.place_at((-3.0, 0.0, 1.0), (0.0, 0.0, 0.0, 2.0))
        length = float(np.linalg.norm(agent.xquat))
        assert length == (2.0 if library is REFERENCE else 1.0)


def test_motors_pull_to_zero_until_the_first_command() -> None:
    """They have a gain of 1, as MuJoCo's do, instead of moving to whatever is in memory."""

    def heights(*, commanded: bool) -> list[float]:
        game = simulation(OURS)
        (agent,) = join(game, OURS, ("T1", "Reds", 1))
        if commanded:
            names = rcssgym.Model("T1").motor_names
            agent.set_actions([OURS.MotorAction(f"r-0-1-{n}", 0, 0, 1, 1, 0) for n in names])
        found = []
        for _ in range(40):
            game.step([])
            found.append(float(agent.xpos[2]))
        return found

    assert heights(commanded=False) == heights(commanded=True)


def test_area_markers_stand_at_the_areas_corners_without_compat() -> None:
    """With areas half as wide, rcsssmj's markers stand where ours do on the unchanged field."""
    field = REFERENCE.create_soccer_field("fifa7vs7")
    halved = REFERENCE.SoccerField(
        field.field_dim,
        field.line_width,
        field.field_border,
        field.goal_dim,
        field.goal_post_radius,
        (field.goalie_area_dim[0], field.goalie_area_dim[1] / 2),
        (field.penalty_area_dim[0], field.penalty_area_dim[1] / 2),
        field.corner_area_radius,
        field.penalty_spot_distance,
        field.center_circle_radius,
    )
    reference = Reference(Setup(), halved)
    ours = Ours(Setup(), reference, compat=False)
    seen = Lockstep([reference, ours], _no_text_differs)
    seen.join(("T1", "Reds", 1))
    for theta in (0.0, 1.5, 3.0, 4.5):
        seen.hold((0, 1), 0.0, 1.0, theta)
        seen.cycle(vision=True)


def _no_text_differs(expected: Any, actual: Any) -> None:
    found = list(text_differences(expected, actual))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("side", ["LEFT", "RIGHT"])
def test_penalty_kick_before_the_opponents_goal_without_compat(side: str) -> None:
    spot = 55 / 2 - 7.32
    for compat in (True, False):
        game = simulation(OURS, compat=compat)
        game.referee.penalty_kick(OURS.TeamSide[side])
        attacking = (1.0 if side == "LEFT" else -1.0) * (-1.0 if compat else 1.0)
        assert game.ball.xpos[0] == pytest.approx(attacking * spot)


@pytest.mark.parametrize("side", ["LEFT", "RIGHT"])
def test_penalty_shoot_places_the_ball(side: str) -> None:
    for library in LIBRARIES:
        game = simulation(library)
        game.ball.place_at((3.0, 4.0, 1.0), vel=(1.0, 1.0, 1.0))
        game.referee.penalty_shoot(library.TeamSide[side])
        assert game.game_state.play_mode.name == f"PENALTY_SHOOT_{side}"
        moved = list(game.ball.xpos) != [3.0, 4.0, 1.0]
        assert moved == (library is OURS)
        if library is OURS:
            assert game.ball.xpos[1] == 0.0
            assert game.ball.xpos[2] == BALL_RADIUS


def test_drop_ball_sends_players_four_metres_away() -> None:
    spots = {1: (1.0, 1.0), 2: (3.0, -2.0), 3: (4.5, 0.0), 4: (-0.5, 0.0)}
    for library in LIBRARIES:
        game = game_with(library, *(("ant", "Reds", number) for number in spots))
        for number, (x, y) in spots.items():
            game.left_players[number].place_at((x, y, 0.75))
        game.step([library.DropBallCommand((0.0, 0.0))])
        for number, (x, y) in spots.items():
            at = np.array(game.left_players[number].xpos[:2])
            away = math.hypot(x, y)
            goal = np.array([x, y]) * (1.0 if library is REFERENCE else max(1.0, 4.0 / away))
            assert at == pytest.approx(goal, abs=0.05), (library.name, number)


def test_a_k1_may_touch_the_ball() -> None:
    for library in LIBRARIES:
        game = game_with(library, ("K1", "Reds", 1))
        (agent,) = game.left_players.values()
        agent.drop_at(-5.0, 0.0)
        game.ball.place_at((-4.9, -0.1, 0.5))
        if library is REFERENCE:
            with pytest.raises(AttributeError):
                game.step([])
        else:
            game.step([])
            assert game.ball.active_contact == OURS.AgentID(0, 1)


def test_gains_survive_when_somebody_joins() -> None:
    """rcsssmj's motors fall back to a gain of 1 until their next command."""
    reference = game_with(REFERENCE, ("ant", "Reds", 1))
    action = REFERENCE.MotorAction("r-0-1-l4e1", 0.1, 0.0, 10.0, 1.0, 0.0)
    reference.left_players[1].set_actions([action])
    reference.step([])
    assert reference.mj_model.actuator("r-0-1-l4e1_pos").gainprm[0] == 10.0
    join(reference, REFERENCE, ("ant", "Reds", 2))
    assert reference.mj_model.actuator("r-0-1-l4e1_pos").gainprm[0] == 1.0

    def path(*, joining: bool) -> list[list[float]]:
        game = game_with(OURS, ("ant", "Reds", 1))
        agent = game.left_players[1]
        agent.set_actions([OURS.MotorAction("r-0-1-l4e1", 0.1, 0.0, 10.0, 1.0, 0.0)])
        game.step([])
        agent.set_actions([])
        if joining:
            join(game, OURS, ("ant", "Blues", 9))
        found = []
        for _ in range(20):
            game.step([])
            found.append([*agent.xpos, *agent.xquat])
        return found

    assert path(joining=True) == path(joining=False)


def test_targets_stay_when_somebody_leaves() -> None:
    """Those who joined later get other motors' targets and torques in rcsssmj."""
    motor = "r-1-1-l4e1"

    def two_robots(library: Library, **more: Any) -> Any:
        game = game_with(library, ("ant", "Reds", 1), ("ant", "Blues", 1), **more)
        game.right_players[1].set_actions([library.MotorAction(motor, 0.4, 0.0, 10.0, 1.0, 2.0)])
        game.step([])
        game.right_players[1].set_actions([])
        return game

    reference = two_robots(REFERENCE)
    found = []
    for leaving in ([], [reference.left_players[1]]):
        reference.remove_players(leaving)
        controls = (reference.mj_data.actuator(f"{motor}_{part}").ctrl for part in ("pos", "tau"))
        found.append([float(control[0]) for control in controls])
    assert found == [[0.4, 2.0], [0.0, 0.0]]

    def path(*, leaving: bool) -> list[list[float]]:
        game = two_robots(OURS, compat="strict")
        agent = game.right_players[1]
        if leaving:
            game.remove_players([game.left_players[1]])
        else:
            join(game, OURS, ("ant", "Reds", 2))  # which costs the gains, too
        found = []
        for _ in range(20):
            game.step([])
            found.append([*agent.xpos, *agent.xquat])
        return found

    assert path(leaving=True) == path(leaving=False)
