"""Messages from servers to monitors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rcssgym import _core
from rcssgym.soccer import TeamSide


@dataclass(frozen=True)
class FoulCall:
    """A foul that the referee has given."""

    index: int
    """Running number of the foul in the game. A foul that persists is reported in every frame, as a
    new one."""
    kind: int
    """Kind of the foul, a value of :class:`rcssgym.Foul`."""
    side: TeamSide
    """Side of the offender."""
    number: int
    """Number of the offender."""


@dataclass(frozen=True)
class FrameMessage:
    """The full state, or what has changed; ``None`` for values that are not mentioned."""

    content: bytes
    """The message as received, which includes the scene."""
    is_full: bool
    """Whether it has the whole scene (``RSG``), or differences from the last one (``RDS``)."""
    version: tuple[int, int]
    """Version of the scene's format."""
    time: float | None
    """Play time, s."""
    half: int | None
    """1 or 2."""
    score_left: int | None
    """Goals of the left team."""
    score_right: int | None
    """Goals of the right team."""
    play_mode: int | None
    """Index into the names of the play modes."""
    team_left: str | None
    """Name of the left team."""
    team_right: str | None
    """Name of the right team."""
    fouls: tuple[FoulCall, ...]
    """Fouls since the frame before."""
    play_modes: tuple[str, ...] | None
    """Names of the play modes."""
    parameters: Mapping[str, float]
    """Everything else that has a name and one number, under its name, e.g. ``FieldLength``."""


@dataclass(frozen=True)
class AnswerMessage:
    """Acknowledgements that a trainer has requested."""

    words: tuple[str, ...]
    """The words that the trainer chose, in the order in which the server completed the commands."""


def read_message(content: bytes) -> FrameMessage | AnswerMessage:
    """Read a message, given without its length prefix.

    The nodes of the scene are only read by :class:`rcssgym.simspark.Scene`.

    Raises :class:`ProtocolError` for a message that is neither a game's state nor an
    acknowledgement; its text names position and reason.
    """
    read = _core.read_simspark(content)
    if isinstance(read, list):
        return AnswerMessage(tuple(read))
    fouls = tuple(
        FoulCall(index, kind, TeamSide.from_id(team - 1), number)
        for index, kind, team, number in read.pop("fouls")
    )
    parameters = MappingProxyType(read.pop("parameters"))
    return FrameMessage(content, fouls=fouls, parameters=parameters, **read)
