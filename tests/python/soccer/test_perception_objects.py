"""Perceptions: attributes and text like those of rcsssmj, and behaviour as values."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcssgym import perceptions
from rcssgym.perceptions import (
    AgentDetection,
    GyroPerception,
    JointStatePerception,
    MicrophonePerception,
    ObjectDetection,
    Perception,
    TimePerception,
    VisionPerception,
)

from .pairs import both, parameters

NUMBERS = {
    "TimePerception": 1,
    "PositionPerception": 3,
    "OrientationPerception": 4,
    "GyroPerception": 3,
    "AccelerometerPerception": 3,
    "TouchPerception": 1,
    "ObjectDetection": 3,
}
"""Classes that consist of a name and numbers, and how many numbers."""

EXAMPLES: dict[str, tuple[Any, ...]] = {
    "TimePerception": ("now", 0.02),
    "PositionPerception": ("torso_pos", 1.5, -0.0, 0.66),
    "OrientationPerception": ("torso_quat", 1.0, 0.0, -0.707, 1e-5),
    "JointStatePerception": (["q_hj1", "q_hj2"], np.array([0.5, -12.34]), np.array([0.0, 3e-5])),
    "GyroPerception": ("torso_gyro", 0.01, -0.02, 360.0),
    "AccelerometerPerception": ("torso_acc", 0.0, 0.1, 9.81),
    "TouchPerception": ("foot", 1),
    "ObjectDetection": ("B", 3.2, -10.0, 1.25),
    "MicrophonePerception": ("hear", np.array([-90, 7]), [b"pass", bytearray(range(10))]),
    "GameStatePerception": (1.25, "PlayOn", "blue", None, 0, 12),
}

NAMES = [*EXAMPLES, "AgentDetection", "VisionPerception"]

number = st.one_of(
    st.floats(),
    st.floats(-200, 200).map(lambda x: np.trunc(x * 100) / 100),
    st.integers(-(10**20), 10**20),
    st.booleans(),
    st.floats(width=32).map(np.float32),
    # Two texts with the fewest digits may be equally near.
    st.builds(lambda whole, part: whole + part / 64, st.integers(2**44, 2**50), st.integers(0, 63)),
    st.integers(-(2**31), 2**31 - 1).map(np.int32),
)
word = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def make(name: str, which: int) -> Any:
    """Return the example of a class, ours (0) or rcsssmj's (1)."""
    cls = both(name)[which]
    if name == "AgentDetection":
        return cls("P", "red", 7, [make("ObjectDetection", which)] * 2)
    if name == "VisionPerception":
        return cls("See", [make("ObjectDetection", which), make("AgentDetection", which)])
    return cls(*EXAMPLES[name])


def same(ours: Any, theirs: Any) -> bool:
    """Compare attributes; NaN equals itself, and detections are compared by text."""
    if isinstance(theirs, list | tuple | np.ndarray):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if hasattr(theirs, "to_sexp"):
        return bool(ours.to_sexp() == theirs.to_sexp())
    return bool(ours == theirs or (ours != ours and theirs != theirs))


def assert_alike(ours: Any, theirs: Any) -> None:
    for attribute, value in vars(theirs).items():
        assert same(getattr(ours, attribute), value), attribute
    assert ours.to_sexp() == theirs.to_sexp()


@pytest.mark.parametrize("name", NAMES)
def test_attributes_and_text(name: str) -> None:
    assert_alike(make(name, 0), make(name, 1))


@pytest.mark.parametrize("name", NAMES)
def test_arguments_by_name(name: str) -> None:
    ours, theirs = both(name)
    assert parameters(ours) == parameters(theirs)
    attributes = {"axs": "joint_axs", "vxs": "joint_vxs", "objects": "obj_detections"}
    example = make(name, 0)
    given_by_name = {p: getattr(example, attributes.get(p, p)) for p, _ in parameters(ours)}
    assert ours(**given_by_name) == example


@pytest.mark.parametrize("name", NUMBERS)
@given(data=st.data())
def test_any_number(name: str, data: st.DataObject) -> None:
    ours, theirs = both(name)
    numbers = data.draw(st.lists(number, min_size=NUMBERS[name], max_size=NUMBERS[name]))
    sensor = data.draw(word)
    assert_alike(ours(sensor, *numbers), theirs(sensor, *numbers))


