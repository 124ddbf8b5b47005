"""``rcssgym serve`` as a process: how it ends, and its messages if it cannot start."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from processes import ending

from benches.peers.servers import OURS, Server, serving
from server.client import Client, ClosedError
from server.cycles import cycle_of

GUARD = 30.0
"""How long to wait for a process that must end, s."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LIMIT = 1 << 15
"""Size of the largest file that a server may write on a full disk, bytes."""
FULL_DISK = dataclasses.replace(
    OURS,
    name="full disk",
    command=(
        sys.executable,
        "-c",
        "import os, resource, sys\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({LIMIT}, resource.RLIM_INFINITY))\n"
        "os.execv(sys.argv[1], sys.argv[1:])",
        *OURS.command,
    ),
)
Company = Callable[[Server], AbstractContextManager[None]]
NO_HANG_UP = dataclasses.replace(OURS, name="no hang-up", command=("nohup", *OURS.command))
FEW_FILES = dataclasses.replace(
    OURS,
    name="few files",
    command=("sh", "-c", 'ulimit -n 64; exec "$@"', "sh", *OURS.command),
)


@contextlib.contextmanager
def nobody(_server: Server) -> Iterator[None]:
    """Leave the server alone."""
    yield


@contextlib.contextmanager
def players(server: Server) -> Iterator[None]:
    """Let two agents play, and then be silent."""
    with Client(server.aport) as red, Client(server.aport) as blue:
        red.send(b"(init ant Reds 1)")
        red.receive()
        blue.send(b"(init ant Blues 1)")
        red.send(b"(syn)")
        red.receive()
        yield


@contextlib.contextmanager
def half_open(server: Server) -> Iterator[None]:
    """Connect forty clients that send only half of a message's length."""
    with contextlib.ExitStack() as stack:
        for port in [server.aport, server.mport] * 20:
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            connection.sendall(b"\0\0")
        yield


@contextlib.contextmanager
def monitors(server: Server) -> Iterator[None]:
    """Connect two monitors, one that reads and one that does not."""
    with Client(server.mport) as reading, Client(server.mport):
        reading.receive()
        yield


COMPANIES: list[tuple[Company, tuple[str, ...]]] = [
    (nobody, ()),
    (nobody, ("--no-realtime",)),
    (players, ()),
    (players, ("--sync",)),
    (players, ("--sequential", "--no-realtime")),
    (half_open, ()),
    (monitors, ()),
]


def in_turn(*cases: tuple[object, ...]) -> list[ParameterSet]:
    """Cases with every signal: the short form has one for each case, in turn."""
    return [
        pytest.param(*case, kind, marks=[pytest.mark.long] * (place != number % len(SIGNALS)))
        for number, case in enumerate(cases)
        for place, kind in enumerate(SIGNALS)
    ]


@pytest.mark.parametrize(("company", "flags", "kind"), in_turn(*COMPANIES))
def test_a_signal_ends_it_in_order(
    tmp_path: Path, kind: signal.Signals, flags: tuple[str, ...], company: Company
) -> None:
    """A repeated signal makes no difference; agents for which it waits do not delay it."""
    with serving(OURS, tmp_path, *flags) as server, company(server):
        ends_in_order(server, kind)


@pytest.mark.parametrize(("company", "kind"), in_turn((players,), (half_open,), (monitors,)))
def test_a_signal_ends_it_in_order_with_simspark(
    tmp_path: Path, kind: signal.Signals, company: Company
) -> None:
    flags = to_log("simspark", tmp_path / "game.log")
    with watched("simspark", tmp_path, *flags) as server, company(server):
        ends_in_order(server, kind)


def ends_in_order(server: Server, kind: signal.Signals) -> None:
    """Send a signal twice, and check that the server ends in order."""
    server.process.send_signal(kind)
    server.process.send_signal(kind)
    assert server.process.wait(GUARD) == 0
    assert "Traceback" not in server.last_words()
    assert "panicked" not in server.last_words()


@pytest.mark.parametrize("kind", SIGNALS)
def test_a_signal_as_soon_as_it_speaks(tmp_path: Path, kind: signal.Signals) -> None:
    """The first line of its log appears when everything else does not exist yet."""
    command = [*OURS.command, "--no-render", "--aport", "0", "--mport", "0"]
    with ending(
        subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    ) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        process.send_signal(kind)
        assert process.wait(GUARD) == 0
        assert "Traceback" not in first + process.stderr.read()


