"""Walk as commanded."""

import numpy as np

from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.robots import K1, T1
from rcssgym.envs.tasks.senses import AgentView, body_observation, gravity_in_torso


class Walk(RobotTask):
    """Follow a commanded velocity of the torso: forwards, to the left, and turning.

    Observation, that of RL-X ``robocup_soccer``: scaled joint angles, speeds, previous
    action (J each), gyro (3), command (3), sine and cosine of both legs' gait phases (4),
    direction of gravity in the torso's frame (3). Every ``command_interval`` steps a new command
    is drawn; one in ten is to stand still.
    """

    lowest_command = np.array([-0.4, -0.3, -0.8])
    """m/s, m/s, rad/s"""
    highest_command = np.array([1.0, 0.3, 0.8])
    """m/s, m/s, rad/s"""
    command_interval = 250
    """Steps of 20 ms."""
    gait_frequency = 1.5
    """Steps of each leg a second, 1/s."""

    extras = 10
    takes_command = True

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Allocate."""
        super().begin(worlds, streams)
        self.command = np.zeros((len(worlds), 3))
        self.age = np.zeros(len(worlds), dtype=np.int64)

    def reset(self, envs: Indices) -> None:
        """Place the robots and draw commands."""
        super().reset(envs)
        self.age[envs] = 0
        self._draw(envs)

    def _draw(self, envs: Indices) -> None:
        """Give some robots new commands."""
        draws = self.streams.uniform(envs, 4)
        span = self.highest_command - self.lowest_command
        command = self.lowest_command + span * draws[:, :3]
        command[draws[:, 3] < 0.1] = 0.0
        self.command[envs] = command if self.fixed_command is None else self.fixed_command

    def step(self, actions: Floats) -> None:
        """Command the motors, and now and then the robots."""
        due = np.flatnonzero((self.age > 0) & (self.age % self.command_interval == 0))
        if len(due) > 0:
            self._draw(due)
        super().step(actions)
        self.age += 1

    def rewards(self) -> dict[str, Floats]:
        """Reward following the command with little fuss."""
        velocity = self.heading_velocity()
        turning = self.gyro[:, 0, 2]
        rate = self.action - self.previous_action
        effort = (
            self.robot.kp * self.robot.action_scale * self.action
            - self.robot.kd * self.speeds[:, 0]
        )
        error = np.square(self.command[:, :2] - velocity[:, :2]).sum(axis=-1)
        return {
            "alive": np.full(len(velocity), 0.5),
            "track_velocity": 2.0 * np.exp(-error / 0.25),
            "track_turning": np.exp(-np.square(self.command[:, 2] - turning) / 0.25),
            "vertical_velocity": -1.0 * np.square(velocity[:, 2]),
            "upright": -2.0 * np.square(self.gravity()[:, :2]).sum(axis=-1),
            "roll_pitch": -0.05 * np.square(self.gyro[:, 0, :2]).sum(axis=-1),
            "action_rate": -0.01 * np.square(rate).sum(axis=-1),
            "effort": -2e-5 * np.square(effort).sum(axis=-1),
        }

    def parts(self) -> list[Floats]:
        """Body, command, gait phase and gravity."""
        return self.agent_parts(AgentView(self.senses(), self.action, self.command, self.age))

    def agent_parts(self, view: AgentView) -> list[Floats]:
        """Body, command, gait phase and gravity."""
        phase = 2.0 * np.pi * self.gait_frequency * 0.02 * view.age
        phases = np.stack([phase, phase + np.pi], axis=-1)
        gait = np.concatenate([np.sin(phases), np.cos(phases)], axis=-1)
        body = body_observation(self.robot, view.senses, view.action)
        return [*body, view.command, gait, gravity_in_torso(view.senses.quaternion)]


class T1Walk(Walk):
    """Walk as a T1: observation ``(82,)``, action ``(23,)``."""

    robot = T1


class K1Walk(Walk):
    """Walk as a K1: observation ``(79,)``, action ``(22,)``."""

    robot = K1
