"""Frames put together from messages, and those of log files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike, fspath

from rcssgym import _core
from rcssgym.errors import ArgumentError, ProtocolError
from rcssgym.regular import as_path, regular
from rcssgym.simspark.environment import Environment
from rcssgym.simspark.game import Game, game_after
from rcssgym.simspark.messages import FrameMessage, read_message
from rcssgym.simspark.scene import Scene

LONGEST = _core.SIMSPARK_LONGEST
"""Longest message of a server, bytes."""


@dataclass(frozen=True)
class Frame:
    """The full state at a frame."""

    message: FrameMessage
    """The message that the server sent for it."""
    environment: Environment
    """Parameters of pitch, ball and rules."""
    game: Game
    """The state of the game."""
    scene: Scene
    """The objects in the scene."""


class Frames:
    """Puts frames together from messages, most of which only contain changes."""

    def __init__(self) -> None:
        self.last: Frame | None = None
        """The newest frame."""
        # Old servers send these in their first messages, before the state of the game.
        self._environment: Environment | None = None
        self._scene: Scene | None = None

    def take(self, message: FrameMessage) -> Frame | None:
        """Return the full state after a message; ``None`` until everything has been sent.

        Raises :class:`ProtocolError` for a message that does not fit the messages before; the state
        then stays as it was.
        """
        environment = self._environment
        if message.play_modes is not None:
            environment = Environment(message.parameters, message.play_modes)
        if environment is None:
            raise ProtocolError("the server has not sent its play modes")
        scene = Scene(message, self._scene)
        before = None if self.last is None else self.last.game
        game = game_after(message, before, environment.play_modes)
        self._environment, self._scene = environment, scene
        if game is None:
            return None
        self.last = Frame(message, environment, game, scene)
        return self.last


def read_log(path: str | PathLike[str]) -> Iterator[Frame]:
    """Iterate over the frames of a log file: the messages to monitors, one per line.

    Raises :class:`ArgumentError` for a file that cannot be read, and :class:`ProtocolError`, which
    names the line, for a file that is not a log of SimSpark's protocol.
    """
    frames = Frames()
    for number, line in enumerate(_lines(path), 1):
        try:
            message = read_message(line)
            frame = frames.take(message) if isinstance(message, FrameMessage) else None
        except ProtocolError as error:
            raise ProtocolError(f"{fspath(path)}:{number}: {error}") from None
        if frame is not None:
            yield frame


def _lines(path: str | PathLike[str]) -> Iterator[bytes]:
    """Iterate over the lines of a file; lines that are too long for a message are split."""
    try:
        with regular(as_path("path", path)).open("rb") as file:
            while line := file.readline(LONGEST):
                yield line.rstrip(b"\r\n")
    except OSError as error:
        raise ArgumentError(f"path: {error}") from error
