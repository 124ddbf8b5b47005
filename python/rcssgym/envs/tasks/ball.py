"""What tasks of one robot and the ball have in common: where the ball is and where it should go."""

import numpy as np

from rcssgym._core import BALL_RADIUS
from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.task import Flags
from rcssgym.envs.tasks.mirror import VECTOR, Mirror, body_mirror, joints_mirror, side_by_side
from rcssgym.envs.tasks.robot import TORSO, RobotTask
from rcssgym.envs.tasks.walk import GAIT_MIRROR
from rcssgym.envs.terms import BODY, Function, Term, Terms, term

PLANE = Mirror(np.arange(2), np.array([1.0, -1.0]))
"""Mirror image of x forwards and y to the left."""
REST = 0.005
"""Speed below which a ball rests, m/s."""
START = 0.01
"""Speed to which nothing but a touch brings a ball at rest within a step, m/s."""
GAIN = 0.05
"""More speed than the ground gives a spinning ball within a step, m/s."""
JOLT = 0.25
"""Larger change of velocity than the ground's friction makes within a step, m/s."""


class BallTask(RobotTask):
    """One robot and the ball, which it should move along a direction.

    Observation, the same in all these tasks: :meth:`body_observation` (3 J + 3), direction of
    gravity in the torso's frame (3), sine and cosine of both legs' gait phases (4), and along the
    torso's heading, x forwards and y to the left: the ball (2, m), its velocity (2, in 3 m/s), the
    direction (2, a unit vector).

    ``ball`` and ``ball_velocity`` are ``(W, 2)`` in the world, m and m/s; ``direction`` is a unit
    vector ``(W, 2)``; ``touches`` tells who has touched the ball in the last step, ``touched`` who
    has in this episode ``(W,)``.
    """

    extras = 13
    gait_frequency = 1.5
    """Steps of each leg a second, 1/s."""
    fall = 5.0
    """What a fall costs, once."""

    direction = Cells("direction")
    touches = Cells("touches", "number")
    touched = Cells("touched", "number")
    ball = Cells("ball_position", part=slice(2))
    ball_velocity = Cells("ball_velocity", part=slice(2))

    def declare(self) -> Terms:
        """Return what all these tasks share; a task has starts, rewards and more of its own."""
        return Terms(
            observations=self.observations(),
            rewards=self.usual_terms(),
            ends=(term("fallen", lean=self.steepest),),
            processes=("touches", "direction"),
        )

    def observations(self) -> tuple[Term | str, ...]:
        """Body, gravity, gait phase, ball and direction."""
        gait = term("gait_phase", frequency=self.gait_frequency)
        return (*BODY, "gravity", gait, "ball", "ball_velocity", "ball_direction")

    def usual_terms(self) -> dict[str, Term | Function | str]:
        """Terms of the reward that all these tasks share.

        ``fall``: minus :attr:`fall` for who has fallen; ``upright``: square of the sine of the
        lean; ``action_rate``, ``joint_speed``: squares of the change of the action, and of rad/s.
        """
        return {
            "fall": term("fallen", -self.fall, lean=self.steepest),
            "upright": term("lean", -0.5),
            "action_rate": term("action_rate", -0.005),
            "joint_speed": term("joint_speed", -1e-4),
        }

    def lay_ball(self, qpos: Floats, offset: Floats) -> None:
        """Put balls on the ground at ``offset`` ``(n, 2)`` from the torsos of states, m."""
        qpos[:, :2] = qpos[:, TORSO : TORSO + 2] + offset
        qpos[:, 2] = BALL_RADIUS

    def to_ball(self) -> Floats:
        """From torso to ball in the world ``(W, 2)``, m."""
        to_ball: Floats = self.ball - self.position[:, 0, :2]
        return to_ball

    def usual_rewards(self) -> dict[str, Floats]:
        """Return the terms of :meth:`usual_terms` ``(W,)``, for who writes :meth:`rewards`."""
        terms = RobotTask.rewards(self)
        return {name: terms[name] for name in self.usual_terms()}

    def observation_mirror(self) -> Mirror:
        """Tell what an observation becomes when left and right are swapped."""
        return side_by_side(body_mirror(self.robot), VECTOR, GAIT_MIRROR, PLANE, PLANE, PLANE)

    def action_mirror(self) -> Mirror:
        """Tell what an action becomes when left and right are swapped."""
        return joints_mirror(self.robot)


def touched(before: Floats, after: Floats) -> Flags:
    """Tell which balls on the ground something has touched in a step ``(n,)``.

    It tells by what friction with the ground cannot do to a ball. A touch so soft that it stays
    below that goes unseen, unless it sets a ball at rest in motion.

    :param before: horizontal velocities before the step ``(n, 2)``, m/s.
    :param after: and after it.
    """
    slow, fast = (np.sqrt(np.square(v).sum(axis=-1)) for v in (before, after))
    jolt = np.sqrt(np.square(after - before).sum(axis=-1))
    is_started = (slow < REST) & (fast > START)
    hit: Flags = is_started | (fast - slow > GAIN) | (jolt > JOLT)
    return hit
