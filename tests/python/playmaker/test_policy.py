"""A policy of the 2D game as a playmaker: it sees what it saw in training."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import ReachBall
from rcssgym.envs.discs.half_field import HFO1v0
from rcssgym.playmaker.messages import (
    Ball,
    Dash,
    GameModeType,
    HeliosSetPlay,
    PlayerActions,
    RegisterResponse,
    RpcVector2D,
    Self,
    State,
    Turn,
    WorldModel,
)
from rcssgym.playmaker.policy import PolicyPlaymaker
from rcssgym.policy import metadata, save


def policy_file(path: Path, task: Any, bias: list[float]) -> Path:
    size = task.observation_space.shape[0]
    weights = np.zeros((len(bias), size))
    weights[-1, 0] = 0.5
    facts = {"command": "none", "seed": 0, "git_revision": "none", "env_steps": 0}
    strings = metadata(task, training_seconds=0.0, **facts)
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
    for x, y, body in [(0.0, 0.0, 0.0), (20.0, 10.0, 90.0), (-30.0, 5.0, -135.0)]:
        env.task.worlds.set_state(
            ball_position=[(10.0, -5.0)],
            ball_velocity=[(0.0, 0.0)],
            position=[[(x, y)]],
            velocity=[[(0.0, 0.0)]],
            body=[[body]],
        )
        env.task._sense()
        seen = np.zeros((1, *env.task.observation_space.shape), np.float32)
        env.task.observe(seen)
        action = playmaker.policy.act(seen)[0, 0]
        answer = playmaker.player(state(x, y, body))
        assert not isinstance(answer, PlayerActions)
        dash = next(iter(answer))
        assert dash == Dash(power=100.0, relative_direction=pytest.approx(180.0 * action))


def test_turns_are_asked_for_by_the_angle_that_comes_of_them(tmp_path: Path) -> None:
    bias = [-1.0, 1.0, -1.0, 0.0, 0.0, 0.5, 0.0, 0.0]
    turn = policy_file(tmp_path / "turn.onnx", HFO1v0(), bias)
    told = state(0.0, 0.0, 0.0)
    told.world_model.self.velocity = RpcVector2D(x=0.2, y=0.0)
    answer = PolicyPlaymaker(turn).player(told)
    assert not isinstance(answer, PlayerActions)
    # A moment of 90 degrees, of which inertia leaves half.
    assert next(iter(answer)) == Turn(relative_direction=pytest.approx(45.0))


def test_outside_of_play_players_do_set_plays(tmp_path: Path) -> None:
    playmaker = PolicyPlaymaker(policy_file(tmp_path / "reach.onnx", ReachBall(), [0.0]))
    told = state(0.0, 0.0, 0.0)
    told.world_model.game_mode_type = GameModeType.KickIn_
    assert playmaker.player(told) == [HeliosSetPlay()]


def test_policies_of_robots_are_refused() -> None:
    walk = Path(__file__).parents[3] / "policies" / "T1Walk.onnx"
    with pytest.raises(ArgumentError, match="T1Walk"):
        PolicyPlaymaker(walk)
