"""The contents of a batch, and its methods."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import rcssgym
from hypothesis import given, settings
from hypothesis import strategies as st
from rcssgym import Contact, WorldBatch
from worlds import drive, mixed, random_targets, same


def test_defaults() -> None:
    worlds = WorldBatch(2)
    assert (worlds.num_worlds, worlds.num_robots, worlds.num_motors) == (2, 1, 23)
    assert len(worlds) == 2
    assert worlds.robot_models == ("T1",)
    assert worlds.field == "fifa7vs7"
    assert worlds.seed == 0
    assert worlds.threads >= 1
    assert worlds.timestep == 0.005


def test_description(worlds: WorldBatch) -> None:
    assert worlds.robot_models == ("T1", "K1", "T1")
    assert worlds.robot_teams == ("left", "right", "right")
    names = [rcssgym.Model(name).motor_names for name in worlds.robot_models]
    assert worlds.motor_names == tuple(names)
    assert "he1" in worlds.motor_names[0]
    ranges = worlds.joint_ranges
    assert ranges.shape == (3, worlds.num_motors, 2)
    motors = len(names[1])
    assert (ranges[1, :motors, 0] < ranges[1, :motors, 1]).all()
    assert not ranges[1, motors:].any()
    text = "WorldBatch(num_worlds=3, left=('T1',), right=('K1', 'T1'), field='fifa7vs7', threads="
    assert repr(worlds).startswith(text)


def test_simd_level() -> None:
    assert rcssgym.simd_level() in {"avx512", "avx2", "neon", "baseline"}


STEPPED = """
import hashlib, sys
import rcssgym
from worlds import drive, mixed
try:
    worlds = mixed(7)
except rcssgym.ArgumentError as error:
    sys.exit(str(error))
