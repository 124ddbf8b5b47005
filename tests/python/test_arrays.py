"""Shapes, types and ownership of arrays from a batch."""

import gc
import pickle
from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym import WorldBatch
from worlds import ARRAYS, VIEWS, drive, mixed, random_targets

BALL_COORDS, BALL_DOFS, ROOT_COORDS, ROOT_DOFS = 7, 6, 7, 6


def expected_shapes(worlds: WorldBatch) -> dict[str, tuple[int, ...]]:
    w, r, j = worlds.num_worlds, worlds.num_robots, worlds.num_motors
    b = max(len(names) for names in worlds.body_names)
    hinges = sum(len(rcssgym.Model(name).joint_names) for name in worlds.robot_models)
    nq = BALL_COORDS + r * ROOT_COORDS + hinges
    nv = BALL_DOFS + r * ROOT_DOFS + hinges
    return {
        "joint_positions": (w, r, j),
        "joint_velocities": (w, r, j),
        "root_position": (w, r, 3),
        "root_quaternion": (w, r, 4),
        "root_velocity": (w, r, 6),
        "body_position": (w, r, b, 3),
        "body_quaternion": (w, r, b, 4),
        "gyro": (w, r, 3),
        "accelerometer": (w, r, 3),
        "ball_position": (w, 3),
        "ball_velocity": (w, 6),
        "time": (w,),
        "qpos": (w, nq),
        "qvel": (w, nv),
        "qacc_warmstart": (w, nv),
    }


@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_is_fresh_contiguous_float64(worlds: WorldBatch, name: str) -> None:
    array = getattr(worlds, name)
    assert array.shape == expected_shapes(worlds)[name]
    assert array.dtype == np.float64
    assert array.flags.c_contiguous
    assert array.flags.owndata
    assert array.flags.writeable
    before = array.copy()
    array += 1.0
    assert np.array_equal(getattr(worlds, name), before)


def test_frozen_is_a_fresh_mask(worlds: WorldBatch) -> None:
    frozen = worlds.frozen
    assert frozen.shape == (3,)
    assert frozen.dtype == np.bool_
    assert not frozen.any()
    frozen[:] = True
    assert not worlds.frozen.any()


@pytest.mark.parametrize("name", ARRAYS)
def test_read_fills_the_given_array(worlds: WorldBatch, name: str) -> None:
    drive(worlds, 2)
    expected = getattr(worlds, name)
    out = np.full_like(expected, np.nan)
    assert worlds.read(name, out=out) is out  # type: ignore[arg-type]
    assert np.array_equal(out, expected)
    assert np.array_equal(worlds.read(name), expected)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_follows_the_batch_and_is_read_only(worlds: WorldBatch, name: str) -> None:
    view = worlds.view(name)  # type: ignore[arg-type]
    assert view.shape == getattr(worlds, name).shape
    before = view.copy()
    worlds.step(random_targets(worlds))
    assert not np.array_equal(view, before)
    assert np.array_equal(view, getattr(worlds, name))
    with pytest.raises(ValueError, match="read-only"):
        view[...] = 0.0
    with pytest.raises(ValueError, match="WRITEABLE"):
        view.setflags(write=True)


def test_no_alias_of_a_view_can_be_written(worlds: WorldBatch) -> None:
    view: Any = worlds.view("qpos")
    assert view.base is worlds
    with pytest.raises(ValueError, match="does not own its data"):
        view.resize((1,), refcheck=False)
    for alias in (view.view(np.int8), np.lib.stride_tricks.as_strided(view), memoryview(view)):
        with pytest.raises((ValueError, TypeError), match="read-only"):
            alias[0, 0] = 1
    assert not np.shares_memory(pickle.loads(pickle.dumps(view)), view)
    before = worlds.qpos
    view.__setstate__((1, (1,), view.dtype, False, b"8 bytes."))
    assert np.array_equal(worlds.qpos, before)


def test_a_view_keeps_its_address_through_every_kind_of_change(worlds: WorldBatch) -> None:
    views = {name: worlds.view(name) for name in ("time", "qpos", "qvel")}
    snapshot = worlds.snapshot()
    drive(worlds, 3)
    worlds.set_state(worlds.view("qpos"), worlds.view("qvel"))
    worlds.reset([1])
    worlds.restore(snapshot)
    worlds.forward()
    for name, view in views.items():
        assert np.array_equal(view, getattr(worlds, name))
        assert np.shares_memory(view, worlds.view(name))  # type: ignore[arg-type]


def test_a_view_outlives_its_batch() -> None:
    worlds = mixed()
    expected = worlds.qpos
    view = worlds.view("qpos")
    del worlds
    gc.collect()
    assert np.array_equal(view, expected)


def test_views_of_the_batch_are_valid_input(worlds: WorldBatch) -> None:
    twin = mixed()
    drive(worlds, 2)
    drive(twin, 2)
    torques = worlds.view("qvel")[:, :1, None]
    twin_torques = torques.copy()
    worlds.step(worlds.joint_positions, torques=torques)
    twin.step(twin.joint_positions, torques=twin_torques)
    assert worlds.qpos.tobytes() == twin.qpos.tobytes()


def test_arrays_are_slices_of_the_state(worlds: WorldBatch) -> None:
    drive(worlds, 5)
    qpos, qvel = worlds.qpos, worlds.qvel
    assert np.array_equal(worlds.ball_position, qpos[:, :3])
    assert np.array_equal(worlds.ball_velocity, qvel[:, :6])
    coord, dof = BALL_COORDS, BALL_DOFS
    for robot, name in enumerate(worlds.robot_models):
        model = rcssgym.Model(name)
        hinges = len(model.joint_names)
        assert np.array_equal(worlds.root_position[:, robot], qpos[:, coord : coord + 3])
        assert np.array_equal(worlds.root_quaternion[:, robot], qpos[:, coord + 3 : coord + 7])
        assert np.array_equal(worlds.root_velocity[:, robot], qvel[:, dof : dof + 6])
        motors = len(model.motor_names)
        first, speed = coord + ROOT_COORDS, dof + ROOT_DOFS
        assert sorted(worlds.joint_positions[0, robot, :motors]) == sorted(
            qpos[0, first : first + hinges]
        )
        assert sorted(worlds.joint_velocities[0, robot, :motors]) == sorted(
            qvel[0, speed : speed + hinges]
        )
        assert not worlds.joint_positions[:, robot, motors:].any()
        coord, dof = first + hinges, speed + hinges


def test_a_world_without_robots_is_a_rolling_ball() -> None:
    worlds = WorldBatch(2, left=())
    assert worlds.joint_positions.shape == (2, 0, 0)
    assert worlds.root_position.shape == (2, 0, 3)
    assert worlds.qpos.shape == (2, BALL_COORDS)
    worlds.place_ball(0, (0.0, 0.0, 0.11), (1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    worlds.step(np.zeros((2, 0, 0)))
    assert worlds.ball_position[0, 0] > 0.0
    assert worlds.ball_position[1, 0] == 0.0
