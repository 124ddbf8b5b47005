"""Tasks in their second version: ``rcssgym/T1Walk-v1`` and so on."""

from rcssgym.envs.tasks.v1.ant import AntRun
from rcssgym.envs.tasks.v1.dribble import Dribble, K1Dribble, T1Dribble
from rcssgym.envs.tasks.v1.get_up import GetUp, K1GetUp, T1GetUp
from rcssgym.envs.tasks.v1.go_to_ball import AntGoToBall, GoToBall, K1GoToBall, T1GoToBall
from rcssgym.envs.tasks.v1.kick import K1Kick, Kick, T1Kick
from rcssgym.envs.tasks.v1.layout import BallTask, Deployed, WalkingTask
from rcssgym.envs.tasks.v1.nao import NaoGetUp, NaoStand, NaoWalk
from rcssgym.envs.tasks.v1.stand import K1Stand, Stand, T1Stand
from rcssgym.envs.tasks.v1.walk import K1Walk, T1Walk, Walk

__all__ = [
    "AntGoToBall",
    "AntRun",
    "BallTask",
    "Deployed",
    "Dribble",
    "GetUp",
    "GoToBall",
    "K1Dribble",
    "K1GetUp",
    "K1GoToBall",
    "K1Kick",
    "K1Stand",
    "K1Walk",
    "Kick",
    "NaoGetUp",
    "NaoStand",
    "NaoWalk",
    "Stand",
    "T1Dribble",
    "T1GetUp",
    "T1GoToBall",
    "T1Kick",
    "T1Stand",
    "T1Walk",
    "Walk",
    "WalkingTask",
]
