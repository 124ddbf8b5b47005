"""A simulation that others use while a server runs it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from rcssgym.actions import InitRequest
from rcssgym.server import SoccerSimServer
from rcssgym.soccer import (
    MonitorCommand,
    PlayMode,
    SoccerAgent,
    SoccerSimulation,
    TeamSide,
    create_soccer_field,
)

from server.client import Client
from server.test_robustness_server import GUARD, pitch, player, running, until


def real_time(simulation: SoccerSimulation) -> SoccerSimServer:
    return SoccerSimServer(simulation, agent_port=0, monitor_port=0, render=False)


def shown(monitor: Client, *numbers: int) -> None:
    """Wait for a full message that shows these players of the Reds and no others."""
    expected = [b"(agent Reds %d)" % number for number in numbers]
    end = time.monotonic() + GUARD
    while time.monotonic() < end:
        message = monitor.receive()
        is_full = b"((sg 1 0)full" in message
        if is_full and message.count(b"DSC(agent") == len(expected):
            assert all(name in message for name in expected)
            return
    pytest.fail(f"{numbers} are not shown")


def test_monitors_see_players_without_agents_come_and_go() -> None:
    sim = pitch()
    server = real_time(sim)
    with running(server) as thread, Client(server.monitor_address[1]) as monitor:
        with player(server):
            shown(monitor, 1)
            second, third = sim.add_players(
                [InitRequest("ant", "Reds", number) for number in (2, 3)]
            )
            assert second is not None
            shown(monitor, 1, 2, 3)
            # One leaves and one joins: as many bodies as before, but different ones.
            sim.remove_players([second])
            sim.add_players([InitRequest("ant", "Reds", 4)])
            shown(monitor, 1, 3, 4)
            sim.remove_players([p for p in sim.sim_agents if p.agent_id.player_no != 1])
            shown(monitor, 1)
        assert third is not None
        assert thread.is_alive()


def test_monitors_see_a_team_that_gets_its_name_before_its_players() -> None:
    sim = pitch()
    server = real_time(sim)
    with running(server), Client(server.monitor_address[1]) as monitor:
        assert b"(team_left <LEFT>)" in monitor.receive()
        sim.game_state.update_team_names("Reds")
        full = [message for message in (monitor.receive() for _ in range(50)) if b"full" in message]
        assert b"(team_left Reds)" in full[0]


class Called(SoccerSimulation):
    """Requires every step to be made in Python."""

    def _pre_step(self) -> None:
        super()._pre_step()


def test_other_threads_get_their_turn_while_steps_are_made_in_python() -> None:
    sim = Called(create_soccer_field("fifa7vs7"), seed=1)
    server = SoccerSimServer(
        sim, agent_port=0, monitor_port=0, render=False, sync_mode=True, real_time=False
    )
    with running(server) as thread, player(server) as client:
        is_over = threading.Event()
        looks = []

        def look() -> None:
            while not is_over.is_set():
                # A BusyError here would end the thread.
                assert sim.game_state.play_time >= 0.0
            looks.append("to the end")

        looking = threading.Thread(target=look)
        looking.start()
        for number in range(2, 6):
            sim.add_players([InitRequest("T1", "Reds", number)])
            for _ in range(20):
                client.send(b"(syn)")
                client.receive()
        is_over.set()
        looking.join(GUARD)
        assert looks == ["to the end"]
        assert thread.is_alive()


class Looking(SoccerSimulation):
    """Reads the players at the beginning and at the end of every step."""

    def __init__(self) -> None:
        super().__init__(create_soccer_field("fifa7vs7"), seed=1)
        self.before: list[SoccerAgent] = []
        self.steps = self.changes = 0

    def _pre_step(self) -> None:
        super()._pre_step()
        self.before = [*self.sim_agents]
        time.sleep(0.002)

    def _post_step(self, monitor_commands: Sequence[MonitorCommand]) -> None:
        super()._post_step(monitor_commands)
        self.steps += 1
        self.changes += self.before != [*self.sim_agents]


def test_players_come_and_go_between_steps_made_in_python_not_within() -> None:
    sim = Looking()
    server = real_time(sim)
    with running(server) as thread, player(server):
        for stay in range(20):
            added = sim.add_players([InitRequest("ant", "Blues", number) for number in range(1, 6)])
            players = [one for one in added if one is not None]
            assert len(players) == 5
            until(lambda steps=sim.steps: sim.steps > steps)  # type: ignore[misc]
            sim.remove_players(players[stay % 5 :])
            sim.remove_players(players)  # the remaining ones
        assert thread.is_alive()
    assert sim.steps >= 20
    assert sim.changes == 0


class Asked(SoccerSimulation):
    """Overrides only requests for kick-offs."""

    sides: list[object]

    def request_kick_off(self, team_side: TeamSide | int) -> None:
        self.sides.append(team_side)
        super().request_kick_off(team_side)


def test_a_monitors_command_goes_through_a_method_of_ones_own() -> None:
    sim = Asked(create_soccer_field("fifa7vs7"), seed=1)
    sim.sides = []
    server = real_time(sim)
    with running(server), Client(server.monitor_address[1]) as monitor:
        monitor.send(b"(kickOff Right)")
        until(lambda: sim.game_state.play_mode is PlayMode.KICK_OFF_RIGHT)
    assert len(sim.sides) == 1


def test_a_pipe_may_be_the_log_file(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    # A server refuses a pipe that no process has opened for reading.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    lines: list[bytes] = []

    def read() -> None:
        os.set_blocking(descriptor, True)
        with open(descriptor, "rb") as pipe:
            lines.extend(pipe)

    reading = threading.Thread(target=read)
    sim = pitch()
    server = SoccerSimServer(sim, agent_port=0, monitor_port=0, render=False, log_file=path)
    with running(server):
        reading.start()
        until(lambda: sim.sim_time > 0.2)
    reading.join(GUARD)
    assert not reading.is_alive()
    assert lines
    assert all(line.startswith(b"((RSMP 1 0)") and line.endswith(b")\n") for line in lines)


def test_answers_come_before_the_end() -> None:
    server = real_time(pitch())
    with running(server) as thread, Client(server.monitor_address[1]) as monitor:
        monitor.send(b"((dropBall)(getAck one))(getAck two)(killsim)")
        message = b""
        while not message.startswith(b"(ack"):
            message = monitor.receive()
        assert (message, monitor.receive()) == (b"(ack one)", b"(ack two)")
        assert thread.ends() is None
