"""The 2D server."""

import os
import time
from pathlib import Path
from typing import Final

from rcssgym import _core
from rcssgym.disc import DiscSimulation
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.regular import regular
from rcssgym.server.log import log

Address = tuple[str, int]
"""Host and port."""


_STAMPS = ("%Y%m%d%H%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S%z")
"""Formats of a server's start time: for results, their table, and logs in JSON."""


class DiscServer:
    """Lets teams, trainers, coaches and monitors of the 2D league use a simulation, by UDP.

    It replaces rcssserver 19. Ports, modes, times and logs are parameters of the simulation:
    ``port``, ``coach_port``, ``olcoach_port`` (0 selects a free one), ``synch_mode``,
    ``game_logging`` and so on.

    >>> sim = rcssgym.DiscSimulation({"synch_mode": True, "game_log_dir": "logs"})
    >>> rcssgym.DiscServer(sim).run()  # doctest: +SKIP

    :param sim: the simulation; nothing else may use it while the server runs.
    :param host: address to listen on; ``"0.0.0.0"`` accepts clients of other machines.
    :param max_per_address: maximum number of clients from one address at a time, on each port; 0
        for no limit except that for all clients together.
    :param exempt_loopback: whether this machine's own clients are exempt from that limit.
    :param seed: seed of randomness in what players sense, 0 to 2**64 - 1.
    :param results: a file to which a line with the result is appended at the end, as rcssserver's
        ``CSVSaver`` does; ``None``: none.

    Raises :class:`ArgumentError` if ``sim`` is not a simulation, or has a team that plays by
    itself.
    """

    def __init__(
        self,
        sim: DiscSimulation,
        host: str = "127.0.0.1",
        *,
        max_per_address: int = _core.MAX_PER_ADDRESS,
        exempt_loopback: bool = False,
        seed: int = 0,
        results: str | os.PathLike[str] | None = None,
    ) -> None:
        if not isinstance(sim, DiscSimulation):
            raise ArgumentError(f"sim: must be a DiscSimulation, not {sim!r}")
        if sim._playing:
            raise ArgumentError(
                f"sim: team {sim._playing[0]!r} plays by itself, in DiscSimulation.step only; "
                "on a server, players are clients"
            )
        self.sim: Final = sim
        """The simulation."""
        self._host = host
        self._max_per_address = max_per_address
        self._exempt_loopback = exempt_loopback
        self._seed = seed
        self._results = None if results is None else Path(results)
        self._core: _core.DiscServer | None = None
        self._is_over = False

    def bind(self) -> None:
        """Bind the ports; :meth:`run` does so if this has not been called.

        Raises :class:`ServerError` if that fails, and :class:`ArgumentError` for parameters that
        are invalid for a server, or that this one does not support.
        """
        if self._core is None:
            params = self.sim.server_params
            now, dated = time.localtime(), str(params["log_date_format"])
            self._core = _core.DiscServer(
                self.sim._world,
                host=self._host,
                max_per_address=self._max_per_address,
                exempt_loopback=self._exempt_loopback,
                seed=self._seed,
                coach_message=_coach_message(str(params["coach_msg_file"])),
                stamps=[time.strftime(form, now) for form in (dated, *_STAMPS)],
                results=self._results,
            )

    @property
    def player_address(self) -> Address:
        """Host and port for players and monitors, once the server is bound."""
        return self._bound().player_address

    @property
    def trainer_address(self) -> Address:
        """Host and port for the trainer, once the server is bound."""
        return self._bound().trainer_address

    @property
    def coach_address(self) -> Address:
        """Host and port for online coaches, once the server is bound."""
        return self._bound().coach_address

    def run(self) -> None:
        """Run until :meth:`shutdown`, or until the game is over in ``auto_mode``; once only.

        Ctrl-C ends the server in an orderly way, and then raises :class:`KeyboardInterrupt`. Events
        are logged by the logger ``rcssgym.server``. Afterwards the simulation is in the game's
        final state, with the players who have joined.

        Raises :class:`ServerError` if it cannot listen or write its logs, if it has run already, or
        if another server serves the simulation.
        """
        self.bind()
        if self._is_over:
            self._bound().shutdown()
        before = self.sim._by_place
        try:
            self._bound().run(self.sim._world, log)
        finally:
            self.sim._list_players(before)

    def shutdown(self) -> None:
        """Ask the server to end, or not to start; may be called in any thread or signal handler."""
        self._is_over = True
        if self._core is not None:
            self._core.shutdown()

    def _bound(self) -> _core.DiscServer:
        if self._core is None:
            raise RcssGymError("call bind() or run() first: the server does not listen yet")
        return self._core


def _coach_message(path: str) -> str | None:
    """Return the text of the file for coaches, if one is given."""
    if not path:
        return None
    try:
        text = regular(os.path.expanduser(path)).read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentError(f"server_params: coach_msg_file cannot be read: {error}") from error
    most = 8000
    if not 0 < len(text.encode()) <= most:
        raise ArgumentError(
            f"server_params: coach_msg_file {path} must have 1 to {most} bytes, "
            f"not {len(text.encode())}"
        )
    return text
