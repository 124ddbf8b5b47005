"""Writes monitor.json: messages that rcsssmj sends to monitors in a few games.

    python tests/reference/make_monitor.py

Needs `rcsssmj==0.2.1`, which brings `mujoco` and `numpy`. Robots join, move and leave. Every frame
has the roster as `[team, number, model]` in the order in which they joined, the coordinates at
which MuJoCo took the poses (`qpos`: the ball, then the robots in that order; m, rad), the roots
that were placed since (index in that order, `[x, y, z, w, x, y, z]`), the simulated time (s), the
fouls as `[player, kind]`, and the message.
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import mujoco
import numpy as np
from rcsssmj.games.soccer.sim.soccer_referee import Foul
from rcsssmj.games.soccer.sim.soccer_sim import SoccerSimulation
from rcsssmj.games.soccer.soccer_fields import create_soccer_field
from rcsssmj.games.soccer.soccer_rules import create_soccer_rule_book
from rcsssmj.server.remote_monitor import RSMPMonitor


class Player(NamedTuple):
    """Who joins; rcsssmj gives the first team the left side."""

    team_name: str
    player_no: int
    model_name: str


class Simulation(SoccerSimulation):
    """Stops before the last substep, whose start is what everybody sees."""

    def _pre_step(self) -> None:
        super()._pre_step()
        mujoco.mj_step(self._mj_model, self._mj_data, self.n_substeps - 1)
        self.observed = self._mj_data.qpos.copy()
        self.n_substeps = 1

    def _post_step(self, monitor_commands: Sequence[Any]) -> None:
        self.n_substeps = 4
        super()._post_step(monitor_commands)


class Monitor(RSMPMonitor):
    """Keeps the last message."""

    message = ""

    def _emit_message(self, message: str) -> None:
        self.message = message


@dataclass
class Game:
    """A simulation and a monitor, and what was seen so far."""

    field: str
    rules: str
    simulation: Simulation = field(init=False)
    monitor: Monitor = field(default_factory=Monitor)
    roster: list[Player] = field(default_factory=list)
    agents: dict[Player, Any] = field(default_factory=dict)
    frames: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        rules = create_soccer_rule_book(self.rules)
        self.simulation = Simulation(create_soccer_field(self.field), rules)
        self.simulation.init()
        self.simulation.step([])  # a player who joins before the first step raises

    def join(self, *players: Player) -> None:
        """Adds players."""
        mujoco.set_mju_user_warning(lambda _: None)  # new controls are whatever the memory holds
        self.agents |= zip(players, self.simulation.add_players(players), strict=True)
        mujoco.set_mju_user_warning(None)
        self.simulation.mj_data.ctrl[:] = 0
        self.roster += players

    def leave(self, player: Player) -> None:
        """Removes a player."""
        self.simulation.remove_players([self.agents.pop(player)])
        self.roster.remove(player)

    def run(self, steps: int) -> None:
        """Lets time pass; nobody looks."""
        for _ in range(steps):
            self.simulation.step([])

    def look(
        self, placed: dict[Player | None, Sequence[float]] | None = None, fouls: Any = None
    ) -> None:
        """Runs a step and sends what there is to see after placing roots (`None` is the ball)."""
        simulation, places = self.simulation, placed or {}
        simulation.step([])
        for player, pose in places.items():
            target = simulation.ball if player is None else self.agents[player]
            target.place_at(tuple(pose[:3]), tuple(pose[3:]))
        simulation.referee.fouls.clear()
        for player, given in (fouls or {}).items():
            simulation.referee.fouls[self.agents[player].agent_id] = given
        # An even number makes the monitor send; 0 would make it send everything.
        frame = 2 + 2 * len(self.frames)
        self.monitor.update(
            simulation.generate_state_information(), frame, simulation.last_recompilation
        )
        slots: list[Player | None] = [None, *self.roster]
        self.frames.append(
            {
                "roster": [list(player) for player in self.roster],
                "qpos": simulation.observed.tolist(),
                "placed": [[slots.index(who), list(pose)] for who, pose in places.items()],
                "time": simulation.sim_time,
                "fouls": [
                    [slots.index(who) - 1, int(foul)]
                    for who, given in (fouls or {}).items()
                    for foul in given
                ],
                "text": self.monitor.message,
            }
        )


def small_field() -> Game:
    """All models in both teams; who comes back is last."""
    game = Game("fifa7vs7", "ssim26")
    first, ant = Player("Reds", 3, "T1"), Player("Reds", 12, "ant")
    game.look()
    game.join(first, Player("Blues", 1, "K1"), ant)
    game.look()
    game.run(20)
    game.look()
    game.look(placed={first: (-3, 1.5, 0.6735, 0.6, 0, 0, -0.8), None: (1, 2, 0.11, 1, 0, 0, 0)})
    game.look()
    game.leave(first)
    game.look()
    game.join(first)
    game.run(3)
    game.look()
    fouls = {first: [Foul.INCAPABLE, Foul.DOUBLE_TOUCH], ant: [Foul.CROWDING]}
    game.look(fouls=fouls)
    return game


def large_field() -> Game:
    """A T1 of the right team and a K1 of the left, tumbling."""
    game = Game("fifa", "fifa")
    game.join(Player("A", 1, "K1"), Player("B", 99, "T1"))
    random = np.random.default_rng(5)
    for agent in game.agents.values():
        turn = random.normal(size=4)
        agent.place_at((-2.0, 1.0, 1.5), tuple(turn / np.linalg.norm(turn)))
    game.simulation.mj_data.qvel[:] = random.normal(size=game.simulation.mj_model.nv) * 3
    for _ in range(3):
        game.run(4)
        game.look()
    return game


def main() -> None:
    """Writes the file beside this script."""
    games = [
        {"field": game.field, "rules": game.rules, "frames": game.frames}
        for game in (small_field(), large_field())
    ]
    path = pathlib.Path(__file__).with_name("monitor.json")
    path.write_text(json.dumps({"games": games}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
