"""Stand, and stay standing when pushed."""

from dataclasses import replace

from rcssgym.envs.tasks.balance import BALANCE, BalanceTask
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.tasks.v1.layout import KNOWN, Deployed
from rcssgym.envs.terms import Terms, term


class Stand(Deployed, BalanceTask):
    """Stand still against pushes; observes as ``T1Stand-v0`` does.

    The reward is for being upright and calm: it is positive in every step, and larger the calmer
    the robot is.
    """

    max_episode_steps = 500
    push_speed = 0.5
    push_interval = 200

    def declare(self) -> Terms:
        """Return the task's terms.

        ``alive``: 1; ``stillness``: up to -0.15, by the torso's motion; ``pose``: up to -0.05; the
        other terms are those of :meth:`living`.
        """
        fallen = term("fallen", lean=self.steepest)
        return Terms(
            observations=BALANCE,
            rewards={
                **self.living(1.0),
                "stillness": term("torso_motion", -0.15, half=0.5),
                "pose": term("pose_error", -0.05, half=1.0),
            },
            ends=(fallen,),
            measures={"fallen": fallen},
            processes=self.disturbances(),
            privileged=KNOWN,
        )


class T1Stand(Stand):
    """Stand as a T1: observation ``(75,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=0.5)


class K1Stand(Stand):
    """Stand as a K1: observation ``(72,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=0.5)
