"""Recorded games for monitors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from os import PathLike, fsencode, fspath
from pathlib import Path

from rcssgym import _core
from rcssgym.errors import ServerError
from rcssgym.server.log import log, logger
from rcssgym.unpacked import DAMAGED, unpacked


class Replay:
    """Serves a log file to monitors as a server would serve the game.

    The file is a log of :class:`SoccerSimServer` or rcsssmj, possibly compressed by gzip. The
    constructor reads it once to index its messages; they are read one by one during the replay.
    Times are in s from the beginning of the file; several games in it follow each other.

    :param file: the log file.
    :param host: address to listen on. The default can only be reached from this machine.
    :param port: port for monitors; 0 selects a free one.
    :param websocket_port: port for monitors that connect by WebSocket; 0 selects a free one.
    :param monitor_commands: whether monitors may control the replay.
    :param start: time at which to start, s.
    :param speed: speed relative to real time, 0.01 to 1000.
    :param loop: whether to start again at the end; otherwise the last state remains.
    :param websocket_origins: hosts whose pages may control the replay by WebSocket, names or
        addresses, besides those of this machine and of the address that they connect to.
    :param simspark: whether the file, and so the monitors, use SimSpark's protocol.
    :param max_per_address: maximum number of monitors from one address at a time, and as many by
        WebSocket. 0 for no limit except that for all connections together.
    :param exempt_loopback: whether this machine's own connections are exempt from that limit.

    Raises :class:`ServerError` for a file that cannot be read, is empty or is not a log file, and
    for a port that is in use; :class:`ArgumentError` for a time outside the file, for a speed out
    of range, and for an invalid host in ``websocket_origins``.
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
                name=fsencode(file).decode(errors="replace"),  # for the log
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
        """Number of games; 1 with SimSpark's messages, which do not show where a game begins."""
        return self._core.games

    @property
    def address(self) -> tuple[str, int]:
        """Host and port for monitors."""
        return self._core.address

    @property
    def websocket_address(self) -> tuple[str, int] | None:
        """Host and port for monitors by WebSocket, if these are served."""
        return self._core.websocket_address

    @property
    def time(self) -> float:
        """Current time in the file, s."""
        return self._core.state()[0]

    @property
    def speed(self) -> float:
        """Speed relative to real time; can be set to 0.01 to 1000."""
        return self._core.state()[1]

    @speed.setter
    def speed(self, speed: float) -> None:
        self._core.set_speed(speed)

    @property
    def is_paused(self) -> bool:
        """Whether the replay is paused."""
        return self._core.state()[2]

    def run(self) -> None:
        """Run until :meth:`shutdown`; once only.

        The other methods may be called meanwhile, from any thread; they take effect some
        milliseconds later. Ctrl-C ends the replay in an orderly way, and then raises
        :class:`KeyboardInterrupt`. Events are logged by the logger ``rcssgym.server``.

        Raises :class:`ServerError` if the file cannot be read any more.
        """
        self._core.run(log)

    def shutdown(self) -> None:
        """Ask the replay to end; may be called in any thread or signal handler."""
        self._core.shutdown()

    def pause(self) -> None:
        """Pause the replay."""
        self._core.pause()

    def play(self) -> None:
        """Continue the replay."""
        self._core.play()

    def step(self) -> None:
        """Advance by one message and pause."""
        self._core.step()

    def seek(self, time: float) -> None:
        """Continue from a time, s.

        Raises :class:`ArgumentError` for a time outside the file.
        """
        self._core.seek(time)


@contextmanager
def _uncompressed(file: Path) -> Iterator[Path]:
    """Yield the path of the file, or of an uncompressed copy if it is compressed."""
    with ExitStack() as stack:
        try:
            path = stack.enter_context(unpacked(file, partial(logger.info, "%s is cut off", file)))
        except DAMAGED as error:
            raise ServerError(f"cannot read the log file {file}: {error}") from error
        yield path
