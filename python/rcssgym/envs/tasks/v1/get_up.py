"""Get up."""

from dataclasses import replace

from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.balance import BALANCE, BalanceTask
from rcssgym.envs.tasks.get_up import WIDE
from rcssgym.envs.tasks.lying import lying_states
from rcssgym.envs.tasks.rising import rising_states
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.tasks.v1.layout import KNOWN, Deployed
from rcssgym.envs.terms import Terms, term


class GetUp(Deployed, BalanceTask):
    """Get up from lying on the back, the front or a side, and stay standing.

    Observes and begins as ``T1GetUp-v0`` does. Nothing but time ends an episode.
    ``info["is_success"]`` tells who has stood for the last ``steady`` steps.
    """

    max_episode_steps = 500
    upright_lean = 0.3
    """Largest lean of who stands, rad."""
    upright_height = 0.9
    """Least height of the torso of who stands, as a share of ``robot.height``."""
    steady = 25
    """Steps of 20 ms."""
    push_speed = 0.2
    easier = 0.8
    """Share of episodes that begin on the way up, with :attr:`progress` 0; less with more of it."""

    standing = Cells("standing", "number")
    """For how many steps robots have stood ``(W,)``."""

    @property
    def lying(self) -> Floats:
        """States in which episodes begin but for how they are turned and bent ``(64, nq)``."""
        return lying_states(self.robot)

    @property
    def rising(self) -> Floats:
        """States from which it is easier, from the ground to standing ``(256, nq)``."""
        return rising_states(self.robot)

    def declare(self) -> Terms:
        """Return what it is made of; kneeling pays little, coming up from the knees much.

        With ``h`` the height of the torso as a share of a standing robot's, times how upright it
        is: ``rise``: 20 for each unit of ``h`` that the step has come up, so that what goes down
        again has earned nothing; ``risen``: ``0.5 h^3``; ``standing``: 2; ``pose``: up to 1 for who
        stands; ``action_rate`` and ``joint_speed``: bounded penalties, 0.15 in sum.
        """
        upright = {"lean": self.upright_lean, "height": self.upright_height}
        return Terms(
            observations=BALANCE,
            rewards={
                "rise": term("rise", 20.0),
                "risen": term("risen", 0.5, power=3.0),
                "standing": term("stands", 2.0, **upright),
                "pose": term("standing_pose", 1.0, **upright),
                "action_rate": term("action_rate", -0.1, half=8.0),
                "joint_speed": term("joint_speed", -0.05, half=400.0),
            },
            measures={"is_success": term("stood", steady=self.steady)},
            processes=(term("standing", **upright), "rising", *self.disturbances()),
            start=(
                term(
                    "lying",
                    states=lambda: self.lying,
                    easier=lambda: self.rising,
                    share=self.easier,
                ),
            ),
            privileged=KNOWN,
        )


class T1GetUp(GetUp):
    """Get up as a T1: observation ``(75,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=WIDE)


class K1GetUp(GetUp):
    """Get up as a K1: observation ``(72,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=WIDE)
