"""A whole game between two teams of simple players: what ``rcssgym game`` plays.

>>> from rcssgym.game import Match
>>> match = Match(robots=1, half=1, seed=4)
>>> match.play()
>>> match.simulation.game_state.play_mode.name
'GAME_OVER'
"""

from rcssgym.game.match import Event, Match
from rcssgym.game.player import Player
from rcssgym.game.report import report

__all__ = ["Event", "Match", "Player", "report"]