drive(worlds, 50)
print(rcssgym.simd_level(), hashlib.sha256(worlds.snapshot()).hexdigest())
"""


def stepped_with(simd: str) -> "subprocess.CompletedProcess[str]":
    """Run a process with this SIMD level that prints the level and a digest of stepped worlds."""
    variables = {**os.environ, "RCSSGYM_SIMD": simd, "PYTHONPATH": str(Path(__file__).parent)}
    command = [sys.executable, "-c", STEPPED]
    return subprocess.run(command, capture_output=True, text=True, env=variables, check=False)


def test_avx2_and_avx512_give_the_same_bits_and_the_baseline_others() -> None:
    digests: dict[str, str] = {}
    for level in ("baseline", "AVX2", "avx512"):
        done = stepped_with(level)
        if done.returncode:
            assert f"RCSSGYM_SIMD: this CPU has no {level.lower()}, at most" in done.stderr
        else:
            used, digest = done.stdout.split()
            assert used == level.lower()
            digests[used] = digest
    assert digests["baseline"] not in {digests.get("avx2"), digests.get("avx512")}
    if "avx512" in digests:
        assert digests["avx512"] == digests["avx2"]


@pytest.mark.parametrize("simd", ["sse2", "AVX-512", " "])
def test_an_unknown_simd_level_is_refused(simd: str) -> None:
    done = stepped_with(simd)
    message = f"RCSSGYM_SIMD: must be one of baseline, avx2, avx512, not '{simd}'"
    assert done.stderr.strip() == message
    command = [sys.executable, "-m", "rcssgym", "run", "--worlds", "1"]
    variables = {**os.environ, "RCSSGYM_SIMD": simd}
    done = subprocess.run(command, capture_output=True, text=True, env=variables, check=False)
    assert done.stderr == f"rcssgym run: error: {message}\n"
    assert done.returncode == 2


@pytest.mark.parametrize("name", ["T1", "K1", "ant"])
def test_models(name: str) -> None:
    model = rcssgym.Model(name)
    assert model.name == name
    assert model.source == name
    assert len(model.body_names) == len(model.body_masses)
    assert all(mass >= 0.0 for mass in model.body_masses)
    assert set(model.motor_names)
    assert len(model.joint_names) >= len(model.motor_names)
    assert pickle.loads(pickle.dumps(model)).motor_names == model.motor_names


def test_robots_by_path_and_by_object(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "robots" / "ant.xml"
    mine = tmp_path / "mine.xml"
    mine.write_text(source.read_text())
    worlds = WorldBatch(1, left=["ant", str(mine), mine], right=[rcssgym.Model(mine)])
    builtin = rcssgym.Model("ant").motor_names
    assert worlds.motor_names == (builtin,) * 4
    assert same(worlds, pickle.loads(pickle.dumps(worlds)))


def test_pickles_hold_what_a_model_was_read_from(tmp_path: Path) -> None:
    robots = Path(__file__).parents[2] / "robots"
    mine = tmp_path / "mine.xml"
    mine.write_text((robots / "K1.xml").read_text())
    for name in ("K1_hulls.xml", "K1_shells.xml"):
        (tmp_path / name).write_text((robots / name).read_text())
    model = rcssgym.Model(mine)
    worlds = WorldBatch(2, left=["T1", mine, mine])
    drive(worlds, 3)
    mine.write_text((robots / "ant.xml").read_text())
    changed = WorldBatch(1, left=[model, rcssgym.Model(mine)])
    for part in tmp_path.iterdir():
        part.unlink()
    for again in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        assert (again.source, again.name) == (str(mine), model.name)
        assert again.body_masses == model.body_masses
    twin = pickle.loads(pickle.dumps(worlds))
    assert repr(twin) == repr(worlds)
    assert same(worlds, twin)
    twice = pickle.loads(pickle.dumps(twin))
    assert same(worlds, twice)
    assert copy.copy(changed).motor_names == changed.motor_names
    assert changed.motor_names[0] != changed.motor_names[1]


def test_robots_without_motors_step(tmp_path: Path) -> None:
    crate = tmp_path / "crate.xml"
    crate.write_text(
        "<mujoco><worldbody><body name='torso' pos='0 0 1'><freejoint/>"
        "<geom type='box' size='0.1 0.2 0.3'/></body></worldbody></mujoco>"
    )
    worlds = WorldBatch(2, left=[crate])
    assert worlds.joint_positions.shape == (2, 1, 0)
    worlds.step(worlds.joint_positions, kp=np.zeros((2, 1, 0)))
    assert (worlds.root_velocity[:, 0, 2] < 0.0).all()


def test_a_robot_placed_without_joints_has_its_initial_pose(tmp_path: Path) -> None:
    bent = tmp_path / "bent.xml"
    bent.write_text(
        "<mujoco><worldbody><body name='torso' pos='0 0 1'><freejoint/><geom size='0.1'/>"
        "<body pos='0.3 0 0'><joint name='a' axis='0 1 0' ref='30'/><geom size='0.1'/></body>"
        "</body></worldbody><actuator><motor name='a_tau' joint='a'/>"
        "<position name='a_pos' joint='a'/><velocity name='a_vel' joint='a'/></actuator></mujoco>"
    )
    worlds = WorldBatch(1, left=[bent])
    initial = worlds.joint_positions
    assert initial == pytest.approx(np.pi / 6)
    worlds.step(np.zeros((1, 1, 1)))
    worlds.place_robot(0, 0, (1.0, 2.0, 3.0))
    assert np.array_equal(worlds.joint_positions, initial)
    assert not worlds.joint_velocities.any()


def test_one_step_is_twenty_milliseconds(worlds: WorldBatch) -> None:
    worlds.step(worlds.joint_positions)
    assert worlds.time == pytest.approx(np.full(3, 0.02))
    worlds.step(worlds.joint_positions, substeps=1)
    assert worlds.time == pytest.approx(np.full(3, 0.025))


def test_a_step_of_no_substeps_only_stores_the_command(worlds: WorldBatch) -> None:
    twin = mixed()
    targets = random_targets(worlds)
    state = worlds.qpos, worlds.qvel, worlds.time
    worlds.step(targets, kp=30.0, substeps=0)
    for before, after in zip(state, (worlds.qpos, worlds.qvel, worlds.time), strict=True):
        assert np.array_equal(before, after)
    worlds.advance(4)
    twin.step(targets, kp=30.0, substeps=4)
    assert same(worlds, twin)


def test_a_command_stays_until_the_next(worlds: WorldBatch) -> None:
    twin = mixed()
    targets = random_targets(worlds)
    worlds.step(targets)
    worlds.advance()
    twin.step(targets)
    twin.step(targets)
    assert same(worlds, twin)


SHAPES = [(), (1,), (23,), (1, 1), (3, 1), (3, 23), (1, 1, 1), (4, 1, 1), (4, 3, 1), (4, 1, 23)]


@settings(max_examples=25, deadline=None)
@given(
    shapes=st.fixed_dictionaries(
        {name: st.sampled_from(SHAPES) for name in ("velocities", "kp", "kd", "torques")}
    ),
    seed=st.integers(0, 2**32 - 1),
)
def test_broadcasting_equals_explicit_arrays(shapes: dict[str, tuple[int, ...]], seed: int) -> None:
    rng = np.random.default_rng(seed)
    one, other = mixed(4), mixed(4)
    targets = random_targets(one, seed)
    inputs = {name: np.asarray(rng.uniform(0.0, 3.0, shape)) for name, shape in shapes.items()}
    explicit = {
        name: np.ascontiguousarray(np.broadcast_to(array, targets.shape))
        for name, array in inputs.items()
    }
    one.step(targets, **inputs)
    other.step(targets, **explicit)
    assert same(one, other)


@pytest.mark.parametrize(
    "convert",
    [
        lambda array: array[:, ::-1][:, ::-1],
        lambda array: np.asfortranarray(array),
        lambda array: array.astype(">f8"),
        lambda array: array.tolist(),
        lambda array: np.repeat(array, 2, axis=2)[:, :, ::2],
        lambda array: array.astype(np.longdouble),
    ],
    ids=["reversed", "fortran", "big-endian", "list", "strided", "longdouble"],
)
def test_every_layout_of_the_same_numbers_is_the_same_input(convert) -> None:  # type: ignore[no-untyped-def]
    one, other = mixed(), mixed()
    targets = random_targets(one)
    one.step(targets)
    other.step(convert(targets))
    assert same(one, other)


@pytest.mark.parametrize("dtype", ["f2", "f4", "i1", "i8", "u2"])
def test_real_dtypes_are_converted(dtype: str) -> None:
    one, other = mixed(), mixed()
    targets = np.ones(one.joint_positions.shape, dtype)
    one.step(targets)
    other.step(targets.astype(np.float64))
    assert same(one, other)


def test_padding_is_ignored() -> None:
    one, other = mixed(), mixed()
    targets = random_targets(one)
    padded = targets.copy()
    padded[:, 1, len(one.motor_names[1]) :] = np.nan
    one.step(targets)
    other.step(padded)
    assert same(one, other)


def test_set_state_of_some_worlds(worlds: WorldBatch) -> None:
    source = mixed()
    drive(source, 5)
    untouched = worlds.qpos[1]
    worlds.set_state(
        source.qpos[[2, 0]],
        source.qvel[[2, 0]],
        worlds=[2, 0],
        warmstart=source.qacc_warmstart[[2, 0]],
    )
    assert np.allclose(worlds.qpos[[0, 2]], source.qpos[[0, 2]], rtol=0.0, atol=1e-15)
    assert np.array_equal(worlds.qvel[[0, 2]], source.qvel[[0, 2]])
    assert np.array_equal(worlds.qacc_warmstart[[0, 2]], source.qacc_warmstart[[0, 2]])
    assert np.array_equal(worlds.qpos[1], untouched)


def test_set_state_broadcasts_over_worlds(worlds: WorldBatch) -> None:
    drive(worlds, 5)
    fresh = WorldBatch(1, left=["T1"], right=["K1", "T1"])
    worlds.set_state(fresh.qpos[0], fresh.qvel[0])
    assert np.array_equal(worlds.qpos, np.repeat(fresh.qpos, 3, axis=0))


def test_place_robot(worlds: WorldBatch) -> None:
    before = worlds.qpos
    motors = len(worlds.motor_names[1])
    angles = np.linspace(-0.1, 0.1, motors)
    half = np.sqrt(0.5)
    worlds.place_robot(1, 1, (2.0, -1.0, 0.6), (half, 0.0, 0.0, half), joints=angles)
    assert np.array_equal(worlds.root_position[1, 1], (2.0, -1.0, 0.6))
    assert np.allclose(worlds.root_quaternion[1, 1], (half, 0.0, 0.0, half), atol=1e-15)
    assert np.array_equal(worlds.joint_positions[1, 1, :motors], angles)
    assert not worlds.root_velocity[1, 1].any()
    assert not worlds.joint_velocities[1, 1].any()
    assert np.array_equal(worlds.qpos[[0, 2]], before[[0, 2]])
    assert np.array_equal(worlds.root_position[1, [0, 2]], mixed().root_position[1, [0, 2]])


def test_place_ball(worlds: WorldBatch) -> None:
    worlds.place_ball(2, (1.0, 2.0, 0.5), (3.0, 0.0, 1.0, 0.0, 4.0, 0.0))
    assert np.array_equal(worlds.ball_position[2], (1.0, 2.0, 0.5))
    assert np.array_equal(worlds.ball_velocity[2], (3.0, 0.0, 1.0, 0.0, 4.0, 0.0))
    worlds.place_ball(2, [0, 0, 1])
    assert not worlds.ball_velocity[2].any()


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (None, [0, 1, 2]),
        ([2, 0], [0, 2]),
        (np.array([1], dtype=np.uint8), [1]),
        (1, [1]),
        ((), []),
        (np.array([True, False, True]), [0, 2]),
    ],
)
def test_reset(worlds: WorldBatch, chosen: object, expected: list[int]) -> None:
    initial = worlds.qpos
    drive(worlds, 3)
    driven = worlds.qpos
    worlds.reset(chosen)  # type: ignore[arg-type]
    others = np.setdiff1d(range(3), expected)
    assert np.array_equal(worlds.qpos[expected], initial[expected])
    assert not worlds.time[expected].any()
    assert not worlds.qvel[expected].any()
    assert np.array_equal(worlds.qpos[others], driven[others])


def test_a_reset_world_repeats_itself(worlds: WorldBatch) -> None:
    fresh = mixed()
    drive(worlds, 7, seed=1)
    worlds.reset()
    drive(worlds, 7, seed=2)
    drive(fresh, 7, seed=2)
    assert same(worlds, fresh)


def test_snapshot_continues_bit_by_bit(worlds: WorldBatch) -> None:
    drive(worlds, 10, seed=1)
    snapshot = worlds.snapshot()
    assert isinstance(snapshot, bytes)
    other = mixed(threads=1, seed=9)
    drive(other, 3, seed=3)
    other.restore(snapshot)
    assert same(worlds, other)
    worlds.advance(40)
    other.advance(40)
    assert same(worlds, other)
    drive(worlds, 10, seed=2)
    drive(other, 10, seed=2)
    assert same(worlds, other)


@pytest.mark.parametrize(
    "duplicate",
    [lambda worlds: pickle.loads(pickle.dumps(worlds)), copy.copy, copy.deepcopy],
    ids=["pickle", "copy", "deepcopy"],
)
def test_duplicates_go_their_own_way(worlds: WorldBatch, duplicate) -> None:  # type: ignore[no-untyped-def]
    drive(worlds, 5)
    twin = duplicate(worlds)
    assert repr(twin) == repr(worlds)
    assert same(worlds, twin)
    drive(worlds, 5, seed=4)
    assert not same(worlds, twin)
    drive(twin, 5, seed=4)
    assert same(worlds, twin)


def test_a_subclass_pickles_as_itself() -> None:
    twin = pickle.loads(pickle.dumps(Subclass(2)))
    assert type(twin) is Subclass


class Subclass(WorldBatch):
    pass


def test_forward_moves_nothing(worlds: WorldBatch) -> None:
    twin = mixed()
    drive(worlds, 5)
    drive(twin, 5)
    acceleration = worlds.forward()
    assert acceleration.shape == worlds.qvel.shape
    assert np.isfinite(acceleration).all()
    out = np.empty_like(acceleration)
    assert worlds.forward(out=out) is out
    assert np.array_equal(out, acceleration)
    assert np.array_equal(worlds.qpos, twin.qpos)
    assert np.array_equal(worlds.qvel, twin.qvel)
    assert np.array_equal(worlds.time, twin.time)


def test_a_ball_in_the_air_falls_freely() -> None:
    worlds = WorldBatch(1, left=())
    worlds.place_ball(0, (0.0, 0.0, 5.0))
    assert worlds.forward()[0, :3] == pytest.approx((0.0, 0.0, -9.81), abs=1e-9)
    assert worlds.contacts(0) == []


def test_contacts_of_a_resting_ball() -> None:
    worlds = WorldBatch(1, left=())
    worlds.place_ball(0, (1.0, 2.0, 0.11))
    worlds.advance(400)
    [contact] = worlds.contacts(0)
    assert isinstance(contact, Contact)
    assert set(contact.geoms) == {"pitch", "ball"}
    assert contact.position == pytest.approx((1.0, 2.0, 0.0), abs=1e-3)
    assert np.abs(contact.normal) == pytest.approx((0.0, 0.0, 1.0), abs=1e-9)
    assert contact.distance <= 0.0
    pushed = 0.41 * (9.81 + worlds.forward()[0, 2])
    assert np.abs(contact.force) == pytest.approx((0.0, 0.0, pushed), rel=1e-4, abs=1e-9)
