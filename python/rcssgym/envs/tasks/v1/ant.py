"""Run on four legs."""

from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.robots import ANT
from rcssgym.envs.terms import BODY, Terms, term


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
