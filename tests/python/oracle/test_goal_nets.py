"""Robots deep in nets touch them at MuJoCo's points; level boxes touch in single as in double."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from benches.peers.engine import Engine, OurContact, Precision
from benches.peers.poses import hold, place, random_rotation, rotation, standing_pose
from benches.peers.scene import Scene
from benches.peers.state import State, stack

from .comparison import TOUCHING, compare_states
from .contacts import match

BACK_NET = 28.5  # m
STATES = 200


def _at_rest(scene: Scene) -> State:
    data, command = scene.data, hold(scene, kp=20.0, kd=0.5)
    return State(data.qpos.copy(), data.qvel.copy(), data.qacc_warmstart.copy(), command)


def _in_the_net(scene: Scene, rng: np.random.Generator) -> State:
    """A robot in the back net, turned at random, with its joints near their pose."""
    scene.set_state(scene.model.qpos0, np.zeros(scene.model.nv))
    (robot,) = scene.robots
    joints = standing_pose(robot) + rng.normal(0.0, 0.1, len(robot.motors))
    xy = (BACK_NET + rng.uniform(-0.3, 0.3), rng.uniform(-1.9, 1.9))
    place(scene, robot, xy, rng.uniform(0.02, 1.0), random_rotation(rng), joints)
    return _at_rest(scene)


# Boxes of the T1, whose edges cross those of nets, and legs of the ant, which go through nets.
@pytest.mark.parametrize("model", ["T1", "ant"])
def test_points_of_a_robot_in_a_net(model: str) -> None:
    scene, rng = Scene((model,)), np.random.default_rng(6)
    states = compare_states(scene, [_in_the_net(scene, rng) for _ in range(STATES)])
    for state in states:
        _, missing, extra = match(state.contacts, state.our_contacts)
        assert not [c.geoms for c in missing if abs(c.distance) > TOUCHING]
        assert not [c.geoms for c in extra if abs(c.distance) > TOUCHING]
    errors = [state.error for state in states if state.closed_form]
    assert len(errors) > STATES // 4
    assert max(errors) < 1e-6


def _deepest(contacts: Sequence[OurContact]) -> dict[frozenset[str], float]:
    """The least distance of every pair of geoms but the pitch."""
    deepest: dict[frozenset[str], float] = {}
    for contact in contacts:
        pair = frozenset(contact.geoms)
        if "pitch" not in pair:
            deepest[pair] = min(contact.distance, deepest.get(pair, np.inf))
    return deepest


def test_level_boxes_touch_in_single_precision_as_in_double() -> None:
    """Two T1, both exactly upright, stand in each other: axes of their boxes are parallel."""
    scene, rng = Scene(("T1",), ("T1",)), np.random.default_rng(3)
    states = []
    for _ in range(STATES):
        scene.set_state(scene.model.qpos0, np.zeros(scene.model.nv))
        for robot in scene.robots:
            x, y = rng.uniform(-0.2, 0.2, 2)
            place(scene, robot, (x, y), 0.0, rotation((0, 0, 1), rng.uniform(0.0, 6.28)))
        states.append(_at_rest(scene))
    arrays = stack(states)

    def found(precision: Precision) -> list[dict[frozenset[str], float]]:
        engine = Engine(scene, STATES, precision=precision)
        engine.batch.set_state(arrays["qpos"], arrays["qvel"])
        return [_deepest(engine.contacts(world)) for world in range(STATES)]

    for double, single in zip(found("double"), found("single"), strict=True):
        for pair, distance in double.items():
            if distance < -TOUCHING:
                assert single.get(pair) == pytest.approx(distance, abs=TOUCHING), pair
