"""MuJoCo attributes of rcsssmj's simulation, and what to use instead."""

from __future__ import annotations

from typing import NoReturn


class WithoutMuJoCo:
    """The attributes of rcsssmj's simulation that do not exist here."""

    @property
    def mj_model(self) -> NoReturn:
        """Does not exist: players have ``spec``, the simulation has ``timestep``."""
        raise _no_mujoco("mj_model", "agent.spec (a rcssgym.Model), sim.timestep, sim.field")

    @property
    def mj_data(self) -> NoReturn:
        """Does not exist: use ``qpos``, ``qvel``, ``xpos`` of objects, and perceptions."""
        use = "sim.qpos, sim.qvel, sim.sim_time, agent.xpos, sim.ball.xpos, agent.perceptions"
        raise _no_mujoco("mj_data", use)

    @property
    def mj_spec(self) -> NoReturn:
        """Does not exist: robots are ``rcssgym.Model``."""
        raise _no_mujoco("mj_spec", "agent.spec (a rcssgym.Model), sim.field")

    @property
    def spec_provider(self) -> NoReturn:
        """Does not exist: models are given by name, by path or as ``rcssgym.Model``."""
        raise _no_mujoco("spec_provider", "rcssgym.Model(name_or_path)")


def _no_mujoco(name: str, instead: str) -> AttributeError:
    return AttributeError(f"rcssgym runs without MuJoCo and has no {name}; use {instead}")
