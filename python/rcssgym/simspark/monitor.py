"""A monitor client: every frame of a game, put together from differences."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING

from rcssgym.clock import running_time
from rcssgym.connection import Connection
from rcssgym.errors import ArgumentError, ServerError
from rcssgym.simspark.commands import Command, FullStateCommand
from rcssgym.simspark.environment import Environment
from rcssgym.simspark.frames import LONGEST, Frame, Frames
from rcssgym.simspark.game import Game
from rcssgym.simspark.messages import AnswerMessage, FrameMessage, read_message
from rcssgym.simspark.scene import Scene

if TYPE_CHECKING:
    from typing_extensions import Self

LONGEST_REQUEST = 1 << 16
"""Longest message that a server accepts, bytes."""


class MonitorClient:
    """A monitor, to be used in a ``with`` statement; iterates over the frames that arrive.

    A game has 25 frames per second. A slow client gets frames later, not fewer of them; servers
    only skip frames or disconnect if many have not been read.

    >>> with MonitorClient("127.0.0.1", 3200) as monitor:  # doctest: +SKIP
    ...     for frame in monitor:
    ...         print(frame.game.time, frame.scene.ball_position)

    :param host: name or address of the server.
    :param port: its port for monitors.
    :param timeout: how long to try to connect, and to wait for each frame, s.

    Raises :class:`ServerError` if there is no server within that time, and :class:`ArgumentError`
    for an invalid port or time.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 3200, *, timeout: float = 10.0) -> None:
        if isinstance(port, bool) or not isinstance(port, int) or not 1 <= port <= 65535:
            raise ArgumentError(f"port: {port!r} is not from 1 to 65535")
        self._timeout = _checked_time(timeout)
        self._frames = Frames()
        self._connection = Connection(host, port, timeout, LONGEST)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the connection."""
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """Iterate over the frames until the server closes the connection between two messages.

        Raises the errors of :meth:`receive` otherwise.
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
        """Close the connection; may be called more than once."""
        self._connection.close()

    def receive(self, timeout: float | None = None) -> Frame:
        """Wait for the next frame.

        :param timeout: how long to wait, s; ``None`` for the constructor's value.

        Raises :class:`ServerError` if none arrives or the server closes the connection, and
        :class:`ProtocolError` for a message that violates the protocol. In that case the state is
        unchanged, and the next full frame corrects it.
        """
        end = running_time() + self._patience(timeout)
        while True:
            message = self._next(end)
            frame = self._frames.take(message) if isinstance(message, FrameMessage) else None
            if frame is not None:
                return frame
            self._check_time(end, "no frame has come in time")

    @property
    def frame(self) -> Frame:
        """The newest frame; waits for one if none has arrived yet."""
        return self.receive() if self._frames.last is None else self._frames.last

    @property
    def environment(self) -> Environment:
        """Parameters of pitch, ball and rules."""
        return self.frame.environment

    @property
    def game(self) -> Game:
        """The state of the game at the newest frame."""
        return self.frame.game

    @property
    def scene(self) -> Scene:
        """The scene at the newest frame."""
        return self.frame.scene

    def request_full_frame(self) -> None:
        """Request a full frame, which is sent to all monitors."""
        self._send(FullStateCommand())

    def _patience(self, timeout: float | None) -> float:
        return self._timeout if timeout is None else _checked_time(timeout)

    def _send(self, *commands: Command, more: str = "") -> None:
        text = "".join(command.to_sexp() for command in commands) + more
        if len(text) > LONGEST_REQUEST:
            what = f"{len(commands)} commands of {len(text)} bytes"
            raise ArgumentError(f"commands: {what} are more than {LONGEST_REQUEST}")
        self._connection.send(text)

    def _check_time(self, end: float, problem: str) -> None:
        """Raise :class:`ServerError` after the time ``end``, even if other data has arrived."""
        if running_time() >= end:
            raise ServerError(problem)

    def _next(self, end: float) -> FrameMessage | AnswerMessage:
        """Wait for the next message until a point in time."""
        return read_message(self._connection.receive(max(end - running_time(), 0.0)))


def _checked_time(timeout: float) -> float:
    try:
        is_time = 0.0 < timeout < float("inf")
    except TypeError:
        is_time = False
    if not is_time:
        raise ArgumentError(f"timeout: {timeout!r} is not a positive time")
    return timeout
