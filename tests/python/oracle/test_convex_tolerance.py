"""How the tolerance of MuJoCo's search for convex pairs affects MuJoCo's own results.

rcsssmj ships MuJoCo's defaults, 1e-6 m and at most 35 steps. In the other tests here MuJoCo
searches to 1e-10 m. Pairs with an exact answer need no search: plane with anything, sphere,
capsule, box.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from benches.peers.scene import Scene
from benches.peers.state import State

from .comparison import compare, relative_error
from .contacts import touches_exactly
from .effort import SHORT, Effort
from .rollouts import Scenario, sample
from .scenarios import SCENARIOS
from .summary import Summary

SUBSTEPS = 4
SHIPPED = (1e-6, 35)
"""Tolerance (m) and maximum number of steps of rcsssmj's models."""
SEARCHED = {"K1 flails", "K1 falls", "two K1 collide"}
"""Scenarios of the short form where many pairs need a search."""


@dataclass(frozen=True)
class Difference:
    """MuJoCo with the shipped tolerance against MuJoCo with the close one, from the same state."""

    acceleration: float  # relative to the largest
    qpos: float  # after a control step, m or rad
    is_exact: bool  # no pair needed a search, at the start or on the way


@cache
def differences(scenario: Scenario, count: int) -> list[Difference]:
    """Return one for each state of a scenario; the solver iterates until rounding stops it."""
    scene, states = sample(scenario, count)
    options = scene.model.opt
    assert (options.ccd_tolerance, options.ccd_iterations) == SHIPPED
    scene.converge_fully()
    close = options.ccd_tolerance, options.ccd_iterations
    found = []
    for state in states:
        ends = []
        for options.ccd_tolerance, options.ccd_iterations in (close, SHIPPED):
            ends.append(_run(scene, state))
        (qacc, qpos, exact), (shipped_qacc, shipped_qpos, also_exact) = ends
        apart = float(np.abs(qpos - shipped_qpos).max())
        error = relative_error(shipped_qacc, qacc)
        found.append(Difference(error, apart, exact and also_exact))
    return found


def _run(scene: Scene, state: State) -> tuple[np.ndarray, np.ndarray, bool]:
    """Acceleration, coordinates after a control step, and whether no pair needed a search."""
    scene.set_state(state.qpos, state.qvel, state.warmstart)
    scene.command(state.command)
    qacc = scene.forward()
    exact = touches_exactly(scene)
    scene.set_state(state.qpos, state.qvel, state.warmstart)
    for _ in range(SUBSTEPS):
        scene.step(1)
        exact = exact and touches_exactly(scene)
    return qacc, scene.data.qpos.copy(), exact


# The short form has every third.
@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(one, id=one.name, marks=[] if index % 3 == 0 else pytest.mark.long)
        for index, one in enumerate(SCENARIOS)
    ],
)
def test_the_tolerance_matters_for_searched_pairs_only(
    scenario: Scenario, effort: Effort, summary: Summary
) -> None:
    found = differences(scenario, effort.states)
    searched = [difference for difference in found if not difference.is_exact]
    name, group = scenario.name, scenario.robots
    if searched:
        accelerations = [difference.acceleration for difference in searched]
        ends = [difference.qpos for difference in searched]
        what = "MuJoCo's convex tolerance 1e-6 m against 1e-10 m"
        summary.add(f"{what}: acceleration, relative", name, accelerations, "", group)
        summary.add(f"{what}: after 20 ms, m or rad", name, ends, "", group)
    for difference in found:
        if difference.is_exact:
            assert (difference.acceleration, difference.qpos) == (0.0, 0.0)


def test_we_are_nearer_to_the_close_search_than_what_is_shipped(effort: Effort) -> None:
    """At states with such pairs, which K1s reach."""
    scenarios = [scenario for scenario in SCENARIOS if scenario.robots == "K1"]
    if effort is SHORT:
        scenarios = [scenario for scenario in scenarios if scenario.name in SEARCHED]
    ours, shipped = [], []
    for scenario in scenarios:
        states = compare(scenario, effort.states)
        ours += [state.error for state in states if not state.closed_form]
        shipped += [difference.acceleration for difference in differences(scenario, effort.states)]
    assert 0.0 < max(ours) < max(shipped)
