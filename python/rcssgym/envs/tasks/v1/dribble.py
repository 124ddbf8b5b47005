"""Dribble the ball."""

from dataclasses import replace
from typing import Any, Literal

import numpy as np

from rcssgym.envs.cells import Cells
from rcssgym.envs.checks import is_choice
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.tasks.v1.layout import BALL, KNOWN, BallTask, Rewards
from rcssgym.envs.terms import Term, Terms, term
from rcssgym.errors import ArgumentError

Reward = Literal["speed", "way"]


class Dribble(BallTask):
    """Drive the ball along a commanded direction, and keep it near the feet.

    Starts, directions and ends are those of ``T1Dribble-v0``; the command leads through the ball.
    ``info["distance"]`` is how far the ball has moved along its directions in this episode, m.

    :param reward: ``"speed"``, the default, rewards the ball's speed near the feet; ``"way"``
        rewards what the task is judged by, the ball's way along its directions, minus a price for
        a lost ball.

    Raises :class:`ArgumentError` for another reward.
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
    price = 100.0
    """Penalty for a lost ball with ``reward="way"``, paid once: worth 2 m of way, about 3 s of
    dribbling."""
    escape = 100.0
    """Penalty for a ball that is about to get away with ``reward="way"``; paid back when the robot
    catches up with the ball, and when the ball is lost."""
    saved = 0.25
    """Largest increase, by one strike, of the probability that the ball gets away which is still
    paid back when the next touch saves the ball."""
    discount = 0.995
    """Discount factor of the learner with ``reward="way"``."""
    behind = 0.17
    around = 0.46
    drive = 0.6
    highest_command = np.array([1.1, 0.3, 0.8])
    fall = 100.0

    reward: Reward = "speed"
    """What is rewarded."""

    distance = Cells("distance", "number")

    _fixed = BallTask._fixed | {"reward"}

    def __init__(self, *, reward: Reward | None = None) -> None:
        self.reward = self._or_default("reward", reward)
        super().__init__()

    def _checked(self, name: str, value: Any) -> Any:
        if name == "reward" and not is_choice(value, ("speed", "way")):
            raise ArgumentError(f"reward: {value!r} is none of 'speed', 'way'")
        return super()._checked(name, value)

    def declare(self) -> Terms:
        """Return the task's terms.

        With ``reward="speed"``, ``ball_speed``: 3 for each m/s along the direction, from -1 to
        :attr:`fastest` m/s, times ``exp(-d^2)`` of the distance ``d`` from torso to ball, m;
        ``drift``: up to -0.2, by the ball's speed across the direction; ``near``: ``0.5 exp(-d)``.
        With ``"way"``, ``way``: 50 for each metre; ``escape``: minus :attr:`escape` times the
        increase of the probability that the ball gets away; ``lost``: minus :attr:`price` for a
        lost ball. Then the terms of :meth:`living`, with 0.4 for being alive.
        """
        fallen = term("fallen", lean=self.steepest)
        turning = term("turning_direction", turn=self.turn, interval=self.direction_interval)
        ahead = term(
            "ball_ahead", near=self.near, far=self.far, aside=self.aside, radius=self.radius
        )
        return Terms(
            observations=self.layout(BALL),
            rewards={**self.driving(), **self.living(0.4)},
            ends=(fallen, term("ball_lost", far=self.lost)),
            measures={"distance": "ball_way", "fallen": fallen},
            processes=(
                "touches",
                turning,
                "ball_way_counter",
                *self.watching(),
                # Found by a search with the cross-entropy method: these values drive the ball
                # farthest when the shipped walk follows the command, half of the time one step
                # late.
                self.steering(
                    aside=0.18, look=0.2, lead=0.365, facing=0.95, gain=1.45, turning=1.9
                ),
                *self.disturbances(),
            ),
            start=("upright", ahead),
            privileged=KNOWN,
        )

    def watching(self) -> tuple[Term, ...]:
        """Return the processes that the reward needs."""
        return (
            (term("ball_escape", far=self.lost, saved=self.saved),) if self.reward == "way" else ()
        )

    def driving(self) -> Rewards:
        """Return the terms of the reward that concern the ball."""
        if self.reward == "way":
            return {
                "way": term("ball_way_gain", 50.0),
                "escape": term("ball_escape_gain", -self.escape, discount=self.discount),
                "lost": term("ball_lost", -self.price, far=self.lost),
            }
        return {
            "ball_speed": term("ball_speed", 3.0, fastest=self.fastest),
            "drift": term("ball_drift", -0.2, half=0.3),
            "near": term("ball_near", 0.5),
        }


class T1Dribble(Dribble):
    """Dribble as a T1: observation ``(88,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=0.5)


class K1Dribble(Dribble):
    """Dribble as a K1: observation ``(85,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=0.5)
