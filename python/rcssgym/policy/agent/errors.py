"""What can go wrong between an agent and its server."""

from rcssgym.errors import ServerError

__all__ = ["ProtocolError", "ServerError"]


class ProtocolError(ServerError):
    """A message that is not what the agent protocol says."""
