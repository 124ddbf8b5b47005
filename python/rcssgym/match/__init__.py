"""Matches between two teams of networked agents: servers, processes, halves, results.

:func:`play` plays games and returns :class:`Results`; the command ``rcssgym match`` does the same.
For a game of simple players within this process, see :class:`rcssgym.teams.ScriptedGame`.
"""

from rcssgym.match.errors import MatchError
from rcssgym.match.results import GameResult, HalfResult, Loss, Results, Tally
from rcssgym.match.series import play
from rcssgym.match.setting import Server, Setting, Team

__all__ = [
    "GameResult",
    "HalfResult",
    "Loss",
    "MatchError",
    "Results",
    "Server",
    "Setting",
    "Tally",
    "Team",
    "play",
]
