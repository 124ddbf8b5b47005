"""What tasks of a single T1 have in common: pose, actions, senses and falling.

Observations, targets and gains are those of the league's public locomotion policies (RL-X
``robocup_soccer``): target = nominal + 0.5 a, kp 25 N m/rad, kd 0.6 N m s/rad. Their actions have
no bounds; ours are half as large and bounded, so that a target is at most 1 rad from nominal.
"""

from abc import abstractmethod

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags, Task

# fmt: off
NOMINAL = np.array([
    0.0, 0.0,                          # head
    0.0, -1.4, 0.0, -0.4,              # left arm
    0.0, 1.4, 0.0, 0.4,                # right arm
    0.0,                               # waist
    -0.4, 0.0, 0.0, 0.8, -0.4, 0.0,    # left leg
    -0.4, 0.0, 0.0, 0.8, -0.4, 0.0,    # right leg
])
# fmt: on
"""Joint angles of a crouch, rad, in the order of the motors."""

MOTORS = len(NOMINAL)
_TORSO = 7
"""First coordinate of the robot: the ball has the first seven."""
RLX_ACTION = 2.0
"""What RL-X calls an action that is 1 here."""
LARGEST_OBSERVATION = 10.0


class T1Task(Task):
    """One T1 that must not fall.

    An action is ``(23,)``, -1 to 1: the target angles of the motors are ``NOMINAL + action``, rad.
    An episode terminates when the torso is lower than ``lowest`` or leans by more than
    ``steepest``.
    """

    action_scale = 1.0
    """rad"""
    kp = 25.0
    """N m/rad"""
    kd = 0.6
    """N m s/rad"""
    height = 0.66
    """Of the torso at the start, m."""
    lowest = 0.45
    """Height of the torso below which the robot counts as fallen, m."""
    steepest = 1.0
    """Lean of the torso beyond which the robot counts as fallen, rad."""

    action_space = Box(-1.0, 1.0, (MOTORS,), np.float32)

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Allocate."""
        super().begin(worlds, streams)
        num = len(worlds)
        self.action = np.zeros((num, MOTORS))
        self.previous_action = np.zeros((num, MOTORS))
        self.angles = np.zeros((num, 1, MOTORS))
        self.speeds = np.zeros((num, 1, MOTORS))
        self.gyro = np.zeros((num, 1, 3))
        self.position = np.zeros((num, 1, 3))
        self.quaternion = np.zeros((num, 1, 4))
        self.velocity = np.zeros((num, 1, 6))
        self.start = worlds.qpos[:1]
        self.qvel_size = worlds.qvel.shape[1]
        self._is_stale = True

    def reset(self, envs: Indices) -> None:
        """Put robots into the nominal crouch, turned and bent at random."""
        noise = self.streams.uniform(envs, 1 + MOTORS, -1.0, 1.0)
        half_yaw = 0.5 * np.pi * noise[:, 0]
        qpos = np.repeat(self.start, len(envs), axis=0)
        qpos[:, _TORSO : _TORSO + 3] = (0.0, 0.0, self.height)
        qpos[:, _TORSO + 3] = np.cos(half_yaw)
        qpos[:, _TORSO + 4 : _TORSO + 6] = 0.0
        qpos[:, _TORSO + 6] = np.sin(half_yaw)
        qpos[:, _TORSO + 7 :] = NOMINAL + 0.05 * noise[:, 1:]
        self.worlds.set_state(qpos, np.zeros((len(envs), self.qvel_size)), envs)
        self._is_stale = True
        self.action[envs] = 0.0
        self.previous_action[envs] = 0.0

    def step(self, actions: Floats) -> None:
        """Command the motors."""
        self.previous_action[:] = self.action
        self.action[:] = actions
        targets = NOMINAL + self.action_scale * self.action
        self.worlds.step(targets[:, None, :], kp=self.kp, kd=self.kd)
        self._sense()

    def _sense(self) -> None:
        """Read what observations and rewards are made of."""
        read = self.worlds.read
        self._is_stale = False
        read("joint_positions", self.angles)
        read("joint_velocities", self.speeds)
        read("gyro", self.gyro)
        read("root_position", self.position)
        read("root_quaternion", self.quaternion)
        read("root_velocity", self.velocity)

    def gravity(self) -> Floats:
        """Direction of gravity in the torso's frame ``(W, 3)``."""
        w, x, y, z = np.moveaxis(self.quaternion[:, 0], -1, 0)
        down = [2 * (w * y - x * z), -2 * (y * z + w * x), 2 * (x * x + y * y) - 1]
        return np.stack(down, axis=-1)

    def heading_velocity(self) -> Floats:
        """Velocity of the torso along its heading, to its left and upwards ``(W, 3)``, m/s."""
        w, x, y, z = np.moveaxis(self.quaternion[:, 0], -1, 0)
        yaw = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
        vx, vy, vz = np.moveaxis(self.velocity[:, 0, :3], -1, 0)
        sin, cos = np.sin(yaw), np.cos(yaw)
        return np.stack([cos * vx + sin * vy, cos * vy - sin * vx, vz], axis=-1)

    def terminated(self) -> Flags:
        """Tell who has fallen."""
        low = self.position[:, 0, 2] < self.lowest
        steep = -self.gravity()[:, 2] < np.cos(self.steepest)
        fallen: Flags = low | steep
        return fallen

    def body_observation(self) -> list[Floats]:
        """Scaled joint angles, speeds, previous action and gyro: 23 + 23 + 23 + 3 numbers."""
        return [
            (self.angles[:, 0] - NOMINAL) / 3.14,
            self.speeds[:, 0] / 100.0,
            self.action * RLX_ACTION / 10.0,
            self.gyro[:, 0] / 50.0,
        ]

    @abstractmethod
    def parts(self) -> list[Floats]:
        """Return the parts of the observation, ``(W, n)`` each."""

    def observe(self, out: NDArray[np.float32]) -> None:
        """Write the parts side by side, clipped to -10 to 10."""
        if self._is_stale:
            self._sense()
        parts = np.concatenate(self.parts(), axis=-1)
        np.clip(parts, -LARGEST_OBSERVATION, LARGEST_OBSERVATION, out=out, casting="same_kind")


def observations(size: int) -> Box:
    """Return the space of so many numbers."""
    return Box(-LARGEST_OBSERVATION, LARGEST_OBSERVATION, (size,), np.float32)
