"""Simulations for scripts that override or assign parts of them."""

from typing import Any

from rcssgym.actions import InitRequest
from rcssgym.soccer import FIFA7vs7SoccerField, SoccerAgent, SoccerSimulation


def game(**more: Any) -> SoccerSimulation:
    simulation = SoccerSimulation(FIFA7vs7SoccerField(), seed=1, **more)
    simulation.init()
    return simulation


def with_player(**more: Any) -> tuple[SoccerSimulation, SoccerAgent]:
    simulation = game(**more)
    (agent,) = simulation.add_players([InitRequest("ant", "Reds", 1)])
    assert agent is not None
    return simulation, agent
