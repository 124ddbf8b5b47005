"""Display of running games in the viewer, in real time."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable

from rcssgym.disc import DiscSimulation
from rcssgym.disc.drawings import Drawing
from rcssgym.soccer import SoccerSimulation
from rcssgym.view.discs import CYCLE, scored_by
from rcssgym.view.page import Page


class Pace:
    """Slows a simulation down to real time."""

    def __init__(self, simulated: float = 0.0) -> None:
        self._begin = time.monotonic() - simulated
        self._stepped = simulated

    def step(self, seconds: float) -> None:
        """Wait until the end of a step of this duration, s."""
        self._stepped += seconds
        self.wait(self._stepped)

    def wait(self, simulated: float) -> None:
        """Wait until the real time of this simulated time, s."""
        ahead = self._begin + simulated - time.monotonic()
        if ahead > 0.0:
            time.sleep(ahead)
        else:
            # A delay is not made up for by later steps.
            self._begin -= ahead


class Live:
    """Shows a simulation on a page after its steps, which are slowed down to real time.

    :param page: the page.
    :param simulation: the simulation.
    """

    def __init__(self, page: Page, simulation: SoccerSimulation) -> None:
        self._page = page
        self._simulation = simulation
        self._pace = Pace(simulation.sim_time)

    def show(self) -> None:
        """Wait until the real time of the last step, and show the game."""
        self._pace.wait(self._simulation.sim_time)
        self._page.obey_game(self._simulation._world)
        if self._page.is_due():
            self._page.show_game(self._simulation._world)


class DiscLive:
    """Shows a 2D game on a page after its steps, at ten steps per second.

    :param page: the page.
    :param simulation: the simulation.
    """

    def __init__(self, page: Page, simulation: DiscSimulation) -> None:
        self._page = page
        self._simulation = simulation
        self._pace = Pace()
        self._steps = 0

    def show(self, drawings: Iterable[Drawing] = ()) -> None:
        """Wait until the real time of the last step, and show the game with drawings."""
        self._steps += 1
        self._pace.wait(CYCLE * self._steps)
        if not self._page.is_due():
            return
        simulation = self._simulation
        players = [
            (int(one.side == "r"), one.unum, one.x, one.y, math.radians(one.body))
            for one in simulation.players
            if one.connected
        ]
        ball, kicks = simulation.ball, simulation.penalties
        self._page.show_discs(
            CYCLE * self._steps,
            (ball.x, ball.y),
            players,
            scored_by(simulation.teams, (kicks[:2], kicks[2:])),
            simulation.score,
            simulation.play_mode,
            drawings=drawings,
            clock=CYCLE * simulation.cycle,
        )
