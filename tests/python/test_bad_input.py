"""Bad input causes one clear error, and nothing changes."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rcssgym
from hypothesis import given, settings
from hypothesis import strategies as st
from rcssgym import ArgumentError, ModelError, RcssGymError, SnapshotError, WorldBatch
from worlds import drive, mixed, random_targets

Call = Callable[[WorldBatch], object]


def with_value(array: Any, index: tuple[int, ...], value: float) -> Any:
    array = array.copy()
    array[index] = value
    return array


def step(**inputs: Any) -> Call:
    return lambda worlds: worlds.step(**{"targets": worlds.joint_positions, **inputs})


def bad_targets(index: tuple[int, int, int], value: float) -> Call:
    return lambda worlds: worlds.step(with_value(worlds.joint_positions, index, value))


def set_state(**inputs: Any) -> Call:
    return lambda worlds: worlds.set_state(**{"qpos": worlds.qpos, "qvel": worlds.qvel, **inputs})


MOTION = {
    "NaN target": (
        bad_targets((1, 2, 0), np.nan),
        r"targets: NaN at world 1, robot 2 \(T1, right\), joint \S+ \(motor he1\), "
        r"at index \(1, 2, 0\): must be finite",
    ),
    "infinite target": (
        bad_targets((2, 1, 0), -np.inf),
        r"targets: -inf at world 2, robot 1 \(K1, right\), joint ",
    ),
    "NaN velocity": (step(velocities=np.nan), r"velocities: NaN at world 0, robot 0 \(T1, left\)"),
    "infinite gain": (step(kp=np.inf), "kp: inf at world 0"),
    "NaN damping": (step(kd=np.array([[1.0], [np.nan], [1.0]])), r"kd: NaN .* robot 1 \(K1"),
    "NaN torque": (
        step(torques=np.array([[[0.0]], [[0.0]], [[np.nan]]])),
        "torques: NaN at world 2, robot 0",
    ),
    "one world too few": (step(targets=np.zeros((2, 3, 23))), r"targets: shape \(2, 3, 23\), must"),
    "one motor too many": (step(targets=np.zeros((3, 3, 24))), r"must be \(3, 3, 23\)"),
    "number for targets": (step(targets=0.0), r"targets: shape \(\), must be \(3, 3, 23\)"),
    "wrong gains": (step(kp=np.ones((2, 23))), r"kp: shape \(2, 23\) does not broadcast to"),
    "too many dimensions": (step(kd=np.ones((1, 1, 1, 1))), r"kd: shape \(1, 1, 1, 1\) does not"),
    "empty gains": (step(kd=[]), r"kd: shape \(0,\) does not broadcast"),
    "complex": (step(torques=1j), "torques: must hold real numbers, not complex128"),
    "boolean": (step(kp=True), "kp: must hold real numbers, not bool"),
    "object": (step(kp=np.array([None])), "kp: must hold real numbers, not object"),
    "text": (step(targets="stand"), "targets: must hold real numbers, not <U5"),
    "ragged": (step(targets=[[1.0], [1.0, 2.0]]), "targets: cannot be read as an array"),
    "nothing": (step(targets=None), "targets: must hold real numbers, not object"),
    "negative substeps": (step(substeps=-1), "substeps: must be from 0 to 1000000, not -1"),
    "fractional substeps": (step(substeps=2.5), "substeps: must be an integer, not float"),
    "boolean substeps": (step(substeps=True), "substeps: must be an integer, not True"),
    "endless advance": (lambda w: w.advance(10**30), "substeps: must be from 0 to"),
}

STATE = {
    "NaN position": (
        lambda w: w.set_state(with_value(w.qpos, (1, 0), np.nan), w.qvel),
        r"qpos: NaN at world 1, ball position x, at index \(1, 0\)",
    ),
    "infinite root": (
        lambda w: w.set_state(with_value(w.qpos, (2, 9), np.inf), w.qvel),
        r"qpos: inf at world 2, robot 0 \(T1, left\), root position z",
    ),
    "NaN joint speed": (
        lambda w: w.set_state(w.qpos, with_value(w.qvel, (0, 12), np.nan)),
        r"qvel: NaN at world 0, robot 0 \(T1, left\), joint ",
    ),
    "masked positions": (
        lambda w: w.set_state(np.ma.masked_less(w.qpos, np.inf), w.qvel),
        "qpos: must have no masked items",
    ),
    "NaN warm start": (set_state(warmstart=np.nan), "warmstart: NaN at world 0, ball linear"),
    "no rotation": (
        lambda w: w.set_state(np.where(np.arange(w.qpos.shape[1]) < 7, 0.0, w.qpos), w.qvel),
        "qpos: world 0, ball: the quaternion has no length",
    ),
    "short rows": (set_state(qpos=np.zeros((3, 5))), r"qpos: shape \(3, 5\) does not broadcast"),
    "rows for too few worlds": (
        lambda w: w.set_state(w.qpos[:2], w.qvel[:2], worlds=[0, 1, 2]),
        "qpos: shape",
    ),
    "integers too far": (set_state(worlds=[0, 3]), "worlds: must be from 0 to 2, not 3"),
    "negative world": (set_state(worlds=[-1]), "worlds: must be from 0 to 2, not -1"),
    "world twice": (set_state(worlds=[1, 1]), "worlds: world 1 is listed twice"),
    "fractional world": (lambda w: w.reset([0.5]), "worlds: must be integers or a mask"),
    "short mask": (lambda w: w.reset([True]), r"worlds: a mask must have shape \(3,\), not \(1,\)"),
    "worlds in two dimensions": (lambda w: w.reset([[0]]), "worlds: must have one dimension"),
    "text for worlds": (lambda w: w.reset("all"), "worlds: must be integers or a mask"),
    "robot too far": (lambda w: w.place_robot(0, 3, (0, 0, 1)), "robot: must be from 0 to 2"),
    "world too far": (lambda w: w.place_robot(3, 0, (0, 0, 1)), "world: must be from 0 to 2"),
    "flat position": (lambda w: w.place_robot(0, 0, (0, 0)), r"position: shape \(2,\), must"),
    "NaN position of a robot": (
        lambda w: w.place_robot(0, 0, (0, 0, np.nan)),
        "position: NaN at index 2",
    ),
    "robot without rotation": (
        lambda w: w.place_robot(0, 0, (0, 0, 1), (0, 0, 0, 0)),
        "quaternion: has no length",
    ),
    "wrong joints": (
        lambda w: w.place_robot(0, 0, (0, 0, 1), joints=np.zeros(22)),
        r"joints: shape \(22,\), must be \(23,\)",
    ),
    "NaN joint": (
        lambda w: w.place_robot(0, 0, (0, 0, 1), joints=np.full(23, np.nan)),
        r"joints: NaN at robot 0 \(T1, left\), joint \S+ \(motor he1\)",
    ),
    "ball nowhere": (lambda w: w.place_ball(0, (0, 0, np.inf)), "position: inf at index 2"),
    "ball too fast": (
        lambda w: w.place_ball(0, (0, 0, 1), np.full(6, np.inf)),
        "velocity: inf at index 0",
    ),
    "contacts of no world": (lambda w: w.contacts(3), "world: must be from 0 to 2, not 3"),
}

OUTPUT = {
    "unknown body": (
        lambda w: w.body_poses(["tail"]),
        r"names: robot 0 \(T1, left\) has no body 'tail'",
    ),
    "one name": (lambda w: w.body_poses("torso"), "names: must be strings, not str"),
    "no name": (lambda w: w.body_poses([3]), "names: must be a string, not int"),
    "unknown array": (lambda w: w.read("energy"), "name: unknown array 'energy'; there are"),
    "number for a name": (lambda w: w.read(1), "name: must be a string, not int"),
    "surrogate": (lambda w: w.read("\ud800"), r"name: must be Unicode, not '\\ud800'"),
    "number for noise": (
        lambda w: w.read("gyro", noise=1),
        "noise: must be True or False, not int",
    ),
    "text for captions": (
        lambda w: w.render(width=8, height=8, captions="on"),
        "captions: must be True or False, not str",
    ),
    "surrogate for a camera": (
        lambda w: w.render(width=8, height=8, camera="\ud800"),
        "camera: must be Unicode",
    ),
    "view of a gather": (lambda w: w.view("gyro"), "unknown array 'gyro'; there are time, qpos"),
    "out of wrong shape": (
        lambda w: w.read("time", out=np.zeros(4)),
        r"out: shape \(4,\), must be \(3,\)",
    ),
    "out of wrong dtype": (
        lambda w: w.read("time", out=np.zeros(3, "f4")),
        "out: must be a float64 array, not an array of float32",
    ),
    "out of no array": (lambda w: w.forward(out=[1.0]), "out: must be a float64 array, not list"),
    "out with gaps": (lambda w: w.read("time", out=np.zeros(6)[::2]), "out: must be C-contiguous"),
    "out of the batch": (lambda w: w.read("time", out=w.view("time")), "out: .*not writeable"),
}


@pytest.mark.parametrize(
    ("call", "message"),
    [*MOTION.values(), *STATE.values(), *OUTPUT.values()],
    ids=[*MOTION, *STATE, *OUTPUT],
)
def test_a_mistake_is_named_and_changes_nothing(call: Call, message: str) -> None:
    worlds = mixed()
    drive(worlds, 2)
    before = worlds.snapshot()
    with pytest.raises(ArgumentError, match=message) as caught:
        call(worlds)
    assert isinstance(caught.value, RcssGymError)
    assert isinstance(caught.value, ValueError)
    assert worlds.snapshot() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_worlds": 0}, "num_worlds: must be from 1 to 1000000, not 0"),
        ({"num_worlds": -(10**20)}, "num_worlds: must be from 1 to 1000000"),
        ({"num_worlds": 1_000_001}, "num_worlds: must be from 1 to 1000000, not 1000001"),
        ({"num_worlds": 2.0}, "num_worlds: must be an integer, not float"),
        ({"num_worlds": True}, "num_worlds: must be an integer, not True"),
        ({"num_worlds": "many"}, "num_worlds: must be an integer, not str"),
        ({"threads": 0}, "threads: must be from 1 to"),
        ({"threads": -1}, "threads: must be from 1 to"),
        ({"seed": -1}, "seed: must be from 0 to 18446744073709551615, not -1"),
        ({"seed": 2**64}, "seed: must be from 0 to"),
        ({"left": "T1"}, r"left: must be a sequence of models such as \('T1',\), not a string"),
        ({"left": 3}, "left: must be a sequence of models, not int"),
        ({"left": ["T1", 3]}, r"left\[1\]: must be the name or path of a model, not int"),
        ({"right": ["T1"] * 12}, "right: more than 11 robots"),
        ({"field": "wembley"}, "field: unknown field 'wembley', known are 'fifa' and 'fifa7vs7'"),
        ({"field": 7}, "field: must be a name or a SoccerField, not int"),
        ({"left": ["\ud800"]}, r"left\[0\]: must be Unicode, not '\\ud800'"),
        ({"precision": "\ud800"}, "precision: must be Unicode"),
        ({"rules": "ssim", "referee": 3}, "referee: must be a string, not int"),
        ({"rules": "ssim", "vision_noise": 1}, "vision_noise: must be True or False, not int"),
        ({"rules": "ssim", "occlusion": "x"}, "occlusion: must be True or False, not str"),
        (
            {"rules": "ssim", "team_names": (name for name in "AB")},
            "team_names: cannot be copied: cannot pickle 'generator' object",
        ),
    ],
)
def test_impossible_batches(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        WorldBatch(**{"num_worlds": 1, **arguments})


def test_unknown_model() -> None:
    message = r"right\[1\]: unknown model 'T9': neither a file nor one of T1, K1, ant"
    with pytest.raises(ModelError, match=message):
        WorldBatch(1, right=["T1", "T9"])
    with pytest.raises(ModelError, match="unknown model 'T9'"):
        rcssgym.Model("T9")


@pytest.mark.parametrize("text", ["", "<mujoco", "<robot/>", "<mujoco><worldbody/></mujoco>"])
def test_a_file_that_is_no_model(tmp_path: Path, text: str) -> None:
    path = tmp_path / "robot.xml"
    path.write_text(text)
    with pytest.raises(ModelError, match=re.escape(f"left[0]: {path}:")):
        WorldBatch(1, left=[path])


@pytest.mark.parametrize(
    ("what", "element"),
    [
        ("geoms", "<geom size='1e19'/>"),
        ("geoms", "<geom size='0.1' margin='1e19'/>"),
        ("sites", "<site pos='1e19 0 0'/>"),
    ],
)
def test_a_part_beyond_all_bounds(tmp_path: Path, what: str, element: str) -> None:
    path = tmp_path / "huge.xml"
    path.write_text(
        "<mujoco><worldbody><body><freejoint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
        f"{element}</body></worldbody></mujoco>"
    )
    message = rf"model: {what} of 'huge' are up to 1\.\d+e19 m from its root, more than 1e10 m"
    with pytest.raises(ArgumentError, match=message):
        WorldBatch(1, left=[path])


def test_only_regular_files_are_models(tmp_path: Path) -> None:
    """A pipe would wait for a writer."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(
            ModelError, match=r"left\[0\]: cannot read .*: it is not a regular file"
        ):
            WorldBatch(1, left=[path])


