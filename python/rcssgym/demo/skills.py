"""Skills of the robots: policies that come with the package, computed by the core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from rcssgym import policies
from rcssgym._core import Network, WorldBatch
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.get_up import WIDE
from rcssgym.envs.tasks.robots import FIRM_T1, RobotSetup
from rcssgym.envs.tasks.senses import (
    Senses,
    ball_observation,
    body_observation,
    gait_phase,
    gravity_in_torso,
    heading,
)
from rcssgym.envs.tasks.walk import walks

GAIT = 1.5
"""Gait frequency of all skills that walk: cycles of both legs per second, 1/s."""
LARGEST = 10.0
"""Limit to which observations are clipped."""
ROBOT = replace(FIRM_T1, action_scale=0.5)
"""The T1 with the settings of the walking skills."""

Rows: TypeAlias = Sequence[int]
"""Indices of robots."""


@dataclass(frozen=True)
class Scene:
    """State of a world of ``R`` robots, in the world's frame."""

    senses: Senses
    position: Floats
    """Positions of the torsos ``(R, 3)``, m."""
    yaw: Floats
    """Headings of the torsos ``(R,)``, rad."""
    up: Floats
    """Uprightness of the torsos ``(R,)``: 1 is upright, -1 is upside down."""
    ball: Floats
    """Position of the ball ``(2,)``, m."""
    ball_velocity: Floats
    """Velocity of the ball ``(2,)``, m/s."""

    @classmethod
    def of(cls, worlds: WorldBatch) -> Scene:
        """Return the state of the first world of a batch."""
        quaternion = worlds.root_quaternion[0]
        angles, speeds = worlds.joint_positions[0], worlds.joint_velocities[0]
        return cls(
            senses=Senses(angles, speeds, worlds.gyro[0], quaternion),
            position=worlds.root_position[0],
            yaw=heading(quaternion),
            up=-gravity_in_torso(quaternion)[:, 2],
            ball=worlds.ball_position[0, :2],
            ball_velocity=worlds.ball_velocity[0, :2],
        )


@dataclass
class Order:
    """Further inputs of the policies, with one row per robot."""

    action: Floats
    """Last actions ``(R, J)``, -1 to 1, in the scale of the robot's skill."""
    age: np.ndarray
    """Age of the gait ``(R,)``, steps of 20 ms."""
    command: Floats
    """Commanded velocities ``(R, 3)``: forwards and to the left, m/s, and turning, rad/s."""
    direction: Floats
    """Directions in which to kick the ball, unit vectors ``(R, 2)``."""


class Skill:
    """A policy that robots can follow.

    :param name: name of the policy.
    :param robot: setup of the robot that defines the meaning of the policy's actions.
    :param sees: observations besides the body's: ``"walk"``, ``"ball"`` or ``""`` for none.
    """

    def __init__(self, name: str, robot: RobotSetup = ROBOT, sees: str = "walk") -> None:
        self.name = name
        self.robot = robot
        self._sees = sees
        self._network = Network(policies.path(name).read_bytes())

    def act(self, scene: Scene, order: Order, rows: Rows) -> Floats:
        """Return the next actions of some robots ``(len(rows), J)``, -1 to 1."""
        some = list(rows)
        found = np.concatenate(self._parts(scene, order, some), axis=-1)
        actions = self._network.act(np.clip(found, -LARGEST, LARGEST))
        return np.clip(actions.astype(np.float64), -1.0, 1.0)

    def _parts(self, scene: Scene, order: Order, some: list[int]) -> list[Floats]:
        felt = scene.senses
        quaternion = felt.quaternion[some]
        senses = Senses(felt.angles[some], felt.speeds[some], felt.gyro[some], quaternion)
        body = body_observation(self.robot, senses, order.action[some])
        gravity = gravity_in_torso(quaternion)
        if self._sees == "":
            return [*body, gravity]
        command = order.command[some]
        gait = gait_phase(order.age[some], GAIT) * walks(command)[:, None]
        seen = [*body, command, gait, gravity]
        if self._sees == "walk":
            return seen
        to_ball = scene.ball - scene.position[some, :2]
        velocity = np.broadcast_to(scene.ball_velocity, to_ball.shape)
        seen.append(ball_observation(scene.yaw[some], to_ball, velocity, order.direction[some]))
        return seen


def all_skills() -> dict[str, Skill]:
    """Return all skills by name."""
    return {
        "walk": Skill("T1Walk"),
        "go": Skill("T1GoToBall", sees="ball"),
        "kick": Skill("T1Kick", sees="ball"),
        "rise": Skill("T1GetUp", replace(FIRM_T1, action_scale=WIDE), sees=""),
    }
