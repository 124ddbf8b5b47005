"""A simulation as the server in the core sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rcssgym.actions import InitRequest

if TYPE_CHECKING:
    from rcssgym.soccer.commands import MonitorCommand
    from rcssgym.soccer.simulation import SoccerSimulation


class ServedSimulation:
    """The methods of a simulation that the server calls by name.

    ``src/py/server/served.rs`` is the calling side.
    """

    def __init__(self, simulation: SoccerSimulation) -> None:
        self._simulation = simulation

    def init(self) -> None:
        """Start a new game without players."""
        self._simulation.init()

    def shutdown(self) -> None:
        """End the simulation."""
        self._simulation.shutdown()

    def runs_in_core(self) -> bool:
        """Return whether the core can do whole steps, commands included; else call :meth:`step`."""
        return self._simulation._is_plain_on_a_server()

    def step(self, commands: Sequence[MonitorCommand]) -> list[tuple[int, str]]:
        """Step; return the indices of commands that were not performed, and why."""
        return self._simulation._step_served(commands)

    def join(self, model: str, team: str, number: int) -> tuple[int, int] | str:
        """Let a player join; return the team's id and the number, or why it cannot join."""
        simulation = self._simulation
        with simulation._turn:  # so that no other player's refusal comes in between
            player = simulation.add_players([InitRequest(model, team, number)])[0]
            if player is None:
                return simulation.refusals.pop()
        return player.agent_id.team_id, player.agent_id.player_no

    def leave(self, team_id: int, number: int) -> None:
        """Let a player leave; a player that is not in the game is ignored."""
        player = self._simulation.get_players(team_id).get(number)
        if player is not None:
            self._simulation.remove_players([player])


class ServedStep:
    """The commands of a server for one step, and those that were refused, for the server's log."""

    def __init__(self, commands: Sequence[MonitorCommand]) -> None:
        self._places = {id(command): place for place, command in enumerate(commands)}
        self.refused: list[tuple[int, str]] = []
        """Indices of the refused commands, and reasons."""

    def refuse(self, command: MonitorCommand, reason: str) -> bool:
        """Note that a command was refused; return false if it was not one of the server's."""
        place = self._places.get(id(command))
        if place is None:
            return False
        self.refused.append((place, reason))
        return True
