"""Command logs of the 2D league (``.rcl``): messages to a server and messages of its referee."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING

from rcssgym import _core
from rcssgym.disc.log import LogFile, feed_file
from rcssgym.disc.simulation import DiscSimulation
from rcssgym.errors import ArgumentError
from rcssgym.regular import as_path

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True)
class LoggedMessage:
    """A line of a command log."""

    cycle: int
    """Game clock, cycles."""
    stopped: int
    """Cycles for which the clock has been stopped."""
    sender: str | None
    """Sender of the message: ``Alpha_3``, ``Coach`` (the trainer), ``Alpha_Coach``; None for the
    referee."""
    text: str
    """The message."""


@dataclass(frozen=True)
class CommandLog:
    """A command log, in the order in which messages were processed."""

    messages: tuple[LoggedMessage, ...]
    """All lines."""
    damage: str | None
    """Why the log could not be read further, with the line; None for a complete log."""

    def __len__(self) -> int:
        return len(self.messages)


def read_command_log(path: str | os.PathLike[str], progress: bool = False) -> CommandLog:
    """Read a command log, plain or compressed with gzip.

    A log that is damaged or cut off is read up to that place; :attr:`CommandLog.damage` describes
    it.

    :param path: the file.
    :param progress: whether to show a progress bar.

    Raises :class:`ArgumentError` for a file that cannot be opened.
    """
    reader = _core.CommandLogReader()
    damage = feed_file(as_path("path", path), reader, progress)
    return CommandLog(tuple(LoggedMessage(*line) for line in reader.take()), damage)


class CommandLogWriter:
    """Writes the command log of a game, as rcssserver does.

    :param path: the file, which is overwritten; compressed if its name ends in ``.gz``.
    :param sim: the game. Everything that its players, trainer and coaches send after this call is
        written, and what the referee says.

    >>> sim = rcssgym.DiscSimulation()
    >>> with CommandLogWriter("game.rcl", sim):
    ...     sim.trainer("(start)")
    '(ok start)'

    Raises :class:`ArgumentError` for a file that cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str], sim: DiscSimulation) -> None:
        path = as_path("path", path)
        try:
            self._file = LogFile(path)
        except OSError as error:
            raise ArgumentError(f"path: cannot write {path}: {error.strerror or error}") from error
        self._sim = sim
        self._listener: Callable[[str | None, str], None] = self._write
        sim._traffic.listeners.append(self._listener)

    def _write(self, sender: str | None, text: str) -> None:
        line = _core.command_log_line(self._sim.cycle, self._sim.stopped, sender, text)
        self._file.write(line.encode())

    def close(self) -> None:
        """Stop writing and close the file. Later calls do nothing."""
        if self._file.closed:
            return
        self._sim._traffic.listeners.remove(self._listener)
        self._file.close()

    def __enter__(self) -> "Self":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
