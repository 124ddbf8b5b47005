"""rcsssmj's simulation, observed: MuJoCo's results are kept for simulations that copy them."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import Any, NamedTuple

import mujoco
import numpy as np
from rcsssmj.games.soccer.sim.soccer_sim import SoccerSimulation

from benches.peers.plain_robots import PlainRobots
from soccer.libraries import REFERENCE, Call
from soccer.setups import Setup


class Physics(NamedTuple):
    """MuJoCo's results of one cycle; positions that players observe are a substep old."""

    observed_qpos: np.ndarray
    observed_qvel: np.ndarray
    qpos: np.ndarray
    qvel: np.ndarray
    sensors: np.ndarray
    time: float


class WatchedSimulation(SoccerSimulation):  # type: ignore[misc]  # rcsssmj has no types
    """Stops before the last substep to read the state on which all observations are based."""

    physics: Physics
    n_substeps: int

    def _pre_step(self) -> None:
        super()._pre_step()
        data = self._mj_data
        mujoco.mj_step(self._mj_model, data, self.n_substeps - 1)
        self._observed = data.qpos.copy(), data.qvel.copy()
        self.n_substeps = 1

    def _post_step(self, monitor_commands: Sequence[Any]) -> None:
        self.n_substeps = 4
        data = self._mj_data
        self.physics = Physics(
            *self._observed,
            data.qpos.copy(),
            data.qvel.copy(),
            data.sensordata.copy(),
            data.time,
        )
        super()._post_step(monitor_commands)


class Reference:
    """Drives rcsssmj, avoiding those of its faults that keep scenarios from running.

    Only with `meshes` are robots drawn as in rcsssmj; nothing depends on it but the scene graph.
    """

    library = REFERENCE

    def __init__(self, setup: Setup, field: Any = None, *, meshes: bool = False) -> None:
        arguments, keywords = setup.arguments(REFERENCE)
        field = arguments[0] if field is None else field
        self.simulation: Any = WatchedSimulation(field, *arguments[1:], **keywords)
        if not meshes:
            self.simulation.spec_provider = PlainRobots()
        self.simulation.init()
        self.simulation.step([])  # a player that joins before the first step raises an error
        self._random = np.random.RandomState(setup.seed).get_state()

    def join(self, players: Sequence[tuple[str, str, int]]) -> list[Any]:
        """Add players; their controls start at zero, not at whatever is in memory."""
        gc.collect()  # models of earlier rosters, up to 100 MB each
        mujoco.set_mju_user_warning(lambda _: None)
        agents: list[Any] = self.simulation.add_players(
            [REFERENCE.InitRequest(*player) for player in players]
        )
        mujoco.set_mju_user_warning(None)
        data, model = self.simulation.mj_data, self.simulation.mj_model
        prefixes = tuple(agent.agent_id.prefix for agent in agents if agent is not None)
        for index in range(model.nu):
            if model.actuator(index).name.startswith(prefixes):
                data.ctrl[index] = 0.0
        mujoco.mj_forward(model, data)
        return agents

    def step(self, commands: Sequence[Call]) -> None:
        """Simulate a cycle."""
        self.simulation.step([REFERENCE.make(command) for command in commands])

    def look(self, vision: bool | None) -> None:
        """Let players perceive, with random numbers of this simulation's own."""
        np.random.set_state(self._random)  # noqa: NPY002
        self.simulation.generate_perceptions(gen_vision=vision)
        self._random = np.random.get_state()  # noqa: NPY002
