"""Go to the ball."""

from dataclasses import replace

from rcssgym.envs.cells import Cells
from rcssgym.envs.tasks.robots import ANT, FIRM_K1, FIRM_T1
from rcssgym.envs.tasks.v1.layout import BALL, KNOWN, BallTask
from rcssgym.envs.terms import Terms, term


class GoToBall(BallTask):
    """Get behind the ball, so that it could be kicked along a direction, and stay there.

    The target pose is the distance ``behind`` behind the ball, facing along the direction. The ball
    starts up to ``far`` from the torso, anywhere around it. With :attr:`progress` ``p`` it starts
    up to ``near + p (far - near)`` away, at most ``p`` half turns off the heading, and the
    direction is at most ``p`` half turns off the ball's bearing.

    Only a fall ends an episode. ``info["is_success"]`` says whether the robot has been within
    ``close`` and ``aligned`` of the pose for the last ``steady`` steps, ``info["distance"]`` how
    far away the pose is, m, and ``info["touched"]`` whether the robot has touched the ball.
    """

    near, far = 0.8, 4.0
    """Largest distance of the ball at the start, at :attr:`progress` 0 and 1, m."""
    close = 0.1
    """Distance within which the robot is at the pose, m."""
    aligned = 0.2
    """Angle within which the robot is at the pose, rad."""
    steady = 10
    """Steps of 20 ms for which the robot must be at the pose."""
    around = 0.55
    fall = 100.0

    error = Cells("error")
    """Distance, m, and angle, rad, of the pose from the robot's ``(W, 2)``."""

    def declare(self) -> Terms:
        """Return the task's terms.

        ``arrival``: 2 for each step at the pose, and nothing for nearly being there; ``approach``:
        4 for each metre by which the step has come nearer; ``facing``: 1 for each radian by which
        it has turned towards the direction, near the pose; ``touch``: -0.1 for each step in which
        the ball is touched; then those of :meth:`living`, with 0.3 for being alive.
        """
        fallen = term("fallen", lean=self.steepest)
        pose = term("target_pose", behind=self.behind, close=self.close, aligned=self.aligned)
        around = term("ball_around", near=self.near, far=self.far, radius=self.radius)
        return Terms(
            observations=self.layout(BALL),
            rewards={
                "arrival": term("arrived", 2.0, steady=1),
                "approach": term("approach", 4.0),
                "facing": "facing",
                "touch": term("ball_touched_now", -0.1),
                **self.living(0.3),
            },
            ends=(fallen,),
            measures={
                "is_success": term("arrived", steady=self.steady),
                "distance": "pose_distance",
                "touched": "ball_touched",
                "fallen": fallen,
            },
            processes=("touches", "direction", pose, self.steering(), *self.disturbances()),
            start=("upright", around),
            privileged=KNOWN,
        )


class T1GoToBall(GoToBall):
    """Go to the ball as a T1: observation ``(88,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=0.5)


class K1GoToBall(GoToBall):
    """Go to the ball as a K1: observation ``(85,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=0.5)


class AntGoToBall(GoToBall):
    """Go to the ball as an ant: observation ``(43,)``, action ``(8,)``."""

    robot = ANT
    behind = 1.2
    near, far = 1.5, 6.0
    close = 0.2
    around = 1.5
