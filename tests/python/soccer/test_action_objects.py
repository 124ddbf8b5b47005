"""Actions: the same attributes as rcsssmj's, and the same calls on the robot."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcssgym import actions
from rcssgym.actions import BeamAction, InitRequest, MotorAction, SimAction, SpeakerAction
from rcssgym.errors import ArgumentError
from rcssgym.soccer import PSimActionInterface

from .pairs import both, parameters

EXAMPLES: dict[str, tuple[Any, ...]] = {
    "MotorAction": ("he1", 0.5, -0.25, 25.0, 0.6, 1e-3),
    "SpeakerAction": ("say", 0.5, b"pass"),
    "BeamAction": ("beam", (-1.0, 2.5, math.pi)),
    "InitRequest": ("T1", "blue", 7),
}
ACTIONS = ["MotorAction", "SpeakerAction", "BeamAction"]


class Recorder:
    """A robot that records the calls on it."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def ctrl_motor(self, name: str, q: float, dq: float, kp: float, kd: float, tau: float) -> None:
        self.calls.append(("motor", name, q, dq, kp, kd, tau))

    def say_message(self, actuator_name: str, volume: float, message: bytes | bytearray) -> None:
        self.calls.append(("say", actuator_name, volume, message))

    def beam_agent(self, actuator_name: str, beam_pose: tuple[float, float, float]) -> None:
        self.calls.append(("beam", actuator_name, beam_pose))


def assert_alike(ours: Any, theirs: Any) -> None:
    for attribute, value in vars(theirs).items():
        assert repr(getattr(ours, attribute)) == repr(value), attribute
    robots = Recorder(), Recorder()
    ours.perform(robots[0])
    theirs.perform(robots[1])
    assert repr(robots[0].calls) == repr(robots[1].calls)
    assert len(robots[0].calls) == 1


@pytest.mark.parametrize("name", ACTIONS)
def test_attributes_and_calls(name: str) -> None:
    ours, theirs = both(name)
    assert_alike(ours(*EXAMPLES[name]), theirs(*EXAMPLES[name]))


@given(name=st.text(max_size=8), numbers=st.lists(st.floats(), min_size=5, max_size=5))
def test_any_motor_command(name: str, numbers: list[float]) -> None:
    ours, theirs = both("MotorAction")
    assert_alike(ours(name, *numbers), theirs(name, *numbers))


@given(volume=st.floats(), message=st.binary(max_size=300))
def test_any_message(volume: float, message: bytes) -> None:
    ours, theirs = both("SpeakerAction")
    for said in (message, bytearray(message)):
        assert_alike(ours("say", volume, said), theirs("say", volume, said))


@given(pose=st.tuples(st.floats(), st.floats(), st.floats()))
def test_any_pose(pose: tuple[float, float, float]) -> None:
    ours, theirs = both("BeamAction")
    assert_alike(ours("beam", pose), theirs("beam", pose))
    for kind in (list, np.array):
        assert repr(ours("beam", kind(pose)).target_pose) == repr(pose)


def test_request_to_join() -> None:
    ours, theirs = (cls("T1", "blue", 7) for cls in both("InitRequest"))
    assert {name: getattr(ours, name) for name in vars(theirs)} == vars(theirs)


@pytest.mark.parametrize("name", EXAMPLES)
def test_arguments_by_name(name: str) -> None:
    ours, theirs = both(name)
    assert parameters(ours) == parameters(theirs)
    example = ours(*EXAMPLES[name])
    assert ours(**{p: getattr(example, p) for p, _ in parameters(ours)}) == example


@pytest.mark.parametrize("name", EXAMPLES)
def test_actions_are_values(name: str) -> None:
    cls, _ = both(name)
    one = cls(*EXAMPLES[name])
    copies = [copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))]
    for other in copies:
        assert other == one
        assert hash(other) == hash(one)
    other_actuator = cls("other", *EXAMPLES[name][1:])
    assert one != other_actuator
    assert eval(repr(one), vars(actions)) == one
    assert cls.__module__ == "rcssgym.actions"
    assert cls.__doc__


