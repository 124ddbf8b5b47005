"""The networked server: the league's agents and monitors on a simulation, and recorded games."""

from rcssgym.server.disc import DiscServer
from rcssgym.server.replay import Replay
from rcssgym.server.server import SoccerSimServer

__all__ = ["DiscServer", "Replay", "SoccerSimServer"]
