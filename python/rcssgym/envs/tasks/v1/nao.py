"""Tasks of SimSpark's Nao."""

from dataclasses import replace

from rcssgym.envs.tasks.robots import NAO
from rcssgym.envs.tasks.v1.get_up import GetUp
from rcssgym.envs.tasks.v1.reference import GAIT_NAO
from rcssgym.envs.tasks.v1.stand import Stand
from rcssgym.envs.tasks.v1.walk import Walk


class NaoStand(Stand):
    """Stand as a Nao: observation ``(72,)``, action ``(22,)``."""

    robot = replace(NAO, action_scale=0.5)


class NaoWalk(Walk):
    """Walk as a Nao: observation ``(85,)``, action ``(22,)``."""

    robot = replace(NAO, action_scale=0.5)
    clearance = 0.04
    target_height = 0.375
    gait = GAIT_NAO


class NaoGetUp(GetUp):
    """Get up as a Nao: observation ``(72,)``, action ``(22,)``."""

    robot = replace(NAO, action_scale=1.5)
