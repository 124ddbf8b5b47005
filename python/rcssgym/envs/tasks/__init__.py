"""Tasks: small classes over the batch's arrays, to be used, subclassed or copied."""

from rcssgym.envs.tasks.ant import AntRun
from rcssgym.envs.tasks.ball import BallTask
from rcssgym.envs.tasks.dribble import Dribble, K1Dribble, T1Dribble
from rcssgym.envs.tasks.get_up import GetUp, K1GetUp, T1GetUp
from rcssgym.envs.tasks.go_to_ball import AntGoToBall, GoToBall, K1GoToBall, T1GoToBall
from rcssgym.envs.tasks.kick import K1Kick, Kick, T1Kick
from rcssgym.envs.tasks.mirror import Mirror
from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.robots import ANT, FIRM_K1, FIRM_T1, K1, NAO, T1, RobotSetup
from rcssgym.envs.tasks.senses import (
    AgentView,
    Senses,
    ball_observation,
    body_observation,
    gait_phase,
    gravity_in_torso,
    heading,
    seen_along,
)
from rcssgym.envs.tasks.stand import K1Stand, Stand, T1Stand
from rcssgym.envs.tasks.walk import K1Walk, T1Walk, Walk

__all__ = [
    "ANT",
    "FIRM_K1",
    "FIRM_T1",
    "K1",
    "NAO",
    "T1",
    "AgentView",
    "AntGoToBall",
    "AntRun",
    "BallTask",
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
    "Mirror",
    "RobotSetup",
    "RobotTask",
    "Senses",
    "Stand",
    "T1Dribble",
    "T1GetUp",
    "T1GoToBall",
    "T1Kick",
    "T1Stand",
    "T1Walk",
    "Walk",
    "ball_observation",
    "body_observation",
    "gait_phase",
    "gravity_in_torso",
    "heading",
    "seen_along",
]
