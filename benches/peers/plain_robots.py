"""rcsssmj's robots without what costs time and changes nothing: what is drawn of them.

As a program, with the options of ``python -m rcsssmj``, it is rcsssmj's server with such robots. It
also rests while nobody plays: with ``--no-realtime`` it would keep a processor busy.
"""

from __future__ import annotations

import runpy
import time
from collections.abc import Callable
from typing import Any

from rcsssmj.resources.spec_provider import ModelSpecProvider
from rcsssmj.sim import simulation

# fmt: off
OCTAHEDRON = (
    [0.01, 0, 0, -0.01, 0, 0, 0, 0.01, 0, 0, -0.01, 0, 0, 0, 0.01, 0, 0, -0.01],
    [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5],
)
"""Vertices, m, and faces."""
# fmt: on


class PlainRobots(ModelSpecProvider):  # type: ignore[misc]  # rcsssmj has no types
    """Draws all meshes that neither weigh anything nor touch anything as octahedra.

    rcsssmj compiles all robots anew whenever a player joins or leaves. MuJoCo needs some .2 s for
    the meshes of one robot, and 10 ms without them.
    """

    def load_robot_spec(self, robot: str, variant: str | None = None) -> Any:
        """Return a robot's model, or None if rcsssmj has none of this name."""
        spec = super().load_robot_spec(robot, variant)
        if spec is None:
            return None
        touching = {
            geom.meshname for geom in spec.geoms if geom.contype or geom.conaffinity or geom.density
        }
        for mesh in spec.meshes:
            if mesh.name not in touching:
                mesh.file = ""
                mesh.uservert, mesh.userface = OCTAHEDRON
        return spec


def resting(step: Callable[..., Any]) -> Callable[..., Any]:
    """Return a simulation's step that waits while there are no players."""

    def wait_and_step(game: Any, *arguments: Any) -> Any:
        if next(iter(game.sim_agents), None) is None:
            time.sleep(0.005)
        return step(game, *arguments)

    return wait_and_step


if __name__ == "__main__":
    simulation.ModelSpecProvider = PlainRobots
    simulation.BaseSimulation.step = resting(simulation.BaseSimulation.step)
    runpy.run_module("rcsssmj", run_name="__main__", alter_sys=True)
