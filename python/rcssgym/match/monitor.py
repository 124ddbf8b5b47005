"""Watching a game: a monitor's connection, and the few values that a match needs."""

from __future__ import annotations

import re
import select
import socket
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from rcssgym.framing import LONGEST_FRAME, PREFIX, announced, framed
from rcssgym.match.errors import MatchError
from rcssgym.soccer import PlayMode

WAIT = 0.05
"""How long to wait for data, s."""
HEAD = 200
"""Number of bytes within which a message's first parts begin."""
BEFORE_KICK_OFF, GAME_OVER = map(
    list(PlayMode).index, (PlayMode.BEFORE_KICK_OFF, PlayMode.GAME_OVER)
)
"""Indices of play modes."""

_NUMBER = rb"([-+.\deE]+)"
_TIME = re.compile(rb"\(gt[^)]*\)\s*" + _NUMBER)
_FIELDS = {
    name: re.compile(rb"\(" + name.encode() + rb"\s+" + _NUMBER + rb"\)")
    for name in ("time", "half", "score_left", "score_right", "play_mode")
}
_NAMES = re.compile(rb"\(team_(left|right)\s+([^\s()]+)\)")
_FOUL = re.compile(rb"\(foul\s+(\d+)\s+([12])\s+(\d+)\)")
_AGENT = re.compile(rb"\(agent\s+([^\s()]+)\s+(\d+)\)")
_ABSENT = ("<LEFT>", "<RIGHT>")

Names: TypeAlias = "tuple[str | None, str | None]"


@dataclass(frozen=True)
class Frame:
    """The state of the game according to one message."""

    clock: float
    """Simulation time, s."""
    play_time: float
    """Play time, s."""
    half: int
    """1 or 2."""
    score: tuple[int, int]
    """Goals of the left and of the right team."""
    play_mode: int
    """Index of the play mode."""
    fouls: tuple[tuple[int, int], ...]
    """Kind of each foul, and side of the offender: 0 is left, 1 right."""
    names: Names | None
    """Names of the left and the right team, ``None`` for a missing team; ``None`` for a message
    with changes only."""
    players: tuple[int, int] | None
    """Number of robots of each team; ``None`` for a message with changes only."""


def read_frame(message: bytes) -> Frame:
    """Return what a message of the robot simulation monitor protocol says about the game.

    Only the game's state and the players present are read; the scene is searched, not parsed.

    Raises :class:`MatchError` for a message without a state of the game.
    """
    state = message[message.rfind(b"((gs ") :].partition(b"((ge ")[0]
    clock = _TIME.search(message, 0, HEAD)
    found = {name: pattern.search(state) for name, pattern in _FIELDS.items()}
    names = _names(state)
    try:
        numbers = {name: float(field[1]) for name, field in found.items() if field is not None}
        return Frame(
            clock=float(clock[1]) if clock is not None else numbers["time"],
            play_time=numbers["time"],
            half=int(numbers.get("half", 1)),
            score=(int(numbers["score_left"]), int(numbers["score_right"])),
            play_mode=int(numbers["play_mode"]),
            fouls=tuple((int(kind), int(side) - 1) for kind, side, _ in _FOUL.findall(state)),
            names=names,
            players=None if names is None else _players(message, names),
        )
    except (KeyError, ValueError) as error:
        begin = message[:HEAD]
        raise MatchError(f"the server sends no state of the game: {begin!r}") from error


def _names(state: bytes) -> Names | None:
    found = {side: name.decode("utf-8", "replace") for side, name in _NAMES.findall(state)}
    if not found:
        return None
    left, right = found.get(b"left", _ABSENT[0]), found.get(b"right", _ABSENT[1])
    return (None if left == _ABSENT[0] else left, None if right == _ABSENT[1] else right)


def _players(message: bytes, names: Names) -> tuple[int, int]:
    teams = Counter(team.decode("utf-8", "replace") for team, _ in _AGENT.findall(message))
    left, right = names
    return teams[left] if left is not None else 0, teams[right] if right is not None else 0


class Monitor:
    """A connection to a server's monitor port, once there is one.

    :param host: name or address.
    """

    def __init__(self, host: str) -> None:
        self._host = host
        self._socket = socket.socket()
        self._buffer = bytearray()
        self.has_ended = True
        """Whether there is no connection yet, or the server has closed it."""

    def connect(self, port: int) -> bool:
        """Connect to another server.

        :param port: the server's port for monitors.

        Returns whether the server accepted the connection.
        """
        try:
            new = socket.create_connection((self._host, port), timeout=WAIT)
            new.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError:
            return False
        self.close()
        self._socket, self._buffer, self.has_ended = new, bytearray(), False
        return True

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def send(self, command: str) -> None:
        """Send a command; does nothing if the server is gone."""
        with suppress(OSError):
            self._socket.sendall(framed(command.encode()))

    def receive(self) -> list[Frame]:
        """Return the frames that have arrived; waits for a short while if there is no data.

        Raises :class:`MatchError` for messages that are not for monitors.
        """
        self.drain()
        frames = []
        while (message := self._message()) is not None:
            frames.append(read_frame(message))
        return frames

    def drain(self) -> None:
        """Read data that has arrived; waits for a short while if there is none.

        rcsssmj blocks on monitors that do not read, and sometimes does not survive their leaving.
        """
        if self.has_ended:
            time.sleep(WAIT)
        elif select.select([self._socket], [], [], WAIT)[0]:
            try:
                part = self._socket.recv(1 << 18)
            except OSError:
                part = b""
            self._buffer += part
            self.has_ended = not part

    def _message(self) -> bytes | None:
        if len(self._buffer) < PREFIX:
            return None
        end = PREFIX + announced(self._buffer)
        if end > LONGEST_FRAME:
            raise MatchError(f"the server announces a message of {end - PREFIX} bytes")
        if len(self._buffer) < end:
            return None
        message = bytes(self._buffer[PREFIX:end])
        del self._buffer[:end]
        return message
