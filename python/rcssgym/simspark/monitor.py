"""A monitor's end of the wire: every frame of a game, put together from differences."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType

from typing_extensions import Self

from rcssgym.connection import Connection
from rcssgym.errors import ArgumentError, ProtocolError, ServerError
from rcssgym.simspark import game as games
from rcssgym.simspark.commands import Command, FullStateCommand
from rcssgym.simspark.environment import Environment
from rcssgym.simspark.game import Game
from rcssgym.simspark.messages import AnswerMessage, FrameMessage, read_message
from rcssgym.simspark.scene import Scene

LONGEST = 1 << 22
"""Longest message that a server may send, bytes; a full one of 22 robots has some 300,000."""
LONGEST_REQUEST = 1 << 16
"""Longest message that a server takes, bytes."""


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


class MonitorClient:
    """A monitor, to be used in a ``with`` statement; iterates over the frames that come.

    A game has 25 frames a second. Whoever takes longer for one gets the next ones later, not fewer;
    servers leave out frames or disconnect only where many have not been taken.

    >>> with MonitorClient("127.0.0.1", 3200) as monitor:  # doctest: +SKIP
    ...     for frame in monitor:
    ...         print(frame.game.time, frame.scene.ball_position)

    :param host: name or address of the server.
    :param port: of its monitors.
    :param timeout: for how long to try to connect, and to wait for each frame, s.

    Raises :class:`ServerError` if there is no server within that time, and :class:`ArgumentError`
    for a port or a time that cannot be.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 3200, *, timeout: float = 10.0) -> None:
        if not 1 <= port <= 65535:
            raise ArgumentError(f"port: {port} is not from 1 to 65535")
        self._timeout = _checked_time(timeout)
        self._frame: Frame | None = None
        # What the first messages of older servers tell before they tell how the game stands.
        self._environment: Environment | None = None
        self._scene: Scene | None = None
        self._connection = Connection(host, port, timeout, LONGEST)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Leave."""
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """Iterate over the frames until the server closes the connection between two messages.

        Raises what :meth:`receive` raises otherwise.
        """
        while True:
            try:
                frame = self.receive()
            except ServerError:
                if self._connection.has_ended:
                    return
                raise
            yield frame

    def close(self) -> None:
        """Leave; a second time is fine."""
        self._connection.close()

    def receive(self, timeout: float | None = None) -> Frame:
        """Wait for the next frame.

        :param timeout: for how long, s; ``None`` for as long as was said at first.

        Raises :class:`ServerError` if none comes or the server closes the connection, and
        :class:`ProtocolError` for a message that is not what the protocol says. What is known stays
        as it was then, and the next full frame puts everything right.
        """
        end = time.monotonic() + self._patience(timeout)
        while True:
            message = self._next(end)
            frame = self._take(message) if isinstance(message, FrameMessage) else None
            if frame is not None:
                return frame

    @property
    def frame(self) -> Frame:
        """The newest frame; waits for one if none has come yet."""
        return self.receive() if self._frame is None else self._frame

    @property
    def environment(self) -> Environment:
        """Parameters of pitch, ball and rules."""
        return self.frame.environment

    @property
    def game(self) -> Game:
        """How the game stands at the newest frame."""
        return self.frame.game

    @property
    def scene(self) -> Scene:
        """What stands where at the newest frame."""
        return self.frame.scene

    def request_full_frame(self) -> None:
        """Ask for a frame that tells everything, which all monitors get."""
        self._send(FullStateCommand())

    def _patience(self, timeout: float | None) -> float:
        return self._timeout if timeout is None else _checked_time(timeout)

    def _send(self, *commands: Command, more: str = "") -> None:
        text = "".join(command.to_sexp() for command in commands) + more
        if len(text) > LONGEST_REQUEST:
            what = f"{len(commands)} commands of {len(text)} bytes"
            raise ArgumentError(f"commands: {what} are more than {LONGEST_REQUEST}")
        self._connection.send(text)

    def _next(self, end: float) -> FrameMessage | AnswerMessage:
        """Wait for the next message until a point in time."""
        return read_message(self._connection.receive(max(end - time.monotonic(), 0.0)))

    def _take(self, message: FrameMessage) -> Frame | None:
        """Bring everything up to date; ``None`` as long as the server has not told everything."""
        environment = self._environment
        if message.play_modes is not None:
            environment = Environment(message.parameters, message.play_modes)
        if environment is None:
            raise ProtocolError("the server has not told its play modes")
        scene = Scene(message, self._scene)
        before = None if self._frame is None else self._frame.game
        game = games.told(message, before, environment.play_modes)
        self._environment, self._scene = environment, scene
        if game is None:
            return None
        self._frame = Frame(message, environment, game, scene)
        return self._frame


def _checked_time(timeout: float) -> float:
    if not 0.0 < timeout < float("inf"):
        raise ArgumentError(f"timeout: {timeout} is not a positive time")
    return timeout