@pytest.mark.parametrize("value", [1e9, -1e9, 1e300, -1e300])
def test_absurd_but_finite_commands_are_taken(value: float) -> None:
    worlds = WorldBatch(2)
    targets = np.full(worlds.joint_positions.shape, value)
    for _ in range(25):
        worlds.step(targets, velocities=value, torques=-value)
    assert np.isfinite(worlds.qpos).all()
    assert np.isfinite(worlds.qvel).all()


def crc64(data: bytes) -> bytes:
    """Return CRC-64/XZ, the checksum of snapshots."""
    found = 2**64 - 1
    for byte in data:
        found = TABLE[(found ^ byte) & 0xFF] ^ found >> 8
    return (found ^ 2**64 - 1).to_bytes(8, "little")


TABLE = []
for _remainder in range(256):
    for _ in range(8):
        _remainder = _remainder >> 1 ^ (_remainder & 1) * 0xC96C5795D7870F42
    TABLE.append(_remainder)


def sealed(forged: bytes) -> bytes:
    """Replace the last bytes by the checksum of those before, which a forger may know."""
    return forged[:-8] + crc64(forged[:-8])


class TestSnapshots:
    def test_truncated(self, worlds: WorldBatch) -> None:
        snapshot = worlds.snapshot()
        for length, message in (
            *((length, "these bytes are not an rcssgym snapshot") for length in (0, 1, 7, 8)),
            *((length, f"{length} bytes, fewer than its header tells") for length in (16, 64)),
            (len(snapshot) // 2, rf"{len(snapshot) // 2} bytes where at least \d+ are needed"),
            (len(snapshot) - 1, "damaged: the checksum does not fit"),
        ):
            with pytest.raises(SnapshotError, match=message):
                worlds.restore(snapshot[:length])
        assert worlds.snapshot() == snapshot

    def test_shorter_or_longer_than_it_should_be(self, worlds: WorldBatch) -> None:
        snapshot = worlds.snapshot()
        assert sealed(snapshot) == snapshot
        for forged in (snapshot + b"\0", snapshot[:-1], snapshot[:-40]):
            with pytest.raises(SnapshotError, match="checksum"):
                worlds.restore(forged)
            with pytest.raises(SnapshotError) as caught:
                worlds.restore(sealed(forged))
            assert "checksum" not in str(caught.value)
        assert worlds.snapshot() == snapshot

    @pytest.mark.parametrize(
        ("foreign", "message"),
        [
            (lambda: WorldBatch(2, left=["T1"], right=["K1", "T1"]), "of 2 worlds, here are 3"),
            (lambda: WorldBatch(3, left=["K1"], right=["T1", "T1"]), "differs .* in its model of"),
            (lambda: WorldBatch(3), "of a batch without model of r-1-1, unlike this one"),
            (
                lambda: WorldBatch(3, left=["T1"], right=["K1", "T1"], field="fifa"),
                "differs from this one in its field",
            ),
        ],
        ids=["fewer worlds", "other order", "other roster", "other field"],
    )
    def test_foreign(
        self, worlds: WorldBatch, foreign: Callable[[], WorldBatch], message: str
    ) -> None:
        before = worlds.snapshot()
        with pytest.raises(SnapshotError, match=message):
            worlds.restore(foreign().snapshot())
        assert worlds.snapshot() == before

    @pytest.mark.parametrize("value", ["text", None, 3, [1, 2]])
    def test_no_bytes(self, worlds: WorldBatch, value: Any) -> None:
        with pytest.raises(ArgumentError, match="snapshot: must be bytes"):
            worlds.restore(value)

    @settings(max_examples=50, deadline=None)
    @given(data=st.data())
    def test_damaged(self, data: st.DataObject) -> None:
        worlds = WorldBatch(1, left=["ant"])
        drive(worlds, 1)
        before = worlds.snapshot()
        damaged = bytearray(before)
        position = data.draw(st.integers(0, len(damaged) - 1))
        damaged[position] ^= data.draw(st.integers(1, 255))
        with pytest.raises(SnapshotError):
            worlds.restore(bytes(damaged))
        assert worlds.snapshot() == before

    def test_forged(self) -> None:
        """With a checksum that fits, a change is refused or is another state, which goes on."""
        worlds = WorldBatch(1, left=["ant"])
        drive(worlds, 1)
        before = worlds.snapshot()
        assert sealed(before) == before
        rng = np.random.default_rng(0)
        refused, taken = set(), 0
        # Every byte at the beginning, which describes the batch, and some of the others
        for position in (*range(300), *rng.integers(300, len(before) - 8, 200)):
            forged = bytearray(before)
            forged[position] ^= int(rng.integers(1, 256))
            try:
                worlds.restore(sealed(bytes(forged)))
            except SnapshotError as error:
                refused.add(re.sub(r"\d+", "#", str(error)))
            else:
                taken += 1
                worlds.step(worlds.joint_positions)
                worlds.restore(before)
            assert worlds.snapshot() == before
        assert len(refused) > 5, refused
        assert not [message for message in refused if "checksum" in message]
        assert taken > 50

    @settings(max_examples=50, deadline=None)
    @given(noise=st.binary(max_size=4096))
    def test_noise(self, noise: bytes) -> None:
        worlds = WorldBatch(1, left=())
        with pytest.raises(SnapshotError):
            worlds.restore(noise)

    @settings(max_examples=100, deadline=None)
    @given(length=st.integers(8, 400), noise=st.binary(min_size=8, max_size=600))
    def test_noise_after_a_beginning(self, length: int, noise: bytes) -> None:
        worlds = WorldBatch(1, left=())
        before = worlds.snapshot()
        with pytest.raises(SnapshotError):
            worlds.restore(sealed(before[:length] + noise))
        assert worlds.snapshot() == before


def test_targets_of_another_batch_do_not_fit(worlds: WorldBatch) -> None:
    with pytest.raises(ArgumentError, match="targets: shape"):
        worlds.step(random_targets(WorldBatch(3)))
