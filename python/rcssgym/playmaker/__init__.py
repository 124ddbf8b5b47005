"""Playmakers: strategy programs that decide for the agents of the 2D league.

See ``docs/playmaker.md``.
"""

from rcssgym._core import Memory
from rcssgym.playmaker.batch import ActionBatch
from rcssgym.playmaker.execution import execute, player_actions
from rcssgym.playmaker.game import Ask, Asked, PlaymakerGame, PlaymakerResult, play_games
from rcssgym.playmaker.planner import full_planner
from rcssgym.playmaker.server import Playmaker, Server, serve

__all__ = [
    "ActionBatch",
    "Ask",
    "Asked",
    "Memory",
    "Playmaker",
    "PlaymakerGame",
    "PlaymakerResult",
    "Server",
    "execute",
    "full_planner",
    "play_games",
    "player_actions",
    "serve",
]
