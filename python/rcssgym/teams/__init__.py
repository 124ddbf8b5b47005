"""A whole game between two teams of simple players: what ``rcssgym game`` plays.

>>> from rcssgym.teams import ScriptedGame
>>> game = ScriptedGame(robots=1, half=1, seed=4)
>>> game.play()
>>> game.simulation.game_state.play_mode.name
'GAME_OVER'
"""

from rcssgym.teams.game import Event, ScriptedGame
from rcssgym.teams.player import Player
from rcssgym.teams.report import report

__all__ = ["Event", "Player", "ScriptedGame", "report"]
