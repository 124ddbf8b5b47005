"""Run on four legs."""

from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.robots import ANT
from rcssgym.envs.terms import BODY, Terms, term


class AntRun(RobotTask):
    """Run along the world's x axis, as fast as possible; much like Gymnasium's ``Ant``.

    Observation ``(36,)``: scaled joint angles, speeds and last action (8 each), gyro (3), direction
    of gravity in the torso's frame (3), velocity of the torso in the world (3, m/s), cosine and
    sine of its heading (2), its height (1, m).

    Reward: ``forward``, the speed along x in m/s; ``alive``, 0.5 a step; ``effort``, -0.1 times the
    mean square of the actions, which are torques in units of 150 N m. ``info["distance"]`` is the
    distance covered along x, m.
    """

    robot = ANT
    extras = 9

    def declare(self) -> Terms:
        """Return the task's terms."""
        return Terms(
            observations=(*BODY, "gravity", "torso_velocity", "heading", "torso_height"),
            rewards={
                "forward": "forward_speed",
                "alive": term("alive", 0.5),
                "effort": term("action_size", -0.1),
            },
            ends=(term("fallen", lean=self.steepest),),
            measures={"distance": "torso_x"},
        )