OTHERS: dict[type, Any] = {
    str: "other",
    int: 3,
    float: -0.25,
    bytes: bytearray(b"ball"),
    tuple: (3.0, 2.0, 1.0),
}
"""Another value for an attribute, by the type of its present value."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_attributes_may_be_assigned(name: str) -> None:
    ours, theirs = (cls(*EXAMPLES[name]) for cls in both(name))
    for attribute, value in list(vars(theirs).items()):
        for action in (ours, theirs):
            setattr(action, attribute, OTHERS[type(value)])
    assert {attribute: getattr(ours, attribute) for attribute in vars(theirs)} == vars(theirs)
    if name in ACTIONS:
        assert_alike(ours, theirs)
    assert pickle.loads(pickle.dumps(ours)) == ours
    assert ours != both(name)[0](*EXAMPLES[name])


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_assigned_is_checked(name: str) -> None:
    action = both(name)[0](*EXAMPLES[name])
    before = repr(action)
    for attribute, value in vars(both(name)[1](*EXAMPLES[name])).items():
        with pytest.raises(TypeError, match=rf"^{attribute}: must be "):
            setattr(action, attribute, 3 if isinstance(value, str) else "three")
        with pytest.raises(AttributeError):
            delattr(action, attribute)
    assert repr(action) == before
    with pytest.raises(ArgumentError, match="player_no: no player has the number 1000"):
        InitRequest("T1", "a", 1).player_no = 10**30


@pytest.mark.parametrize("name", ACTIONS)
def test_whoever_performs_an_action_may_change_it(name: str) -> None:
    action = both(name)[0](*EXAMPLES[name])

    class Meddler(Recorder):
        def __getattribute__(self, method: str) -> Any:
            def do(*_: Any) -> None:
                action.actuator_name = "changed"

            return do if method in ("ctrl_motor", "say_message", "beam_agent") else None

    action.perform(Meddler())
    assert action.actuator_name == "changed"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: MotorAction(3, 0, 0, 0, 0, 0), "actuator_name: must be a string, not int"),  # type: ignore[arg-type]
        (lambda: MotorAction("m", "0", 0, 0, 0, 0), "^q: must be a real number, not str"),  # type: ignore[arg-type]
        (lambda: MotorAction("m", 0, 0, None, 0, 0), "kp: must be a real number, not NoneType"),  # type: ignore[arg-type]
        (lambda: MotorAction("m", 0, 0, 0, 0, [0]), "tau: must be a real number, not list"),  # type: ignore[arg-type]
        (lambda: MotorAction("m", 0, 0, 0), "missing 2 required positional arguments"),  # type: ignore[call-arg]
        (lambda: SpeakerAction("s", 1, "text"), "message: must be bytes or bytearray, not str"),  # type: ignore[arg-type]
        (lambda: SpeakerAction("s", b"1", b""), "volume: must be a real number, not bytes"),  # type: ignore[arg-type]
        (lambda: BeamAction("b", (1, 2)), r"target_pose: must be three real numbers, not \(1, 2\)"),  # type: ignore[arg-type]
        (lambda: BeamAction("b", 1), "target_pose: must be three real numbers, not 1"),  # type: ignore[arg-type]
        (lambda: BeamAction("b", (1, 2, "3")), "target_pose: must be a real number, not str"),  # type: ignore[arg-type]
        (lambda: InitRequest("T1", None, 1), "team_name: must be a string, not NoneType"),  # type: ignore[arg-type]
        (lambda: InitRequest("T1", "a", 1.5), "player_no: must be an integer, not float"),  # type: ignore[arg-type]
        (lambda: SimAction("x"), "SimAction is abstract"),
    ],
)
def test_a_wrong_argument_is_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_a_number_that_nobody_plays_under() -> None:
    with pytest.raises(ArgumentError, match="player_no: no player has the number 1000"):
        InitRequest("T1", "a", 10**30)


class Twist(SimAction[PSimActionInterface]):
    """A user's own action."""

    def __init__(self, motor: str, angle: float) -> None:
        super().__init__(actuator_name=motor)
        self.angle = angle

    def perform(self, ai: PSimActionInterface) -> None:
        ai.ctrl_motor(self.actuator_name, self.angle, 0, 1, 1, 0)


class Idle(SimAction[Any]):
    """An action without a required method."""


def test_actions_of_ones_own() -> None:
    twist = pickle.loads(pickle.dumps(Twist("he1", 0.5)))
    robot = Recorder()
    twist.perform(robot)
    assert robot.calls == [("motor", "he1", 0.5, 0, 1, 1, 0)]
    assert isinstance(twist, SimAction)
    with pytest.raises(NotImplementedError, match="Idle has no method perform"):
        Idle("x").perform(robot)
    for arguments in ((), ("a", "b")):
        with pytest.raises(TypeError, match="takes one argument, 'actuator_name'"):
            Idle(*arguments)
    with pytest.raises(AttributeError, match="was not called"):
        Idle.__new__(Idle).actuator_name  # noqa: B018


def test_what_the_robot_raises_comes_through() -> None:
    class Broken(Recorder):
        def ctrl_motor(self, *_: Any) -> None:
            raise LookupError("no such motor")

    with pytest.raises(LookupError, match="no such motor"):
        MotorAction("he1", 0, 0, 0, 0, 0).perform(Broken())
    with pytest.raises(AttributeError, match="ctrl_motor"):
        MotorAction("he1", 0, 0, 0, 0, 0).perform(None)  # type: ignore[arg-type]
