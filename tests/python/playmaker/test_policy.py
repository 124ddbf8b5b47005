"""A policy of the 2D game as a playmaker: its observations are those of training."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import ReachBall
from rcssgym.envs.discs.half_field import HFO1v0
from rcssgym.envs.discs.half_field_kinds import HFO2v1Skills
from rcssgym.envs.discs.task import ACTS
from rcssgym.playmaker.messages import (
    Ball,
    Body_Dribble,
    Body_GoToPoint,
    Body_Intercept,
    Body_SmartKick,
    Dash,
    GameModeType,
    HeliosBasicMove,
    HeliosOffensivePlanner,
    HeliosPenalty,
    HeliosSetPlay,
    HeliosShoot,
    Player,
    PlayerActions,
    RegisterResponse,
    RpcVector2D,
    Self,
    State,
    Turn,
    WorldModel,
)
from rcssgym.playmaker.policy import PolicyPlaymaker
from rcssgym.playmaker.policy_actions import PolicyActions
from rcssgym.policy import metadata, save


def policy_file(path: Path, task: Any, bias: list[float], weight: float = 0.5) -> Path:
    size = task.observation_space.shape[0]
    weights = np.zeros((len(bias), size))
    weights[-1, 0] = weight
    strings = metadata(
        task, command="none", seed=0, git_revision="none", env_steps=0, training_seconds=0.0
    )
    save(path, [(weights, np.array(bias))], mean=np.zeros(size), std=np.ones(size), strings=strings)
    return path


def state(x: float, y: float, body: float) -> State:
    own = Self(position=RpcVector2D(x=x, y=y), body_direction=body, uniform_number=4)
    world = WorldModel(
        self=own,
        ball=Ball(position=RpcVector2D(x=10.0, y=-5.0)),
        game_mode_type=GameModeType.PlayOn,
    )
    return State(register_response=RegisterResponse(client_id=3), world_model=world)


def test_a_player_sees_what_the_task_shows(tmp_path: Path) -> None:
    playmaker = PolicyPlaymaker(policy_file(tmp_path / "reach.onnx", ReachBall(), [0.25]))
    env = WorldVectorEnv(ReachBall(), 1)
    env.reset(seed=3)
    task: Any = env.task
    size: Any = task.observation_space.shape
    for x, y, body in [(0.0, 0.0, 0.0), (20.0, 10.0, 90.0), (-30.0, 5.0, -135.0)]:
        task.worlds.set_state(
            ball_position=[(10.0, -5.0)],
            ball_velocity=[(0.0, 0.0)],
            position=[[(x, y)]],
            velocity=[[(0.0, 0.0)]],
            body=[[body]],
        )
        task.core.sense()
        task._is_stale = False
        seen = np.zeros((1, *size), np.float32)
        task.observe(seen)
        action = playmaker.policy.act(seen)[0, 0]
        answer = playmaker.player(state(x, y, body))
        assert not isinstance(answer, PlayerActions)
        dash = next(iter(answer))
        assert isinstance(dash, Dash)
        assert dash.power == 100.0
        assert dash.relative_direction == pytest.approx(180.0 * action)


def test_turns_are_asked_for_by_the_angle_that_comes_of_them(tmp_path: Path) -> None:
    bias = [-1.0, 1.0, -1.0, 0.0, 0.0, 0.5, 0.0, 0.0]
    turn = policy_file(tmp_path / "turn.onnx", HFO1v0(), bias)
    situation = state(0.0, 0.0, 0.0)
    situation.world_model.self.velocity = RpcVector2D(x=0.2, y=0.0)
    answer = PolicyPlaymaker(turn).player(situation)
    assert not isinstance(answer, PlayerActions)
    # The turn's moment was 90 degrees, which inertia halves.
    turned = next(iter(answer))
    assert isinstance(turned, Turn)
    assert turned.relative_direction == pytest.approx(45.0)


def test_acts_by_name_are_actions_of_the_interface(tmp_path: Path) -> None:
    task: Any = HFO2v1Skills()
    numbers = task.action_space.shape[0]
    names = list(task.action_mode)
    first = len(names) + sum(ACTS[name] for name in names[: names.index("kick_to")])
    situation = state(20.0, 0.0, 0.0)
    mate = Player(uniform_number=7, position=RpcVector2D(x=30.0, y=8.0), dist_from_self=13.0)
    situation.world_model.teammates = [mate]
    expected: dict[str, type] = {
        "kick_to": Body_SmartKick,
        "move_to": Body_GoToPoint,
        "dribble_to": Body_Dribble,
        "intercept": Body_Intercept,
        "move": HeliosBasicMove,
        "shoot": HeliosShoot,
        "pass": Body_SmartKick,
        "dribble": HeliosOffensivePlanner,
        "go_to_ball": Body_GoToPoint,
    }
    assert set(names) == set(expected)
    for index, name in enumerate(names):
        bias = [0.0] * numbers
        bias[index] = 1.0
        bias[first : first + 3] = [0.5, -0.5, 1.0]
        for i in range(len(names), numbers):
            if not first <= i < first + 3:
                bias[i] = 0.5
        playmaker = PolicyPlaymaker(policy_file(tmp_path / f"{name}.onnx", task, bias, weight=0.0))
        answer = playmaker.player(situation)
        assert not isinstance(answer, PlayerActions)
        action = next(iter(answer))
        assert type(action) is expected[name], name
        if name == "kick_to":
            assert isinstance(action, Body_SmartKick)
            # x: the half's middle plus 1.2 times half its length; y: the width plus a tenth.
            assert action.target_point.x == pytest.approx(26.25 + 1.2 * 26.25 * 0.5)
            assert action.target_point.y == pytest.approx(-0.5 * 1.1 * 34.0)
            assert action.first_speed == pytest.approx(3.0)
        if name == "pass":
            assert isinstance(action, Body_SmartKick)
            assert (action.target_point.x, action.target_point.y) == (30.0, 8.0)


def test_acts_that_the_interface_lacks_are_refused() -> None:
    with pytest.raises(ArgumentError, match="no action for mark_player, defend_goal"):
        PolicyActions(("dash", "mark_player", "defend_goal"))
    with pytest.raises(ArgumentError, match="keepaway"):
        PolicyActions("choices")


def test_outside_of_play_players_do_set_plays(tmp_path: Path) -> None:
    playmaker = PolicyPlaymaker(policy_file(tmp_path / "reach.onnx", ReachBall(), [0.0]))
    situation = state(0.0, 0.0, 0.0)
    situation.world_model.game_mode_type = GameModeType.KickIn_
    assert playmaker.player(situation) == [HeliosSetPlay()]
    situation.world_model.game_mode_type = GameModeType.PenaltySetup_
    situation.world_model.is_penalty_kick_mode = True
    assert playmaker.player(situation) == [HeliosPenalty()]


def test_policies_of_robots_are_refused() -> None:
    walk = Path(__file__).parents[3] / "policies" / "T1Walk.onnx"
    with pytest.raises(ArgumentError, match="T1Walk"):
        PolicyPlaymaker(walk)
