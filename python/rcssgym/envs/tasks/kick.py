"""Kick the ball far and straight."""

from rcssgym._core import BALL_RADIUS
from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.ball import BallTask
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.terms import Function, Term, Terms, term


class Kick(BallTask):
    """Kick the ball along the pitch, as in the league's kick challenge, whose referee scores it.

    The challenge gives a hundred points for each metre along x that the ball has come from the
    centre of the pitch, less as many for each metre to the side: ``x - |y|``. It ends at the
    player's second touch, and a foot that bounces touches twice. Here the robot stands behind the
    ball, which lies at the centre, and looks along x but for at most ``yaw``; with
    :attr:`progress` ``p`` all that varies at the start varies ``p`` times as much.

    An episode terminates when the ball has come to rest after the touch, at a second touch, or
    when the robot falls without having touched the ball.

    ``info["distance"]`` is the score of the moment, m: hundred points each; ``info["touched"]``
    tells who has touched the ball.
    """

    rules = "ssim"
    referee = "kick_challenge"
    max_episode_steps = 500
    near, far = 0.28, 0.4
    """From torso to ball at the start, m."""
    side = 0.12
    """Most that the ball lies to the left or right of the torso, m."""
    yaw = 0.2
    """rad"""
    points = 5.0
    """Reward for each metre of score."""

    is_over = Cells("is_over", "number")
    """Where the referee has ended the challenge ``(W,)``."""

    def declare(self) -> Terms:
        """Return what it is made of; an episode's rewards sum up to its score.

        ``distance``: :attr:`points` for each metre of score that the step has gained; then those
        of :meth:`usual_terms`, the fall only for who has not touched the ball.
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
        """Terms of the reward that all these tasks share; a fall after a touch costs nothing."""
        fall = term("fallen_untouched", -self.fall, lean=self.steepest)
        return {**super().usual_terms(), "fall": fall}

    def score(self) -> Floats:
        """Score of the kick challenge ``(W,)``, m: hundred points each."""
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
