"""The 2D game: rcssserver's rules and physics in this process."""

from rcssgym._core import DiscBatch
from rcssgym.disc.command_log import (
    CommandLog,
    CommandLogWriter,
    LoggedMessage,
    read_command_log,
)
from rcssgym.disc.commands import PLAY_MODES, BodyCommand
from rcssgym.disc.drawings import COLORS, Arc, Circle, Drawing, Line, Point, Polygon, Text
from rcssgym.disc.film import Film
from rcssgym.disc.log import COUNTED, GameLog, GameLogWriter, read_log
from rcssgym.disc.player import DiscPlayer
from rcssgym.disc.senses import (
    SENSED_COLUMNS,
    BallMemory,
    BodySense,
    Heard,
    Memory,
    OwnMemory,
    PlayerMemory,
    Seen,
    SeenLandmark,
    SeenLine,
    SeenPlayer,
    Sight,
)
from rcssgym.disc.simulation import DiscBall, DiscSimulation
from rcssgym.disc.staff import DiscCoach, DiscTrainer

__all__ = [
    "COLORS",
    "COUNTED",
    "PLAY_MODES",
    "SENSED_COLUMNS",
    "Arc",
    "BallMemory",
    "BodyCommand",
    "BodySense",
    "Circle",
    "CommandLog",
    "CommandLogWriter",
    "DiscBall",
    "DiscBatch",
    "DiscCoach",
    "DiscPlayer",
    "DiscSimulation",
    "DiscTrainer",
    "Drawing",
    "Film",
    "GameLog",
    "GameLogWriter",
    "Heard",
    "Line",
    "LoggedMessage",
    "Memory",
    "OwnMemory",
    "PlayerMemory",
    "Point",
    "Polygon",
    "Seen",
    "SeenLandmark",
    "SeenLine",
    "SeenPlayer",
    "Sight",
    "Text",
    "read_command_log",
    "read_log",
]
