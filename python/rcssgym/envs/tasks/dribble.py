"""Dribble the ball."""

from rcssgym._core import BALL_RADIUS
from rcssgym.envs.cells import Cells
from rcssgym.envs.tasks.ball import BallTask
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.terms import Terms, term


class Dribble(BallTask):
    """Drive the ball along a commanded direction, and keep it near the feet.

    The ball starts ``near`` to ``far`` from the torso, at most ``aside`` off the heading. The
    commanded direction is drawn anew every ``direction_interval`` steps, at first at most ``turn``
    from the heading, later at most ``turn`` from the last direction. With :attr:`progress` ``p``,
    ``aside`` and ``turn`` are multiplied by ``p``.

    An episode terminates when the robot falls or the ball is farther than ``lost`` from it.

    ``info["distance"]`` is how far the ball has moved along its directions in this episode, m.
    """

    near, far = 0.35, 0.6
    """Smallest and largest distance from torso to ball at the start, m."""
    aside = 0.5
    """Largest angle between heading and ball at the start, rad."""
    turn = 0.8
    """Largest change of the direction, rad."""
    direction_interval = 250
    """Steps of 20 ms."""
    fastest = 1.0
    """Speed of the ball beyond which there is no more reward, m/s."""
    lost = 2.0
    """Distance from the robot beyond which the ball is lost, m."""

    yaw = Cells("direction_yaw", "number")
    """Angle of the commanded directions in the world ``(W,)``, rad."""
    distance = Cells("distance", "number")

    def declare(self) -> Terms:
        """Return the task's terms, which reward the ball's speed along the direction, if near.

        ``ball_speed``: 2 for each m/s along the direction, from -1 to :attr:`fastest` m/s, times
        ``exp(-d^2)`` of the distance ``d`` from torso to ball, m; ``drift``: the square of the
        ball's speed across the direction, m/s; ``near``: ``0.5 exp(-d)``; then those of
        :meth:`usual_terms`.
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
