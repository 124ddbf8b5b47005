"""Dribble the ball."""

from rcssgym._core import BALL_RADIUS
from rcssgym.envs.cells import Cells
from rcssgym.envs.tasks.ball import BallTask
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.terms import Terms, term


class Dribble(BallTask):
    """Drive the ball along a commanded direction, and keep it near the feet.

    The ball begins ``near`` to ``far`` from the torso, at most ``aside`` off the heading, and is to
    go along a direction that is drawn anew every ``direction_interval`` steps, at most ``turn``
    from the heading at the start and from the last direction later. ``aside`` and ``turn`` count
    ``p`` times with :attr:`progress` ``p``.

    An episode terminates when the robot falls or the ball is farther than ``lost`` from it.

    ``info["distance"]`` is how far the ball has come along its directions in this episode, m.
    """

    near, far = 0.35, 0.6
    """From torso to ball at the start, m."""
    aside = 0.5
    """rad"""
    turn = 0.8
    """rad"""
    direction_interval = 250
    """Steps of 20 ms."""
    fastest = 1.0
    """Speed of the ball beyond which there is no more reward, m/s."""
    lost = 2.0
    """m"""

    yaw = Cells("direction_yaw", "number")
    """Of the directions ``(W,)``, rad."""
    distance = Cells("distance", "number")

    def declare(self) -> Terms:
        """Return what it is made of; rewarded is the ball's speed along the direction, near.

        ``ball_speed``: 2 for each m/s along the direction, from -1 to :attr:`fastest` m/s, times
        ``exp(-d^2)`` of the distance ``d`` from torso to ball, m; ``drift``: squares of the ball's
        speed across, m/s; ``near``: ``0.5 exp(-d)``; then those of :meth:`usual_terms`.
        """
        return Terms(
            observations=self.observations(),
            rewards={
                "ball_speed": term("ball_speed", 2.0, fastest=self.fastest),
                "drift": term("ball_drift", -0.5),
                "near": term("ball_near", 0.5),
                **self.usual_terms(),
            },
            ends=(term("fallen", lean=self.steepest), term("ball_lost", far=self.lost)),
            measures={"distance": "ball_way"},
            processes=(
                "touches",
                term("turning_direction", turn=self.turn, interval=self.direction_interval),
                "ball_way_counter",
            ),
            start=(
                "upright",
                term(
                    "ball_ahead",
                    near=self.near,
                    far=self.far,
                    aside=self.aside,
                    radius=BALL_RADIUS,
                ),
            ),
        )


class T1Dribble(Dribble):
    """Dribble as a T1: observation ``(85,)``, action ``(23,)``."""

    robot = FIRM_T1


class K1Dribble(Dribble):
    """Dribble as a K1: observation ``(82,)``, action ``(22,)``."""

    robot = FIRM_K1
