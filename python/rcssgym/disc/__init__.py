"""The 2D game: rcssserver's rules and physics in this process."""

from rcssgym._core import DiscBatch
from rcssgym.disc.commands import PLAY_MODES, BodyCommand
from rcssgym.disc.drawings import COLORS, Arc, Circle, Drawing, Line, Point, Polygon, Text
from rcssgym.disc.film import Film
from rcssgym.disc.log import COUNTED, GameLog, GameLogWriter, read_log
from rcssgym.disc.player import DiscCoach, DiscPlayer
from rcssgym.disc.simulation import DiscBall, DiscSimulation

__all__ = [
    "COLORS",
    "COUNTED",
    "PLAY_MODES",
    "Arc",
    "BodyCommand",
    "Circle",
    "DiscBall",
    "DiscBatch",
    "DiscCoach",
    "DiscPlayer",
    "DiscSimulation",
    "Drawing",
    "Film",
    "GameLog",
    "GameLogWriter",
    "Line",
    "Point",
    "Polygon",
    "Text",
    "read_log",
]
