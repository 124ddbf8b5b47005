"""rcsssmj's server class, run by the core."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from os import PathLike, fspath
from typing import ClassVar, Final

from rcssgym import _core
from rcssgym.errors import ArgumentError, HookWarning, RcssGymError
from rcssgym.server.log import log, logger
from rcssgym.soccer import SoccerSimulation
from rcssgym.soccer.hooks import Hooked, Originals, Unheard, unheard
from rcssgym.soccer.served import ServedSimulation
from rcssgym.view.game import GameWindow
from rcssgym.view.page import checked_token, page_url

_UNSERVED = Originals(
    SoccerSimulation,
    (
        *("generate_perceptions", "generate_state_information", "vision_interval"),
        "_generate_game_state_perception",
    ),
)
"""Methods that a simulation may override, but that a server does not use."""

SIMSPARK_MONITOR_PORT = 3200
"""Default port for SimSpark's monitors."""
SIMSPARK_AGENT_PORT: Final = 3100
"""Default port for SimSpark's agents."""


class SoccerSimServer(Hooked):
    """Lets networked agents play on a simulation, and monitors watch it.

    The protocol is that of rcsssmj 0.2.1's ``rcssservermj``, byte for byte; ``docs/server.md``
    lists the differences. Agents, monitors and trainers of SimSpark may connect as well
    (``docs/simspark.md``). Agents and monitors connect by TCP and send messages with their length
    in front, 4 bytes, big-endian.

    :param sim: the simulation; :meth:`run` resets it.
    :param host: address to listen on. The default can only be reached from this machine.
    :param agent_port: port for agents; 0 selects a free one.
    :param monitor_port: port for monitors; 0 selects a free one.
    :param log_file: file to which everything sent to monitors is appended, if any.
    :param sequential_mode: whether to send perceptions right after the step; implies ``sync_mode``.
    :param sync_mode: whether to wait for a message of every agent before each step, at most 5 s.
    :param real_time: whether to make a step every 20 ms; otherwise steps are made as fast as
        possible, which implies ``sync_mode``.
    :param render: whether to show the game in a window while it runs, if there is a display.
    :param monitor_host: address for monitors, if it differs.
    :param websocket_port: port for monitors that connect by WebSocket; 0 selects a free one.
    :param monitor_commands: whether monitors may send commands.
    :param websocket_origins: hosts whose pages may send commands by WebSocket, names or addresses,
        besides those of this machine and of the address that they connect to.
    :param lift_placed: whether to lift objects that monitors place below the ground until they
        stand on it; otherwise the ground throws them out, as in rcsssmj.
    :param protocol: ``"rcsssmj"`` or ``"simspark"`` to serve only these clients, or ``"both"``;
        then the two teams may use different protocols.
    :param simspark_agent_port: port for SimSpark's agents, if served; 0 selects a free one.
    :param simspark_monitor_port: port for SimSpark's monitors, if served; 0 selects a free one.
    :param log_protocol: protocol of the log file, ``"rcsssmj"`` or ``"simspark"``; by default
        rcsssmj's, or SimSpark's if only SimSpark's monitors are served.
    :param monitor_step: time between two messages to a monitor, s; a multiple of 0.02.
    :param web_port: port at which browsers get the viewer's page (``docs/viewer.md``), on the
        monitors' address; 0 selects a free one.
    :param web_token: what a browser must know to send commands; drawn at random if not given.
    :param max_per_address: maximum number of agents from one address at a time; the same limit
        holds for monitors and for monitors by WebSocket. 0 for no limit except that for all
        connections together.
    :param exempt_loopback: whether this machine's own connections are exempt from that limit.

    Raises :class:`ArgumentError` if ``sim`` is not a simulation.
    """

    _unheard: ClassVar[Unheard] = {
        **unheard(
            "the core runs the loop: override SoccerSimulation's methods for what a step does",
            "_parallel_update_loop _sequential_update_loop _run_simulation",
        ),
        **unheard(
            "the core talks to agents: override SoccerSimulation.add_players(), remove_players() "
            "or ctrl_motor() for what they ask for",
            "_run_remote_agent _filter_agents _activate_agents _deactivate_agents _remove_agents",
            "_send_perceptions _collect_actions _create_remote_agent _agents _action_parser",
            "_perception_encoder",
        ),
        **unheard(
            "the core talks to monitors: override SoccerSimulation's request_... methods for what "
            "they ask for, and read the log file for what they are told",
            "_run_remote_monitor _filter_monitors _collect_commands _update_monitors",
            "_remove_monitors _create_remote_monitor _monitors _command_parser",
        ),
        **unheard(
            "the core listens and ends by itself: call bind(), run() and shutdown()",
            "_connection_listeners _graceful_shutdown _mutex _shutdown",
        ),
    }
    _read_once: ClassVar[Unheard] = unheard(
        "the server is bound already; assign it before bind() and run()",
        "log_file sequential_mode sync_mode real_time",
    )

    def __init__(
        self,
        sim: SoccerSimulation,
        host: str = "127.0.0.1",
        agent_port: int = 60000,
        monitor_port: int = 60001,
        *,
        log_file: str | PathLike[str] | None = None,
        sequential_mode: bool = False,
        sync_mode: bool = False,
        real_time: bool = True,
        render: bool = True,
        monitor_host: str | None = None,
        websocket_port: int | None = None,
        monitor_commands: bool = True,
        websocket_origins: Sequence[str] = (),
        lift_placed: bool = False,
        max_per_address: int = _core.MAX_PER_ADDRESS,
        exempt_loopback: bool = False,
        protocol: str = "rcsssmj",
        simspark_agent_port: int = SIMSPARK_AGENT_PORT,
        simspark_monitor_port: int = SIMSPARK_MONITOR_PORT,
        monitor_step: float = 0.04,
        log_protocol: str | None = None,
        web_port: int | None = None,
        web_token: str | None = None,
    ) -> None:
        if not isinstance(sim, SoccerSimulation):
            raise ArgumentError(f"sim: must be a SoccerSimulation, not {sim!r}")
        self.sim: Final = sim
        """The simulation."""
        self.log_file: Final = None if log_file is None else fspath(log_file)
        """File to which messages to monitors are appended, if any."""
        self.sequential_mode: Final = sequential_mode
        """Whether perceptions are sent right after the step."""
        self.sync_mode: Final = sync_mode or sequential_mode or not real_time
        """Whether the server waits for agents before each step."""
        self.real_time: Final = real_time
        """Whether a step takes 20 ms of real time."""
        self.render: Final = render
        """Whether the game is shown in a window."""
        self._hosts = (host, monitor_host)
        self._ports = (agent_port, monitor_port, websocket_port)
        self._simspark_ports = (simspark_agent_port, simspark_monitor_port)
        self._protocol = protocol
        self._monitor_step = monitor_step
        self._log_protocol = log_protocol
        self._monitor_commands = monitor_commands
        self._websocket_origins = websocket_origins
        self._lift_placed = lift_placed
        self._max_per_address = max_per_address
        self._exempt_loopback = exempt_loopback
        self._web: tuple[int, str] | None = None
        if web_port is not None:
            self._web = (web_port, checked_token(web_token, "web_token"))
        elif web_token is not None:
            raise ArgumentError("web_token: needs a web_port, at which browsers send commands")
        self._core: _core.Server | None = None
        self._is_over = False

    def bind(self) -> None:
        """Bind the ports and open the log file; :meth:`run` does so if this has not been called.

        Agents that connect after this are served when the server runs.

        Raises :class:`ServerError` if that fails, and :class:`ArgumentError` for an invalid port,
        limit, protocol, time between messages or host of pages, and for a log protocol without a
        log file.
        """
        if self._core is None:
            host, monitor_host = self._hosts
            agent_port, monitor_port, websocket_port = self._ports
            simspark_agent_port, simspark_monitor_port = self._simspark_ports
            self._core = _core.Server(
                protocol=self._protocol,
                host=host,
                agent_port=agent_port,
                monitor_port=monitor_port,
                simspark_agent_port=simspark_agent_port,
                simspark_monitor_port=simspark_monitor_port,
                monitor_host=monitor_host,
                websocket_port=websocket_port,
                web=self._web,
                websocket_origins=self._websocket_origins,
                monitor_commands=self._monitor_commands,
                monitor_step=self._monitor_step,
                lift_placed=self._lift_placed,
                max_per_address=self._max_per_address,
                exempt_loopback=self._exempt_loopback,
                log_file=self.log_file,
                log_protocol=self._log_protocol,
                sequential=self.sequential_mode,
                sync=self.sync_mode,
                real_time=self.real_time,
            )

    @property
    def agent_address(self) -> tuple[str, int]:
        """Host and port for rcsssmj's agents, once bound; not with the protocol ``"simspark"``."""
        return _served(self._bound().agent_address)

    @property
    def monitor_address(self) -> tuple[str, int]:
        """Host and port for rcsssmj's monitors; see :attr:`agent_address`."""
        return _served(self._bound().monitor_address)

    @property
    def websocket_address(self) -> tuple[str, int] | None:
        """Host and port for monitors by WebSocket, if these are served, once bound."""
        return self._bound().websocket_address

    @property
    def web_url(self) -> str | None:
        """URL of the viewer's page with the token for commands, if there is one, once bound."""
        address = self._bound().web_address
        return None if address is None or self._web is None else page_url(address, self._web[1])

    @property
    def simspark_agent_address(self) -> tuple[str, int] | None:
        """Host and port for SimSpark's agents, if these are served, once bound."""
        return self._bound().simspark_agent_address

    @property
    def simspark_monitor_address(self) -> tuple[str, int] | None:
        """Host and port for SimSpark's monitors, if these are served, once bound."""
        return self._bound().simspark_monitor_address

    def run(self) -> None:
        """Run until :meth:`shutdown`, or until a monitor kills the simulation; once only.

        Other threads may use the simulation meanwhile; their calls wait for the end of a step.
        Ctrl-C ends the server in an orderly way, and then raises :class:`KeyboardInterrupt`. Events
        are logged by the logger ``rcssgym.server``.

        Raises :class:`ServerError` if it cannot listen, if it has run already, if another server
        serves the simulation, or if the simulation fails. An exception of your own subclass,
        referee or action ends the server and disconnects all clients; it is then the error's
        ``__cause__``.
        """
        self.bind()
        for name in _UNSERVED.replaced(self.sim):
            message = f"{type(self.sim).__name__}.{name}: a server does not ask for it"
            warnings.warn(message, HookWarning, stacklevel=2)
        if self._is_over:
            self._bound().shutdown()
        if self.web_url is not None:
            logger.info("watch at %s", self.web_url)
        window = GameWindow.open(self.sim, logger) if self.render else None
        try:
            look = None if window is None else window.look
            self._bound().run(ServedSimulation(self.sim), self.sim._world, log, look)
        finally:
            if window is not None:
                window.close()

    def shutdown(self) -> None:
        """Ask the server to end, or not to start; may be called in any thread or signal handler."""
        self._is_over = True
        if self._core is not None:
            self._core.shutdown()

    def _has_been_read(self, name: str) -> bool:
        return super()._has_been_read(name) and self._core is not None

    def _bound(self) -> _core.Server:
        if self._core is None:
            raise RcssGymError("call bind() or run() first: the server does not listen yet")
        return self._core


def _served(address: tuple[str, int] | None) -> tuple[str, int]:
    if address is None:
        raise RcssGymError("rcsssmj's clients are not served: the protocol is SimSpark's alone")
    return address
