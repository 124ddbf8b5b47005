"""Randomizing from Python: draws are shown, kept and copied, and invalid ranges are refused."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError, Model, Randomization, WorldBatch

RANGES: dict[str, Any] = {
    "gravity": 0.9,
    "mass": (0.9, 1.1),
    "center_of_mass": (-0.01, 0.01),
    "joint_damping": (0.5, 2.0),
    "kp": (0.8, 1.2),
    "action_delay": (1, 4),
    "push_interval": (0.1, 0.2),
    "push_velocity": (0.0, 1.0),
}


def test_what_was_drawn_is_shown() -> None:
    worlds = WorldBatch(num_worlds=3, left=["T1"], right=["ant"])
    worlds.randomize(Randomization(**RANGES), worlds=[2])
    assert worlds.variation(0) == {}
    drawn = worlds.variation(2)
    assert set(drawn) == {"seed", *RANGES}
    assert drawn["gravity"] == 0.9
    assert isinstance(drawn["action_delay"], int)
    assert 1 <= drawn["action_delay"] <= 4
    assert drawn["push_velocity"] == (0.0, 1.0)
    bodies, joints = (len(Model("T1").body_names), len(Model("T1").joint_names))
    assert drawn["mass"].shape == (2, bodies)
    assert drawn["center_of_mass"].shape == (2, bodies, 3)
    assert drawn["joint_damping"].shape == drawn["kp"].shape == (2, joints)
    ant = len(Model("ant").body_names)
    assert (drawn["mass"][1, ant:] == 0.0).all()
    for part in (drawn["mass"][0], drawn["mass"][1, :ant]):
        assert ((part >= 0.9) & (part <= 1.1)).all()
        assert len(set(part)) == len(part)


@pytest.mark.parametrize("field", fields(Randomization), ids=lambda field: field.name)
def test_everything_has_a_range_and_bounds(field: Any) -> None:
    low = -2.0 if field.name == "center_of_mass" else -0.1
    pair = {"push_interval": (1, 2), "push_velocity": (1, 2)}
    others = pair if field.name in pair else {}
    for good in ((1, 1), 1, np.float32(1.0)):
        assert field.name in Randomization(**{**others, field.name: good}).ranges()
    out_of_bounds = (low, (low, 1), (1, 1e9), (1, 0.5), np.nan, (1, np.inf))
    of_another_kind = ("1", (1,), (1, 2, 3), [None], True, (1, True), 10**400, (1, 10**5000))
    times = (np.timedelta64(1), (1, np.timedelta64(1, "s")))
    bad: Any
    for bad in (*out_of_bounds, *of_another_kind, *times):
        with pytest.raises(ArgumentError, match=f"^{field.name}: "):
            Randomization(**{**others, field.name: bad})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (({"mass": 1.0},), "randomization: must be a Randomization or None, not dict"),
        ((Randomization(), [3]), "worlds: must be from 0 to 2, not 3"),
        ((Randomization(), [0, 0]), "worlds: world 0 is listed twice"),
        ((Randomization(), [0], [1, 2]), "seeds: 2 values where 1 are needed"),
        ((Randomization(), [0], 7), "seeds: must be a sequence of integers, not int"),
        ((Randomization(), [0], [-1]), "seeds: must be from 0 to 18446744073709551615, not -1"),
    ],
)
def test_bad_arguments(arguments: Any, message: str) -> None:
    worlds = WorldBatch(num_worlds=3)
    before = worlds.snapshot()
    with pytest.raises(ArgumentError, match=f"^{message}$"):
        worlds.randomize(*arguments)
    assert worlds.snapshot() == before


@pytest.mark.parametrize("clone", [copy.copy, lambda worlds: pickle.loads(pickle.dumps(worlds))])
def test_copies_go_on_alike(clone: Any) -> None:
    worlds = WorldBatch(num_worlds=3)
    worlds.randomize(Randomization(**RANGES, gyro_noise=0.1), worlds=[0, 1])
    targets = np.full((3, 1, 23), 0.2)
    worlds.step(targets)
    other = clone(worlds)
    for batch in (worlds, other):
        for _ in range(20):
            batch.step(-targets)
    assert worlds.snapshot() == other.snapshot()
    assert (worlds.read("gyro", noise=True) == other.read("gyro", noise=True)).all()
    assert str(worlds.variation(1)) == str(other.variation(1))


def test_a_randomization_pickles_and_compares() -> None:
    randomization = Randomization(**RANGES)
    assert pickle.loads(pickle.dumps(randomization)) == randomization
    assert randomization != Randomization()


def test_gravity_acts() -> None:
    worlds = WorldBatch(num_worlds=2)
    worlds.randomize(Randomization(gravity=0.5), worlds=[1])
    worlds.place_ball(0, (0.0, 5.0, 3.0))
    worlds.place_ball(1, (0.0, 5.0, 3.0))
    np.testing.assert_allclose(worlds.forward()[:, 2], [-9.81, -4.905], rtol=1e-12)
