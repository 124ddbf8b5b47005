"""Playmakers in Python: functions that answer requests of agents of the 2D league."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from rcssgym._core import PlaymakerServer, playmaker_finish
from rcssgym.envs.checks import checked_count
from rcssgym.errors import ArgumentError
from rcssgym.playmaker.execution import coach_actions, player_actions, trainer_actions
from rcssgym.playmaker.messages import (
    BestPlannerActionRequest,
    BestPlannerActionResponse,
    CoachActions,
    Empty,
    InitMessage,
    Message,
    PlayerActions,
    PlayerParam,
    PlayerType,
    RegisterRequest,
    RegisterResponse,
    RpcServerLanguageType,
    ServerParam,
    State,
    TrainerActions,
)

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

PORT = 50051
"""Default port of playmakers."""

# Calls that are being answered when a program ends are answered first, as other threads' work is.
atexit.register(playmaker_finish)

Answer: TypeAlias = "PlayerActions | Iterable[Message]"
"""Answer to a player: :class:`PlayerActions`, or a list of actions."""


class Playmaker:
    """Decides for the agents of a team. Subclass it and override its methods.

    Its methods are called in several threads, at most one of which runs Python at a time. An error
    in a method is printed; the agent that asked does nothing in that cycle.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0
        self.server_param: ServerParam | None = None
        """The parameters of the game's server, once an agent has sent them."""
        self.player_param: PlayerParam | None = None
        """The parameters of players, once an agent has sent them."""
        self.player_types: dict[int, PlayerType] = {}
        """Types of players, by their numbers."""

    def player(self, state: State) -> Answer:  # noqa: ARG002
        """Return the actions of a player in a cycle."""
        return []

    def coach(self, state: State) -> CoachActions | Iterable[Message]:  # noqa: ARG002
        """Return the actions of a coach in a cycle."""
        return []

    def trainer(
        self,
        state: State,  # noqa: ARG002
    ) -> TrainerActions | Iterable[Message]:
        """Return the actions of the trainer in a cycle."""
        return []

    def best_planner_action(self, request: BestPlannerActionRequest) -> int:
        """Return the key of the planner's node with the highest evaluation; 0 if there is none."""
        return max(request.pairs, key=lambda key: request.pairs[key].evaluation, default=0)

    def registered(self, client_id: int, request: RegisterRequest) -> None:
        """Handle a new agent; does nothing by default."""

    def left(self, client: RegisterResponse) -> None:
        """Handle an agent that has left; does nothing by default."""

    def answer(self, call: str, request: bytes) -> bytes:
        """Answer a call of ``protos.Game`` by its name: bytes to bytes."""
        return _ANSWERS[call](self, request).encode()

    def _register(self, request: bytes) -> Message:
        asked = RegisterRequest.decode(request)
        with self._lock:
            self._last += 1
            client_id = self._last
        self.registered(client_id, asked)
        return RegisterResponse(
            client_id=client_id,
            agent_type=asked.agent_type,
            team_name=asked.team_name,
            uniform_number=asked.uniform_number,
            rpc_server_language_type=RpcServerLanguageType.PYThON,
        )

    def _player(self, request: bytes) -> Message:
        return player_actions(self.player(State.decode(request)))

    def _coach(self, request: bytes) -> Message:
        return coach_actions(self.coach(State.decode(request)))

    def _trainer(self, request: bytes) -> Message:
        return trainer_actions(self.trainer(State.decode(request)))

    def _best(self, request: bytes) -> Message:
        index = self.best_planner_action(BestPlannerActionRequest.decode(request))
        return BestPlannerActionResponse(index=index)

    def _server_param(self, request: bytes) -> Message:
        self.server_param = ServerParam.decode(request)
        return Empty()

    def _player_param(self, request: bytes) -> Message:
        self.player_param = PlayerParam.decode(request)
        return Empty()

    def _player_type(self, request: bytes) -> Message:
        own = PlayerType.decode(request)
        self.player_types[own.id] = own
        return Empty()

    def _init(self, request: bytes) -> Message:
        InitMessage.decode(request)
        return Empty()

    def _bye(self, request: bytes) -> Message:
        self.left(RegisterResponse.decode(request))
        return Empty()


_ANSWERS: dict[str, Callable[[Playmaker, bytes], Message]] = {
    "GetPlayerActions": Playmaker._player,
    "GetCoachActions": Playmaker._coach,
    "GetTrainerActions": Playmaker._trainer,
    "SendInitMessage": Playmaker._init,
    "SendServerParams": Playmaker._server_param,
    "SendPlayerParams": Playmaker._player_param,
    "SendPlayerType": Playmaker._player_type,
    "Register": Playmaker._register,
    "SendByeCommand": Playmaker._bye,
    "GetBestPlannerAction": Playmaker._best,
}


class _Function(Playmaker):
    def __init__(self, function: Callable[[State], Answer]) -> None:
        super().__init__()
        self.function = function

    def player(self, state: State) -> Answer:
        return self.function(state)


class Server:
    """A playmaker that serves agents until it is closed; may be used as ``with serve(...)``."""

    def __init__(self, core: PlaymakerServer, playmaker: Playmaker) -> None:
        self._core = core
        self._closed = threading.Event()
        self.playmaker = playmaker
        """The playmaker that answers."""

    @property
    def host(self) -> str:
        """The address that it listens on."""
        return self._core.address[0]

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return self._core.address[1]

    @property
    def address(self) -> str:
        """Host and port, such as ``"127.0.0.1:50051"`` or ``"[::1]:50051"``."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    def wait(self) -> None:
        """Wait until it is closed, or for Ctrl-C."""
        while not self._closed.wait(0.2):
            pass

    def close(self) -> None:
        """Stop serving."""
        self._core.close()
        self._closed.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def serve(
    playmaker: Playmaker | Callable[[State], Answer],
    port: int = PORT,
    host: str = "127.0.0.1",
    *,
    remote: bool = False,
    max_connections: int = 1024,
) -> Server:
    """Serve a playmaker by gRPC, in separate threads.

    :param playmaker: a :class:`Playmaker`, or a function that returns a player's actions for a
        state.
    :param port: port to listen on; 0: a free one, see :attr:`Server.port`.
    :param host: address to listen on.
    :param remote: whether that may be an address that other machines can reach.
    :param max_connections: how many connections there may be at a time; further ones wait. A team
        has one for each player and one for its coach. Connections that say nothing for 10 s at
        first, or give no sign of life later, are closed.

    Raises :class:`ArgumentError` for an address that other machines can reach without ``remote``,
    or a number of connections below 1, and :class:`ServerError` for an address that is in use.

    >>> def player(state):
    ...     if state.world_model.self.is_kickable:
    ...         return [Body_AdvanceBall()]
    ...     return [Body_Intercept(), Neck_TurnToBall()]
    >>> rcssgym.playmaker.serve(player).wait()
    """
    own = playmaker if isinstance(playmaker, Playmaker) else _of_function(playmaker)
    if not 0 <= port < 2**16:
        raise ArgumentError(f"port: must be from 0 to 65535, not {port}")
    most = checked_count("max_connections", max_connections)
    return Server(PlaymakerServer(own.answer, host, port, remote, most), own)


def _of_function(function: Callable[[State], Answer]) -> Playmaker:
    if isinstance(function, type) or not callable(function):
        raise ArgumentError(f"playmaker: {function!r} is neither a Playmaker nor a function")
    return _Function(function)
