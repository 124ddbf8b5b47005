"""``SoccerSimServer`` in a process that also does other things."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from rcssgym import ArgumentError, RcssGymError, ServerError
from rcssgym.actions import InitRequest
from rcssgym.server import SoccerSimServer
from rcssgym.soccer import MonitorCommand, SoccerReferee, SoccerSimulation, create_soccer_field

from server.client import Client, ClosedError

GUARD = 30.0
"""How long to wait for an expected event, s."""


def server_of(simulation: SoccerSimulation) -> SoccerSimServer:
    """Return a server on free ports."""
    return SoccerSimServer(simulation, agent_port=0, monitor_port=0, render=False, real_time=False)


def pitch() -> SoccerSimulation:
    """Return a game without players."""
    return SoccerSimulation(create_soccer_field("fifa7vs7"), seed=1)


class Thread(threading.Thread):
    """Runs a server, and keeps its exception."""

    def __init__(self, server: SoccerSimServer) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.error: BaseException | None = None

    def run(self) -> None:
        """Run the server to the end."""
        try:
            self.server.run()
        except BaseException as error:
            self.error = error

    def ends(self) -> BaseException | None:
        """Wait for the end of the thread and return its exception."""
        self.join(GUARD)
        assert not self.is_alive()
        return self.error


@contextlib.contextmanager
def running(server: SoccerSimServer) -> Iterator[Thread]:
    """Run the server in another thread."""
    server.bind()
    thread = Thread(server)
    thread.start()
    try:
        yield thread
    finally:
        server.shutdown()
        thread.join(GUARD)
    assert not thread.is_alive()


@contextlib.contextmanager
def player(server: SoccerSimServer, number: int = 1) -> Iterator[Client]:
    """Let an agent join."""
    with Client(server.agent_address[1]) as client:
        client.send(b"(init ant Reds %d)" % number)
        client.receive()
        yield client


def play(client: Client, cycles: int = 5) -> None:
    """Answer some perceptions."""
    for _ in range(cycles):
        client.send(b"(syn)")
        client.receive()


def until(is_so: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + GUARD
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.001)


def is_closed(client: Client) -> bool:
    """Read up to the connection's end; return whether it came."""
    end = time.monotonic() + GUARD
    with contextlib.suppress(ClosedError):
        while time.monotonic() < end:
            client.receive()
        return False
    return True


@pytest.mark.parametrize("sim", [None, "fifa7vs7", SoccerSimulation])
def test_it_serves_simulations_only(sim: Any) -> None:
    with pytest.raises(ArgumentError, match=r"^sim: must be a SoccerSimulation, not "):
        server_of(sim)


def test_run_and_shutdown_in_different_threads() -> None:
    server = server_of(pitch())
    with running(server) as thread, player(server) as client:
        play(client)
        server.shutdown()
        assert thread.ends() is None
        assert is_closed(client)
    assert not [*server.sim.sim_agents]


def test_it_runs_once_and_another_attempt_changes_nothing() -> None:
    server = server_of(pitch())
    server.bind()
    address = server.agent_address
    server.bind()
    assert server.agent_address == address
    with running(server), player(server) as client:
        play(client)
        with pytest.raises(ServerError, match="has run already"):
            server.run()
        with pytest.raises(ServerError, match="another server serves"):
            server_of(server.sim).run()
        play(client)
    with pytest.raises(ServerError, match="has run already"):
        server.run()


def test_a_simulation_may_be_served_again() -> None:
    simulation = pitch()
    for _ in range(3):
        server = server_of(simulation)
        with running(server), player(server) as client:
            play(client)
            assert simulation.frame_id > 0
        assert simulation.frame_id == 0


def test_shutdown_before_it_runs() -> None:
    server = server_of(pitch())
    server.shutdown()
    server.run()
    with pytest.raises(RcssGymError, match="does not listen yet"):
        _ = server_of(pitch()).agent_address


def test_an_interrupt_ends_it_and_is_raised() -> None:
    server = server_of(pitch())
    server.bind()
    port = server.agent_address[1]
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        server.run()
    with pytest.raises(ConnectionRefusedError):
        Client(port)


def test_others_may_use_the_simulation_meanwhile() -> None:
    simulation = pitch()
    server = server_of(simulation)
    with running(server), player(server) as client:
        for number in range(2, 6):
            (joined,) = simulation.add_players([InitRequest("ant", "Blues", number)])
            assert joined is not None
            play(client)
            simulation.request_place_ball((1.0, number, 0.2))
            frame = simulation.frame_id
            play(client)
            assert simulation.frame_id > frame
        simulation.remove_players([*simulation.right_players.values()])
        play(client)


def test_an_agent_whose_robot_is_removed_is_disconnected(caplog: pytest.LogCaptureFixture) -> None:
    simulation = pitch()
    server = server_of(simulation)
    with running(server), player(server) as client, Client(server.agent_address[1]) as other:
        other.send(b"(init ant Reds 2)")
        end = time.monotonic() + GUARD
        while 2 not in simulation.left_players:
            assert time.monotonic() < end
            play(client, 1)
        simulation.remove_players([simulation.left_players[2]])
        # The server does not wait for it, and so does not miss it; it may be disconnected by now.
        with contextlib.suppress(ConnectionError):
            for _ in range(20):
                other.send(b"(syn)")
        play(client, 10)
        assert is_closed(other)
    assert not [record for record in caplog.records if "silent" in record.getMessage()]


class OwnReferee(SoccerReferee):
    """Counts its calls, and raises on request."""

    calls = 0
    error: Exception | None = None

    def referee(self) -> None:
        self.calls += 1
        if self.error is not None:
            raise self.error
        super().referee()


