"""Playmakers: strategy programs that decide for the agents of the 2D league.

See ``docs/playmaker.md``.
"""

from rcssgym._core import Memory
from rcssgym.playmaker.execution import execute, player_actions

__all__ = ["Memory", "execute", "player_actions"]
