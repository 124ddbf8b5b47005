"""Servers whose robots need no agents, for tests of monitors."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import rcssgym
from rcssgym.soccer import FIFA7vs7SoccerField, SSim2026Rules

TOKEN = "the-token-of-the-tests"


class Crowd(rcssgym.SoccerSimulation):
    """A game with two robots per team, which stay where they fall."""

    robots = 2

    def init(self) -> bool:
        is_begun = super().init()
        teams = (("Blues", "T1"), ("Reds", "K1"))
        numbers = range(1, self.robots + 1)
        self.add_players(
            [rcssgym.InitRequest(model, team, n) for team, model in teams for n in numbers]
        )
        return is_begun


@contextmanager
def running(server: rcssgym.SoccerSimServer) -> Iterator[None]:
    """Run a server in a thread of its own."""
    server.bind()
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


@contextmanager
def served(
    port: int = 0, robots: int = 2, monitor_port: int = 0
) -> Iterator[rcssgym.SoccerSimServer]:
    """A server with a viewer, in a thread of its own."""
    simulation = Crowd(FIFA7vs7SoccerField(), SSim2026Rules(), seed=1)
    simulation.robots = robots
    server = rcssgym.SoccerSimServer(
        simulation,
        agent_port=0,
        monitor_port=monitor_port,
        web_port=port,
        web_token=TOKEN,
        render=False,
    )
    with running(server):
        yield server