def test_what_is_started_by_nohup_outlives_its_terminal(tmp_path: Path) -> None:
    with serving(NO_HANG_UP, tmp_path, "--no-realtime") as server:
        server.process.send_signal(signal.SIGHUP)
        with Client(server.aport) as agent:
            agent.send(b"(init ant Reds 1)")
            cycle = cycle_of(agent.receive())
            for _ in range(20):
                cycle = turn(agent, cycle)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(GUARD) == 0


@pytest.fixture(params=["rcsssmj", "simspark"])
def protocol(request: pytest.FixtureRequest) -> str:
    """The protocol of the monitors and of the log file; agents use rcsssmj's."""
    return str(request.param)


BEGINS = {"rcsssmj": b"((RSMP 1 0)((gt 1 0)", "simspark": b"((FieldLength "}
FULL = {"rcsssmj": b"((sg 1 0)full", "simspark": b"(RSG 0 1)"}
DIFF = {"rcsssmj": b"((sg 1 0)diff", "simspark": b"(RDS 0 1)"}


def to_log(protocol: str, path: Path | str) -> tuple[str, ...]:
    """Return the flags of a server for a log file."""
    return ("--logfile", str(path), "--log-protocol", protocol)


@contextlib.contextmanager
def watched(protocol: str, folder: Path, *flags: str) -> Iterator[Server]:
    """Run a server with a monitor port for a protocol."""
    if protocol == "rcsssmj":
        with serving(OURS, folder, *flags) as server:
            yield server
        return
    flags = (*flags, "--protocol", "both", "--simspark-aport", "0", "--simspark-mport", "0")
    with serving(OURS, folder, *flags) as server:
        yield dataclasses.replace(server, given={"monitor": server.port("SimSpark monitor")})


def failure(folder: Path, *flags: str) -> str:
    """Return the last line of output of a server that cannot start."""
    ended = subprocess.run(
        [*OURS.command, "--no-render", *flags],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=GUARD,
        check=False,
    )
    assert ended.returncode == 1, ended
    assert "Traceback" not in ended.stderr
    return ended.stderr


