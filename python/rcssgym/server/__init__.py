"""The networked server: the league's agents and monitors on a simulation."""

from rcssgym.server.server import SoccerSimServer

__all__ = ["SoccerSimServer"]
