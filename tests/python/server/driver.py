"""Plays a script on a server, cycle by cycle, and records all messages from the server.

In each cycle the server waits for one message of every agent (``--sync`` or ``--sequential``), so a
script decides the order of events. Before the script, a lone agent brings the server to a cycle in
which only the time depends on when the agent came: everything else has come to rest.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rcssgym import Model

from benches.peers.servers import Server
from server.client import Client, ClosedError
from server.cycles import cycle_of, without_past
from server.events import ACCELERATIONS, CLOSED, DEFINED, MORE, PHYSICS, Event

PAUSE = 0.25
"""How long the server may take to notice a message while it waits for another client, s."""
ROUND = 250
"""Cycles between two full frames for monitors."""
BEGIN = 232
"""Cycle of such a round at which scripts begin."""
GAINS = {"T1": (200, 3), "K1": (30, 0.4), "ant": (20, 1)}
"""Proportional and derivative gain of motors with which robots hold their initial pose."""
RESTLESS = "ant"
"""Begins with its ankles far beyond their limits: there MuJoCo's solver does not converge, and ants
that differ only in their place move differently."""

WAITING, ARRIVING, PLAYING = 2, 1, 0
"""Phase of a client: the server notices it in this turn, will serve it, or has served it."""


@dataclass
class Agent:
    """An agent, and its answer unless the script says otherwise."""

    name: str
    client: Client
    greeting: bytes
    """Sent before its first answer."""
    hold: bytes
    is_restless: bool
    phase: int = WAITING


@dataclass
class Spectator:
    """A monitor."""

    name: str
    client: Client
    phase: int = WAITING


@dataclass
class Driver:
    """Performs a script and records the results."""

    server: Server
    sequential: bool = False
    events: list[Event] = field(default_factory=list)
    agents: list[Agent] = field(default_factory=list)
    monitors: list[Spectator] = field(default_factory=list)
    _turn: int = 0
    _first: int = 0
    _leader: Client | None = None
    _idle: bool = True
    _has_new: bool = False
    """Whether a client joined in the turn before."""
    _leaving: int = 0
    """Turns until a robot has left."""

    def approach(self) -> None:
        """Let a lone agent bring the server to the cycle where scripts begin."""
        self._leader = Client(self.server.aport)
        self._leader.send(b"(init ant Reds 5)")
        cycle = cycle_of(self._leader.receive())
        target = ROUND * (cycle // ROUND + 2) + BEGIN
        while cycle < target:
            self._leader.send(b"(syn)")
            cycle = cycle_of(self._leader.receive())
        self._first = cycle
        self._idle = False

    def begin(self) -> None:
        """Let clients that have joined meanwhile take the lone agent's place."""
        self._pause()
        for client in self._everybody():
            client.phase = ARRIVING
        if self._leader is not None:
            self._leader.close()
        self._listen()

    def join(self, name: str, init: str, beam: str = "") -> Agent:
        """Connect an agent; its first turn is the one after the next."""
        robot = init.split()[1] if len(init.split()) > 1 else ""
        client = Client(self.server.aport)
        agent = Agent(name, client, beam.encode(), hold(robot), robot == RESTLESS)
        self._pause()
        agent.client.send(init.encode())
        self.agents.append(agent)
        self._notice()
        return agent

    def watch(self, name: str) -> Spectator:
        """Connect a monitor; it gets frames starting at the turn after the next."""
        self._pause()
        monitor = Spectator(name, Client(self.server.mport))
        self.monitors.append(monitor)
        self._notice()
        return monitor

    def order(self, monitor: Spectator, *commands: str) -> None:
        """Send commands of a monitor, which are carried out in the next turn."""
        self._pause()
        for command in commands:
            monitor.client.send(command.encode())
        self._notice()

    def order_and_leave(self, *commands: str) -> None:
        """Send commands over a connection that is closed at once."""
        self._pause()
        with Client(self.server.mport) as client:
            for command in commands:
                client.send(command.encode())
        self._notice()

    def leave(self, client: Agent | Spectator) -> None:
        """Close a connection while the server waits for the agents."""
        self._pause()
        self._forget(client)
        self._leaving = 2 if isinstance(client, Agent) else 0
        self._notice()

    def play(self, turns: int = 1, say: Mapping[str, bytes | None] | None = None) -> None:
        """Let all agents answer for some turns.

        ``say`` maps agents' names to answers that replace the usual ones; None is silence.
        """
        for _ in range(turns):
            self._turn += 1
            for agent in self.agents:
                if agent.phase == PLAYING:
                    answer = (say or {}).get(agent.name, agent.greeting + agent.hold)
                    if answer is not None:
                        agent.client.send(answer)
                        agent.greeting = b""
            self._listen()

    def end(self) -> None:
        """Record which clients got too many messages, and close all connections."""
        for client in self._everybody():
            if not client.client.is_quiet(PAUSE):
                self._note(client.name, MORE)
        for client in self._everybody():
            self._forget(client)

    def _everybody(self) -> list[Agent | Spectator]:
        return [*self.agents, *self.monitors]

    def _listen(self) -> None:
        """Receive all messages that this turn must bring."""
        self._idle = False
        frame = self._hear_agents() + (0 if self.sequential else 1)
        if frame % 2 == 0:
            vague = PHYSICS if self._has_new else DEFINED
            for monitor in [m for m in self.monitors if m.phase <= ARRIVING]:
                self._hear(monitor, vague)
        for client in self._everybody():
            client.phase = max(client.phase - 1, PLAYING)
        self._leaving = max(self._leaving - 1, 0)

    def _hear_agents(self) -> int:
        """Return the cycle of this turn."""
        served = [agent for agent in self.agents if agent.phase <= ARRIVING]
        changes = self._leaving == 1 or any(agent.phase == ARRIVING for agent in served)
        vague = PHYSICS if self._has_new else ACCELERATIONS if changes else DEFINED
        self._has_new = False
        cycle = 0
        for agent in served:
            message = self._hear(agent, PHYSICS if agent.is_restless else vague)
            if message is not None:
                cycle = cycle_of(message)
                self._has_new |= agent.phase == ARRIVING and not self.sequential
        return cycle

    def _hear(self, client: Agent | Spectator, vague: str) -> bytes | None:
        try:
            message = client.client.receive()
        except ClosedError:
            self._note(client.name, CLOSED)
            self._leaving = 2 if client.phase == PLAYING else 0
            self._forget(client)
            return None
        except TimeoutError as error:
            raise TimeoutError(
                f"{self.server.kind.name}: nothing for {client.name} in turn {self._turn}"
            ) from error
        self._note(client.name, without_past(message, self._first), vague)
        return message

    def _note(self, who: str, message: bytes, vague: str = DEFINED) -> None:
        self.events.append(Event(self._turn, who, message, vague))

    def _forget(self, client: Agent | Spectator) -> None:
        client.client.close()
        if isinstance(client, Agent):
            self.agents.remove(client)
        else:
            self.monitors.remove(client)

    def _pause(self) -> None:
        """Wait until the server is waiting."""
        if not self._idle:
            time.sleep(PAUSE)
        self._idle = True

    def _notice(self) -> None:
        """Wait until the server has read what was sent."""
        time.sleep(PAUSE)


def hold(robot: str) -> bytes:
    """Return commands for all motors of a robot that keep its initial pose."""
    if robot not in GAINS:
        return b"(syn)"
    kp, kd = GAINS[robot]
    return "".join(f"({name} 0 0 {kp} {kd} 0)" for name in Model(robot).motor_names).encode()


@contextlib.contextmanager
def driving(server: Server, sequential: bool = False) -> Iterator[Driver]:
    """Drive a server to the cycle where scripts begin; close all connections at the end."""
    driver = Driver(server, sequential)
    driver.approach()
    try:
        yield driver
    finally:
        driver.end()
