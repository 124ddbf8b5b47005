"""Our simulation, running freely or on physics copied from rcsssmj's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rcssgym.soccer import SoccerSimulation

from soccer.libraries import OURS, Call
from soccer.reference import Reference
from soccer.setups import Setup

Compat = bool | Literal["strict"]


class CopyingSimulation(SoccerSimulation):
    """Takes the state after each cycle from another simulation instead of stepping."""

    source: Any

    def _advance(self) -> None:
        self._world.take_physics(*self.source.physics)


class Ours:
    """Drives rcssgym; `source` is the simulation whose physics is copied, if any."""

    library = OURS

    def __init__(
        self, setup: Setup, source: Reference | None = None, *, compat: Compat = True
    ) -> None:
        arguments, keywords = setup.arguments(OURS)
        self.simulation: Any
        if source is None:
            self.simulation = SoccerSimulation(
                *arguments, **keywords, seed=setup.seed, compat=compat
            )
        else:
            self.simulation = CopyingSimulation(
                *arguments, **keywords, seed=setup.seed, compat=compat
            )
            self.simulation.source = source.simulation
        self.simulation.init()
        self.simulation.step([])

    def join(self, players: Sequence[tuple[str, str, int]]) -> list[Any]:
        """Add players."""
        agents: list[Any] = self.simulation.add_players(
            [OURS.InitRequest(*player) for player in players]
        )
        return agents

    def step(self, commands: Sequence[Call]) -> None:
        """Simulate a cycle."""
        self.simulation.step([OURS.make(command) for command in commands])

    def look(self, vision: bool | None) -> None:
        """Let players perceive."""
        self.simulation.generate_perceptions(gen_vision=vision)
