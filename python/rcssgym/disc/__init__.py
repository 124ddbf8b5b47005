"""The 2D game: rcssserver's rules and physics in this process."""

from rcssgym._core import DiscBatch, Scripted
from rcssgym.disc.command_log import (
    CommandLog,
    CommandLogWriter,
    LoggedMessage,
    read_command_log,
)
from rcssgym.disc.commands import PLAY_MODES, STATISTICS, BodyCommand
from rcssgym.disc.drawings import COLORS, Arc, Circle, Drawing, Line, Point, Polygon, Text
from rcssgym.disc.film import Film, FilmWriter
from rcssgym.disc.game import DiscGame, DiscResult, play_games
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
from rcssgym.disc.skills import Look, Skill, step_skills
from rcssgym.disc.staff import DiscCoach, DiscTrainer

__all__ = [
    "COLORS",
    "COUNTED",
    "PLAY_MODES",
    "SENSED_COLUMNS",
    "STATISTICS",
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
    "DiscGame",
    "DiscPlayer",
    "DiscResult",
    "DiscSimulation",
    "DiscTrainer",
    "Drawing",
    "Film",
    "FilmWriter",
    "GameLog",
    "GameLogWriter",
    "Heard",
    "Line",
    "LoggedMessage",
    "Look",
    "Memory",
    "OwnMemory",
    "PlayerMemory",
    "Point",
    "Polygon",
    "Scripted",
    "Seen",
    "SeenLandmark",
    "SeenLine",
    "SeenPlayer",
    "Sight",
    "Skill",
    "Text",
    "play_games",
    "read_command_log",
    "read_log",
    "step_skills",
]
