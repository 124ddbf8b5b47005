"""Tasks: small classes over the batch's arrays, to be used, derived from or copied."""

from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.robots import ANT, K1, T1, RobotSetup
from rcssgym.envs.tasks.senses import Senses, body_observation, gravity_in_torso
from rcssgym.envs.tasks.stand import K1Stand, Stand, T1Stand
from rcssgym.envs.tasks.walk import K1Walk, T1Walk, Walk

__all__ = [
    "ANT",
    "K1",
    "T1",
    "K1Stand",
    "K1Walk",
    "RobotSetup",
    "RobotTask",
    "Senses",
    "Stand",
    "T1Stand",
    "T1Walk",
    "Walk",
    "body_observation",
    "gravity_in_torso",
]
