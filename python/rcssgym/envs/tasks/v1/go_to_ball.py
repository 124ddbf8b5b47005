"""Go to the ball."""

from dataclasses import replace

from rcssgym.envs.cells import Cells
from rcssgym.envs.tasks.robots import ANT, FIRM_K1, FIRM_T1
from rcssgym.envs.tasks.v1.layout import BALL, KNOWN, BallTask
from rcssgym.envs.terms import Terms, term


class GoToBall(BallTask):
    """Get behind the ball, so that it could be kicked along a direction, and stay there.

    The pose to reach is ``behind`` the ball, looking along the direction. The ball begins up to
    ``far`` from the torso, anywhere around it; with :attr:`progress` ``p`` up to ``near + p (far -
    near)``, at most ``p`` half turns from the heading, and so is the direction from the ball's.

    Only a fall ends an episode. ``info["is_success"]`` tells who has been within ``close`` and
    ``aligned`` of the pose for the last ``steady`` steps, ``info["distance"]`` how far away the
    pose is, m, and ``info["touched"]`` who has touched the ball.
    """

    near, far = 0.8, 4.0
    """m"""
    close = 0.1
    """m"""
    aligned = 0.2
    """rad"""
    steady = 10
    """Steps of 20 ms."""
    around = 0.55
    fall = 100.0

    error = Cells("error")
    """How far the pose is ``(W, 2)``: distance, m, and angle, rad."""

    def declare(self) -> Terms:
        """Return what it is made of.

        ``arrival``: 2 for each step at the pose, which nearly being there does not pay;
        ``approach``: 4 for each metre that the step has come nearer; ``facing``: 1 for each radian
        that it has turned towards the direction, near the pose; ``touch``: -0.1 for each step that
        touches the ball; then those of :meth:`living`, with 0.3 for being alive.
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
