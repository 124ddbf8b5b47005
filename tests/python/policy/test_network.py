"""Networks written as policy files compute the right results."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError
from rcssgym.envs.tasks import T1Stand
from rcssgym.policy import Policy, metadata, save

STRINGS = metadata(
    T1Stand, command="none", seed=0, git_revision="none", env_steps=0, training_seconds=0.0
)


def layers(*sizes: int) -> list[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    rng = np.random.default_rng(0)
    pairs = zip(sizes[1:], sizes, strict=False)
    return [(rng.normal(size=pair) / np.sqrt(pair[1]), rng.normal(size=pair[:1])) for pair in pairs]


def test_it_computes_normalization_layers_and_bounds(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    mean, std = rng.normal(size=75), rng.uniform(0.1, 2.0, 75)
    dense = layers(75, 16, 8, 23)
    path = tmp_path / "policy.onnx"
    save(path, dense, mean=mean, std=std, limit=1.5, strings=STRINGS)
    seen = rng.normal(size=(40, 75)).astype(np.float32)
    row = np.clip((seen - mean) / std, -1.5, 1.5)
    assert (np.abs(row) == 1.5).any()
    for weight, bias in dense[:-1]:
        row = row @ weight.T + bias
        row = np.where(row > 0.0, row, np.expm1(row))
    row = row @ dense[-1][0].T + dense[-1][1]
    assert (np.abs(row) > 1.0).any()
    acted = Policy.load(path).act(seen)
    np.testing.assert_allclose(acted, np.clip(row, -1.0, 1.0), atol=1e-5)


@pytest.mark.parametrize(
    ("dense", "std", "complaint"),
    [
        ([], np.ones(75), "layers: there are none"),
        (layers(75, 23), np.ones(74), r"std: shape \(74,\), must be \(75,\)"),
        (layers(74, 23), np.ones(75), r"weight 0 has shape \(23, 74\)"),
        (layers(75, 8) + layers(9, 23), np.ones(75), r"weight 1 has shape \(23, 9\)"),
        ([(np.ones((23, 75)), np.ones(22))], np.ones(75), r"bias 0 has shape \(22,\)"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(
    tmp_path: Path, dense: Any, std: Any, complaint: str
) -> None:
    with pytest.raises(ArgumentError, match=complaint):
        save(tmp_path / "no.onnx", dense, mean=np.zeros(75), std=std, strings=STRINGS)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["policy.json", "policy.txt", "policy"])
def test_files_are_onnx_whatever_they_are_called(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    save(path, layers(75, 23), mean=np.zeros(75), std=np.ones(75), strings=STRINGS)
    assert Policy.load(path).facts["task"] == "T1Stand"


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    """A weight of which a bit has changed would go unnoticed."""
    path, dense = tmp_path / "policy.onnx", layers(75, 23)
    save(path, dense, mean=np.zeros(75), std=np.ones(75), strings=STRINGS)
    data = path.read_bytes()
    weight = data.index(dense[0][0].astype(np.float32).tobytes())
    skip = data.index(b"1", data.index(b"rcssgym.frame_skip"))
    digit = data.index(b'"', data.index(b"rcssgym.checksum")) + 1
    for at, byte in ((weight, data[weight] ^ 1), (skip, b"3"[0]), (digit, data[digit] ^ 1)):
        path.write_bytes(data[:at] + bytes([byte]) + data[at + 1 :])
        with pytest.raises(ArgumentError, match=r"policy\.onnx': was damaged or changed after"):
            Policy.load(path)


def test_a_file_may_be_changed_on_purpose(tmp_path: Path) -> None:
    import onnx

    path = tmp_path / "policy.onnx"
    save(path, layers(75, 23), mean=np.zeros(75), std=np.ones(75), strings=STRINGS)
    model = onnx.load(path)
    entry = model.metadata_props.add()
    entry.key, entry.value = "note", "strings of others do not count"
    onnx.save(model, path)
    Policy.load(path)
    model.graph.initializer.add().CopyFrom(onnx.numpy_helper.from_array(np.ones(2), "more"))
    onnx.save(model, path)
    with pytest.raises(ArgumentError, match=r"remove rcssgym\.checksum from its metadata"):
        Policy.load(path)
    kept = {one.key: one.value for one in model.metadata_props if one.key != "rcssgym.checksum"}
    onnx.helper.set_model_props(model, kept)
    onnx.save(model, path)
    Policy.load(path)
