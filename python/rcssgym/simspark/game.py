"""The state of a game."""

from __future__ import annotations

from dataclasses import dataclass

from rcssgym.errors import ProtocolError
from rcssgym.simspark.messages import FoulCall, FrameMessage


@dataclass(frozen=True)
class Game:
    """The state of a game at a frame."""

    time: float
    """Play time, s; it stands still before a kick-off."""
    half: int
    """1 or 2."""
    score: tuple[int, int]
    """Goals of the left and of the right team."""
    play_mode: str
    """Name of the play mode, one of :attr:`Environment.play_modes`."""
    teams: tuple[str | None, str | None]
    """Names of the left and the right team, ``None`` for a team that has not joined."""
    fouls: tuple[FoulCall, ...]
    """Fouls since the frame before."""


def game_after(message: FrameMessage, before: Game | None, modes: tuple[str, ...]) -> Game | None:
    """Return the state of the game after a message; ``None`` if no message has contained it.

    :param before: the state before the message, if it is known.
    :param modes: names of the play modes, by their indices in messages.

    Raises :class:`ProtocolError` for a play mode that has no name.
    """
    if before is None:
        first = _first(message)
        if first is None:
            return None
        before = first
    # A full message names all teams that have joined.
    teams = (None, None) if message.is_full else before.teams
    return Game(
        time=before.time if message.time is None else message.time,
        half=before.half if message.half is None else message.half,
        score=(
            before.score[0] if message.score_left is None else message.score_left,
            before.score[1] if message.score_right is None else message.score_right,
        ),
        play_mode=before.play_mode
        if message.play_mode is None
        else _name(message.play_mode, modes),
        teams=(message.team_left or teams[0], message.team_right or teams[1]),
        fouls=message.fouls,
    )


def _first(message: FrameMessage) -> Game | None:
    """Return an initial state for a first message; ``None`` unless it has all but the teams."""
    values = (message.time, message.half, message.score_left, message.score_right)
    if message.play_mode is None or None in values:
        return None
    return Game(0.0, 1, (0, 0), "", (None, None), ())


def _name(index: int, modes: tuple[str, ...]) -> str:
    if index >= len(modes):
        raise ProtocolError(f"play_mode: {index} is none of the {len(modes)} play modes")
    return modes[index]
