"""The identity of a robot, and the prefix of the names of its parts."""

from __future__ import annotations

from dataclasses import dataclass, field

_MARK = "r-"


@dataclass(frozen=True, slots=True)
class AgentID:
    """A robot of a simulation: its team's id and its number in the team."""

    team_id: int
    """0 for the left team, 1 for the right one."""
    player_no: int
    """Number on the jersey."""
    prefix: str = field(init=False, repr=False, compare=False)
    """What the names of the robot's bodies, joints and sensors start with in a shared world."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "prefix", encode_agent_prefix(self.team_id, self.player_no))

    def __str__(self) -> str:
        return f"{_MARK}{self.team_id}-{self.player_no}"

    @staticmethod
    def from_prefixed_name(prefixed_name: str) -> AgentID | None:
        """Return the owner of a name; see :func:`decode_agent_prefix`."""
        return decode_agent_prefix(prefixed_name)


def encode_agent_prefix(team_id: int, player_no: int) -> str:
    """Return the prefix of a robot's names: ``r-<team_id>-<player_no>-``."""
    return f"{_MARK}{team_id}-{player_no}-"


def decode_agent_prefix(prefixed_name: str) -> AgentID | None:
    """Return the owner of a name such as ``r-0-7-head``; ``None`` without a robot's prefix."""
    chunks = prefixed_name.split("-", 3)
    if not _is_prefixed(prefixed_name, chunks):
        return None
    try:
        return AgentID(int(chunks[1]), int(chunks[2]))
    except ValueError:
        return None


def strip_agent_prefix(prefixed_name: str) -> str:
    """Return a name without its robot's prefix: ``head`` for ``r-0-7-head``.

    Other names are returned as they are.
    """
    chunks = prefixed_name.split("-", 3)
    if not _is_prefixed(prefixed_name, chunks):
        return prefixed_name
    return "".join(chunks[3:])


def _is_prefixed(name: str, chunks: list[str]) -> bool:
    return name.startswith(_MARK) and len(chunks) >= 3
