"""The tasks as they were computed in numpy: the oracle of what the core's terms compute."""

from envs.numpy_tasks.ant import AntRun
from envs.numpy_tasks.dribble import K1Dribble, T1Dribble
from envs.numpy_tasks.get_up import K1GetUp, T1GetUp
from envs.numpy_tasks.go_to_ball import AntGoToBall, K1GoToBall, T1GoToBall
from envs.numpy_tasks.kick import K1Kick, T1Kick
from envs.numpy_tasks.stand import K1Stand, T1Stand
from envs.numpy_tasks.walk import K1Walk, T1Walk

__all__ = [
    "AntGoToBall",
    "AntRun",
    "K1Dribble",
    "K1GetUp",
    "K1GoToBall",
    "K1Kick",
    "K1Stand",
    "K1Walk",
    "T1Dribble",
    "T1GetUp",
    "T1GoToBall",
    "T1Kick",
    "T1Stand",
    "T1Walk",
]
