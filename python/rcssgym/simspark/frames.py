"""Frames put together from messages, and those of log files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike, fspath

from rcssgym import _core
from rcssgym.errors import ArgumentError, ProtocolError
from rcssgym.simspark import game as games
from rcssgym.simspark.environment import Environment
from rcssgym.simspark.game import Game
from rcssgym.simspark.messages import FrameMessage, read_message
from rcssgym.simspark.scene import Scene

LONGEST = _core.SIMSPARK_LONGEST
"""Longest message of a server, bytes."""


@dataclass(frozen=True)
class Frame:
    """Everything as it is at a frame."""

    message: FrameMessage
    """What the server has sent of it."""
    environment: Environment
    """Parameters of pitch, ball and rules."""
    game: Game
    """How the game stands."""
    scene: Scene
    """What stands where."""


class Frames:
    """Puts frames together from messages, most of which only tell what has changed."""

    def __init__(self) -> None:
        self.last: Frame | None = None
        """The newest frame."""
        # What the first messages of old servers tell before they tell how the game stands.
        self._environment: Environment | None = None
        self._scene: Scene | None = None

    def take(self, message: FrameMessage) -> Frame | None:
        """Return everything as it is after a message; ``None`` until everything has been told.

        Raises :class:`ProtocolError` for a message that does not fit what came before; then
        everything stays as it was.
        """
        environment = self._environment
        if message.play_modes is not None:
            environment = Environment(message.parameters, message.play_modes)
        if environment is None:
            raise ProtocolError("the server has not told its play modes")
        scene = Scene(message, self._scene)
        before = None if self.last is None else self.last.game
        game = games.told(message, before, environment.play_modes)
        self._environment, self._scene = environment, scene
        if game is None:
            return None
        self.last = Frame(message, environment, game, scene)
        return self.last


def read_log(path: str | PathLike[str]) -> Iterator[Frame]:
    """Iterate over the frames of a log file: what monitors were sent, a message in each line.

    Raises :class:`ArgumentError` for a file that cannot be read, and :class:`ProtocolError`, which
    names the line, for what is no log of SimSpark's protocol.
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
    """Iterate over the lines of a file; those that are too long for a message come in pieces."""
    try:
        with open(path, "rb") as file:
            while line := file.readline(LONGEST):
                yield line.rstrip(b"\r\n")
    except OSError as error:
        raise ArgumentError(f"path: {error}") from error
