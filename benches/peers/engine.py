"""The same states in our engine: a `WorldBatch` with one world per state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import rcssgym

from .scene import Command, Scene
from .state import State, stack

Precision = Literal["double", "single"]


@dataclass(frozen=True)
class OurContact:
    """One of our contacts, with arrays for vectors."""

    geoms: tuple[str, str]
    position: np.ndarray
    normal: np.ndarray
    distance: float
    force: np.ndarray


class Engine:
    """Worlds of a scene's roster, with motors in the order of rcsssmj's actuators."""

    def __init__(
        self,
        scene: Scene,
        num_worlds: int,
        threads: int | None = 1,
        precision: Precision = "double",
    ) -> None:
        self.batch = rcssgym.WorldBatch(
            num_worlds,
            left=scene.left,
            right=scene.right,
            field=scene.field,
            threads=threads,
            precision=precision,
        )
        self._order = [
            [robot.motors.index(name) for name in names]
            for robot, names in zip(scene.robots, self.batch.motor_names, strict=True)
        ]

    @classmethod
    def at(
        cls,
        scene: Scene,
        states: Sequence[State],
        threads: int | None = 1,
        precision: Precision = "double",
    ) -> Engine:
        """One world per state, each under its command."""
        engine = cls(scene, len(states), threads, precision)
        arrays = stack(states)
        engine.batch.set_state(arrays["qpos"], arrays["qvel"], warmstart=arrays["warmstart"])
        engine.step_arrays(arrays, substeps=0)
        return engine

    def contacts(self, world: int) -> list[OurContact]:
        """Contacts at the current state of a world."""
        return [
            OurContact(
                geoms=contact.geoms,
                position=np.array(contact.position),
                normal=np.array(contact.normal),
                distance=contact.distance,
                force=np.array(contact.force),
            )
            for contact in self.batch.contacts(world)
        ]

    def order(self, robot: int) -> list[int]:
        """For every motor of ours, its index among rcsssmj's."""
        return self._order[robot]

    def ours(self, motors: np.ndarray) -> np.ndarray:
        """(W, R, J) in rcsssmj's motor order -> in ours."""
        result = np.zeros_like(motors)
        for robot, order in enumerate(self._order):
            result[:, robot, : len(order)] = motors[:, robot, order]
        return result

    def step_arrays(self, parts: dict[str, np.ndarray], substeps: int = 4) -> None:
        """Steps all worlds, each under its own command; every part has shape (W, R, J)."""
        own = {
            name: self.ours(parts[name])
            for name in ("targets", "velocities", "kp", "kd", "torques")
        }
        self.batch.step(substeps=substeps, **own)

    def step(self, command: Command, substeps: int = 4) -> None:
        """Steps all worlds under one command."""
        worlds = self.batch.qpos.shape[0]
        parts = {
            name: np.repeat(getattr(command, name)[None], worlds, axis=0)
            for name in ("targets", "velocities", "kp", "kd", "torques")
        }
        self.step_arrays(parts, substeps)
