"""Common code of tasks of this version: observations, disturbances and bounded penalties.

Walking, going to the ball, dribbling and kicking have the same layout of observations, so that a
policy of one task may continue learning with another: the body (3 J + 3), a command (3), sine and
cosine of both legs' gait phases (4), direction of gravity in the torso's frame (3), and along the
torso's heading the ball (2, m), its velocity (2, in 3 m/s) and the direction in which it should go
(2). Parts that a task does not use are zero. The first ``3 J + 13`` numbers are those of
``T1Walk-v0`` and ``K1Walk-v0``.

Penalties of :meth:`Deployed.living` are bounded, ``x / (half + |x|)``, and their sum is no larger
than the reward for being alive. Apart from terms for motion, which may be in a wrong direction, and
for touches, the reward of every step but the last is therefore positive whatever the policy does. A
fall is penalized once.
"""

from __future__ import annotations

import numpy as np

from rcssgym._core import BALL_RADIUS
from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.mirror import (
    COMMAND,
    GAIT,
    PLANE,
    VECTOR,
    Mirror,
    body_mirror,
    joints_mirror,
    side_by_side,
)
from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.terms import BODY, PRIVILEGED, Term, term

BALL = ("ball", "ball_velocity", "ball_direction")
NO_BALL = (term("zeros", width=6),)
KNOWN = (*PRIVILEGED, "late", "last_push")
"""Terms for what critics know of deployed robots besides the observation."""

Rewards = dict[str, Term | str]


class Deployed(RobotTask):
    """A robot under conditions of a server: late actions, sensor errors and pushes by others."""

    late = 0.8
    """Share of episodes in which actions take effect one step late."""
    push_speed = 0.4
    """Largest change of the torso's velocity along each horizontal axis, m/s."""
    push_interval = 250
    """Steps of 20 ms from one push to the next, on average."""
    noise = 1.0
    """Scale of sensor errors: at 1, at most 0.01 rad and 0.3 rad/s for joints, 0.1 rad/s for the
    gyro, and 0.01 for the quaternion."""
    fall = 10.0
    """Penalty for a fall, paid once. In tasks where acting faster and then falling would pay more
    within a learner's horizon of some seconds, it is about the reward of a hundred good steps."""

    def disturbances(self) -> tuple[Term, ...]:
        """Return the processes for these conditions; pushes grow until training is half over."""
        return (
            term("late_actions", share=self.late),
            term("push", speed=self.push_speed, interval=self.push_interval, grows=2.0),
            term(
                "sense_errors",
                angles=0.01 * self.noise,
                speeds=0.3 * self.noise,
                gyro=0.1 * self.noise,
                quaternion=0.01 * self.noise,
            ),
        )

    def living(self, alive: float) -> Rewards:
        """Return the terms of the reward that all tasks share, for being alive and its penalties.

        ``alive``: this reward in each step; ``fall``: minus :attr:`fall`, once; ``upright``,
        ``action_rate``, ``joint_speed`` and ``effort``: bounded penalties, at most 0.8 ``alive`` in
        total.
        """
        has_torques = self.robot.drive == "torque"
        effort = ("action_size", 0.5) if has_torques else ("effort", 4000.0)
        return {
            "alive": term("alive", alive),
            "fall": term("fallen", -self.fall, lean=self.steepest),
            "upright": term("lean", -0.3 * alive, half=0.1),
            "action_rate": term("action_rate", -0.2 * alive, half=4.0),
            "joint_speed": term("joint_speed", -0.15 * alive, half=200.0),
            "effort": term(effort[0], -0.15 * alive, half=effort[1]),
        }

    def action_mirror(self) -> Mirror:
        """Return how to swap left and right in an action."""
        return joints_mirror(self.robot)


class WalkingTask(Deployed):
    """A task that observes the shared layout."""

    gait_frequency = 1.5
    """Gait cycles of both legs per second, 1/s."""
    lowest_command = np.array([-0.4, -0.3, -0.8])
    """Lower bounds of commands, m/s, m/s, rad/s."""
    highest_command = np.array([1.0, 0.3, 0.8])
    """Upper bounds of commands, m/s, m/s, rad/s."""

    command = Cells("command")

    def layout(self, ball: tuple[Term | str, ...]) -> tuple[Term | str, ...]:
        """Return the shared layout, with or without a ball."""
        gait = term("gait_phase", frequency=self.gait_frequency, rests=1.0)
        return (*BODY, "command", gait, "gravity", *ball)

    def observation_mirror(self) -> Mirror:
        """Return how to swap left and right in an observation."""
        body = body_mirror(self.robot)
        return side_by_side(body, COMMAND, GAIT, VECTOR, PLANE, PLANE, PLANE)


class BallTask(WalkingTask):
    """A task with the ball in play.

    The observed command leads to where the robot should go, so that a policy that walks as
    commanded already gets there. ``ball`` and ``ball_velocity`` are ``(W, 2)`` in the world, m and
    m/s, ``direction`` is a unit vector ``(W, 2)``.
    """

    behind = 0.35
    """Distance behind the ball to which the command leads, m."""
    around = 0.0
    """Distance from the ball of the path around it, m."""
    drive = 0.0
    """Speed at which the command leads through a ball that lies ahead, m/s; 0: it does not."""
    radius = BALL_RADIUS

    direction = Cells("direction")
    touches = Cells("touches", "number")
    ball = Cells("ball_position", part=slice(2))
    ball_velocity = Cells("ball_velocity", part=slice(2))

    def steering(self, **more: float) -> Term:
        """Return the process that updates the command.

        :param more: further parameters of the term ``pose_command``.
        """
        return term(
            "pose_command",
            low=self.lowest_command,
            high=self.highest_command,
            behind=self.behind,
            around=self.around,
            drive=self.drive,
            **more,
        )

    def to_ball(self) -> Floats:
        """Return the vector from torso to ball in the world ``(W, 2)``, m."""
        to_ball: Floats = self.ball - self.position[:, 0, :2]
        return to_ball
