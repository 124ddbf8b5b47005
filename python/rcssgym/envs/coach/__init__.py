"""An environment whose agent is the online coach of a 2D team that plays by itself."""

from rcssgym.envs.coach.coach import CoachEnv
from rcssgym.envs.coach.tactics import TACTICS
from rcssgym.envs.coach.vector import CoachVectorEnv

__all__ = ["TACTICS", "CoachEnv", "CoachVectorEnv"]
