"""Go to the ball."""

from rcssgym._core import BALL_RADIUS
from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.ball import BallTask
from rcssgym.envs.tasks.robots import ANT, FIRM_K1, FIRM_T1
from rcssgym.envs.terms import Terms, term


class GoToBall(BallTask):
    """Get behind the ball, so that it could be kicked along a direction.

    The pose to reach is ``behind`` the ball, looking along the direction. The ball begins up to
    ``far`` from the torso, anywhere around it; with :attr:`progress` ``p`` up to ``near + p (far -
    near)``, at most ``p`` half turns from the heading, and so is the direction from the ball's.

    An episode terminates when the robot falls, or has been at the pose for ``steady`` steps:
    within ``close`` and ``aligned`` of it. ``info["is_success"]`` tells who has got there,
    ``info["distance"]`` how far away the pose is, m, and ``info["touched"]`` who has touched the
    ball.
    """

    behind = 0.35
    """m"""
    near, far = 0.8, 4.0
    """m"""
    close = 0.1
    """m"""
    aligned = 0.2
    """rad"""
    steady = 10
    """Steps of 20 ms."""
    arrival = 10.0
    """Reward for being at the pose in the end."""

    error = Cells("error")
    """How far the pose is ``(W, 2)``: distance, m, and angle, rad."""
    before = Cells("before")
    """The same before the last step."""
    arrived = Cells("arrived", "number")
    """For how many steps robots have been at the pose ``(W,)``."""

    def errors(self) -> Floats:
        """How far the pose was when worlds were last read ``(W, 2)``: distance, m, and angle."""
        errors: Floats = self.error.copy()
        return errors

    def declare(self) -> Terms:
        """Return what it is made of; rewarded is getting nearer and leaving the ball alone.

        ``approach``: 5 for each metre that the step has come nearer; ``facing``: 1 for each radian
        that it has turned towards the direction, the less the farther away: times ``exp(-d)``;
        ``arrival``: :attr:`arrival` at the end; ``touch``: -0.2 for each step that touches the
        ball; then those of :meth:`usual_terms`.
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
