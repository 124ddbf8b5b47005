"""Evaluation of policies."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError, policies
from rcssgym.cli import main
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs.half_field_kinds import HFO2v1Skills
from rcssgym.policy import Policy
from rcssgym.policy.evaluate import Evaluation, Measure, evaluate

from policy.files import Ball, LimpStand, StiffStand, linear, nothing, strings, walking

WALK: dict[str, Any] = {"seconds": 3.0, "seed": 5, "command": (0.3, 0.0, 0.0)}


@pytest.fixture(scope="module")
def walker(tmp_path_factory: pytest.TempPathFactory) -> Policy:
    return Policy.load(walking(tmp_path_factory.mktemp("policy") / "walk.onnx"), trust_task=True)


@pytest.fixture
def sagging(tmp_path: Path) -> Policy:
    """A policy that does nothing, of a task whose robot cannot stand by itself."""
    return Policy.load(nothing(tmp_path / "sag.onnx", LimpStand, 23, 75), trust_task=True)


def values(found: Evaluation) -> dict[str, Any]:
    return {measure.name: measure.values for measure in found.measures}


@pytest.mark.parametrize("policy", ["T1Walk", 3, None])
def test_what_is_no_policy_is_refused(policy: Any) -> None:
    with pytest.raises(ArgumentError, match=r"^policy: .* is not a Policy"):
        evaluate(policy)
    if not isinstance(policy, str):
        with pytest.raises(ArgumentError, match=r"^policy: .* is not a path"):
            Policy.load(policy)


def test_a_walking_policy_walks(walker: Policy) -> None:
    found = values(evaluate(walker, worlds=4, **WALK))
    assert (found["falls"] == 0.0).all()
    np.testing.assert_allclose(found["time"], 3.0)
    assert (found["distance forward"] > 0.7).all()
    np.testing.assert_allclose(found["speed forward"], found["distance forward"] / 3.0, atol=0.05)
    assert (found["return"] > 0.0).all()


def test_errors_are_those_against_the_command(walker: Policy) -> None:
    slow = values(evaluate(walker, worlds=2, **WALK))
    fast = values(evaluate(walker, worlds=2, **{**WALK, "command": (1.3, 0.0, 0.0)}))
    np.testing.assert_array_equal(slow["speed forward"], fast["speed forward"])
    # (v - 1.3)^2 = (v - 0.3)^2 - 2 (v - 0.3) + 1
    offset = 1.0 - 2.0 * (slow["speed forward"] - 0.3)
    expected = np.sqrt(np.square(slow["velocity error"]) + offset)
    np.testing.assert_allclose(fast["velocity error"], expected, rtol=1e-9)
    np.testing.assert_array_equal(slow["turning error"], fast["turning error"])


def test_a_policy_that_looks_back_and_acts_seldom_is_evaluated_so(tmp_path: Path) -> None:
    """Compared with its task, stepped here with the same options."""
    weights = np.random.default_rng(3).normal(0.0, 0.1, (3 * 36, 8))
    props = strings("AntRun", frame_skip=2, history=3)
    policy = Policy.load(linear(tmp_path / "run.onnx", props, weights))
    assert (policy.frame_skip, policy.history) == (2, 3)
    found = evaluate(policy, worlds=3, seconds=0.4, seed=9, delay=(1, 4))
    assert found.setting["delay"] == (1, 4)
    assert (found.setting["frame_skip"], found.setting["history"]) == (2, 3)
    envs = WorldVectorEnv("AntRun", 3, frame_skip=2, history=3, delay=(1, 4))
    observations, _ = envs.reset(seed=9)
    returns = np.zeros(3)
    for _ in range(10):
        observations, rewards, terminated, _, _ = envs.step(policy.act(observations))
        assert not terminated.any()
        returns += rewards
    np.testing.assert_allclose(values(found)["return"], returns, rtol=1e-6)
    np.testing.assert_allclose(values(found)["time"], 0.4)
    late, in_time = (
        values(evaluate(policy, worlds=3, seconds=0.4, seed=9, delay=delay))["return"]
        for delay in (4, 0)
    )
    assert (late != in_time).all()


def test_a_policy_that_does_nothing_falls(sagging: Policy) -> None:
    found = values(evaluate(sagging, worlds=8, seconds=4.0))
    assert (found["falls"] == 1.0).all()
    assert (found["time"] < 2.0).all()


@pytest.mark.parametrize("skip", [4, 7])
def test_an_episode_that_ends_within_a_step_lasts_no_longer(tmp_path: Path, skip: int) -> None:
    """Compared with the same actions without a frame skip: those of a policy that does nothing."""
    plain = nothing(tmp_path / "sag.onnx", LimpStand, 23, 75)
    props = strings(LimpStand, frame_skip=skip)
    skipping = linear(tmp_path / "skip.onnx", props, np.zeros((75, 23)))
    every, some = (
        values(evaluate(Policy.load(path, trust_task=True), worlds=6, seconds=4.2))
        for path in (plain, skipping)
    )
    assert (every["falls"] == 1.0).all()
    assert (np.round(every["time"] / 0.02) % skip != 0).any()
    np.testing.assert_allclose(some["time"], every["time"])


def test_who_lies_at_the_start_has_not_fallen(tmp_path: Path) -> None:
    path = nothing(tmp_path / "lie.onnx", "T1GetUp", 23, 75)
    found = values(evaluate(Policy.load(path), worlds=4, seconds=0.5))
    assert (found["falls"] == 0.0).all()
    assert (found["time"] == 0.5).all()


def test_a_policy_that_commands_torques_moves_the_ant(tmp_path: Path) -> None:
    """Compared with its task, stepped here with the same actions."""
    weights = np.random.default_rng(3).normal(0.0, 0.3, (36, 8))
    path = linear(tmp_path / "run.onnx", strings("AntRun"), weights)
    found = values(evaluate(Policy.load(path), worlds=3, seconds=0.4, seed=9))
    envs = WorldVectorEnv("AntRun", 3)
    observations, _ = envs.reset(seed=9)
    returns = np.zeros(3)
    for _ in range(20):
        actions = np.clip(observations @ weights, -1.0, 1.0)
        assert np.abs(actions).max() > 0.1
        observations, rewards, terminated, _, _ = envs.step(actions)
        assert not terminated.any()
        returns += rewards
    np.testing.assert_allclose(found["return"], returns, atol=1e-3)
    assert {"falls", "time", "distance forward", "speed forward"} <= set(found)


def test_a_task_without_a_robot_has_return_and_time(tmp_path: Path) -> None:
    path = linear(tmp_path / "ball.onnx", strings(Ball), np.zeros((2, 1)), [0.5])
    policy = Policy.load(path, trust_task=True)
    assert policy.control is None
    found = values(evaluate(policy, worlds=2, seconds=4.0))
    assert set(found) == {"return", "time"}
    assert (found["return"] > 0.0).all()
    assert (found["time"] < 1.0).all()
    with pytest.raises(ArgumentError, match="Ball takes none"):
        evaluate(policy, command=(0.5, 0.0, 0.0))


def test_time_is_that_of_the_game_where_steps_are_decisions(tmp_path: Path) -> None:
    """A step of keepaway lasts until the next decision; its reward is one for each cycle."""
    columns = 13
    props = strings("Disc-Keepaway-3v2")
    # The keeper passes to the nearest other one.
    weights = np.zeros((columns, 3))
    policy = Policy.load(linear(tmp_path / "keep.onnx", props, weights, [0.0, 1.0, 0.0]))
    found = values(evaluate(policy, worlds=6, seconds=60.0))
    assert (found["is_taken"] + found["is_out"] == 1.0).all()
    np.testing.assert_allclose(found["time"], 0.1 * found["return"])
    shorter = values(evaluate(policy, worlds=6, seconds=1.0))
    np.testing.assert_allclose(shorter["time"], 0.1 * shorter["return"])
    is_cut = shorter["is_taken"] + shorter["is_out"] == 0.0
    assert is_cut.any()
    # It ends with the decision within which the time is up.
    assert (shorter["time"][is_cut] >= 1.0).all()
    assert (shorter["time"] <= found["time"]).all()


def test_worlds_depend_on_their_seed_alone(walker: Policy) -> None:
    many = values(evaluate(walker, worlds=5, threads=2, **WALK))
    few = values(evaluate(walker, worlds=2, threads=1, **{**WALK, "seed": 8}))
    for name, figures in few.items():
        np.testing.assert_array_equal(figures, many[name][3:])
    assert len(set(many["return"])) == 5


def test_tasks_draw_their_commands_if_there_is_none(walker: Policy) -> None:
    drawn = values(evaluate(walker, worlds=2, seconds=0.5, seed=5))
    fixed = values(evaluate(walker, worlds=2, **{**WALK, "seconds": 0.5}))
    assert (drawn["velocity error"] != fixed["velocity error"]).all()


@pytest.mark.parametrize(
    ("figures", "is_share", "mean", "low", "high"),
    [
        ([1.0, 2.0, 3.0, 6.0], False, 3.0, 3.0 - 1.96 * 1.0801, 3.0 + 1.96 * 1.0801),
        # Wilson intervals for 0, 1 and 5 out of 10
        ([0.0] * 10, True, 0.0, 0.0, 0.2775),
        ([1.0] * 10, True, 1.0, 0.7225, 1.0),
        ([0.0, 1.0] * 5, True, 0.5, 0.2366, 0.7634),
        # Goals are not a share, even if no world has more than one.
        ([0.0, 1.0] * 5, False, 0.5, 0.5 - 1.96 * 0.16667, 0.5 + 1.96 * 0.16667),
        ([2.5], False, 2.5, np.nan, np.nan),
    ],
)
def test_confidence(
    figures: list[float], is_share: bool, mean: float, low: float, high: float
) -> None:
    measure = Measure("figure", "", np.array(figures), is_share)
    assert measure.mean == pytest.approx(mean)
    assert measure.interval == pytest.approx((low, high), abs=1e-3, nan_ok=True)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"worlds": 0}, "worlds: 0"),
        ({"worlds": "2"}, "worlds: '2' is not an integer"),
        ({"seconds": "1"}, "seconds: '1' is not a positive time"),
        ({"command": (0.5, 0.0)}, r"command: \(0\.5, 0\.0\) is not three numbers"),
        ({"command": "abc"}, "command: 'abc' is not three numbers"),
        ({"seconds": 0.0}, r"seconds: 0\.0"),
        ({"seconds": float("inf")}, "seconds: inf"),
        ({"command": (0.1, float("nan"), 0.0)}, r"command: \(0\.1, nan"),
        ({"seed": -1}, "seed: -1"),
        ({"threads": 0}, "threads"),
    ],
)
def test_refuses(walker: Policy, wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        evaluate(walker, **{"worlds": 1, **wrong})


def test_a_command_may_be_an_array(walker: Policy) -> None:
    command: Any = np.array([0.3, 0.0, 0.0])
    found = evaluate(walker, worlds=1, seconds=0.1, command=command)
    assert json.loads(found.json())["command"] == [0.3, 0.0, 0.0]


def test_refuses_a_command_to_a_task_without(tmp_path: Path) -> None:
    policy = Policy.load(nothing(tmp_path / "stand.onnx", StiffStand, 23, 75), trust_task=True)
    with pytest.raises(ArgumentError, match="StiffStand takes none"):
        evaluate(policy, command=(0.5, 0.0, 0.0))


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = nothing(tmp_path / "stand.onnx", StiffStand, 23, 75)
    arguments = ["evaluate", "--policy", str(path), "--worlds", "3", "--seconds", "0.2"]
    assert main(arguments) == 2
    assert "--trust-task" in capsys.readouterr().err
    arguments.append("--trust-task")
    assert main(arguments) == 0
    table = capsys.readouterr().out
    for word in ("return", "falls", "distance forward", "95 % confidence", "m/s"):
        assert word in table
    assert main([*arguments, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["task"] == "policy.files:StiffStand"
    assert report["measures"]["falls"]["worlds"] == [0.0] * 3
    assert report["measures"]["time"]["mean"] == pytest.approx(0.2)


def test_reports_say_where_there_is_no_number(tmp_path: Path) -> None:
    policy = Policy.load(nothing(tmp_path / "stand.onnx", StiffStand, 23, 75), trust_task=True)
    found = evaluate(policy, worlds=1, seconds=0.1)
    report = json.loads(found.json())
    assert report["measures"]["return"]["confidence_95"] == [None, None]
    (line,) = (line for line in found.table().splitlines() if line.startswith("return"))
    assert line.split()[2] == "-"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "--policy"),
        (["--policy", "nowhere.onnx"], "nowhere.onnx"),
        (["--policy", "x", "--worlds", "0"], "--worlds"),
    ],
)
def test_command_line_refuses(
    arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: int | str | None = main(["evaluate", *arguments])
    except SystemExit as left:
        code = left.code
    assert code == 2
    error = capsys.readouterr().err
    assert word in error
    assert error.count("\n") == 1


def test_a_task_may_have_other_options() -> None:
    policy = policies.load("DiscHFO2v1")
    found = evaluate(policy, worlds=2, seconds=1.0, task_options={"numbers": [1, 2]})
    assert found.setting["task_options"] == {"numbers": [1, 2]}
    envs = WorldVectorEnv(HFO2v1Skills(numbers=(1, 2)), 2)
    observations, _ = envs.reset(seed=0)
    returns = np.zeros(2)
    for _ in range(10):
        observations, rewards, _, _, _ = envs.step(
            policy.act(observations.reshape(4, -1)).reshape(2, 2, -1)
        )
        returns += rewards
    np.testing.assert_allclose(values(found)["return"], returns)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("[1]", r"--task-options: \[1\]: is not like"),
        ('{"speed": 2}', "Disc-HFO-2v1-Skills does not take it: .*'speed'"),
        ('{"actions": "low"}', r"see and act by \(21, 8\) numbers, those of"),
    ],
)
def test_options_that_the_task_does_not_take_are_refused(
    options: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", "--policy", "DiscHFO2v1", "--task-options", options]) == 2
    assert re.search(message, capsys.readouterr().err)
