"""Run on four legs."""

import numpy as np

from rcssgym.envs.tasks.mirror import VECTOR, Mirror, body_mirror, joints_mirror, side_by_side
from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.robots import ANT
from rcssgym.envs.terms import BODY, Terms, term

REST = Mirror(np.arange(3), np.array([1.0, -1.0, 1.0]))
"""Of cosine and sine of the heading, and the height."""


class AntRun(RobotTask):
    """Run along the world's x axis, as fast as possible; observes as ``AntRun-v0`` does.

    ``info["distance"]`` is how far it has come along x, m.
    """

    robot = ANT

    def declare(self) -> Terms:
        """Return what it is made of.

        ``forward``: the speed along x in m/s; ``alive``: 0.5; ``effort``: -0.1 times
        the mean square of the actions; ``fall``: -10, once.
        """
        fallen = term("fallen", lean=self.steepest)
        return Terms(
            observations=(*BODY, "gravity", "torso_velocity", "heading", "torso_height"),
            rewards={
                "forward": "forward_speed",
                "alive": term("alive", 0.5),
                "effort": term("action_size", -0.1),
                "fall": term("fallen", -10.0, lean=self.steepest),
            },
            ends=(fallen,),
            measures={"distance": "torso_x", "fallen": fallen},
        )

    def observation_mirror(self) -> Mirror:
        """Tell what an observation becomes when left and right are swapped."""
        return side_by_side(body_mirror(self.robot), VECTOR, VECTOR, REST)

    def action_mirror(self) -> Mirror:
        """Tell what an action becomes when left and right are swapped."""
        return joints_mirror(self.robot)
