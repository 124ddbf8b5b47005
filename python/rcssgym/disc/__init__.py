"""The 2D game: rcssserver's rules and physics in this process."""

from rcssgym.disc.player import DiscCoach, DiscPlayer
from rcssgym.disc.simulation import DiscBall, DiscSimulation

__all__ = ["DiscBall", "DiscCoach", "DiscPlayer", "DiscSimulation"]