@given(
    names=st.lists(word, max_size=5),
    axs=st.lists(number, max_size=5),
    vxs=st.lists(st.floats(), max_size=5),
    dtype=st.sampled_from(["f8", "f4", "i8", None]),
)
def test_any_joints(names: list[str], axs: list[Any], vxs: list[float], dtype: str | None) -> None:
    ours, theirs = both("JointStatePerception")
    speeds: Any = vxs
    if dtype is not None:
        with np.errstate(all="ignore"):
            speeds = np.array(vxs).astype(dtype)
    for angles in (axs, tuple(axs), speeds):
        mine, reference = ours(names, angles, speeds), theirs(names, angles, speeds)
        assert_alike(mine, reference)
        assert mine.to_sexp2() == reference.to_sexp2()


def test_arrays_with_gaps() -> None:
    angles = np.arange(6.0)[::-2]
    joints = [cls(["a", "b", "c"], angles, angles) for cls in both("JointStatePerception")]
    assert joints[0].to_sexp() == joints[1].to_sexp()


@given(
    azimuths=st.lists(st.integers(-180, 180), max_size=4),
    messages=st.lists(st.binary(max_size=12), max_size=4),
    kind=st.sampled_from([list, tuple, np.array]),
)
def test_any_message(
    azimuths: list[int], messages: list[bytes], kind: Callable[[Any], Any]
) -> None:
    ours, theirs = both("MicrophonePerception")
    for convert in (bytes, bytearray, memoryview):
        heard = [convert(message) for message in messages]
        assert_alike(ours("hear", kind(azimuths), heard), theirs("hear", kind(azimuths), heard))


@given(
    time=number,
    mode=word,
    teams=st.tuples(st.none() | word, st.none() | word),
    scores=st.tuples(st.integers(), st.integers()),
)
def test_any_game_state(
    time: float, mode: str, teams: tuple[str | None, str | None], scores: tuple[int, int]
) -> None:
    ours, theirs = both("GameStatePerception")
    assert_alike(ours(time, mode, *teams, *scores), theirs(time, mode, *teams, *scores))


class Landmark:
    """A user's own detection."""

    def to_sexp(self) -> str:
        return "(mine)"


def test_detections_of_other_classes() -> None:
    for objects in ([Landmark()], (Landmark(), Landmark()), []):
        seen = [cls("See", objects) for cls in both("VisionPerception")]
        assert seen[0].to_sexp() == seen[1].to_sexp()
        parts = [cls("P", "a", 1, objects) for cls in both("AgentDetection")]
        assert parts[0].to_sexp() == parts[1].to_sexp()
    with pytest.raises(AttributeError, match="to_sexp"):
        VisionPerception("See", [3]).to_sexp()  # type: ignore[list-item]


def test_sequences_are_kept_as_they_are() -> None:
    names, angles = ("a",), np.zeros(1)
    joints = JointStatePerception(names, angles, angles)
    assert joints.joint_names is names
    assert joints.joint_axs is angles
    messages: list[bytes | bytearray] = [b"x"]
    assert MicrophonePerception("hear", [1], messages).messages is messages


@pytest.mark.parametrize("name", NAMES)
def test_perceptions_are_values(name: str) -> None:
    one = make(name, 0)
    copies = [make(name, 0), copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))]
    for other in copies:
        assert other == one
        assert (other != one) is False
        assert hash(other) == hash(one)
        assert other.to_sexp() == one.to_sexp()
    assert len({one, *copies}) == 1
    assert one != "something else"
    assert type(one).__module__ == "rcssgym.perceptions"
    assert getattr(perceptions, name) is type(one)
    assert type(one).__doc__


@pytest.mark.parametrize("name", NUMBERS)
def test_different_perceptions_differ(name: str) -> None:
    cls, _ = both(name)
    numbers = [0.5] * NUMBERS[name]
    assert cls("a", *numbers) != cls("b", *numbers)
    for i in range(len(numbers)):
        others = [*numbers[:i], np.nan, *numbers[i + 1 :]]
        assert cls("a", *numbers) != cls("a", *others)
        assert cls("a", *others) != cls("a", *others)


def test_equal_numbers_in_other_sequences_are_equal() -> None:
    as_lists = JointStatePerception(["a"], [1.0], [2])
    assert as_lists == JointStatePerception(("a",), np.ones(1), (2.0,))
    assert hash(as_lists) == hash(JointStatePerception(("a",), np.ones(1), (2.0,)))
    assert as_lists != JointStatePerception(["a"], [1.0], [2, 3])
    assert as_lists != JointStatePerception(["a"], np.zeros(1), [2])


def test_the_text_for_people_makes_the_object_again() -> None:
    detection = ObjectDetection("B", 3.25, -0.0, 1)
    assert (
        repr(detection) == "ObjectDetection(name='B', azimuth=3.25, inclination=-0.0, distance=1)"
    )
    body = AgentDetection("P", "red", 3, [detection])
    seen = VisionPerception("See", [body])
    assert eval(repr(seen), vars(perceptions)) == seen


