"""Accelerations and contacts against MuJoCo, state by state."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from comparison import TOUCHING, Comparison, compare
from reference.contacts import deepest_by_pair, match, oriented, same_pair
from reference.scenarios import SCENARIOS
from reference.summary import Summary

MEDIAN, WORST = 1e-9, 1e-6
# Closed forms agree to rounding; positions are a few metres, distances millimetres.
EXACT = 1e-9

compared = cache(compare)
each_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s.name)


def closed_form_states(scenario, effort) -> list[Comparison]:
    return [c for c in compared(scenario, effort.states) if c.closed_form]


@each_scenario
def test_acceleration_with_exact_contacts(scenario, effort, summary: Summary) -> None:
    states = closed_form_states(scenario, effort)
    if not states:
        pytest.skip("every state has an iterative pair")
    errors = [state.error for state in states]
    row = summary.add("acceleration, exact contacts", scenario.name, errors)
    defaults = [state.default_error for state in states]
    summary.add("acceleration, against rcsssmj's solver tolerance 1e-8", scenario.name, defaults)
    assert row.median <= MEDIAN, f"median {row.median:.2e} at {np.argsort(errors)[len(errors) // 2]}"
    assert row.worst <= WORST, f"worst {row.worst:.2e} at state {np.argmax(errors)}"


@each_scenario
def test_exact_contacts_are_the_same(scenario, effort, summary: Summary) -> None:
    """Same pairs, same number of points, same points, normals, distances and forces."""
    states = closed_form_states(scenario, effort)
    if not states:
        pytest.skip("every state has an iterative pair")
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
        pytest.skip("nothing touches")
    geometry = summary.add("contacts, exact (m and unit normal)", scenario.name, errors)
    force_row = summary.add("contact forces, relative to the largest", scenario.name, forces)
    assert geometry.worst <= EXACT
    assert force_row.median <= MEDIAN
    assert force_row.worst <= WORST


@each_scenario
def test_iterative_contacts_are_near(scenario, effort, summary: Summary) -> None:
    """The deepest point of every iterative pair: distance within 1e-5 m, normal within 1e-3 rad."""
    distances, angles, ties, problems = [], [], 0, []
    for index, state in enumerate(compared(scenario, effort.states)):
        ours = list(deepest_by_pair(state.our_contacts).values())
        for reference in deepest_by_pair(state.contacts).values():
            if reference.closed_form or reference.has_mesh:
                continue
            candidates = [c for c in ours if same_pair(reference, c)]
            if not candidates:
                if reference.distance < -TOUCHING:
                    problems.append(f"state {index}: {reference.geoms} missing, MuJoCo {reference.distance:.2e} m")
                continue
            other = min(candidates, key=lambda c: np.linalg.norm(c.position - reference.position))
            normal, _ = oriented(reference, other)
            distance = abs(reference.distance - other.distance)
            angle = float(np.arctan2(np.linalg.norm(np.cross(reference.normal, normal)), reference.normal @ normal))
            if angle > 1e-3 and distance < TOUCHING:
                # two directions of separation of equal depth
                ties += 1
                continue
            distances.append(distance)
            angles.append(angle)
            if distance > TOUCHING or angle > 1e-3:
                problems.append(
                    f"state {index}: {reference.geoms} {reference.types} distance {reference.distance:.3e} m "
                    f"off by {distance:.1e} m, normal by {angle:.1e} rad"
                )
    note = f"{ties} equally deep in another direction" if ties else ""
    if distances or ties:
        summary.add("contacts, iterative: distance, m", scenario.name, distances, note)
        summary.add("contacts, iterative: normal, rad", scenario.name, angles)
    iterative = [c.error for c in compared(scenario, effort.states) if not c.closed_form]
    if iterative:
        summary.add("acceleration, with iterative contacts (reported)", scenario.name, iterative)
    assert not problems, f"{len(problems)} of {len(distances)}:\n" + "\n".join(problems[:20])
