"""Game logs of the 2D league (``.rcg``) as arrays, for imitation learning and analysis."""

import datetime
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from rcssgym import _core
from rcssgym.disc.simulation import DiscSimulation
from rcssgym.errors import ArgumentError, LogError
from rcssgym.regular import as_path, without_nul
from rcssgym.unpacked import opened

if TYPE_CHECKING:
    from tqdm import tqdm
    from typing_extensions import Self

_T = TypeVar("_T")
_GZIP = 31
"""What zlib calls a gzip file with the largest window."""
_PIECE = 1 << 16
_UNPACKED = 1 << 16
"""Maximum number of bytes to unpack at once: a small file may expand to a huge one."""

COUNTED = (
    "kick",
    "dash",
    "turn",
    "catch",
    "move",
    "turn_neck",
    "change_view",
    "say",
    "tackle",
    "pointto",
    "attentionto",
    "change_focus",
)
"""Commands, in the order of :attr:`GameLog.counts`."""


@dataclass(frozen=True)
class GameLog:
    """A game, step by step, with T steps. Players are left 1 to 11, then right 1 to 11.

    Coordinates are rcssserver's: metres from the centre, x towards the right goal, y down; speeds
    in metres per cycle; angles in degrees. Steps are those in the log: none before the kick-off and
    after the end, and several with the same cycle while the clock is stopped.
    """

    version: int
    """Version of the format: 4, 5 or 6."""
    names: tuple[str, str]
    """Names of the teams, left and right."""
    server_params: dict[str, str]
    """Server parameters as written in the log."""
    player_params: dict[str, str]
    """Player parameters as written in the log."""
    player_types: tuple[dict[str, float], ...]
    """Parameters of the player types 0 to 17."""
    messages: tuple[tuple[int, int, str], ...]
    """Cycle, board (1: for spectators; 2: what the server received) and text."""
    damage: str | None
    """Why the log could not be read further, with the line; None for a complete log."""

    cycle: NDArray[np.int64]
    """Game clock ``(T,)``, cycles."""
    mode: NDArray[np.int64]
    """Number of the play mode ``(T,)``, 1 to 51."""
    score: NDArray[np.int64]
    """Goals ``(T, 2)``."""
    penalties: NDArray[np.int64]
    """Kicks of a shoot-out ``(T, 2, 2)``: left and right, scored and missed."""
    ball: NDArray[np.float64]
    """x, y, vx, vy ``(T, 4)``."""
    motion: NDArray[np.float64]
    """x, y, vx, vy ``(T, 22, 4)``."""
    body: NDArray[np.float64]
    """Direction of the body ``(T, 22)``."""
    neck: NDArray[np.float64]
    """Direction of the head from the body ``(T, 22)``."""
    pointed: NDArray[np.float64]
    """Point that a player points at ``(T, 22, 2)``; NaN if it does not."""
    type_id: NDArray[np.int64]
    """Player type ``(T, 22)``."""
    state: NDArray[np.int64]
    """rcssserver's flags ``(T, 22)``; 0 for players who do not play."""
    high_quality: NDArray[np.bool_]
    """Whether a player sees in high quality ``(T, 22)``."""
    view_width: NDArray[np.float64]
    """View width of a player ``(T, 22)``, degrees."""
    focus: NDArray[np.float64]
    """Distance and direction of the eyes' focus ``(T, 22, 2)``; NaN before version 6."""
    stamina: NDArray[np.float64]
    """Stamina, effort, recovery, capacity ``(T, 22, 4)``; capacity NaN before version 5."""
    attention: NDArray[np.int64]
    """Index of the player that a player listens to; -1 for nobody in particular ``(T, 22)``."""
    counts: NDArray[np.int64]
    """Number of commands so far, by :data:`COUNTED` ``(T, 22, 12)``."""

    def __len__(self) -> int:
        return len(self.cycle)


def read_log(path: str | os.PathLike[str], progress: bool = False) -> GameLog:
    """Read a game log of version 4, 5 or 6, plain or compressed with gzip.

    A log that is damaged or cut off is read up to that place; :attr:`GameLog.damage` describes it.

    :param path: the file.
    :param progress: whether to show a progress bar.

    Raises :class:`rcssgym.LogError` for a file that is not such a log, and :class:`ArgumentError`
    for one that cannot be opened.
    """
    path = as_path("path", path)
    reader = _core.GameLogReader()
    damage = feed_file(path, reader, progress)
    if reader.version == 0:
        raise LogError(f"{path}: {damage}")
    return _game_log(reader, damage)


def feed_file(
    path: Path, reader: "_core.GameLogReader | _core.CommandLogReader", progress: bool
) -> str | None:
    """Feed a log file to a reader, and return why it ended early; None if it did not.

    Raises :class:`ArgumentError` for a file that cannot be read.
    """
    # Most programs that import rcssgym read no logs, and tqdm takes a while to import.
    from tqdm import tqdm

    try:
        with opened(path) as file:
            total = os.fstat(file.fileno()).st_size
            with tqdm(
                total=total, unit="B", unit_scale=True, desc=path.name, disable=not progress
            ) as bar:
                return _read(file, reader, bar)
    except OSError as error:
        raise ArgumentError(f"path: cannot read {path}: {error.strerror or error}") from error