class OwnSimulation(SoccerSimulation):
    """Records the requested commands."""

    def __init__(self, referee: SoccerReferee) -> None:
        super().__init__(create_soccer_field("fifa7vs7"), None, referee, seed=1)
        self.commands: list[object] = []

    def _post_step(self, monitor_commands: Sequence[MonitorCommand]) -> None:
        self.commands += monitor_commands
        super()._post_step(monitor_commands)


def test_commands_come_to_subclasses_as_objects() -> None:
    referee = OwnReferee()
    simulation = OwnSimulation(referee)
    server = server_of(simulation)
    with running(server), player(server) as client, Client(server.monitor_address[1]) as monitor:
        monitor.send(b"(kickOff Left)(dropBall)(score (left 1)(right 2))(agent (unum 9)(team X)")
        monitor.send(b"(kickOff Left)(ball (pos 1 2 3))(agent (unum 9)(team X)(pos 0 0 0))")
        end = time.monotonic() + GUARD
        while len(simulation.commands) < 3:
            assert time.monotonic() < end
            play(client, 1)
        names = [type(command).__name__ for command in simulation.commands]
        assert names == ["KickOffCommand", "PlaceBallCommand", "PlacePlayerCommand"]
        assert simulation.ignored_commands == 1
        assert referee.calls > 0
        play(client)


@pytest.mark.parametrize("simulation", [pitch, lambda: OwnSimulation(OwnReferee())])
@pytest.mark.parametrize("is_lifted", [False, True])
def test_what_is_placed_is_lifted_if_that_is_wanted(
    simulation: Callable[[], SoccerSimulation], is_lifted: bool
) -> None:
    """A ball in the ground is thrown out of it, as with rcsssmj; a lifted one rests on it."""
    served = simulation()
    server = SoccerSimServer(
        served, agent_port=0, monitor_port=0, render=False, real_time=False, lift_placed=is_lifted
    )
    with running(server), player(server) as client, Client(server.monitor_address[1]) as monitor:
        monitor.send(b"(ball (pos 1 2 -0.5))")
        end = time.monotonic() + GUARD
        while abs(served.ball.xpos[1] - 2.0) > 0.1:
            assert time.monotonic() < end
            play(client, 1)
        heights = []
        for _ in range(20):
            play(client, 1)
            heights.append(served.ball.xpos[2])
    assert (max(heights) < 0.12) == is_lifted


def test_refused_commands_to_subclasses_do_not_flood_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    simulation = OwnSimulation(OwnReferee())
    server = server_of(simulation)
    with running(server), player(server) as client, Client(server.monitor_address[1]) as monitor:
        for _ in range(10):
            monitor.send(b"(agent (unum 9)(team X)(pos 0 0 0))(score (left 1)(right 2))" * 50)
        end = time.monotonic() + GUARD
        while simulation.ignored_commands < 500:
            assert time.monotonic() < end
            play(client, 1)
    lines = [record.getMessage() for record in caplog.records if "X" in record.getMessage()]
    assert 1 <= len(lines) <= 10
    refused = "'X' #9 to [0.0, 0.0, 0.0] refused: team: there is no team 'X'"
    assert all(line.startswith("monitor 127.0.0.1:") for line in lines)
    assert all(line.endswith(refused) for line in lines)


class Reversing(OwnSimulation):
    """Performs commands from the last to the first, and each of them twice."""

    def _post_step(self, monitor_commands: Sequence[MonitorCommand]) -> None:
        super()._post_step([*reversed(monitor_commands)] * 2)


def test_the_log_tells_of_commands_in_whatever_order_they_are_performed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    simulation = Reversing(OwnReferee())
    server = server_of(simulation)
    with running(server), player(server) as client, Client(server.monitor_address[1]) as monitor:
        who = "(agent (unum {})(team X)(pos 0 0 0))"
        monitor.send(f"{who.format(8)}(score (left 1)(right 2)){who.format(9)}".encode())
        end = time.monotonic() + GUARD
        while simulation.ignored_commands < 4:
            assert time.monotonic() < end
            play(client, 1)
        play(client, 1)
    lines = [record.getMessage() for record in caplog.records if "monitor 1" in record.getMessage()]
    lines = [line.split(": ", 1)[1] for line in lines if ": " in line]
    refused = [f"'X' #{n} to [0.0, 0.0, 0.0] refused: team: there is no team 'X'" for n in (8, 9)]
    assert lines == [refused[0], "score 1 : 2", refused[1]]


def test_an_exception_of_ones_own_ends_the_server_in_order_and_is_told() -> None:
    referee = OwnReferee()
    simulation = OwnSimulation(referee)
    server = server_of(simulation)
    with running(server) as thread, player(server) as client:
        play(client)
        referee.error = LookupError("the whistle is lost")
        client.send(b"(syn)")
        assert is_closed(client)
        error = thread.ends()
    assert isinstance(error, ServerError)
    assert "the whistle is lost" in str(error)
    assert error.__cause__ is referee.error
    # The simulation can be served again.
    referee.error = None
    server = server_of(simulation)
    with running(server), player(server) as client:
        play(client)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted in /proc")
def test_servers_leave_no_threads_behind() -> None:
    def names() -> list[str]:
        found = []
        for task in Path("/proc/self/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it ended
                found.append((task / "comm").read_text())
        return [name for name in found if name.startswith("rcssg")]

    before = len(names())  # batches of other tests may have some
    for _ in range(20):
        server = server_of(pitch())
        with running(server), player(server) as client:
            play(client, 1)
    until(lambda: len(names()) <= before)
