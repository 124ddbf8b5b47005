"""Kick the ball far and straight."""

from dataclasses import replace

from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.tasks.v1.layout import BALL, KNOWN, BallTask
from rcssgym.envs.terms import Terms, term


class Kick(BallTask):
    """Kick the ball along x with one kick, and stay on the feet.

    Starts are those of ``T1Kick-v0``. A kick is the first touch and all touches within 0.2 s of it,
    since a foot bounces. A later touch ends what counts as the kick, but not the episode, which
    only a fall ends, before the kick or after it.

    ``info["distance"]`` is how far the kick has driven the ball, ``x - |y|`` in m.
    ``info["score"]``, also in m, is the score of the kick challenge's referee, for whom a second
    contact ends the kick, however short the pause. ``info["touched"]`` says whether the robot has
    touched the ball, ``info["touched_twice"]`` whether it has done so after the kick.
    """

    rules = "ssim"
    referee = "kick_challenge"
    max_episode_steps = 300
    near, far = 0.28, 0.4
    """Smallest and largest distance from torso to ball at the start, m."""
    side = 0.12
    """Largest distance of the ball to the left or right of the torso at the start, m."""
    yaw = 0.2
    """Largest angle between heading and x axis at the start, rad."""
    points = 30.0
    """Reward for each metre that the kick drives the ball."""
    fall = 60.0
    behind = 0.1
    drive = 1.0
    slowing = 0.6
    """Deceleration of a rolling ball, m/s^2; the reward predicts with it where the ball stops."""

    def declare(self) -> Terms:
        """Return the task's terms.

        ``distance``: :attr:`points` for each metre that the kick has driven the ball in the step;
        then those of :meth:`living`, with 0.1 for being alive. A fall costs as much as two metres.
        """
        fallen = term("fallen", lean=self.steepest)
        start = term(
            "ball_at_centre",
            near=self.near,
            far=self.far,
            side=self.side,
            yaw=self.yaw,
            radius=self.radius,
        )
        return Terms(
            observations=self.layout(BALL),
            rewards={
                "distance": term("kick_way_gain", self.points),
                **self.living(0.1),
            },
            ends=(fallen,),
            measures={
                "distance": "kick_way",
                "score": "kick_score",
                "touched": "ball_touched",
                "touched_twice": "kicked_twice",
                "fallen": fallen,
            },
            processes=(
                "touches",
                "direction",
                term("kick", slowing=self.slowing),
                "kick_off",
                "kick_challenge",
                self.steering(),
                *self.disturbances(),
            ),
            start=("upright", start),
            privileged=KNOWN,
        )


class T1Kick(Kick):
    """Kick as a T1: observation ``(88,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=0.5)


class K1Kick(Kick):
    """Kick as a K1: observation ``(85,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=0.5)
    near, far = 0.25, 0.36
    side = 0.11
