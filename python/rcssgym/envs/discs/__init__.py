"""Environments of the 2D game, declared in terms."""

from rcssgym.envs.discs.half_field import HalfField
from rcssgym.envs.discs.reach_ball import MendedReachBall, ReachBall
from rcssgym.envs.discs.task import ACTS, DiscTask

__all__ = ["ACTS", "DiscTask", "HalfField", "MendedReachBall", "ReachBall"]
