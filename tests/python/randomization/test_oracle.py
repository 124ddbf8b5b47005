"""Randomized worlds against MuJoCo with the same factors in its model."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rcsssmj", reason="the oracle is rcsssmj's world in MuJoCo")

from oracle.contacts import contacts_of
from oracle.rollouts import Scenario, sample
from oracle.scenarios import SCENARIOS
from rcssgym import Randomization

from benches.peers.engine import Engine
from benches.peers.state import State

from .reference_world import accelerations, varied_command, varied_scene

MEDIAN, WORST = 1e-9, 1e-6
COUNT = 10
EVERYTHING: dict[str, Any] = {
    "gravity": (0.7, 1.3),
    "friction": (0.3, 1.5),
    "solref_timeconst": (0.6, 2.0),
    "solref_dampratio": (0.6, 2.0),
    "solimp_dmin": (0.8, 1.2),
    "solimp_dmax": (0.8, 1.05),
    "solimp_width": (0.5, 2.0),
    "mass": (0.5, 2.0),
    "inertia": (0.5, 2.0),
    "center_of_mass": (-0.02, 0.02),
    "joint_damping": (0.3, 3.0),
    "joint_armature": (0.5, 2.0),
    "joint_frictionloss": (0.3, 3.0),
    "force_range": (0.2, 1.0),
    "kp": (0.7, 1.3),
    "kd": (0.7, 1.3),
}
NAMES = (
    "T1 flails",
    "T1 lies",
    "T1 at joint limits",
    "T1 whirls in the air",
    "T1 arm on torso",
    "ball bounces",
    "ball at posts",
    "T1 kicks",
    "two T1 collide",
    "K1 is pushed",
    "ant runs",
    "T1, K1 and ant together",
)
CHOSEN = [scenario for scenario in SCENARIOS if scenario.name in NAMES]


def errors(scenario: Scenario, randomization: Randomization) -> list[float]:
    """Relative error of our acceleration in each state whose contacts all have an exact answer."""
    scene, states = sample(scenario, COUNT)
    engine = Engine.at(scene, states)
    engine.batch.randomize(randomization, seeds=range(COUNT))
    ours = engine.batch.forward()
    scene.converge_fully()
    found = []
    for world, state in enumerate(states):
        reference, exact = reference_acceleration(scene, engine, world, state)
        if exact:
            found.append(float(np.abs(ours[world] - reference).max() / np.abs(reference).max()))
    return found


def reference_acceleration(
    scene: Any, engine: Engine, world: int, state: State
) -> tuple[np.ndarray, bool]:
    drawn = engine.batch.variation(world)
    varied = varied_scene(scene, drawn)
    command = varied_command(state.command, drawn, engine)
    reference = accelerations(varied, state, command)
    return reference, all(contact.closed_form for contact in contacts_of(varied))


@pytest.mark.parametrize("scenario", CHOSEN, ids=lambda scenario: scenario.name)
def test_everything_at_once(scenario: Scenario) -> None:
    found = errors(scenario, Randomization(**EVERYTHING))
    assert len(found) >= COUNT // 2
    assert np.median(found) <= MEDIAN
    assert max(found) <= WORST


@cache
def unvaried() -> tuple[Scenario, Any, list[State], np.ndarray]:
    """Return a scenario with its scene, its states and our accelerations in them."""
    scenario = next(s for s in SCENARIOS if s.name == "T1 kicks")
    scene, states = sample(scenario, COUNT)
    return scenario, scene, states, Engine.at(scene, states).batch.forward()


@pytest.mark.parametrize("name", EVERYTHING)
def test_each_alone_acts_as_in_mujoco(name: str) -> None:
    scenario, scene, states, plain = unvaried()
    found = errors(scenario, Randomization(**{name: EVERYTHING[name]}))
    assert len(found) >= COUNT // 2
    assert np.median(found) <= MEDIAN
    assert max(found) <= WORST
    engine = Engine.at(scene, states)
    engine.batch.randomize(Randomization(**{name: EVERYTHING[name]}))
    apart = np.abs(engine.batch.forward() - plain).max(axis=-1) / np.abs(plain).max(axis=-1)
    assert apart.max() > 1e-6
