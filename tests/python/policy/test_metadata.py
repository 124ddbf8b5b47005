"""The metadata of policy files."""

import json
from typing import Any

import pytest
import rcssgym
from rcssgym import ArgumentError
from rcssgym.envs import SoccerTask
from rcssgym.envs.tasks import ANT, T1, Stand, T1Walk
from rcssgym.policy import metadata

from policy.files import PROVENANCE, Ball, StiffStand


class AntStand(Stand):
    robot = ANT


def read(strings: dict[str, str]) -> dict[str, Any]:
    assert all(name.startswith("rcssgym.") for name in strings)
    return {name.removeprefix("rcssgym."): json.loads(text) for name, text in strings.items()}


@pytest.mark.parametrize("task", ["T1Walk", T1Walk, T1Walk()])
def test_says_task_robot_and_provenance(task: Any) -> None:
    facts = read(metadata(task, **PROVENANCE, note="curve.png"))
    assert facts["format"] == 1
    assert facts["task"] == "T1Walk"
    assert facts["robot"] == "T1"
    assert facts["motors"] == list(rcssgym.Model("T1").motor_names)
    robot = T1Walk.robot
    assert facts["nominal"] == robot.nominal.tolist()
    assert facts["kp"] == [robot.kp] * 23
    assert facts["kd"] == [robot.kd] * 23
    assert facts["action_scale"] == [robot.action_scale] * 23
    assert (facts["observation_size"], facts["action_size"]) == (82, 23)
    assert {name: facts[name] for name in PROVENANCE} == PROVENANCE
    assert facts["library_versions"]["rcssgym"] == rcssgym.__version__
    assert facts["note"] == "curve.png"


def test_torques_are_told_apart() -> None:
    facts = read(metadata(AntStand, **PROVENANCE))
    assert (facts["robot"], facts["drive"]) == ("ant", "torque")
    assert facts["action_scale"] == [1.0] * 8
    assert read(metadata("T1Walk", **PROVENANCE))["drive"] == "position"


def test_a_task_without_a_robot_has_the_rest() -> None:
    facts = read(metadata(Ball, **PROVENANCE))
    assert facts["task"] == "policy.files:Ball"
    assert (facts["observation_size"], facts["action_size"]) == (2, 1)
    assert {name: facts[name] for name in PROVENANCE} == PROVENANCE
    assert not facts.keys() & {"robot", "motors", "drive", "nominal", "action_scale", "kp", "kd"}


def test_a_task_of_ones_own_is_named_by_its_place() -> None:
    facts = read(metadata(StiffStand, **PROVENANCE))
    assert facts["task"] == "policy.files:StiffStand"
    assert facts["kp"] == [200.0] * 23


@pytest.mark.parametrize(
    ("task", "more", "message"),
    [
        ("T1Fly", {}, "T1Fly"),
        (
            SoccerTask("1v1"),
            {},
            r"has observation_space Box.*, must be a Box of one axis",
        ),
        ("T1Walk", {"note": float("nan")}, "note: nan"),
        ("T1Walk", {"note": T1}, "note: RobotSetup"),
        ("T1Walk", {"robot": "K1"}, "'robot'"),
        ("T1Walk", {"checksum": ""}, "'checksum' is a name that policy files use already"),
    ],
)
def test_refuses(task: Any, more: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        metadata(task, **PROVENANCE, **more)