def _read(
    file: IO[bytes],
    reader: "_core.GameLogReader | _core.CommandLogReader",
    bar: "tqdm[NoReturn]",
) -> str | None:
    """Feed a file to a reader, and return why it ended early."""
    is_packed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    unpacker = zlib.decompressobj(wbits=_GZIP)
    try:
        while piece := file.read(_PIECE):
            bar.update(len(piece))
            if not is_packed:
                reader.feed(piece)
                continue
            while piece:
                if unpacker.eof:
                    # Tapes and block devices fill up the last block with zeros.
                    if not (piece := piece.lstrip(b"\0")):
                        break
                    # A file may consist of several gzip streams, one after the other.
                    unpacker = zlib.decompressobj(wbits=_GZIP)
                reader.feed(unpacker.decompress(piece, _UNPACKED))
                piece = unpacker.unconsumed_tail or unpacker.unused_data
        reader.finish()
    except zlib.error as error:
        return str(error)
    except LogError as error:
        is_cut = is_packed and not (unpacker.eof or unpacker.unconsumed_tail or file.read(1))
        return f"the compressed file is cut off: {error}" if is_cut else str(error)
    if is_packed and not unpacker.eof:
        return "the compressed file is cut off"
    return None


def _game_log(reader: "_core.GameLogReader", damage: str | None) -> GameLog:
    params: dict[str, dict[str, str]] = {"server_param": {}, "player_param": {}}
    types: list[dict[str, float]] = []
    for word, values in reader.parameters:
        if word == "player_type":
            types.append({name: float(value) for name, value in values if name != "id"})
        else:
            params[word] = dict(values)
    left, right = reader.names
    return GameLog(
        version=reader.version,
        names=(left, right),
        server_params=params["server_param"],
        player_params=params["player_param"],
        player_types=tuple(types),
        messages=tuple(reader.messages),
        damage=damage,
        **reader.take_arrays(),
    )


class GameLogWriter:
    """Writes the log of a game, which the league's log players can show.

    :param path: the file, which is overwritten; compressed if its name ends in ``.gz``.
    :param sim: the game.
    :param version: version of the format: 4, 5 or 6, which :func:`read_log` reads; 1 to 3 for
        binary formats, -1 for JSON.

    Call :meth:`step` after every step of the game. A log ends with the result, which is written
    when the writer is closed.

    >>> sim = rcssgym.DiscSimulation()
    >>> with GameLogWriter("game.rcg", sim) as log:
    ...     for _ in range(100):
    ...         sim.step()
    ...         log.step()

    Raises :class:`ArgumentError` for another version, and for a file that cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str], sim: DiscSimulation, version: int = 6) -> None:
        is_integer = isinstance(version, int | np.integer) and not isinstance(version, bool)
        if not is_integer or version not in (-1, *range(1, 7)):
            raise ArgumentError(f"version: must be 1 to 6 or -1, not {version!r}")
        self._sim = sim
        begun = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S%z")
        self._writer = _core.GameLogWriter(sim._world, version, begun)
        path = as_path("path", path)
        try:
            self._file = LogFile(path)
            self._write_head()
        except OSError as error:
            raise ArgumentError(f"path: cannot write {path}: {error.strerror or error}") from error

    def _write_head(self) -> None:
        try:
            self._file.write(self._writer.head)
        except OSError:
            with suppress(OSError):
                self._file.close()
            raise

    def step(self) -> None:
        """Write what the last step has changed; nothing before the kick-off or after the end."""
        self._file.write_made(self._writer.step, self._sim._world)

    def close(self) -> None:
        """Write the result and close the file. Later calls do nothing."""
        if self._file.closed:
            return
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%d%H%M")
        with closing(self._file):
            self._file.write(self._writer.finish(self._sim._world, now))

    def __enter__(self) -> "Self":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class LogFile:
    """A log file, compressed if its name ends in ``.gz``, that Ctrl-C leaves without a gap.

    Python raises :class:`KeyboardInterrupt` between any two of its instructions, also where a piece
    has been compressed and is not in the file yet. ``map`` and ``writelines`` do both at once. A
    buffer would lose the piece if interrupted while it is emptied.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = without_nul(path).open("wb", buffering=0)
        self._packer = zlib.compressobj(wbits=_GZIP) if path.suffix == ".gz" else None

    @property
    def closed(self) -> bool:
        """Whether the file has been closed."""
        return self._file.closed

    def write(self, piece: bytes) -> None:
        """Write a piece."""
        self.write_made(bytes, piece)

    def write_made(self, make: Callable[[_T], bytes], argument: _T) -> None:
        """Write what ``make`` returns for ``argument``."""
        pieces = map(make, (argument,))
        with self._named():
            self._file.writelines(map(self._packer.compress, pieces) if self._packer else pieces)

    def close(self) -> None:
        """Write what is left and close the file."""
        with self._file, self._named():
            if self._packer:
                self._file.write(self._packer.flush())

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Let errors name the file."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from error
