"""States from rollouts made by MuJoCo, each with everything that decides the next acceleration."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benches.peers.scene import Command, Scene
from benches.peers.state import State

# Puts the scene in its first state and returns the first command.
Start = Callable[[Scene, np.random.Generator], Command]


@dataclass(frozen=True)
class Moment:
    """What a scenario can read before each step."""

    scene: Scene
    rng: np.random.Generator
    index: int  # of the step
    command: Command  # in force


# Called before every step; returns the command to follow and may disturb the state.
Drive = Callable[[Moment], Command]


@dataclass(frozen=True)
class Scenario:
    """A named way to make states.

    A rollout has `steps` steps of 1 to `substeps` substeps each; every `stride`-th one after the
    first `skip` is kept.
    """

    name: str
    start: Start
    drive: Drive
    left: tuple[str, ...] = ("T1",)
    right: tuple[str, ...] = ()
    steps: int = 60
    skip: int = 0
    stride: int = 6
    substeps: int = 7

    @property
    def robots(self) -> str:
        """Name of the robot, or "mixed"."""
        models = {*self.left, *self.right}
        return models.pop() if len(models) == 1 else "mixed"


def sample(scenario: Scenario, count: int, seed: int = 0) -> tuple[Scene, list[State]]:
    """Return `count` states, from as many seeded rollouts as necessary."""
    scene = Scene(scenario.left, scenario.right)
    states: list[State] = []
    rollout = 0
    while len(states) < count:
        key = [seed, zlib.crc32(scenario.name.encode()), rollout]
        states += _rollout(scene, scenario, np.random.default_rng(key))
        rollout += 1
    return scene, states[:count]


def _rollout(scene: Scene, scenario: Scenario, rng: np.random.Generator) -> list[State]:
    scene.set_state(scene.model.qpos0, np.zeros(scene.model.nv))
    command = scenario.start(scene, rng)
    states = []
    offset = int(rng.integers(scenario.stride))
    for index in range(scenario.steps):
        command = scenario.drive(Moment(scene, rng, index, command))
        scene.command(command)
        scene.step(int(rng.integers(1, scenario.substeps + 1)))
        if index >= scenario.skip and index % scenario.stride == offset:
            data = scene.data
            states.append(
                State(data.qpos.copy(), data.qvel.copy(), data.qacc_warmstart.copy(), command)
            )
    return states
