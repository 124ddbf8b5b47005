"""Game logs of the 2D league (``.rcg``) as arrays, for imitation learning and analysis."""

import gzip
import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from rcssgym import _core
from rcssgym.errors import ArgumentError, LogError

_PIECE = 1 << 20

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
    """A game, step by step. T steps; players are left 1 to 11, then right 1 to 11.

    Coordinates are rcssserver's: metres from the centre, x towards the right goal, y down; speeds
    metres a cycle; angles degrees. Steps are those that logs show: none before the kick-off and
    after the end, and several of one cycle while the clock stands.
    """

    version: int
    """Of the format: 4, 5 or 6."""
    names: tuple[str, str]
    """Of the teams, left and right."""
    server_params: dict[str, str]
    """As they stand in the log."""
    player_params: dict[str, str]
    """As they stand in the log."""
    player_types: tuple[dict[str, float], ...]
    """Figures of the player types 0 to 17."""
    messages: tuple[tuple[int, int, str], ...]
    """Cycle, board (1: for spectators; 2: what the server received) and text."""
    damage: str | None
    """Why the log could not be read further, with the line; None for a whole one."""

    cycle: NDArray[np.int64]
    """The clock ``(T,)``."""
    mode: NDArray[np.int64]
    """Number of the play mode ``(T,)``, 1 to 51."""
    score: NDArray[np.int64]
    """Goals ``(T, 2)``."""
    penalties: NDArray[np.int64]
    """Kicks of a shoot-out ``(T, 2, 2)``: of left and right, scored and missed."""
    ball: NDArray[np.float64]
    """x, y, vx, vy ``(T, 4)``."""
    motion: NDArray[np.float64]
    """x, y, vx, vy ``(T, 22, 4)``."""
    body: NDArray[np.float64]
    """Direction of the body ``(T, 22)``."""
    neck: NDArray[np.float64]
    """Direction of the head from the body ``(T, 22)``."""
    pointed: NDArray[np.float64]
    """Point that a player points at ``(T, 22, 2)``; NaN if he does not."""
    type_id: NDArray[np.int64]
    """Player type ``(T, 22)``."""
    state: NDArray[np.int64]
    """Flags as rcssserver's ``(T, 22)``; 0 for those who do not play."""
    high_quality: NDArray[np.bool_]
    """Whether a player sees in high quality ``(T, 22)``."""
    view_width: NDArray[np.float64]
    """How wide a player sees ``(T, 22)``, degrees."""
    focus: NDArray[np.float64]
    """Distance and direction of the eyes' focus ``(T, 22, 2)``; NaN before version 6."""
    stamina: NDArray[np.float64]
    """Stamina, effort, recovery, capacity ``(T, 22, 4)``; capacity NaN before version 5."""
    attention: NDArray[np.int64]
    """Whom a player listens to, by index; -1 for nobody in particular ``(T, 22)``."""
    counts: NDArray[np.int64]
    """Commands so far, of :data:`COUNTED` ``(T, 22, 12)``."""

    def __len__(self) -> int:
        return len(self.cycle)


def read_log(path: str | os.PathLike[str], progress: bool = False) -> GameLog:
    """Read a game log of version 4, 5 or 6, plain or compressed with gzip.

    A log that is damaged or cut off is read up to that place, which :attr:`GameLog.damage` tells.

    Args:
        path: the file.
        progress: show a bar.

    Raises :class:`rcssgym.LogError` for a file that is no such log, :class:`ArgumentError` for one
    that cannot be opened.
    """
    path = Path(path)
    reader = _core.GameLogReader()
    damage: str | None = None
    try:
        with path.open("rb") as file:
            total = os.fstat(file.fileno()).st_size
            with tqdm(
                total=total, unit="B", unit_scale=True, desc=path.name, disable=not progress
            ) as bar:
                damage = _read(file, reader, bar)
    except OSError as error:
        raise ArgumentError(f"path: cannot read {path}: {error}") from error
    if reader.version == 0:
        raise LogError(f"{path}: {damage}")
    return _game_log(reader, damage)


def _read(file: IO[bytes], reader: "_core.GameLogReader", bar: "tqdm[None]") -> str | None:
    """Feed a file to a reader, and return why it ended early."""
    is_compressed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    source = cast(IO[bytes], gzip.GzipFile(fileobj=file)) if is_compressed else file
    try:
        while piece := source.read(_PIECE):
            reader.feed(piece)
            bar.update(file.tell() - bar.n)
        reader.finish()
    except (LogError, EOFError, gzip.BadGzipFile) as error:
        return str(error)
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
