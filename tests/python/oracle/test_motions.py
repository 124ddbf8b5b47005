"""Accelerations against MuJoCo in the benchmark's states, where robots move as in training."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benches.peers import motions
from benches.peers.engine import Engine
from benches.peers.motions import Frames
from benches.peers.scene import Scene

from .comparison import compare_states
from .effort import Effort
from .summary import Summary
from .test_acceleration import MEDIAN, WORST

WORLDS = 8
MOTIONS: dict[str, Callable[[], Frames]] = {
    "T1, small noise": lambda: motions.noise("T1", 0.05, WORLDS, 1),
    "T1, walking": lambda: motions.walking(WORLDS, 1),
    "T1, random actions": lambda: motions.random_actions(WORLDS, 1),
    "T1, flailing": lambda: motions.noise("T1", 0.5, WORLDS, 1),
    "K1, small noise": lambda: motions.noise("K1", 0.05, WORLDS, 1),
    "K1, flailing": lambda: motions.noise("K1", 0.5, WORLDS, 1),
    "nao, small noise": lambda: motions.noise("nao", 0.05, WORLDS, 1),
    "nao, flailing": lambda: motions.noise("nao", 0.5, WORLDS, 1),
    "ant, small torques": lambda: motions.noise("ant", 0.1, WORLDS, 1),
    "ant, large torques": lambda: motions.noise("ant", 1.0, WORLDS, 1),
    "seven against seven T1 fall": lambda: motions.team(0.05, 1, 1),
    "fourteen T1 in a heap": lambda: motions.heap(0.5, 1, 1),
}


@pytest.mark.parametrize("name", MOTIONS)
def test_acceleration_of_moving_robots(name: str, effort: Effort, summary: Summary) -> None:
    frames = MOTIONS[name]()
    scene = Scene(frames.left, frames.right)
    # Many robots are many samples of one robot, and take long.
    count = effort.states * (2 if len(scene.robots) == 1 else 1)
    count = min(count, len(frames.qpos) * frames.worlds)
    stride = len(frames.qpos) * frames.worlds // count
    engine = Engine(scene, 1)
    states = [
        frames.state(scene, engine, *divmod(index * stride, frames.worlds))
        for index in range(count)
    ]
    compared = compare_states(scene, states)
    exact = [state for state in compared if state.closed_form]
    group = "mixed" if len(scene.robots) > 1 else frames.left[0]
    rest = [state.error for state in compared if not state.closed_form]
    if rest:
        summary.add("moving, iterative contacts (no bound)", name, rest, group=group)
    if not exact:
        assert len(scene.robots) > 1, "no state has exact contacts only"
        return
    row = summary.add("moving, exact contacts", name, [s.error for s in exact], group=group)
    assert row.median <= MEDIAN
    assert row.worst <= WORST
