"""Worlds that the tests of the game prepare."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym import SetPlayModeCommand
from rcssgym.envs import SoccerVectorEnv
from rcssgym.envs.games import GameVectorEnv

Floats = NDArray[np.float64]


def actions(envs: SoccerVectorEnv, rng: np.random.Generator, scale: float = 0.3) -> Floats:
    numbers: Floats = rng.uniform(-scale, scale, envs.action_space.shape or ())
    return numbers


def quiet(envs: SoccerVectorEnv) -> Floats:
    return np.zeros(envs.action_space.shape or ())


def shoot(envs: GameVectorEnv, world: int, sign: float) -> None:
    """Shoot the ball at the goal at positive or negative x, with nothing that forbids a goal."""
    envs.worlds.command(world, SetPlayModeCommand("PlayOn"))
    envs.worlds.place_ball(world, (sign * 26.5, 0.0, 0.11), (sign * 8.0, 0, 0, 0, 0, 0))


def reward_terms(info: dict[str, Any]) -> dict[str, Any]:
    """Return the terms of the reward, without masks."""
    return {name: term for name, term in info["reward"].items() if not name.startswith("_")}


def turned(qpos: Floats, qvel: Floats, joints: int, size: int) -> tuple[Floats, Floats]:
    """Return the world rotated by half a turn, with the teams in each other's places."""
    ball, ball_velocity = _turn(qpos[:7], qvel[:6])
    robots, velocities = [], []
    for robot in range(2 * size):
        other = (robot + size) % (2 * size)
        position = qpos[7 + other * (7 + joints) :][: 7 + joints]
        velocity = qvel[6 + other * (6 + joints) :][: 6 + joints]
        position, velocity = _turn(position, velocity)
        robots.append(position)
        velocities.append(velocity)
    return np.concatenate([ball, *robots]), np.concatenate([ball_velocity, *velocities])


def _turn(position: Floats, velocity: Floats) -> tuple[Floats, Floats]:
    position, velocity = position.copy(), velocity.copy()
    w, x, y, z = position[3:7]
    position[:2] *= -1.0
    position[3:7] = -z, -y, x, w
    velocity[:2] *= -1.0
    return position, velocity
