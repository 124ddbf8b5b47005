"""What servers send to monitors, message by message."""

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
    """Counts all fouls of a game. One that goes on is told in every frame, as a new one."""
    kind: int
    """What it is, a number of :class:`rcssgym.Foul`."""
    side: TeamSide
    """Whose foul it is."""
    number: int
    """Of the player."""


@dataclass(frozen=True)
class FrameMessage:
    """How everything is, or what has changed; ``None`` for what is not mentioned."""

    content: bytes
    """The message as it came, which has the scene."""
    is_full: bool
    """Whether it tells the whole scene (``RSG``), or differences to the one before (``RDS``)."""
    version: tuple[int, int]
    """Of the scene's format."""
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
    """Answers to what a trainer asked to be answered."""

    words: tuple[str, ...]
    """The words that the trainer chose, in the order in which it was done with the commands."""


def read_message(content: bytes) -> FrameMessage | AnswerMessage:
    """Return what a message says, without the length that was in front of it.

    The nodes of the scene are only read by :class:`rcssgym.simspark.Scene`.

    Raises :class:`ProtocolError` for what neither tells the state of a game nor answers; the
    message names place and reason.
    """
    told = _core.read_simspark(content)
    if isinstance(told, list):
        return AnswerMessage(tuple(told))
    fouls = tuple(
        FoulCall(index, kind, TeamSide.from_id(team - 1), number)
        for index, kind, team, number in told.pop("fouls")
    )
    parameters = MappingProxyType(told.pop("parameters"))
    return FrameMessage(content, fouls=fouls, parameters=parameters, **told)
