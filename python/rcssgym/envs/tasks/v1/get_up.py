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

    Observes and begins as ``T1GetUp-v0`` does. Only the time limit ends an episode.
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
    push_speed = 0.2
    easier = 0.8
    """Share of episodes that begin on the way up at :attr:`progress` 0; it falls with progress."""

    standing = Cells("standing", "number")
    """For how many steps robots have stood ``(W,)``."""

    @property
    def lying(self) -> Floats:
        """States in which episodes begin, before the random turn and bend ``(64, nq)``."""
        return lying_states(self.robot)

    @property
    def rising(self) -> Floats:
        """Easier states to start from, between lying and standing ``(256, nq)``."""
        return rising_states(self.robot)

    def declare(self) -> Terms:
        """Return the task's terms; kneeling pays little, coming up from the knees much.

        Let ``h`` be the torso's height as a share of a standing robot's, times its uprightness.
        ``rise``: 20 for each unit by which the step raises ``h``, so that going up and down again
        earns nothing; ``risen``: ``0.5 h^3``; ``standing``: 2; ``pose``: up to 1 for a robot that
        stands; ``action_rate`` and ``joint_speed``: bounded penalties, 0.15 in total.
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