def test_what_it_cannot_begin_with_is_named(tmp_path: Path) -> None:
    """The error is one line, and the exit code is 1."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for flags, clients in (
            (("--aport", port, "--mport", "0"), "agents"),
            (("--aport", "0", "--mport", port), "monitors"),
            (("--aport", "0", "--mport", "0", "--wsport", port), "monitors by WebSocket"),
            (
                ("--protocol", "simspark", "--simspark-aport", "0", "--simspark-mport", port),
                "SimSpark monitors",
            ),
            (
                (
                    "--protocol",
                    "both",
                    "--aport",
                    "0",
                    "--mport",
                    "0",
                    "--simspark-aport",
                    "0",
                    "--simspark-mport",
                    port,
                ),
                "SimSpark monitors",
            ),
        ):
            said = failure(tmp_path, *flags)
            assert f"cannot listen for {clients} on 127.0.0.1:{port}: " in said
    ports = ("--aport", "0", "--mport", "0")
    assert "cannot listen for agents on nowhere.invalid:0" in failure(
        tmp_path, *ports, "--host", "nowhere.invalid"
    )
    for path in ("nowhere/log", "."):
        assert f"cannot write the log file {path}: " in failure(tmp_path, *ports, "--logfile", path)


def test_a_full_disk_stops_no_game(tmp_path: Path, protocol: str) -> None:
    """The log file is given up, and the server logs this once."""
    flags = ("--no-realtime", *to_log(protocol, "/dev/full"))
    with serving(OURS, tmp_path, *flags) as server, Client(server.aport) as agent:
        agent.send(b"(init ant Reds 1)")
        cycle = cycle_of(agent.receive())
        end = time.monotonic() + GUARD
        while not server.says(b"log file /dev/full: "):
            assert time.monotonic() < end
            cycle = turn(agent, cycle)
        turn(agent, cycle)
    assert server.log.read_bytes().count(b"log file /dev/full: ") == 1
    assert server.process.returncode == 0


def until(is_so: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + GUARD
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="sets limits as Linux does")
def test_a_disk_that_is_full_from_the_beginning_stops_no_game_either(
    tmp_path: Path, protocol: str
) -> None:
    """The log file goes on once there is room, and starts anew once it has been deleted."""
    path = tmp_path / "game.log"
    old = BEGINS[protocol].ljust(LIMIT, b"x")
    path.write_bytes(old)
    said = f"log file {path}: ".encode()
    with serving(FULL_DISK, tmp_path, *to_log(protocol, path)) as server:
        until(lambda: server.says(said + b"File too large"))
        with Client(server.aport) as agent:
            agent.send(b"(init ant Reds 1)")
            agent.receive()
        assert path.read_bytes() == old
        everything = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, everything)
        until(lambda: server.says(said + b"it can be written again; "))
        assert path.read_bytes().startswith(old + b"\n" + BEGINS[protocol])
        path.unlink()
        until(lambda: server.says(said + b"somebody has deleted it"))
        until(path.exists)
    first = path.read_bytes().splitlines()[0]
    assert first.startswith(BEGINS[protocol])
    assert FULL[protocol] in first
    assert server.process.returncode == 0


def test_a_log_file_that_is_a_pipe_needs_a_reader(tmp_path: Path, protocol: str) -> None:
    """Without a reader the server reports this at once, instead of waiting deaf to signals."""
    path = tmp_path / "game.pipe"
    os.mkfifo(path)
    ports = ("--aport", "0", "--mport", "0")
    said = failure(tmp_path, *ports, *to_log(protocol, path))
    assert f"cannot write the log file {path}: nobody reads this pipe yet" in said
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    flags = to_log(protocol, path)
    with serving(OURS, tmp_path, *flags) as server, open(reader, "rb") as pipe:
        assert FULL[protocol] in pipe.readline()
        assert DIFF[protocol] in pipe.readline()
        server.process.send_signal(signal.SIGINT)
        *_, last = pipe
        assert last.endswith(b"))\n")
        assert server.process.wait(GUARD) == 0


def test_a_log_file_may_be_the_standard_output(tmp_path: Path, protocol: str) -> None:
    command = [*OURS.command, "--no-render", "--aport", "0", "--mport", "0"]
    command += to_log(protocol, "/dev/stdout")
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with ending(process):
        assert process.stdout is not None
        assert FULL[protocol] in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(GUARD) == 0


def test_a_log_file_is_no_socket(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        said = failure(tmp_path, "--aport", "0", "--mport", "0", "--logfile", "s")
    assert "cannot write the log file s: it is neither a file nor a pipe nor a terminal" in said


@pytest.mark.skipif(not Path("/proc").exists(), reason="ulimit is a matter of Unix")
def test_connections_beyond_the_limit_of_open_files(tmp_path: Path) -> None:
    """They wait; existing ones play on, and new ones are accepted once there is room again."""
    with serving(FEW_FILES, tmp_path, "--no-realtime") as server:
        with Client(server.aport) as agent:
            agent.send(b"(init ant Reds 1)")
            cycle = cycle_of(agent.receive())
            with contextlib.ExitStack() as stack:
                for _ in range(100):
                    stack.enter_context(socket.create_connection(("127.0.0.1", server.aport)))
                end = time.monotonic() + GUARD
                while not server.says(b"not accepted for now"):
                    assert time.monotonic() < end
                    cycle = turn(agent, cycle)
                for _ in range(100):
                    cycle = turn(agent, cycle)
            with Client(server.aport) as other:
                other.send(b"(init ant Blues 1)")
                end = time.monotonic() + GUARD
                while not server.says(b"Blues #1 (r-1-1) joined"):
                    assert time.monotonic() < end
                    cycle = turn(agent, cycle)
        lines = re.findall(rb"not accepted for now.*", server.log.read_bytes())
        assert len(lines) <= 3


def turn(agent: Client, cycle: int) -> int:
    """Answer, and return the cycle of the next perception: none may be missing."""
    agent.send(b"(syn)")
    assert cycle_of(agent.receive()) == cycle + 1
    return cycle + 1


def test_killsim_ends_it_with_success(tmp_path: Path, protocol: str) -> None:
    """All clients are disconnected."""
    with watched(protocol, tmp_path) as server:
        with Client(server.aport) as agent, Client(server.mport) as monitor:
            agent.send(b"(init ant Reds 1)")
            monitor.send(b"(killsim)")
            end = time.monotonic() + GUARD
            with contextlib.suppress(ClosedError):
                while True:
                    assert time.monotonic() < end
                    agent.receive()
        assert server.process.wait(GUARD) == 0
    assert "Traceback" not in server.last_words()
