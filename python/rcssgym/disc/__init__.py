"""The 2D game: rcssserver's rules and physics in this process."""

from rcssgym._core import DiscBatch
from rcssgym.disc.commands import PLAY_MODES, BodyCommand
from rcssgym.disc.log import COUNTED, GameLog, GameLogWriter, read_log
from rcssgym.disc.player import DiscCoach, DiscPlayer
from rcssgym.disc.simulation import DiscBall, DiscSimulation

__all__ = [
    "COUNTED",
    "PLAY_MODES",
    "BodyCommand",
    "DiscBall",
    "DiscBatch",
    "DiscCoach",
    "DiscPlayer",
    "DiscSimulation",
    "GameLog",
    "GameLogWriter",
    "read_log",
]
