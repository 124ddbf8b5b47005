"""What the robots can do: policies that come with the package, computed by the core."""

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
"""Cycles of both legs a second, 1/s, of all that walk."""
LARGEST = 10.0
"""To which observations are clipped."""
ROBOT = replace(FIRM_T1, action_scale=0.5)
"""The T1 as it walks."""

Rows: TypeAlias = Sequence[int]
"""Which robots are meant."""


@dataclass(frozen=True)
class Scene:
    """All that there is to know of a world of ``R`` robots at a moment, in the world's frame."""

    senses: Senses
    position: Floats
    """Of the torsos ``(R, 3)``, m."""
    yaw: Floats
    """Where they look ``(R,)``, rad."""
    up: Floats
    """How upright they are ``(R,)``: 1 is upright, -1 upside down."""
    ball: Floats
    """Where the ball is ``(2,)``, m."""
    ball_velocity: Floats
    """m/s ``(2,)``."""

    @classmethod
    def of(cls, worlds: WorldBatch) -> Scene:
        """Look at the first world of a batch."""
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
    """What the policies are told besides: a row a robot."""

    action: Floats
    """Their last actions ``(R, J)``, -1 to 1, in the skill's own scale."""
    age: np.ndarray
    """Of the gait ``(R,)``, steps of 20 ms."""
    command: Floats
    """Where to walk ``(R, 3)``: forwards and to the left, m/s, and turning, rad/s."""
    direction: Floats
    """Where the ball should go, unit vectors ``(R, 2)``."""


class Skill:
    """A policy that some robots follow for a while.

    :param name: of the policy.
    :param robot: how its actions are meant.
    :param sees: what it observes besides the body: ``"walk"``, ``"ball"`` or nothing.
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
    """Return them by name."""
    return {
        "walk": Skill("T1Walk"),
        "go": Skill("T1GoToBall", sees="ball"),
        "kick": Skill("T1Kick", sees="ball"),
        "rise": Skill("T1GetUp", replace(FIRM_T1, action_scale=WIDE), sees=""),
    }
