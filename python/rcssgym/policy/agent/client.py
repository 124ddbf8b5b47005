"""Play a policy on a server, from the first connection to the final whistle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rcssgym import _core
from rcssgym.connection import Connection
from rcssgym.errors import ArgumentError, ServerError
from rcssgym.policy import Policy
from rcssgym.policy.agent.agent import Agent, Place, Record
from rcssgym.policy.agent.body import read_body
from rcssgym.policy.agent.schedule import Schedule

NOTHING = b"(syn)"
"""Message of a server without perceptions."""
GAME_OVER = "GameOver"


@dataclass(frozen=True)
class Seat:
    """Where to join, and with which team and number.

    Raises :class:`ArgumentError` for a port, a team or a number that no server accepts.
    """

    host: str = "127.0.0.1"
    port: int = 60000
    team: str = "rcssgym"
    unum: int = 2
    patience: float = 10.0
    """How long to try to connect, and to wait for each message, s."""

    def __post_init__(self) -> None:
        if not 1 <= self.port <= 65535:
            raise ArgumentError(f"port: {self.port} is not from 1 to 65535")
        _core.check_team_name(self.team, argument="team")
        if not 1 <= self.unum <= 99:
            raise ArgumentError(f"unum: {self.unum} is not from 1 to 99")
        if not 0.0 < self.patience < float("inf"):
            raise ArgumentError(f"patience: {self.patience} is not a positive time")


class AgentClient:
    """Plays a policy as one robot; make it, then :meth:`play`.

    :param policy: the policy that moves the robot.
    :param seat: where to join.
    :param commands: where to walk, by the time since the policy took over.
    :param place: where to start; ``None`` to stay where the server puts the robot.
    :param tell: called with a line of text for each event.
    """

    def __init__(
        self,
        policy: Policy,
        seat: Seat,
        commands: Schedule,
        place: Place | None,
        tell: Callable[[str], None],
    ) -> None:
        self.record: Record
        self._policy = policy
        self._seat = seat
        self._agent = Agent(policy, commands, place)
        self._robot = self._agent.robot
        self._tell = tell
        self.record = self._agent.record

    def play(self, *, seconds: float | None = None, stop_on_fall: bool = False) -> Record:
        """Play until the game is over.

        :param seconds: end after this much time with the policy in control, s.
        :param stop_on_fall: end with the first fall.

        Returns the record. Raises :class:`ServerError` if the server cannot be reached, refuses the
        robot, is silent, or closes the connection. After Ctrl-C, :attr:`record` is still valid.
        """
        seat, record = self._seat, self.record
        with Connection(seat.host, seat.port, seat.patience) as connection:
            self._tell(f"connected to {seat.host}:{seat.port}")
            connection.send(f"(init {self._robot} {seat.team} {seat.unum})")
            message, cycles = self._first(connection), 1
            while True:
                mode = self._answer(connection, message, cycles)
                if seconds is not None and record.seconds >= seconds:
                    return record
                if stop_on_fall and record.falls > 0:
                    return record
                if mode == GAME_OVER:
                    self._tell("the game is over")
                    return record
                message, cycles = connection.receive_latest()

    def _first(self, connection: Connection) -> bytes:
        try:
            return connection.receive()
        except ServerError as error:
            who = f"{self._robot} number {self._seat.unum} of {self._seat.team}"
            raise ServerError(
                f"{error} before it let {who} in: it may not know the robot, have two other "
                "teams, or have that number in play"
            ) from error

    def _answer(self, connection: Connection, message: bytes, cycles: int) -> str | None:
        """Answer a message; return the play mode in it."""
        if message == NOTHING:
            connection.send(NOTHING.decode())
            return None
        body = read_body(message)
        agent = self._agent
        phase, falls = agent.phase, agent.record.falls
        is_first = agent.is_new
        connection.send(agent.decide(body, cycles))
        if agent.phase is not phase or is_first:
            self._tell(f"{body.time:8.2f} s: {agent.phase.value} ({body.play_mode})")
        if agent.record.falls > falls:
            x, y, _ = body.position
            self._tell(f"{body.time:8.2f} s: has fallen at {x:.1f}, {y:.1f}")
        return body.play_mode
