"""Play trained policies on a server: an agent that speaks the protocol of rcsssmj."""

from rcssgym.play.agent import Agent, Phase, Record
from rcssgym.play.errors import ProtocolError, ServerError
from rcssgym.play.game import Game, Seat
from rcssgym.play.schedule import Schedule

__all__ = [
    "Agent",
    "Game",
    "Phase",
    "ProtocolError",
    "Record",
    "Schedule",
    "Seat",
    "ServerError",
]
