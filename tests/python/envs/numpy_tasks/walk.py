"""Walk as commanded."""

from dataclasses import replace

import numpy as np
from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.tasks.mirror import (
    VECTOR,
    Mirror,
    body_mirror,
    joints_mirror,
    side_by_side,
)
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.tasks.senses import (
    AgentView,
    Senses,
    body_observation,
    gait_phase,
    gravity_in_torso,
)

from envs.numpy_tasks.feet import Feet, push
from envs.numpy_tasks.robot import RobotTask

COMMAND_MIRROR = Mirror(np.arange(3), np.array([1.0, -1.0, -1.0]))
GAIT_MIRROR = Mirror(np.array([1, 0, 3, 2]), np.ones(4))

POSE_WEIGHTS = np.array(
    # Head, arms, waist, and two legs: pitch is free, the other joints are not.
    [1.0] * 2 + [0.5] * 8 + [1.0] + 2 * [0.02, 0.5, 1.0, 0.02, 0.02, 0.2]
)


def walks(command: Floats) -> Floats:
    """Return 1 where a command ``(N, 3)`` is to move, and 0 where it is to stand still."""
    moves: Floats = np.any(command != 0.0, axis=-1).astype(np.float64)
    return moves


class Walk(RobotTask):
    """Follow a commanded velocity of the torso: forwards, to the left, and turning.

    Observation, that of RL-X ``robocup_soccer``: scaled joint angles, speeds, last action (J each),
    gyro (3), command (3), sine and cosine of both legs' gait phases (4, zeros when the command is
    to stand still), direction of gravity in the torso's frame (3). Angles, speeds, gyro and
    orientation are noisy.

    Every ``command_interval`` steps a new command is drawn; one in ten is to stand still, two in
    ten are straight ahead or back. In most episodes actions take effect one step late, as on the
    league's server. Robots are pushed now and then, harder as training progresses.

    Terms of the reward in a step:

    - ``alive``: 0.5.
    - ``track_velocity``, up to 6, and ``track_turning``, up to 2, fall off exponentially with the
      distance between command and average motion of the last 0.3 s (0.35 m/s, 0.5 rad/s).
    - ``gait``, up to 3: each sole is as high as its phase says, up to ``clearance``.
    - ``slip``: speed of soles on the ground; ``tilt``: soles not parallel to the ground.
    - ``pose``: distance from the nominal pose; ``height``: of the torso from ``target_height``.
    - ``upright``: lean of the torso; ``vertical_velocity``, ``roll_pitch``: its bouncing, swaying.
    - ``action_rate``, ``effort``: changes of actions, torques.
    """

    lowest_command = np.array([-0.4, -0.3, -0.8])
    """m/s, m/s, rad/s"""
    highest_command = np.array([1.0, 0.3, 0.8])
    """m/s, m/s, rad/s"""
    command_interval = 250
    """Steps of 20 ms."""
    gait_frequency = 1.5
    """Cycles of both legs a second, 1/s."""
    clearance = 0.08
    """Height to which soles are lifted, m."""
    target_height = 0.61
    """Height of the torso, m."""
    late = 0.8
    """Share of episodes in which actions take effect one step late."""
    push_speed = 0.4
    """Largest change of the torso's velocity along each horizontal axis, m/s."""
    push_interval = 250
    """Steps of 20 ms from one push to the next, on average."""
    angle_noise = 0.01
    """Largest error of joint angles, rad."""
    speed_noise = 0.3
    """Largest error of joint speeds, rad/s."""
    gyro_noise = 0.1
    """Largest error of the gyro, rad/s."""
    quaternion_noise = 0.01
    """Largest error of the torso's quaternion."""
    pose_weights = POSE_WEIGHTS
    """Weight of each joint in ``pose`` ``(J,)``."""

    extras = 10
    takes_command = True

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Allocate."""
        super().begin(worlds, streams)
        num, joints = len(worlds), self.robot.joints
        self.all = np.arange(num)
        self.command = np.zeros((num, 3))
        self.average = np.zeros((num, 3))
        self.age = np.zeros(num, dtype=np.int64)
        self.is_late = np.zeros(num, dtype=np.bool_)
        self.errors = np.zeros((num, 2 * joints + 7))
        self.largest_errors = np.repeat(
            [self.angle_noise, self.speed_noise, self.gyro_noise, self.quaternion_noise],
            [joints, joints, 3, 4],
        )
        self.feet = Feet(worlds, self.robot)

    def reset(self, envs: Indices) -> None:
        """Place the robots and draw commands."""
        super().reset(envs)
        self.age[envs] = 0
        self.average[envs] = 0.0
        self.is_late[envs] = self.streams.uniform(envs, 1)[:, 0] < self.late
        self._draw_commands(envs)
        self._draw_errors(envs)

    def _draw_commands(self, envs: Indices) -> None:
        """Give some robots new commands."""
        draws = self.streams.uniform(envs, 4)
        span = self.highest_command - self.lowest_command
        command = self.lowest_command + span * draws[:, :3]
        command[draws[:, 3] < 0.3, 1:] = 0.0
        command[draws[:, 3] < 0.1] = 0.0
        self.command[envs] = command if self.fixed_command is None else self.fixed_command

    def _draw_errors(self, envs: Indices) -> None:
        """Draw the errors of the senses until the next step."""
        draws = self.streams.uniform(envs, len(self.largest_errors), -1.0, 1.0)
        self.errors[envs] = self.largest_errors * draws

    def applied(self) -> Floats:
        """Return the actions that take effect in this step."""
        return np.where(self.is_late[:, None], self.previous_action, self.action)

    def step(self, actions: Floats) -> None:
        """Command the motors, redraw commands now and then, and push some robots."""
        due = np.flatnonzero((self.age > 0) & (self.age % self.command_interval == 0))
        if len(due) > 0:
            self._draw_commands(due)
        draws = self.streams.uniform(self.all, 3, -1.0, 1.0)
        chosen = np.flatnonzero(draws[:, 2] > 1.0 - 2.0 / self.push_interval)
        speed = self.push_speed * min(1.0, 2.0 * self.progress)
        push(self.worlds, chosen, speed * draws[chosen, :2])
        super().step(actions)
        self.age += 1
        motion = np.concatenate([self.heading_velocity()[:, :2], self.gyro[:, 0, 2:]], axis=-1)
        self.average += 0.06 * (motion - self.average)
        self._draw_errors(self.all)

    def _sense(self) -> None:
        """Also read the feet."""
        super()._sense()
        self.feet.read()

    # --- rewards

    def rewards(self) -> dict[str, Floats]:
        """Reward following the command with a clean gait and little effort."""
        return {
            "alive": np.full(len(self.age), 0.5),
            **self._tracking_rewards(),
            **self._feet_rewards(),
            **self._torso_rewards(),
            **self._joint_rewards(),
        }

    def _tracking_rewards(self) -> dict[str, Floats]:
        measures = self.measures()
        return {
            "track_velocity": 6.0 * np.exp(-measures["velocity_error"] / 0.35),
            "track_turning": 2.0 * np.exp(-measures["turning_error"] / 0.5),
        }

    def _feet_rewards(self) -> dict[str, Floats]:
        sines = gait_phase(self.age, self.gait_frequency)[:, :2]
        lifts = self.clearance * np.maximum(0.0, sines)
        heights = self.feet.heights
        error = np.square(heights - lifts * walks(self.command)[:, None]).sum(axis=-1)
        slips = np.square(self.feet.speeds) * (heights < 0.02)
        return {
            "gait": 3.0 * np.exp(-error / 0.006),
            "slip": -0.1 * slips.sum(axis=-1),
            "tilt": -0.5 * self.feet.tilts.sum(axis=-1),
        }

    def _torso_rewards(self) -> dict[str, Floats]:
        height, rise = self.position[:, 0, 2], self.velocity[:, 0, 2]
        return {
            "height": -20.0 * np.square(height - self.target_height),
            "upright": -2.0 * np.square(self.gravity()[:, :2]).sum(axis=-1),
            "vertical_velocity": -0.5 * np.square(rise),
            "roll_pitch": -0.05 * np.square(self.gyro[:, 0, :2]).sum(axis=-1),
        }

    def _joint_rewards(self) -> dict[str, Floats]:
        robot, bend = self.robot, self.angles[:, 0] - self.robot.nominal
        wanted = robot.action_scale * self.applied() - bend
        torques = robot.kp * wanted - robot.kd * self.speeds[:, 0]
        rate = self.action - self.previous_action
        return {
            "pose": -0.5 * (self.pose_weights * np.square(bend)).sum(axis=-1),
            "action_rate": -0.02 * np.square(rate).sum(axis=-1),
            "effort": -5e-5 * np.square(torques).sum(axis=-1),
        }

    def measures(self) -> dict[str, Floats]:
        """Return errors of the average motion of the last 0.3 s from the command, m/s and rad/s."""
        error = self.command - self.average
        return {
            "velocity_error": np.linalg.norm(error[:, :2], axis=-1),
            "turning_error": np.abs(error[:, 2]),
        }

    # --- observations

    def senses(self) -> Senses:
        """Return what the robots sense of themselves, errors included."""
        true, joints, errors = super().senses(), self.robot.joints, self.errors
        return Senses(
            angles=true.angles + errors[:, :joints],
            speeds=true.speeds + errors[:, joints : 2 * joints],
            gyro=true.gyro + errors[:, -7:-4],
            quaternion=true.quaternion + errors[:, -4:],
        )

    def parts(self) -> list[Floats]:
        """Body, command, gait phase and gravity."""
        return self.agent_parts(AgentView(self.senses(), self.action, self.command, self.age))

    def agent_parts(self, view: AgentView) -> list[Floats]:
        """Body, command, gait phase and gravity."""
        gait = gait_phase(view.age, self.gait_frequency)
        return [
            *body_observation(self.robot, view.senses, view.action),
            view.command,
            gait * walks(view.command)[:, None],
            gravity_in_torso(view.senses.quaternion),
        ]

    def observation_mirror(self) -> Mirror:
        """Return how an observation changes when left and right are swapped."""
        return side_by_side(body_mirror(self.robot), COMMAND_MIRROR, GAIT_MIRROR, VECTOR)

    def action_mirror(self) -> Mirror:
        """Return how an action changes when left and right are swapped."""
        return joints_mirror(self.robot)


class T1Walk(Walk):
    """Walk as a T1: observation ``(82,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=0.5)


class K1Walk(Walk):
    """Walk as a K1: observation ``(79,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=0.5)
    pose_weights = np.delete(POSE_WEIGHTS, 10)
    target_height = 0.49
