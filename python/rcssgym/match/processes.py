"""Processes that leave nothing behind.

Each is the leader of its own session, so that it can be ended together with all processes that it
has started. Processes that have left the session are found by a mark in their environment (Linux).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from rcssgym.clock import running_time
from rcssgym.match import watchdog
from rcssgym.match.errors import MatchError
from rcssgym.match.watchdog import MARK, kill_marked, marked

PAUSE = 0.02
"""Interval for checking processes that are to end, s."""
DOUBT = 0.5
"""How long a team must seem to have no process, s: a process that just starts has no mark yet."""
LOOK = 0.1
"""Interval of searches for a team's processes, s."""
MOST = 3
"""Maximum number of commands that are reported when a team has gone."""
CAN_SEARCH = Path("/proc/self/environ").exists()


class Process:
    """A command that runs, with its output in a file.

    :param words: the command and its arguments.
    :param log: file for its standard output and error; it is overwritten.
    :param environment: its environment.
    :param folder: its working folder; ``None`` for the current folder.

    Raises :class:`MatchError` if it cannot be started.
    """

    def __init__(
        self,
        words: Sequence[str],
        log: Path,
        environment: Mapping[str, str],
        folder: Path | None = None,
    ) -> None:
        self.log = log
        self._name = words[0]
        try:
            with log.open("wb") as output:
                self._process = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    cwd=folder,
                    env=environment,
                    start_new_session=True,
                )
        except (OSError, ValueError) as error:
            raise MatchError(f"{words[0]!r} cannot be started: {error}") from error

    @property
    def has_ended(self) -> bool:
        """Whether the command itself has ended; processes that it started may still run."""
        return self._code is not None

    @property
    def has_failed(self) -> bool:
        """Whether it has ended with an error."""
        return self._code not in (None, 0)

    @property
    def _code(self) -> int | None:
        """Exit code, negative for a signal; ``None`` while it runs.

        Reading it does not reap the process: until :meth:`reap`, its process group's id cannot be
        reused.
        """
        if self._process.returncode is not None:
            return self._process.returncode
        ended = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the command and all in its process group."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)

    def reap(self) -> None:
        """Kill the remaining processes of the group, and reap the process."""
        self.signal(signal.SIGKILL)
        self._process.wait()

    def account(self) -> str:
        """Return how it ended, and where its output is."""
        code = self._code
        if code is None:
            how = "is running"
        else:
            how = f"exited with {code}" if code >= 0 else f"was ended by {_signal_name(-code)}"
        return f"{self._name} {how}, see {self.log}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class Crew:
    """Processes that belong together: those of a team, or of a server.

    :param mark: mark in the environment of these processes and their children.
    :param end_signal: signal that asks one of them to end.
    """

    def __init__(self, mark: str, end_signal: signal.Signals = signal.SIGTERM) -> None:
        self._mark = mark
        self._end_signal = end_signal
        self._processes: list[Process] = []
        self._seen = 0.0  # when a process was last seen
        self._looked = 0.0  # when one was last looked for

    def start(
        self,
        words: Sequence[str],
        log: Path,
        environment: Mapping[str, str],
        folder: Path | None = None,
    ) -> Process:
        """Start a command with additional environment variables; see :class:`Process`."""
        variables = {**os.environ, **environment, MARK: self._mark}
        process = Process(words, log, variables, folder)
        self._processes.append(process)
        self._seen = running_time()
        return process

    def end(self, process: Process, grace: float) -> None:
        """Ask one process to end; kill it if it has not ended after ``grace`` s."""
        process.signal(self._end_signal)
        latest = running_time() + grace
        while not process.has_ended and running_time() < latest:
            time.sleep(PAUSE)
        process.reap()

    def ask_to_end(self) -> None:
        """Ask all to end."""
        for process in self._processes:
            process.signal(self._end_signal)

    def kill(self) -> None:
        """Kill all remaining processes, including those that they have started."""
        for process in self._processes:
            process.reap()
        kill_marked(self._mark)

    @property
    def has_ended(self) -> bool:
        """Whether its commands have ended; processes that they started may still run."""
        return all(process.has_ended for process in self._processes)

    @property
    def is_gone(self) -> bool:
        """Whether its commands have ended, and all processes that they have started.

        If that cannot be known (not on Linux), commands that have not failed are assumed to have
        started other processes.
        """
        if not self.has_ended:
            return False
        if not CAN_SEARCH:
            return all(process.has_failed for process in self._processes)
        return not marked(self._mark)

    def has_left(self) -> bool:
        """Return whether it has been gone for :data:`DOUBT`, as far as is known; to be polled."""
        now = running_time()
        if now - self._looked < LOOK:
            return False
        self._looked = now
        if not self.is_gone:
            self._seen = now
        return now - self._seen > DOUBT

    def account(self) -> str:
        """Return how its commands have ended: those that have failed, or else the first."""
        failed = [process for process in self._processes if process.has_failed]
        return "; ".join(process.account() for process in (failed or self._processes[:1])[:MOST])


def end_all(
    server: Crew, teams: Sequence[Crew], grace: float, meanwhile: Callable[[], object]
) -> None:
    """Ask all to end; kill what has not ended after ``grace`` s.

    Teams are asked when the server has ended, or after half of the time: the server would complain
    about players who leave.

    :param meanwhile: called repeatedly until all have ended; it must wait for a short while.
    """
    begin = running_time()
    try:
        server.ask_to_end()
        _wait((server,), begin + grace / 2, meanwhile)
        for team in teams:
            team.ask_to_end()
        _wait((server, *teams), begin + grace, meanwhile)
    finally:
        for crew in (server, *teams):
            crew.kill()


def _wait(crews: Sequence[Crew], latest: float, meanwhile: Callable[[], object]) -> None:
    while running_time() < latest and not all(crew.is_gone for crew in crews):
        meanwhile()


class Guard:
    """Guards all processes of a match; to be used in a ``with`` statement.

    A watchdog kills them even if this process is killed (on Linux).
    """

    def __init__(self) -> None:
        self._mark = uuid.uuid4().hex

    def __enter__(self) -> Guard:
        command = [sys.executable, "-I", "-S", str(Path(watchdog.__file__)), self._mark]
        self._watchdog = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Let the watchdog kill the remaining processes."""
        self._watchdog.communicate()

    def crew(self, part: str, end_signal: signal.Signals = signal.SIGTERM) -> Crew:
        """Return a crew for a part of the match; see :class:`Crew`."""
        return Crew(f"{self._mark}/{part}/", end_signal)
