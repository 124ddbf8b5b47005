"""Network servers: simulations for the league's agents and monitors, and replays of games."""

from rcssgym.server.disc import DiscServer
from rcssgym.server.replay import Replay
from rcssgym.server.server import SoccerSimServer

__all__ = ["DiscServer", "Replay", "SoccerSimServer"]
