"""Accelerations and contacts against MuJoCo, state by state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from .comparison import TOUCHING, Comparison, compare
from .contacts import ReferenceContact, deepest_by_pair, match, nearest, oriented
from .effort import Effort
from .rollouts import Scenario
from .scenarios import SCENARIOS
from .summary import Summary

MEDIAN, WORST = 1e-9, 1e-6
# The least share of all states to which these bounds apply.
MOST = 0.9
# Closed forms agree to rounding; positions are a few metres, distances millimetres.
EXACT = 1e-9
# Iterative pairs. A normal that is off by more than FAR_ANGLE is another direction, not an error.
NEAR, NEAR_ANGLE, FAR_ANGLE = 1e-5, 1e-3, 1e-2

compared = cache(compare)
each_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s.name)


def exact_states(scenario: Scenario, effort: Effort) -> list[Comparison]:
    """States whose contacts all have an exact answer."""
    return [c for c in compared(scenario, effort.states) if c.closed_form]


@each_scenario
def test_acceleration_with_exact_contacts(
    scenario: Scenario, effort: Effort, summary: Summary
) -> None:
    states = exact_states(scenario, effort)
    errors = [state.error for state in states]
    group = scenario.robots
    row = summary.add("acceleration, exact contacts", scenario.name, errors, "", group)
    summary.add(
        "acceleration, against rcsssmj's solver tolerance 1e-8",
        scenario.name,
        [state.default_error for state in states],
        group=group,
    )
    assert row.median <= MEDIAN
    assert row.worst <= WORST, f"worst {row.worst:.2e} at state {np.argmax(errors)}"


@each_scenario
def test_exact_contacts_are_the_same(scenario: Scenario, effort: Effort, summary: Summary) -> None:
    """Same pairs, same number of points, same points, normals, distances and forces."""
    states = exact_states(scenario, effort)
    errors, forces = [], []
    for state in states:
        pairs, missing, extra = match(state.contacts, state.our_contacts)
        assert not missing, f"MuJoCo alone has {[c.geoms for c in missing]}"
        assert not extra, f"we alone have {[(c.geoms, c.distance) for c in extra]}"
        scale = max((np.abs(c.force).max() for c in state.contacts), default=1.0)
        for reference, ours in pairs:
            normal, force = oriented(reference, ours)
            errors.append(
                max(
                    abs(reference.distance - ours.distance),
                    float(np.abs(reference.position - ours.position).max()),
                    float(np.abs(reference.normal - normal).max()),
                )
            )
            forces.append(float(np.abs(reference.force - force).max()) / max(scale, 1.0))
    if not errors:
        return  # nothing touches in this scenario
    group = scenario.robots
    geometry = summary.add("contacts, exact (m and unit normal)", scenario.name, errors, "", group)
    force_row = summary.add(
        "contact forces, relative to the largest", scenario.name, forces, "", group
    )
    assert geometry.worst <= EXACT
    assert force_row.median <= MEDIAN
    assert force_row.worst <= WORST


@dataclass(frozen=True)
class Nearness:
    """Errors of our deepest point of an iterative pair against MuJoCo's; infinite without one."""

    reference: ReferenceContact
    distance: float = np.inf
    angle: float = np.inf
    position: float = np.inf

    @property
    def found(self) -> bool:
        return self.distance < np.inf

    @property
    def tie(self) -> bool:
        """Whether our point is as deep, but in another direction: both answers are right."""
        return self.distance <= NEAR and self.angle > FAR_ANGLE

    @property
    def near(self) -> bool:
        if not self.found:
            return self.reference.distance >= -TOUCHING
        close = self.distance <= NEAR and self.position <= NEAR
        return self.tie or (close and self.angle <= NEAR_ANGLE)

    def __str__(self) -> str:
        return (
            f"{self.reference.geoms} of types {self.reference.types}, MuJoCo's distance "
            f"{self.reference.distance:.3e} m: ours off by {self.distance} m, {self.angle} rad, "
            f"its point by {self.position} m"
        )


def iterative_pairs(state: Comparison) -> list[Nearness]:
    """All iterative pairs of a state, at their deepest points."""
    result = []
    for reference in deepest_by_pair(state.contacts):
        if reference.closed_form:
            continue
        ours = nearest(reference, state.our_contacts)
        if ours is None:
            result.append(Nearness(reference))
            continue
        normal, _ = oriented(reference, ours)
        sine = np.linalg.norm(np.cross(reference.normal, normal))
        angle = float(np.arctan2(sine, reference.normal @ normal))
        apart = float(np.linalg.norm(reference.position - ours.position))
        distance = abs(reference.distance - ours.distance)
        result.append(Nearness(reference, distance, angle, apart))
    return result


def strangers(state: Comparison) -> list[str]:
    """Pairs that only we find in contact, deeper than a mere touch."""
    known = {frozenset(contact.geoms) for contact in state.contacts}
    return [
        f"we alone have {contact.geoms} at {contact.distance:.2e} m"
        for contact in state.our_contacts
        if frozenset(contact.geoms) not in known and contact.distance < -TOUCHING
    ]


@each_scenario
def test_iterative_contacts_are_near(scenario: Scenario, effort: Effort, summary: Summary) -> None:
    """The deepest point of every iterative pair: distance within 1e-5 m, normal within 1e-3 rad."""
    states = [c for c in compared(scenario, effort.states) if not c.closed_form]
    pairs = [(index, pair) for index, state in enumerate(states) for pair in iterative_pairs(state)]
    record_iterative(summary, scenario, states, [pair for _, pair in pairs])
    problems = [f"state {index}: {pair}" for index, pair in pairs if not pair.near]
    problems += [
        f"state {i}: {text}" for i, state in enumerate(states) for text in strangers(state)
    ]
    assert not problems, f"{len(problems)} of {len(pairs)}:\n" + "\n".join(problems[:20])


def record_iterative(
    summary: Summary, scenario: Scenario, states: list[Comparison], pairs: list[Nearness]
) -> None:
    """Rows of the table for states with iterative pairs, if there are any."""
    name, group = scenario.name, scenario.robots
    if states:
        errors = [state.error for state in states]
        summary.add("acceleration, iterative contacts (no bound)", name, errors, "", group)
    if pairs:
        plain = [pair for pair in pairs if pair.found and not pair.tie]
        ties = sum(pair.tie for pair in pairs)
        note = f"{ties} more equally deep in another direction" if ties else ""
        distances, angles = [pair.distance for pair in plain], [pair.angle for pair in plain]
        summary.add("contacts, iterative: distance, m", name, distances, note, group)
        summary.add("contacts, iterative: normal, rad", name, angles, "", group)
        positions = [pair.position for pair in plain]
        summary.add("contacts, iterative: position, m", name, positions, "", group)


def test_states_cover_what_is_compared(effort: Effort, summary: Summary) -> None:
    """Strict bounds apply to most states; hulls on the ground, iterative pairs, and many more
    contacts than degrees of freedom occur."""
    states = [c for scenario in SCENARIOS for c in compared(scenario, effort.states)]
    exact = [c for c in states if c.closed_form]
    hulls = [c.error for c in exact if c.has_hull_on_ground]
    summary.add("acceleration, of these with a hull on the ground", "all scenarios", hulls)
    assert len(exact) >= MOST * len(states)
    assert hulls
    assert any(iterative_pairs(c) for c in states)
    assert any(len(c.our_contacts) > 2 * len(c.qacc) for c in exact)
