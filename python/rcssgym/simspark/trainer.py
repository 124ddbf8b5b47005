"""A trainer: a monitor that sends commands."""

from __future__ import annotations

import itertools
from typing import Literal

from rcssgym.clock import running_time
from rcssgym.errors import ArgumentError, ServerError
from rcssgym.simspark.commands import (
    BallCommand,
    Command,
    DropBallCommand,
    KickOffCommand,
    KillCommand,
    KillSimCommand,
    PlayerCommand,
    PlayerName,
    PlayModeCommand,
    PushCommand,
    RepositionCommand,
    ScoreCommand,
    SelectCommand,
    TimeCommand,
    Vector,
)
from rcssgym.simspark.frames import Frame
from rcssgym.simspark.messages import AnswerMessage
from rcssgym.simspark.monitor import MonitorClient
from rcssgym.soccer import TeamSide

SETTLING = 2
"""Number of frames until the effect of a command that is sent right after a frame is visible, in
the last of them: rcssserver3d has a cycle in between."""


class TrainerClient(MonitorClient):
    """A trainer, to be used in a ``with`` statement.

    Each of its methods sends a command, and returns when the command has acted and :attr:`scene`
    and :attr:`game` show its effect. :meth:`perform` does so with several commands in one message;
    :meth:`send` does not wait.

    >>> with TrainerClient("127.0.0.1", 3200) as trainer:  # doctest: +SKIP
    ...     trainer.set_play_mode("PlayOn")
    ...     trainer.place_ball((1.0, 0.0, 0.1), velocity=(3.0, 0.0, 0.0))
    ...     print(trainer.scene.ball_position)

    Servers do not report why a command has no effect; they log it. Some commands have no effect in
    some play modes, such as moving the ball before a kick-off.

    :param host: name or address of the server.
    :param port: its port for monitors.
    :param timeout: how long to try to connect, and to wait for each frame or answer, s.
    :param wait: how to find out that commands have acted. ``"answer"`` requests an acknowledgement
        (``getAck``), which this package's server sends. ``"frames"`` waits for frames: rcssserver3d
        ignores ``getAck``, and shows the effect of a command in the second frame after it.

    Raises the errors of :class:`MonitorClient`.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 3200,
        *,
        timeout: float = 10.0,
        wait: Literal["answer", "frames"] = "answer",
    ) -> None:
        if wait not in ("answer", "frames"):
            raise ArgumentError(f"wait: {wait!r} is neither 'answer' nor 'frames'")
        self._wait = wait
        self._numbers = itertools.count(1)
        super().__init__(host, port, timeout=timeout)

    def send(self, *commands: Command) -> None:
        """Send commands in one message, and do not wait for them.

        Raises :class:`ArgumentError`, before anything is sent, for an object that is not a command
        and for a play mode that the server does not have; :class:`ServerError` if the server is
        gone.
        """
        self._check(commands)
        self._send(*commands)

    def perform(self, *commands: Command, timeout: float | None = None) -> tuple[Frame, ...]:
        """Send commands in one message, and wait until they have acted.

        :param timeout: how long to wait, s; ``None`` for the constructor's value.

        Returns the frames that have arrived meanwhile; the last one shows the commands' effect.
        Raises the errors of :meth:`send` and :meth:`receive`, and :class:`ServerError` if the
        server does not answer.
        """
        self._check(commands)
        patience = self._patience(timeout)
        end = running_time() + patience
        if self._wait == "frames":
            return self._perform_by_frames(commands, end)
        return self._perform_by_answer(commands, end, patience)

    def place_ball(self, position: Vector, velocity: Vector | None = None) -> None:
        """Place the ball, m, and optionally give it a velocity, m/s."""
        self.perform(BallCommand(position, velocity))

    def set_ball_velocity(self, velocity: Vector) -> None:
        """Give the ball a velocity, m/s, and no spin."""
        self.perform(BallCommand(velocity=velocity))

    def place_player(
        self, side: TeamSide, number: int, position: Vector, rotation: float | None = None
    ) -> None:
        """Place a player.

        :param side: the player's team.
        :param number: its number.
        :param position: the new position, m.
        :param rotation: the new angle about the vertical, degrees: 0 faces along y, -90 along x;
            ``None``: only the position is sent.
        """
        self.perform(PlayerCommand(side, number, position, rotation))

    def set_battery(self, side: TeamSide, number: int, battery: float) -> None:
        """Set the charge of a player's battery, if players have one."""
        self.perform(PlayerCommand(side, number, battery=battery))

    def set_temperature(self, side: TeamSide, number: int, temperature: float) -> None:
        """Set the temperature of a player's motors, if players have one."""
        self.perform(PlayerCommand(side, number, temperature=temperature))

    def push_selected(self) -> None:
        """Move the selected player towards its own goal line, farther than free kicks require."""
        self.perform(PushCommand())

    def set_play_mode(self, name: str) -> None:
        """Set the play mode, one of :attr:`Environment.play_modes`."""
        self.perform(PlayModeCommand(name))

    def drop_ball(self) -> None:
        """Drop the ball where it is, within the pitch, and move all players out of its way."""
        self.perform(DropBallCommand())

    def kick_off(self, side: TeamSide | None = None) -> None:
        """Give a team the kick-off; ``None`` draws one."""
        self.perform(KickOffCommand(side))

    def select(self, side: TeamSide, number: int) -> None:
        """Select a player, and no other."""
        self.perform(SelectCommand((side, number)))

    def select_next(self) -> None:
        """Select the player after the selected one, the first one after the last."""
        self.perform(SelectCommand("next"))

    def select_nobody(self) -> None:
        """Select no player."""
        self.perform(SelectCommand("nobody"))

    def kill(self, player: PlayerName | None = None) -> None:
        """Remove a player, ``(side, number)``, from the game; ``None`` for the selected one."""
        self.perform(KillCommand(player))

    def reposition(self, player: PlayerName | None = None) -> None:
        """Place a player, ``(side, number)``, beside the pitch; ``None`` for the selected one."""
        self.perform(RepositionCommand(player))

    def set_time(self, time: float) -> None:
        """Set the play time, s."""
        self.perform(TimeCommand(time))

    def set_score(self, left: int, right: int) -> None:
        """Set the goals of both teams."""
        self.perform(ScoreCommand(left, right))

    def kill_simulation(self) -> None:
        """End the server, and wait until it has closed the connection.

        Raises :class:`ServerError` if it does not.
        """
        self._send(KillSimCommand())
        end = running_time() + self._timeout
        while True:
            try:
                self._next(end)
                self._check_time(end, "the server has not closed the connection in time")
            except ServerError:
                if self._connection.has_ended:
                    return
                raise

    def _check(self, commands: tuple[Command, ...]) -> None:
        if not commands:
            raise ArgumentError("commands: none are given")
        for at, command in enumerate(commands):
            if not isinstance(command, Command):
                raise ArgumentError(f"commands[{at}]: {command!r} is not a command")
            if isinstance(command, PlayModeCommand):
                modes = self.environment.play_modes
                if command.name not in modes:
                    problem = f"{command.name!r} is none of the server's play modes"
                    raise ArgumentError(f"commands[{at}]: {problem}: {' '.join(modes)}")

    def _perform_by_answer(
        self, commands: tuple[Command, ...], end: float, patience: float
    ) -> tuple[Frame, ...]:
        word = f"rcssgym-{next(self._numbers)}"
        self._send(*commands, more=f"(getAck {word})")
        frames: list[Frame] = []
        is_answered = False
        while True:
            try:
                message = self._next(end)
                self._check_time(end, "no answer has come in time")
            except ServerError as error:
                if is_answered or running_time() < end:
                    raise
                raise ServerError(
                    f"no (ack {word}) within {patience:g} s: a server that ignores getAck, such as "
                    "rcssserver3d, needs TrainerClient(..., wait='frames')"
                ) from error
            if isinstance(message, AnswerMessage):
                is_answered = is_answered or word in message.words
            elif (frame := self._frames.take(message)) is not None:
                frames.append(frame)
                if is_answered:
                    return tuple(frames)

    def _perform_by_frames(self, commands: tuple[Command, ...], end: float) -> tuple[Frame, ...]:
        # Frames that have already arrived do not count. The next one shows when the server reads
        # commands.
        frames = self._waiting(end)
        frames.append(self._receive_until(end))
        self._send(*commands)
        frames.extend(self._receive_until(end) for _ in range(SETTLING))
        return tuple(frames)

    def _waiting(self, end: float) -> list[Frame]:
        """Receive frames that have already arrived."""
        frames = []
        while self._connection.has_more():
            frames.append(self._receive_until(end))
            self._check_time(end, "no pause between frames has come in time")
        return frames

    def _receive_until(self, end: float) -> Frame:
        return self.receive(max(end - running_time(), 1e-6))
