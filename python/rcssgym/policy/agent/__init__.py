"""Play trained policies on a server: an agent that uses the protocol of rcsssmj."""

from rcssgym.errors import ProtocolError, ServerError
from rcssgym.policy.agent.agent import Agent, Phase, Record
from rcssgym.policy.agent.client import AgentClient, Seat
from rcssgym.policy.agent.schedule import Schedule

__all__ = [
    "Agent",
    "AgentClient",
    "Phase",
    "ProtocolError",
    "Record",
    "Schedule",
    "Seat",
    "ServerError",
]
