"""The 2D game: rcssserver's rules and physics in this process."""

from rcssgym._core import DiscBatch
from rcssgym.disc.command_log import (
    CommandLog,
    CommandLogWriter,
    LoggedMessage,
    read_command_log,
)
from rcssgym.disc.commands import PLAY_MODES, BodyCommand
from rcssgym.disc.log import COUNTED, GameLog, GameLogWriter, read_log
from rcssgym.disc.player import DiscCoach, DiscPlayer
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

__all__ = [
    "COUNTED",
    "PLAY_MODES",
    "SENSED_COLUMNS",
    "BallMemory",
    "BodyCommand",
    "BodySense",
    "CommandLog",
    "CommandLogWriter",
    "DiscBall",
    "DiscBatch",
    "DiscCoach",
    "DiscPlayer",
    "DiscSimulation",
    "GameLog",
    "GameLogWriter",
    "Heard",
    "LoggedMessage",
    "Memory",
    "OwnMemory",
    "PlayerMemory",
    "Seen",
    "SeenLandmark",
    "SeenLine",
    "SeenPlayer",
    "Sight",
    "read_command_log",
    "read_log",
]
