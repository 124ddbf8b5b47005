"""Common parts of tasks of one robot and the ball: where the ball is and where it should go."""

import numpy as np
from rcssgym._core import BALL_RADIUS, WorldBatch
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags
from rcssgym.envs.tasks.mirror import VECTOR, Mirror, body_mirror, joints_mirror, side_by_side
from rcssgym.envs.tasks.senses import ball_observation, gait_phase, heading

from envs.numpy_tasks.robot import TORSO, RobotTask
from envs.numpy_tasks.walk import GAIT_MIRROR

PLANE = Mirror(np.arange(2), np.array([1.0, -1.0]))
"""Mirror image of x forwards and y to the left."""
REST = 0.005
"""Speed below which a ball rests, m/s."""
START = 0.01
"""Speed to which only a touch can accelerate a resting ball within a step, m/s."""
GAIN = 0.05
"""Gain of speed within a step that the ground cannot give to a spinning ball, m/s."""
JOLT = 0.25
"""Change of velocity within a step that the ground's friction cannot cause, m/s."""


class BallTask(RobotTask):
    """One robot and the ball, which it should move along a direction.

    Observation, the same in all these tasks: :meth:`body_observation` (3 J + 3), direction of
    gravity in the torso's frame (3), sine and cosine of both legs' gait phases (4), and along the
    torso's heading, x forwards and y to the left: the ball (2, m), its velocity (2, in 3 m/s), the
    direction (2, a unit vector).

    ``ball`` and ``ball_velocity`` are ``(W, 2)`` in the world, m and m/s; ``direction`` is a unit
    vector ``(W, 2)``; ``touches`` marks who has touched the ball in the last step, ``touched`` who
    has in this episode ``(W,)``.
    """

    extras = 13
    gait_frequency = 1.5
    """Gait cycles per second, 1/s."""
    fall = 5.0
    """Cost of a fall, once."""

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Allocate."""
        super().begin(worlds, streams)
        num = len(worlds)
        self.direction = np.zeros((num, 2))
        self.age = np.zeros(num, dtype=np.int64)
        self.touches = np.zeros(num, dtype=np.bool_)
        self.touched = np.zeros(num, dtype=np.bool_)
        self._position = np.zeros((num, 3))
        self._velocity = np.zeros((num, 6))

    def reset(self, envs: Indices) -> None:
        """Put robots and balls where episodes start."""
        super().reset(envs)
        self.age[envs] = 0
        self.touched[envs] = False

    # As attributes, these would lose their link to the arrays that are read when a task is copied.

    @property
    def ball(self) -> Floats:
        """The ball's position in the world ``(W, 2)``, m."""
        return self._position[:, :2]

    @property
    def ball_velocity(self) -> Floats:
        """The ball's velocity in the world ``(W, 2)``, m/s."""
        return self._velocity[:, :2]

    def lay_ball(self, qpos: Floats, offset: Floats) -> None:
        """Put balls on the ground at ``offset`` ``(n, 2)`` from the torsos of states, m."""
        qpos[:, :2] = qpos[:, TORSO : TORSO + 2] + offset
        qpos[:, 2] = BALL_RADIUS

    def step(self, actions: Floats) -> None:
        """Command the motors, and detect touches of the ball."""
        before = self.ball_velocity.copy()
        super().step(actions)
        self.age += 1
        self.touches = touched(before, self.ball_velocity)
        self.touched |= self.touches

    def _sense(self) -> None:
        """Also read the ball's state."""
        super()._sense()
        self.worlds.read("ball_position", self._position)
        self.worlds.read("ball_velocity", self._velocity)

    def to_ball(self) -> Floats:
        """From torso to ball in the world ``(W, 2)``, m."""
        return self.ball - self.position[:, 0, :2]

    def usual_rewards(self) -> dict[str, Floats]:
        """Return the terms that all these tasks share.

        ``fall``: minus :attr:`fall` for a robot that has fallen; ``upright``: square of the sine of
        the lean; ``action_rate``, ``joint_speed``: squares of the change of the action, and of
        rad/s.
        """
        rate = self.action - self.previous_action
        return {
            "fall": -self.fall * self.fallen(),
            "upright": -0.5 * np.square(self.gravity()[:, :2]).sum(axis=-1),
            "action_rate": -0.005 * np.square(rate).sum(axis=-1),
            "joint_speed": -1e-4 * np.square(self.speeds[:, 0]).sum(axis=-1),
        }

    def parts(self) -> list[Floats]:
        """Body, gravity, gait phase, ball and direction."""
        yaw = heading(self.quaternion[:, 0])
        return [
            *self.body_observation(),
            self.gravity(),
            gait_phase(self.age, self.gait_frequency),
            ball_observation(yaw, self.to_ball(), self.ball_velocity, self.direction),
        ]

    def observation_mirror(self) -> Mirror:
        """Return how an observation changes when left and right are swapped."""
        return side_by_side(body_mirror(self.robot), VECTOR, GAIT_MIRROR, PLANE, PLANE, PLANE)

    def action_mirror(self) -> Mirror:
        """Return how an action changes when left and right are swapped."""
        return joints_mirror(self.robot)


def touched(before: Floats, after: Floats) -> Flags:
    """Return which balls on the ground something has touched in a step ``(n,)``.

    A touch is a change that friction with the ground cannot cause. Softer touches go undetected,
    unless they set a resting ball in motion.

    :param before: horizontal velocities before the step ``(n, 2)``, m/s.
    :param after: horizontal velocities after the step ``(n, 2)``, m/s.
    """
    slow, fast = (np.sqrt(np.square(v).sum(axis=-1)) for v in (before, after))
    jolt = np.sqrt(np.square(after - before).sum(axis=-1))
    is_started = (slow < REST) & (fast > START)
    hit: Flags = is_started | (fast - slow > GAIN) | (jolt > JOLT)
    return hit
