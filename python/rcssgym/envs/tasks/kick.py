"""Kick the ball far and straight."""

from rcssgym._core import BALL_RADIUS
from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.ball import BallTask
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.terms import Function, Term, Terms, term


class Kick(BallTask):
    """Kick the ball along the pitch, as in the league's kick challenge, whose referee scores it.

    The challenge gives a hundred points for each metre that the ball has moved along x from the
    centre of the pitch, minus a hundred for each metre to the side: ``x - |y|``. It ends at the
    player's second touch, and a foot that bounces touches twice. Here the robot stands behind the
    ball, which lies at the centre, and faces along x to within ``yaw``. With :attr:`progress`
    ``p``, all variation at the start is multiplied by ``p``.

    An episode terminates when the ball has come to rest after the touch, at a second touch, or
    when the robot falls without having touched the ball.

    ``info["distance"]`` is the current score, m, of a hundred points each; ``info["touched"]`` says
    whether the robot has touched the ball.
    """

    rules = "ssim"
    referee = "kick_challenge"
    max_episode_steps = 500
    near, far = 0.28, 0.4
    """Smallest and largest distance from torso to ball at the start, m."""
    side = 0.12
    """Largest distance of the ball to the left or right of the torso at the start, m."""
    yaw = 0.2
    """Largest angle between heading and x axis at the start, rad."""
    points = 5.0
    """Reward for each metre of score."""

    is_over = Cells("is_over", "number")
    """Whether the referee has ended the challenge ``(W,)``."""

    def declare(self) -> Terms:
        """Return the task's terms; ``distance`` sums up to an episode's score.

        ``distance``: :attr:`points` for each metre of score that the step has gained; then those
        of :meth:`usual_terms`, where a fall only counts before the ball has been touched.
        """
        fallen = term("fallen_untouched", lean=self.steepest)
        start = term(
            "ball_at_centre",
            near=self.near,
            far=self.far,
            side=self.side,
            yaw=self.yaw,
            radius=BALL_RADIUS,
        )
        return Terms(
            observations=self.observations(),
            rewards={"distance": term("kick_gain", self.points), **self.usual_terms()},
            ends=("ball_at_rest", "kick_over", fallen),
            measures={"distance": "kick_score", "touched": "ball_touched"},
            processes=("touches", "direction", "kick_off", "kick_challenge"),
            start=("upright", start),
        )

    def usual_terms(self) -> dict[str, Term | Function | str]:
        """Return the terms shared by all ball tasks; here a fall after a touch costs nothing."""
        fall = term("fallen_untouched", -self.fall, lean=self.steepest)
        return {**super().usual_terms(), "fall": fall}

    def score(self) -> Floats:
        """Return the score of the kick challenge ``(W,)``, m, of a hundred points each."""
        metres: Floats = self.worlds.score[:, 0] / 100.0
        return metres


class T1Kick(Kick):
    """Kick as a T1: observation ``(85,)``, action ``(23,)``."""

    robot = FIRM_T1


class K1Kick(Kick):
    """Kick as a K1: observation ``(82,)``, action ``(22,)``."""

    robot = FIRM_K1
    near, far = 0.25, 0.36
    side = 0.11
