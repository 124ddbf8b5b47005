"""Get up."""

from dataclasses import replace

from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.balance import BALANCE, BalanceTask
from rcssgym.envs.tasks.lying import lying_states
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.terms import Terms, term

WIDE = 1.6
"""Change of angle by an action of 1, rad: getting up takes most joints to their limits."""


class GetUp(BalanceTask):
    """Get up from lying on the back, the front or a side, and stay standing.

    Observation: :meth:`body_observation` (3 J + 3), direction of gravity in the torso's frame (3).
    Episodes begin in one of the 64 states of :func:`lying_states`, turned about the vertical at
    random, with joints changed by at most 0.05 rad at random. Only the time limit ends an episode.
    With :attr:`progress` ``p``, a share ``(1 - p) / 2`` of the episodes begins upright in the
    nominal pose, so that a policy learns early what the goal is.

    ``info["is_success"]`` says whether the robot has stood for the last ``steady`` steps.
    """

    max_episode_steps = 500
    upright_lean = 0.3
    """Largest lean at which a robot counts as standing, rad."""
    upright_height = 0.9
    """Smallest height of the torso at which a robot counts as standing, as a share of
    ``robot.height``."""
    steady = 25
    """Steps of 20 ms for which a robot must stand."""

    standing = Cells("standing", "number")
    """For how many steps robots have stood ``(W,)``."""

    @property
    def lying(self) -> Floats:
        """States in which episodes begin, before the random turn and bend ``(64, nq)``."""
        return lying_states(self.robot)

    def declare(self) -> Terms:
        """Return the task's terms, which reward height and uprightness, then the nominal pose.

        ``height``: 1 for the torso at its standing height, in proportion below; ``upright``: 0.5
        upright, 0 upside down; ``standing``: 1 for a robot that stands; ``pose``: up to 0.5 for a
        robot that stands, less by the squares of its joints' distances from nominal, rad;
        ``action_rate``, ``joint_speed``: squares of the change of the action, and of the joint
        speeds in rad/s. No condition ends an episode: a robot that has fallen may get up again.
        """
        upright = {"lean": self.upright_lean, "height": self.upright_height}
        return Terms(
            observations=BALANCE,
            rewards={
                "height": "height_share",
                "upright": term("uprightness", 0.5),
                "standing": term("stands", **upright),
                "pose": term("standing_pose", 0.5, **upright),
                "action_rate": term("action_rate", -0.01),
                "joint_speed": term("joint_speed", -2e-4),
            },
            measures={"is_success": term("stood", steady=self.steady)},
            processes=(term("standing", **upright),),
            start=(term("lying", states=lambda: self.lying),),
        )


class T1GetUp(GetUp):
    """Get up as a T1: observation ``(75,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=WIDE)


class K1GetUp(GetUp):
    """Get up as a K1: observation ``(72,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=WIDE)
