"""Both engines at the same states: computed once per scenario, asserted on by several tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benches.peers.engine import Engine, OurContact
from benches.peers.scene import Scene
from benches.peers.state import State

from .contacts import ReferenceContact, contacts_of, match
from .rollouts import Scenario, sample

# Pairs closer than this may touch in one engine and not in the other.
TOUCHING = 1e-5


@dataclass(frozen=True)
class Comparison:
    """One state in both engines."""

    state: State
    qacc: np.ndarray  # (nv,) MuJoCo, iterated until rounding stops it
    qacc_default: np.ndarray  # (nv,) MuJoCo with rcsssmj's options
    ours: np.ndarray  # (nv,)
    contacts: list[ReferenceContact]
    our_contacts: list[OurContact]

    @property
    def error(self) -> float:
        """Largest difference of accelerations relative to the largest acceleration."""
        return relative_error(self.ours, self.qacc)

    @property
    def default_error(self) -> float:
        """As `error`, but against MuJoCo with rcsssmj's options."""
        return relative_error(self.ours, self.qacc_default)

    @property
    def closed_form(self) -> bool:
        """Whether every contact has an exact answer.

        We may be the only ones to find an iterative pair that just touches. MuJoCo's answer is then
        no exact reference, so such a state counts as iterative.
        """
        if not all(contact.closed_form for contact in self.contacts):
            return False
        _, _, extra = match(self.contacts, self.our_contacts)
        return not any(abs(contact.distance) < TOUCHING for contact in extra)

    @property
    def has_hull_on_ground(self) -> bool:
        """Whether a convex hull lies on the plane in MuJoCo."""
        return any(contact.hull_on_ground for contact in self.contacts)


def relative_error(value: np.ndarray, reference: np.ndarray) -> float:
    """Largest absolute difference over the largest absolute reference."""
    return float(np.abs(value - reference).max() / np.abs(reference).max())


def compare(scenario: Scenario, count: int) -> list[Comparison]:
    """Both engines at `count` states of a scenario."""
    return compare_states(*sample(scenario, count))


def compare_states(scene: Scene, states: Sequence[State]) -> list[Comparison]:
    """Both engines at these states; leaves the scene set to converge fully."""
    engine = Engine.at(scene, states)
    ours = engine.batch.forward()
    default = [_accelerate(scene, state) for state in states]
    scene.converge_fully()
    result = []
    for world, state in enumerate(states):
        qacc = _accelerate(scene, state)
        result.append(
            Comparison(
                state=state,
                qacc=qacc,
                qacc_default=default[world],
                ours=ours[world],
                contacts=contacts_of(scene),
                our_contacts=engine.contacts(world),
            )
        )
    return result


def _accelerate(scene: Scene, state: State) -> np.ndarray:
    scene.set_state(state.qpos, state.qvel, state.warmstart)
    scene.command(state.command)
    return scene.forward()
