"""Clients for servers with SimSpark's protocol: monitors, and trainers that send commands.

They connect to ``rcssgym serve --protocol simspark`` as well as to rcssserver3d 0.7.
"""

from rcssgym.errors import ProtocolError
from rcssgym.simspark.commands import (
    BallCommand,
    Command,
    DropBallCommand,
    FullStateCommand,
    KickOffCommand,
    KillCommand,
    KillSimCommand,
    PlayerCommand,
    PlayModeCommand,
    PushCommand,
    RepositionCommand,
    ScoreCommand,
    SelectCommand,
    TimeCommand,
)
from rcssgym.simspark.environment import Environment
from rcssgym.simspark.frames import Frame, read_log
from rcssgym.simspark.game import Game
from rcssgym.simspark.messages import AnswerMessage, FoulCall, FrameMessage, read_message
from rcssgym.simspark.monitor import MonitorClient
from rcssgym.simspark.scene import Light, Mesh, Node, Player, Scene
from rcssgym.simspark.trainer import TrainerClient

__all__ = [
    "AnswerMessage",
    "BallCommand",
    "Command",
    "DropBallCommand",
    "Environment",
    "FoulCall",
    "Frame",
    "FrameMessage",
    "FullStateCommand",
    "Game",
    "KickOffCommand",
    "KillCommand",
    "KillSimCommand",
    "Light",
    "Mesh",
    "MonitorClient",
    "Node",
    "PlayModeCommand",
    "Player",
    "PlayerCommand",
    "ProtocolError",
    "PushCommand",
    "RepositionCommand",
    "Scene",
    "ScoreCommand",
    "SelectCommand",
    "TimeCommand",
    "TrainerClient",
    "read_log",
    "read_message",
]
