"""Go to the ball."""

from rcssgym._core import BALL_RADIUS
from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.ball import BallTask
from rcssgym.envs.tasks.robots import ANT, FIRM_K1, FIRM_T1
from rcssgym.envs.terms import Terms, term


class GoToBall(BallTask):
    """Get behind the ball, so that it could be kicked along a direction.

    The target pose is the distance ``behind`` behind the ball, facing along the direction. The ball
    starts up to ``far`` from the torso, anywhere around it. With :attr:`progress` ``p`` it starts
    up to ``near + p (far - near)`` away, at most ``p`` half turns off the heading, and the
    direction is at most ``p`` half turns off the ball's bearing.

    An episode terminates when the robot falls, or has been at the pose, within ``close`` and
    ``aligned`` of it, for ``steady`` steps. ``info["is_success"]`` says whether the robot has
    arrived, ``info["distance"]`` how far away the pose is, m, and ``info["touched"]`` whether the
    robot has touched the ball.
    """

    behind = 0.35
    """Distance of the target pose from the ball, m."""
    near, far = 0.8, 4.0
    """Largest distance of the ball at the start, at :attr:`progress` 0 and 1, m."""
    close = 0.1
    """Distance within which the robot is at the pose, m."""
    aligned = 0.2
    """Angle within which the robot is at the pose, rad."""
    steady = 10
    """Steps of 20 ms for which the robot must be at the pose."""
    arrival = 10.0
    """Reward for arriving at the pose, which ends the episode."""

    error = Cells("error")
    """Distance, m, and angle, rad, of the pose from the robot's ``(W, 2)``."""
    before = Cells("before")
    """The same before the last step."""
    arrived = Cells("arrived", "number")
    """For how many steps robots have been at the pose ``(W,)``."""

    def errors(self) -> Floats:
        """Return how far the pose was when the worlds were last read ``(W, 2)``: m and rad."""
        errors: Floats = self.error.copy()
        return errors

    def declare(self) -> Terms:
        """Return the task's terms, which reward getting nearer and leaving the ball alone.

        ``approach``: 5 for each metre by which the step has come nearer; ``facing``: 1 for each
        radian by which it has turned towards the direction, times ``exp(-d)`` of the distance
        ``d``, m; ``arrival``: :attr:`arrival` at the end; ``touch``: -0.2 for each step in which
        the ball is touched; then those of :meth:`usual_terms`.
        """
        arrived = term("arrived", steady=self.steady)
        pose = term("target_pose", behind=self.behind, close=self.close, aligned=self.aligned)
        around = term("ball_around", near=self.near, far=self.far, radius=BALL_RADIUS)
        return Terms(
            observations=self.observations(),
            rewards={
                "approach": term("approach", 5.0),
                "facing": "facing",
                "arrival": term("arrived", self.arrival, steady=self.steady),
                "touch": term("ball_touched_now", -0.2),
                **self.usual_terms(),
            },
            ends=(term("fallen", lean=self.steepest), arrived),
            measures={
                "is_success": arrived,
                "distance": "pose_distance",
                "touched": "ball_touched",
            },
            processes=("touches", "direction", pose),
            start=("upright", around),
        )


class T1GoToBall(GoToBall):
    """Go to the ball as a T1: observation ``(85,)``, action ``(23,)``."""

    robot = FIRM_T1


class K1GoToBall(GoToBall):
    """Go to the ball as a K1: observation ``(82,)``, action ``(22,)``."""

    robot = FIRM_K1


class AntGoToBall(GoToBall):
    """Go to the ball as an ant: observation ``(40,)``, action ``(8,)``."""

    robot = ANT
    behind = 1.2
    near, far = 1.5, 6.0
    close = 0.2
