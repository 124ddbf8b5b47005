"""Recorded games for monitors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from os import PathLike, fspath
from pathlib import Path

from rcssgym import _core
from rcssgym.errors import ServerError
from rcssgym.server.log import log, logger
from rcssgym.unpacked import DAMAGED, unpacked


class Replay:
    """Serves a log file to monitors as a server would serve the game.

    The file is one of :class:`SoccerSimServer` or of rcsssmj, maybe compressed by gzip. It is read
    once here, for the places of its messages, and message by message while it runs. Times are in s
    from its beginning; several games in it follow each other.

    :param file: the log file.
    :param host: address to listen on. Only this machine reaches the default.
    :param port: port for monitors; 0 takes a free one.
    :param websocket_port: port for monitors that connect by WebSocket; 0 takes a free one.
    :param monitor_commands: whether monitors may control it.
    :param start: where to begin, s.
    :param speed: times real time, 0.01 to 1000.
    :param loop: begin anew at the end; otherwise the last picture stays.
    :param websocket_origins: hosts whose pages may control it by WebSocket, names or addresses,
        besides those of this machine and of the address that they connect to.
    :param simspark: whether the file, and so the monitors, are of SimSpark's protocol.
    :param max_per_address: connections of monitors from one address at a time, and as many by
        WebSocket. 0 for no limit but that of all together.
    :param exempt_loopback: whether that limit does not hold for this machine's own connections.

    Raises :class:`ServerError` for a file that cannot be read, is empty or is no log file, and for
    a port that is taken, :class:`ArgumentError` for a time that the file does not have, for
    another speed, and for a host of pages that cannot be.
    """

    def __init__(
        self,
        file: str | PathLike[str],
        host: str = "127.0.0.1",
        port: int = 60001,
        *,
        websocket_port: int | None = None,
        monitor_commands: bool = True,
        start: float = 0.0,
        speed: float = 1.0,
        loop: bool = False,
        websocket_origins: Sequence[str] = (),
        max_per_address: int = _core.MAX_PER_ADDRESS,
        exempt_loopback: bool = False,
        simspark: bool = False,
    ) -> None:
        with _uncompressed(Path(file)) as path:
            self._core = _core.Replay(
                file=fspath(path),
                name=fspath(file),
                host=host,
                port=port,
                websocket_port=websocket_port,
                websocket_origins=websocket_origins,
                viewer_commands=monitor_commands,
                max_per_address=max_per_address,
                exempt_loopback=exempt_loopback,
                start=start,
                speed=speed,
                loop=loop,
                simspark=simspark,
            )

    @property
    def duration(self) -> float:
        """Time of the last message, s."""
        return self._core.duration

    @property
    def messages(self) -> int:
        """Number of messages."""
        return self._core.messages

    @property
    def games(self) -> int:
        """Number of games."""
        return self._core.games

    @property
    def address(self) -> tuple[str, int]:
        """Host and port for monitors."""
        return self._core.address

    @property
    def websocket_address(self) -> tuple[str, int] | None:
        """Host and port for monitors by WebSocket, if they may."""
        return self._core.websocket_address

    @property
    def time(self) -> float:
        """Where it is, s."""
        return self._core.state()[0]

    @property
    def speed(self) -> float:
        """How fast it goes on, times real time; can be set to 0.01 to 1000."""
        return self._core.state()[1]

    @speed.setter
    def speed(self, speed: float) -> None:
        self._core.set_speed(speed)

    @property
    def is_paused(self) -> bool:
        """Whether it stands still."""
        return self._core.state()[2]

    def run(self) -> None:
        """Run until :meth:`shutdown`; once only.

        The other methods may be called meanwhile, from any thread; what they ask for is done some
        milliseconds later. Ctrl-C ends it in order, and raises :class:`KeyboardInterrupt` then.
        What happens is logged by the logger ``rcssgym.server``.

        Raises :class:`ServerError` if the file cannot be read any more.
        """
        self._core.run(log)

    def shutdown(self) -> None:
        """Ask it to end; from any thread or signal handler."""
        self._core.shutdown()

    def pause(self) -> None:
        """Let it stand still."""
        self._core.pause()

    def play(self) -> None:
        """Let it go on."""
        self._core.play()

    def step(self) -> None:
        """Let it stand still, one message later."""
        self._core.step()

    def seek(self, time: float) -> None:
        """Let it go on from a time, s.

        Raises :class:`ArgumentError` for a time that the file does not have.
        """
        self._core.seek(time)


@contextmanager
def _uncompressed(file: Path) -> Iterator[Path]:
    """Yield the file, or what is in it if it is compressed."""
    with ExitStack() as stack:
        try:
            path = stack.enter_context(unpacked(file, partial(logger.info, "%s is cut off", file)))
        except DAMAGED as error:
            raise ServerError(f"cannot read the log file {file}: {error}") from error
        yield path
