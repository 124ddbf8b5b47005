"""Policies from files."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto
from rcssgym import ArgumentError, RcssGymError
from rcssgym.envs.tasks import T1
from rcssgym.policy import Policy

from policy.files import PROVENANCE, StiffWalk, linear, strings

N, M = 82, 23
ZERO = np.zeros((N, M))


def path_of(folder: Path) -> Path:
    return folder / "policy.onnx"


def changed(name: str, value: Any) -> dict[str, str]:
    return {**strings(StiffWalk), f"rcssgym.{name}": json.dumps(value)}


def test_acts_as_its_graph_and_clips(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    weights, bias = rng.normal(0.0, 0.1, (N, M)), rng.normal(0.0, 0.1, M)
    policy = Policy.load(
        linear(path_of(tmp_path), strings(StiffWalk), weights, bias), trust_task=True
    )
    observations = rng.normal(size=(5, N)).astype(np.float32)
    expected = observations @ weights + bias
    assert (np.abs(expected) > 1.0).any()
    actions = policy.act(observations)
    assert actions.dtype == np.float32
    np.testing.assert_allclose(actions, np.clip(expected, -1.0, 1.0), atol=1e-6)


def test_knows_its_task_and_provenance(tmp_path: Path) -> None:
    policy = Policy.load(str(linear(path_of(tmp_path), strings("K1Walk"), np.zeros((79, 22)))))
    assert type(policy.task).__name__ == "K1Walk"
    assert policy.new_task() is not policy.task
    assert policy.control is not None
    assert policy.control.robot == "K1"
    assert policy.control.motors[0] == "he1"
    assert {name: policy.facts[name] for name in PROVENANCE} == PROVENANCE


@pytest.mark.parametrize("name", ["frame_skip", "history"])
@pytest.mark.parametrize("value", [0, -1, 1001, 1.0, True, "2", None, [1]])
def test_refuses_counts_that_are_none(tmp_path: Path, name: str, value: Any) -> None:
    path = linear(path_of(tmp_path), changed(name, value), ZERO)
    with pytest.raises(ArgumentError, match=f"policy.onnx.*: {name}: "):
        Policy.load(path, trust_task=True)


def test_a_history_makes_observations_longer(tmp_path: Path) -> None:
    props = strings(StiffWalk, history=2)
    assert json.loads(props["rcssgym.observation_size"]) == 2 * N
    with pytest.raises(ArgumentError, match=r"'observation' has shape .* must be \['N', 164\]"):
        Policy.load(linear(path_of(tmp_path), props, ZERO), trust_task=True)
    policy = Policy.load(linear(path_of(tmp_path), props, np.zeros((2 * N, M))), trust_task=True)
    assert policy.act(np.zeros((1, 2 * N), dtype=np.float32)).shape == (1, M)
    with pytest.raises(ArgumentError, match=r"must be \(N, 164\)"):
        policy.act(np.zeros((1, N), dtype=np.float32))


@pytest.mark.parametrize("shape", [(N,), (2, N + 1), (1, 2, N)])
def test_refuses_observations_of_another_shape(tmp_path: Path, shape: tuple[int, ...]) -> None:
    policy = Policy.load(linear(path_of(tmp_path), strings(StiffWalk), ZERO), trust_task=True)
    with pytest.raises(ArgumentError, match=r"observations: shape .* must be \(N, 82\)"):
        policy.act(np.zeros(shape, dtype=np.float32))
    wrong: Any = (["a"], np.zeros((1, N), dtype=complex), [[0.0], [0.0, 0.0]])
    for observations in wrong:
        with pytest.raises(ArgumentError, match="observations: "):
            policy.act(observations)


def test_no_observations_give_no_actions(tmp_path: Path) -> None:
    policy = Policy.load(linear(path_of(tmp_path), strings(StiffWalk), ZERO), trust_task=True)
    assert policy.act(np.zeros((0, N), dtype=np.float32)).shape == (0, M)


def test_says_so_when_it_returns_nan(tmp_path: Path) -> None:
    policy = Policy.load(
        linear(path_of(tmp_path), strings(StiffWalk), ZERO, np.nan), trust_task=True
    )
    with pytest.raises(RcssGymError, match="not finite"):
        policy.act(np.zeros((1, N), dtype=np.float32))


@pytest.mark.parametrize(
    ("props", "how", "message"),
    [
        ({}, {}, r"no metadata rcssgym\.format"),
        (changed("format", 99), {}, "format 99"),
        ({**strings(StiffWalk), "rcssgym.seed": "{"}, {}, r"rcssgym\.seed = '{' is not JSON"),
        (changed("task", "T1Fly"), {}, "T1Fly"),
        (changed("task", 3), {}, "task: 3"),
        ({"rcssgym.format": "1"}, {}, "does not name its task"),
        (changed("kp", [30.0] * M), {}, r"with kp \[30.0.*but policy.files:StiffWalk has \[200.0"),
        (changed("kp", [200.0] * 3), {}, "trained with kp"),
        (changed("kp", None), {}, "trained with kp None"),
        (changed("nominal", (T1.nominal + 0.1).tolist()), {}, "trained with nominal"),
        (changed("action_scale", 1.0), {}, "trained with action_scale"),
        (changed("robot", "K1"), {}, "trained with robot K1"),
        (changed("motors", ["he1"]), {}, "trained with motors"),
        (strings("T1Stand"), {}, r"'observation' has shape .*82.*must be \['N', 75\]"),
        (strings(StiffWalk), {"batch": 1}, r"'observation' has shape \[1, 82\]"),
        (strings(StiffWalk), {"kind": TensorProto.DOUBLE}, r"tensor\(double\)"),
        (strings(StiffWalk), {"names": ("obs", "action")}, r"inputs \['obs'\]"),
        (strings(StiffWalk), {"names": ("observation", "act")}, r"outputs \['act'\]"),
    ],
)
def test_refuses_a_file_that_does_not_fit(
    tmp_path: Path, props: dict[str, str], how: dict[str, Any], message: str
) -> None:
    path = linear(path_of(tmp_path), props, ZERO, **how)
    with pytest.raises(ArgumentError, match=message) as raised:
        Policy.load(path, trust_task=True)
    assert str(path) in str(raised.value)


@pytest.mark.parametrize("content", [b"", b"\x08\x08", b"this is not a model", None])
def test_refuses_a_file_that_is_no_model(tmp_path: Path, content: bytes | None) -> None:
    path = path_of(tmp_path)
    if content is not None:
        path.write_bytes(content)
    message = "cannot be read: No such file" if content is None else "is not an ONNX model"
    with pytest.raises(ArgumentError, match=message):
        Policy.load(path)


def test_a_file_that_does_not_say_the_drive_targets_angles(tmp_path: Path) -> None:
    """So do files that were written before there was a choice."""
    props = {name: text for name, text in strings("T1Walk").items() if name != "rcssgym.drive"}
    assert Policy.load(linear(path_of(tmp_path), props, ZERO)).facts["task"] == "T1Walk"
    props = {name: text for name, text in strings("AntRun").items() if name != "rcssgym.drive"}
    with pytest.raises(ArgumentError, match="with drive position, but AntRun has torque"):
        Policy.load(linear(path_of(tmp_path), props, np.zeros((36, 8))))


def test_says_how_to_get_onnx_runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = linear(path_of(tmp_path), strings(StiffWalk), ZERO)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(RcssGymError, match=r"pip install 'rcssgym\[play\]'"):
        Policy.load(path)
    # A misspelt name is reported in any case.
    with pytest.raises(ArgumentError, match=r"policy: 'T1Wlak'"):
        Policy.load("T1Wlak")
