"""Common code of tasks of one robot and the ball: the ball's position and target direction."""

from rcssgym._core import BALL_RADIUS
from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.mirror import (
    GAIT,
    PLANE,
    VECTOR,
    Mirror,
    body_mirror,
    joints_mirror,
    side_by_side,
)
from rcssgym.envs.tasks.robot import TORSO, RobotTask
from rcssgym.envs.terms import BODY, Function, Term, Terms, term


class BallTask(RobotTask):
    """One robot and the ball, which it should move along a direction.

    Observation, the same in all these tasks: :meth:`body_observation` (3 J + 3), direction of
    gravity in the torso's frame (3), sine and cosine of both legs' gait phases (4), and along the
    torso's heading, x forwards and y to the left: the ball (2, m), its velocity (2, in 3 m/s), the
    direction (2, a unit vector).

    ``ball`` and ``ball_velocity`` are ``(W, 2)`` in the world, m and m/s; ``direction`` is a unit
    vector ``(W, 2)``; ``touches`` says whether the robot touched the ball in the last step,
    ``touched`` whether it has done so in this episode ``(W,)``.
    """

    extras = 13
    gait_frequency = 1.5
    """Gait cycles of both legs per second, 1/s."""
    fall = 5.0
    """Penalty for a fall, paid once."""

    direction = Cells("direction")
    touches = Cells("touches", "number")
    touched = Cells("touched", "number")
    ball = Cells("ball_position", part=slice(2))
    ball_velocity = Cells("ball_velocity", part=slice(2))

    def declare(self) -> Terms:
        """Return the terms that all these tasks share; tasks add starts, rewards and more."""
        return Terms(
            observations=self.observations(),
            rewards=self.usual_terms(),
            ends=(term("fallen", lean=self.steepest),),
            processes=("touches", "direction"),
        )

    def observations(self) -> tuple[Term | str, ...]:
        """Return body, gravity, gait phase, ball and direction."""
        gait = term("gait_phase", frequency=self.gait_frequency)
        return (*BODY, "gravity", gait, "ball", "ball_velocity", "ball_direction")

    def usual_terms(self) -> dict[str, Term | Function | str]:
        """Return the terms of the reward that all these tasks share.

        ``fall``: minus :attr:`fall` for a robot that has fallen; ``upright``: square of the sine of
        the lean; ``action_rate``, ``joint_speed``: squares of the change of the action, and of the
        joint speeds in rad/s.
        """
        return {
            "fall": term("fallen", -self.fall, lean=self.steepest),
            "upright": term("lean", -0.5),
            "action_rate": term("action_rate", -0.005),
            "joint_speed": term("joint_speed", -1e-4),
        }

    def lay_ball(self, qpos: Floats, offset: Floats) -> None:
        """Put balls on the ground at ``offset`` ``(n, 2)``, m, from the torsos in ``qpos``."""
        qpos[:, :2] = qpos[:, TORSO : TORSO + 2] + offset
        qpos[:, 2] = BALL_RADIUS

    def to_ball(self) -> Floats:
        """Return the vector from torso to ball in the world ``(W, 2)``, m."""
        to_ball: Floats = self.ball - self.position[:, 0, :2]
        return to_ball

    def usual_rewards(self) -> dict[str, Floats]:
        """Return the values of :meth:`usual_terms` ``(W,)``, for tasks with own :meth:`rewards`."""
        terms = RobotTask.rewards(self)
        return {name: terms[name] for name in self.usual_terms()}

    def observation_mirror(self) -> Mirror:
        """Return how to swap left and right in an observation."""
        return side_by_side(body_mirror(self.robot), VECTOR, GAIT, PLANE, PLANE, PLANE)

    def action_mirror(self) -> Mirror:
        """Return how to swap left and right in an action."""
        return joints_mirror(self.robot)
