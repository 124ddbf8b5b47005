"""What rcsssmj's simulation has of MuJoCo, and what to use instead."""

from __future__ import annotations

from typing import NoReturn


class WithoutMuJoCo:
    """The half of a simulation that is not there."""

    @property
    def mj_model(self) -> NoReturn:
        """Not there: players have ``spec``, the simulation ``timestep``."""
        raise _no_mujoco("mj_model", "agent.spec (a rcssgym.Model), sim.timestep, sim.field")

    @property
    def mj_data(self) -> NoReturn:
        """Not there: use ``qpos``, ``qvel``, ``xpos`` of objects, perceptions."""
        use = "sim.qpos, sim.qvel, sim.sim_time, agent.xpos, sim.ball.xpos, agent.perceptions"
        raise _no_mujoco("mj_data", use)

    @property
    def mj_spec(self) -> NoReturn:
        """Not there: robots are ``rcssgym.Model``."""
        raise _no_mujoco("mj_spec", "agent.spec (a rcssgym.Model), sim.field")

    @property
    def spec_provider(self) -> NoReturn:
        """Not there: models go by name, by path or as ``rcssgym.Model``."""
        raise _no_mujoco("spec_provider", "rcssgym.Model(name_or_path)")


def _no_mujoco(name: str, instead: str) -> AttributeError:
    return AttributeError(f"rcssgym runs without MuJoCo and has no {name}; use {instead}")
