"""Single precision as an option: the same arrays with other values, and no other difference."""

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from rcssgym import ArgumentError, SnapshotError, WorldBatch
from rcssgym.envs import SoccerVectorEnv, WorldVectorEnv, make_async, parallel_env
from worlds import ARRAYS, drive, mixed, same


def test_double_is_the_default() -> None:
    worlds, double = mixed(2), mixed(2, precision="double")
    assert worlds.precision == double.precision == "double"
    assert "precision" not in repr(worlds)
    drive(worlds, 20)
    drive(double, 20)
    assert same(worlds, double)


def test_arrays_are_as_in_double() -> None:
    single, double = mixed(3, precision="single"), mixed(3)
    assert single.precision == "single"
    assert repr(single).endswith(", precision='single')")
    for worlds in (single, double):
        drive(worlds, 5)
    for name in ARRAYS:
        one, other = getattr(single, name), getattr(double, name)
        assert (one.shape, one.dtype) == (other.shape, other.dtype), name
        np.testing.assert_allclose(one, other, atol=0.05 * (1.0 + np.abs(other).max()))
    assert not same(single, double)
    assert single.contacts(0)
    np.testing.assert_allclose(single.forward(), double.forward(), atol=2.0)


def test_a_state_is_kept_as_it_is_given_until_it_moves() -> None:
    worlds = WorldBatch(2, precision="single")
    qpos, qvel = worlds.qpos, worlds.qvel
    qpos[:, :2] += 1 / 3
    qvel += 1e-9 / 3
    worlds.set_state(qpos, qvel)
    worlds.forward()
    worlds.contacts(0)
    assert worlds.qpos.tobytes() == qpos.tobytes()
    assert worlds.qvel.tobytes() == qvel.tobytes()


def test_slow_motion_far_from_the_centre_is_not_lost() -> None:
    # In each substep, a fifth of the resolution of single precision there.
    worlds = WorldBatch(1, left=[], precision="single")
    qpos, qvel = worlds.qpos, worlds.qvel
    qpos[0, :3], qvel[0, 0] = (16.0, 9.0, 5.0), 4e-5
    worlds.set_state(qpos, qvel)
    worlds.step(worlds.joint_positions)
    assert worlds.ball_position[0, 0] - 16.0 == pytest.approx(4 * 0.005 * 4e-5, rel=1e-2)


def test_states_come_from_the_same_precision() -> None:
    single, double = mixed(2, precision="single"), mixed(2)
    drive(single, 10)
    for again in (copy.deepcopy(single), pickle.loads(pickle.dumps(single))):
        assert again.precision == "single"
        assert same(again, single)
        drive(again, 5)
    message = "of a batch in single precision, this one is in double"
    with pytest.raises(SnapshotError, match=message):
        double.restore(single.snapshot())
    message = "of a batch in double precision, this one is in single"
    with pytest.raises(SnapshotError, match=message):
        single.restore(double.snapshot())
    drive(single, 5)
    assert same(again, single)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("half", "precision: must be 'double' or 'single', not 'half'"),
        ("Single", "precision: must be 'double' or 'single', not 'Single'"),
        (32, "precision: must be 'double' or 'single', not int"),
        (np.float32, "precision: must be 'double' or 'single', not type"),
    ],
)
def test_other_precisions_are_refused(wrong: object, message: str) -> None:
    makers: list[Callable[[], object]] = [
        lambda: WorldBatch(1, precision=wrong),  # type: ignore[arg-type]
        lambda: gym.make_vec("rcssgym/T1Walk-v0", num_envs=2, precision=wrong),
        lambda: gym.make("rcssgym/T1Walk-v0", precision=wrong),
        lambda: parallel_env("1v1", precision=wrong),
    ]
    for make in makers:
        with pytest.raises(ArgumentError) as refused:
            make()
        assert str(refused.value) == message


def test_every_environment_takes_it() -> None:
    name = "rcssgym/T1Walk-v0"
    vector = gym.make_vec(name, num_envs=3, precision="single")
    assert isinstance(vector, WorldVectorEnv)
    assert vector.worlds.precision == "single"
    alone = gym.make(name, precision="single")
    games = SoccerVectorEnv("1v1", 2, precision="single")
    pairs = parallel_env("1v1", precision="single")
    background = make_async(name, 4, 2, precision="single")
    assert games.worlds.precision == pairs.vector.worlds.precision == "single"
    # A single world does the same as one of many.
    one, many = alone.reset(seed=3)[0], vector.reset(seed=3)[0][0]
    still = np.zeros(23, np.float32)
    for _ in range(20):
        assert one.tobytes() == many.tobytes()
        one, many = alone.step(still)[0], vector.step(np.stack([still] * 3))[0][0]
    games.reset(seed=0)
    games.step(np.zeros(games.action_space.shape or ()))
    pairs.reset(seed=0)
    background.async_reset(seed=3)
    first = background.recv()
    assert first[0].shape == (2, *vector.task.observation_space.shape)
    background.close()


def test_games_and_randomized_worlds_stay_sound() -> None:
    worlds = WorldBatch(5, left=["T1"], right=["K1"], rules="ssim", precision="single", seed=1)
    worlds.randomize(rcssgym.Randomization(mass=(0.9, 1.1), friction=(0.5, 1.25)))
    for _ in range(10):
        drive(worlds, 20)
        assert not worlds.frozen.any()
    seen = worlds.perceive()
    assert np.isfinite(seen.gyro).all()
    assert np.isfinite(worlds.qpos).all()
    assert (np.abs(np.linalg.norm(worlds.root_quaternion, axis=-1) - 1.0) < 1e-6).all()


STEPPED = """
import hashlib
from worlds import drive, mixed
worlds = mixed(21, precision="single")
drive(worlds, 60)
alone = mixed(1, precision="single")
drive(alone, 60)
assert alone.qpos.tobytes() == worlds.qpos[4:5].tobytes()
print(hashlib.sha256(worlds.snapshot()).hexdigest())
"""


def test_levels_that_fuse_give_the_same_bits_and_the_baseline_others() -> None:
    digests: dict[str, str] = {}
    for level in ("baseline", "avx2", "avx512", "neon"):
        variables = {**os.environ, "RCSSGYM_SIMD": level, "PYTHONPATH": str(Path(__file__).parent)}
        command = [sys.executable, "-c", STEPPED]
        done = subprocess.run(command, capture_output=True, text=True, env=variables, check=False)
        if done.returncode == 0:
            digests[level] = done.stdout.strip()
        else:
            assert "ArgumentError: RCSSGYM_SIMD" in done.stderr
    own = rcssgym.simd_level()
    assert {"baseline", own} <= digests.keys()
    fused = {digest for level, digest in digests.items() if level != "baseline"}
    assert len(fused) <= 1
    assert digests["baseline"] not in fused
