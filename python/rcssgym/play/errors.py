"""What can go wrong between an agent and its server."""

from rcssgym.errors import RcssGymError


class ServerError(RcssGymError, ConnectionError):
    """A server that cannot be reached, is gone, is silent, or does not let the agent in."""


class ProtocolError(ServerError):
    """A message that is not what the agent protocol says."""
