"""Environments of the 2D game, declared in terms."""

from rcssgym.envs.discs.academy import Academy
from rcssgym.envs.discs.actions import ActsByNumber, ActsByNumberVector
from rcssgym.envs.discs.half_field import HalfField
from rcssgym.envs.discs.keepaway import Keepaway, KeepawayGame
from rcssgym.envs.discs.reach_ball import MendedReachBall, ReachBall
from rcssgym.envs.discs.soccer import DiscSoccer
from rcssgym.envs.discs.task import ACTS, DiscTask

__all__ = [
    "ACTS",
    "Academy",
    "ActsByNumber",
    "ActsByNumberVector",
    "DiscSoccer",
    "DiscTask",
    "HalfField",
    "Keepaway",
    "KeepawayGame",
    "MendedReachBall",
    "ReachBall",
]
