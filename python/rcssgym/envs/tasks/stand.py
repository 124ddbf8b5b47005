"""Stand, and stay standing when pushed."""

from dataclasses import replace

from rcssgym.envs.tasks.balance import BALANCE, BalanceTask
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.terms import PRIVILEGED, Terms, term


class Stand(BalanceTask):
    """Stand still against pushes.

    Observation: scaled joint angles, speeds, previous action (J each), gyro (3),
    direction of gravity in the torso's frame (3). Every ``push_interval`` steps on average the
    torso's horizontal velocity changes instantly, by at most ``push`` along each axis. The reward
    is for being upright and calm.
    """

    max_episode_steps = 500
    push = 0.5
    """Largest change of velocity by a push along each axis, m/s."""
    push_interval = 200
    """Steps of 20 ms from one push to the next, on average."""

    def declare(self) -> Terms:
        """Return the task's terms."""
        return Terms(
            observations=BALANCE,
            rewards={
                "alive": "alive",
                "upright": term("lean", -2.0),
                "stillness": term("torso_motion", -0.2),
                "action_rate": term("action_rate", -0.01),
                "pose": term("pose_error", -0.05),
            },
            ends=(term("fallen", lean=self.steepest),),
            processes=(term("push", speed=self.push, interval=self.push_interval),),
            privileged=(*PRIVILEGED, "last_push"),
        )


class T1Stand(Stand):
    """Stand as a T1: observation ``(75,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=0.5)


class K1Stand(Stand):
    """Stand as a K1: observation ``(72,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=0.5)