OTHERS: dict[type, Any] = {
    str: "other",
    int: 3,
    float: -0.25,
    np.ndarray: [1.5, -2],
    list: (),
    type(None): "Greens",
}
"""Another value for an attribute, by the type of its present value."""


@pytest.mark.parametrize("name", NAMES)
def test_attributes_may_be_assigned(name: str) -> None:
    ours, theirs = make(name, 0), make(name, 1)
    for attribute, value in vars(make(name, 1)).items():
        for perception in (ours, theirs):
            setattr(perception, attribute, OTHERS[type(value)])
        assert_alike(ours, theirs)
    if name == "JointStatePerception":
        assert ours.to_sexp2() == theirs.to_sexp2()
    for other in (copy.copy(ours), pickle.loads(pickle.dumps(ours))):
        assert_alike(other, theirs)
        assert other == ours
    assert ours != make(name, 0)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_assigned_is_checked(name: str) -> None:
    perception = make(name, 0)
    text = perception.to_sexp()
    for attribute, value in vars(make(name, 1)).items():
        bad = 3 if isinstance(value, str | type(None) | list | np.ndarray) else "three"
        with pytest.raises(TypeError, match=rf"^{attribute}: must be a"):
            setattr(perception, attribute, bad)
        with pytest.raises(AttributeError):
            delattr(perception, attribute)
    assert perception.to_sexp() == text
    with pytest.raises(AttributeError):
        perception.another = 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: TimePerception(1, 2.0), "name: must be a string, not int"),  # type: ignore[arg-type]
        (lambda: TimePerception("now", "2"), "time: must be a real number, not str"),  # type: ignore[arg-type]
        (lambda: GyroPerception("g", 1, None, 2), "ry: must be a real number, not NoneType"),  # type: ignore[arg-type]
        (lambda: GyroPerception("g", 1, 2j, 2), "ry: must be a real number, not complex"),  # type: ignore[arg-type]
        (lambda: GyroPerception("g", 1, 2), "missing 1 required positional argument: 'rz'"),  # type: ignore[call-arg]
        (lambda: JointStatePerception(3, [], []), "joint_names: must be a sequence, not int"),  # type: ignore[arg-type]
        (lambda: VisionPerception("See", None), "objects: must be a sequence, not NoneType"),  # type: ignore[arg-type]
        (lambda: MicrophonePerception("m", 1, []), "azimuths: must be a sequence, not int"),  # type: ignore[arg-type]
        (lambda: MicrophonePerception("m", [1], ["a"]).to_sexp(), "bytes-like object"),  # type: ignore[list-item]
        (lambda: Perception("x"), "Perception is abstract"),
    ],
)
def test_a_wrong_argument_is_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


class Battery(Perception):
    """A user's own perception."""

    def __init__(self, charge: float, *, sensor: str = "battery") -> None:
        super().__init__(sensor)
        self.charge = charge

    def to_sexp(self) -> str:
        return f"(BAT {self.name} {self.charge})"


class Careless(Perception):
    """A perception whose constructor does not call the base class's."""

    def __init__(self) -> None:
        pass


def test_perceptions_of_ones_own() -> None:
    battery = Battery(0.5)
    assert isinstance(battery, Perception)
    assert battery.to_sexp() == "(BAT battery 0.5)"
    for other in (copy.copy(battery), copy.deepcopy(battery), pickle.loads(pickle.dumps(battery))):
        assert (other.name, other.charge) == ("battery", 0.5)
    battery.name = "other"
    assert battery.to_sexp() == "(BAT other 0.5)"
    with pytest.raises(TypeError, match="name: must be a string, not int"):
        battery.name = 3  # type: ignore[assignment]
    with pytest.raises(TypeError, match="name: must be a string, not int"):
        Battery(1, sensor=3)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="was not called"):
        Careless().name  # noqa: B018
    with pytest.raises(NotImplementedError, match="Careless has no method to_sexp"):
        Careless().to_sexp()


def test_all_built_in_perceptions_are_perceptions() -> None:
    detections = {"ObjectDetection", "AgentDetection"}
    for name in set(NAMES) - detections:
        assert issubclass(both(name)[0], Perception)


def test_circles_are_collected() -> None:
    landmark = Landmark()
    gone = weakref.ref(landmark)
    objects: list[Any] = [landmark]
    objects.append(VisionPerception("See", objects))
    del landmark, objects
    gc.collect()
    assert gone() is None
