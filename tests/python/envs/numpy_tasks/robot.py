"""Common parts of tasks of a single robot: pose, actions, senses and falling."""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray
from rcssgym._core import WorldBatch
from rcssgym.envs.returned import check_states, joined
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags, Task
from rcssgym.envs.tasks.robots import RobotSetup
from rcssgym.envs.tasks.senses import (
    AgentView,
    Senses,
    body_observation,
    gravity_in_torso,
    heading,
    seen_along,
)
from rcssgym.errors import ArgumentError

TORSO = 7
"""First coordinate of the robot in ``qpos``, after the ball's seven."""
HINGES = TORSO + 7
"""First coordinate of its hinges."""
FAR_AWAY = (0.0, 40.0)
"""Where the ball lies in tasks without one, m: beside the pitch, out of the way."""
LARGEST_OBSERVATION = 10.0


class RobotTask(Task):
    """One robot, whose joints follow the actions.

    An action is ``(J,)``, -1 to 1: the target angles of the motors are
    ``robot.nominal + robot.action_scale * action``, rad; those of a robot driven by torque are
    torques. An episode terminates when the torso is lower than ``robot.lowest`` or leans by more
    than ``steepest``.

    After :meth:`step` the arrays ``angles``, ``speeds`` ``(W, 1, J)``, ``gyro`` ``(W, 1, 3)``,
    ``position`` ``(W, 1, 3)``, ``quaternion`` ``(W, 1, 4)`` and ``velocity`` ``(W, 1, 6)`` are
    those of :class:`rcssgym.WorldBatch`, in :meth:`parts` as sensors show them; ``action`` and
    ``previous_action`` are ``(W, J)``.
    """

    robot: RobotSetup
    """The robot, set by subclasses."""
    noises = frozenset(
        ("joint_position_noise", "joint_velocity_noise", "gyro_noise", "orientation_noise")
    )
    steepest = 1.0
    """Lean of the torso beyond which the robot counts as fallen, rad."""
    extras = 0
    """Numbers in an observation besides those of :meth:`body_observation`."""
    takes_command = False
    """Whether the robot is commanded where to walk."""
    command: Floats
    """The command, if any ``(W, 3)``: forwards and to the left, m/s, turning to the left, rad/s."""
    fixed_command: Floats | None = None
    """One command for all robots, ``(3,)``, instead of those that the task draws."""

    def __init__(self) -> None:
        if not hasattr(self, "robot"):
            raise ArgumentError(f"task: {type(self).__name__} does not say which robot it is for")
        joints = self.robot.joints
        self.left = (self.robot.model,)
        self.action_space = Box(-1.0, 1.0, (joints,), np.float32)
        size = 3 * joints + 3 + self.extras
        self.observation_space = Box(-LARGEST_OBSERVATION, LARGEST_OBSERVATION, (size,), np.float32)

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Allocate."""
        super().begin(worlds, streams)
        num, joints = len(worlds), self.robot.joints
        if worlds.num_motors != joints:
            model, motors = self.robot.model, worlds.num_motors
            raise ArgumentError(f"robot: {model} has {motors} motors, its setup {joints} joints")
        self.action = np.zeros((num, joints))
        self.previous_action = np.zeros((num, joints))
        self.angles = np.zeros((num, 1, joints))
        self.speeds = np.zeros((num, 1, joints))
        self.gyro = np.zeros((num, 1, 3))
        self.position = np.zeros((num, 1, 3))
        self.quaternion = np.zeros((num, 1, 4))
        self.velocity = np.zeros((num, 1, 6))
        self.start = worlds.qpos[:1]
        self.qvel_size = worlds.qvel.shape[1]
        self._is_stale = True

    def reset(self, envs: Indices) -> None:
        """Put robots and balls where episodes start, at rest."""
        shape = len(envs), self.start.shape[1]
        qpos = check_states(self, self.start_states(envs), shape, envs.tolist())
        self.worlds.set_state(qpos, np.zeros((len(envs), self.qvel_size)), envs)
        self._is_stale = True
        self.action[envs] = 0.0
        self.previous_action[envs] = 0.0

    def start_states(self, envs: Indices) -> Floats:
        """Return states ``(len(envs), nq)``: the nominal pose, turned and bent at random."""
        noise = self.streams.uniform(envs, 1 + self.robot.joints, -1.0, 1.0)
        half_yaw = 0.5 * np.pi * noise[:, 0]
        qpos = np.repeat(self.start, len(envs), axis=0)
        qpos[:, :2] = FAR_AWAY
        qpos[:, TORSO : TORSO + 3] = (0.0, 0.0, self.robot.height)
        qpos[:, TORSO + 3] = np.cos(half_yaw)
        qpos[:, TORSO + 4 : TORSO + 6] = 0.0
        qpos[:, TORSO + 6] = np.sin(half_yaw)
        qpos[:, HINGES + self.robot.hinges] = self.robot.nominal + 0.05 * noise[:, 1:]
        return qpos

    def step(self, actions: Floats) -> None:
        """Command the motors."""
        self.previous_action[:] = self.action
        self.action[:] = actions
        robot = self.robot
        scaled = robot.action_scale * self.applied()[:, None, :]
        if robot.drive == "torque":
            self.worlds.step(np.zeros_like(scaled), kp=0.0, kd=0.0, torques=scaled)
        else:
            self.worlds.step(robot.nominal + scaled, kp=robot.kp, kd=robot.kd)
        self._sense()

    def applied(self) -> Floats:
        """Return the actions that take effect in this step ``(W, J)``."""
        return self.action

    def _sense(self) -> None:
        """Read the values for observations and rewards; to be extended by subclasses."""
        read = self.worlds.read
        self._is_stale = False
        read("joint_positions", self.angles)
        read("joint_velocities", self.speeds)
        read("gyro", self.gyro)
        read("root_position", self.position)
        read("root_quaternion", self.quaternion)
        read("root_velocity", self.velocity)

    @contextmanager
    def _through_sensors(self) -> Iterator[None]:
        """Let the arrays be the sensors' noisy values; rewards depend on the true ones."""
        if not self.senses_err:
            yield
            return
        true = self.angles, self.speeds, self.gyro, self.quaternion
        read = self.worlds.read
        self.angles = read("joint_positions", noise=True)
        self.speeds = read("joint_velocities", noise=True)
        self.gyro = read("gyro", noise=True)
        self.quaternion = read("root_quaternion", noise=True)
        try:
            yield
        finally:
            self.angles, self.speeds, self.gyro, self.quaternion = true

    def gravity(self) -> Floats:
        """Direction of gravity in the torso's frame ``(W, 3)``."""
        return gravity_in_torso(self.quaternion[:, 0])

    def heading_velocity(self) -> Floats:
        """Velocity of the torso along its heading, to its left and upwards ``(W, 3)``, m/s."""
        return seen_along(heading(self.quaternion[:, 0]), self.velocity[:, 0, :3])

    def terminated(self) -> Flags:
        """End episodes of robots that have fallen."""
        return self.fallen()

    def fallen(self) -> Flags:
        """Return which robots have fallen ``(W,)``."""
        low = self.position[:, 0, 2] < self.robot.lowest
        steep = -self.gravity()[:, 2] < np.cos(self.steepest)
        fallen: Flags = low | steep
        return fallen

    def senses(self) -> Senses:
        """Return what the robots sense of themselves."""
        return Senses(self.angles[:, 0], self.speeds[:, 0], self.gyro[:, 0], self.quaternion[:, 0])

    def body_observation(self) -> list[Floats]:
        """Scaled joint angles, speeds, last action and gyro: J, J, J and 3 numbers."""
        return body_observation(self.robot, self.senses(), self.action)

    @abstractmethod
    def parts(self) -> list[Floats]:
        """Return the parts of the observation, ``(W, n)`` each."""

    def observe(self, out: NDArray[np.float32]) -> None:
        """Write the parts side by side, clipped to -10 to 10."""
        if self._is_stale:
            self._sense()
        with self._through_sensors():
            shape = len(self.worlds), self.observation_space.shape[0]
            parts = joined(self, "parts", self.parts(), shape)
        np.clip(parts, -LARGEST_OBSERVATION, LARGEST_OBSERVATION, out=out, casting="same_kind")

    def agent_parts(self, view: AgentView) -> list[Floats]:  # noqa: ARG002
        """Return :meth:`parts` from the knowledge of agents on a server.

        A task whose policies can be played on a server has its own version, which :meth:`parts`
        uses.
        """
        raise ArgumentError(f"task: {type(self).__name__} observes more than agents perceive")

    def agent_observation(self, view: AgentView) -> NDArray[np.float32]:
        """Return the agents' observations for policies, ``(N, *observation_space.shape)``."""
        found = self.agent_parts(view)
        shape = len(view.action), self.observation_space.shape[0]
        parts = joined(self, "agent_parts", found, shape)
        return np.clip(parts, -LARGEST_OBSERVATION, LARGEST_OBSERVATION).astype(np.float32)
