"""Write networks as policy files."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by
from rcssgym.policy.checksum import of_bytes, with_checksum
from rcssgym.regular import without_nul

_OPSET = 17
_IR_VERSION = 9
"""ONNX's IR version: old enough for every onnxruntime that we support."""


def save(
    path: str | Path,
    layers: Sequence[tuple[ArrayLike, ArrayLike]],
    *,
    mean: ArrayLike,
    std: ArrayLike,
    limit: float = 10.0,
    clipped: Collection[int] = (),
    strings: Mapping[str, str],
) -> None:
    """Write a network of dense layers, with ELU in between, as a policy file.

    :param path: the file to write.
    :param layers: weights ``(outputs, inputs)`` and biases ``(outputs,)`` of each layer, as in
        torch's ``Linear``.
    :param mean: mean for normalizing observations ``(n,)``.
    :param std: standard deviation for normalizing observations ``(n,)``.
    :param limit: normalized observations are clipped to plus and minus this. Actions are clipped to
        -1 and 1.
    :param clipped: indices of layers whose outputs are clipped to -1 and 1 instead of passing
        through ELU.
    :param strings: metadata from :func:`rcssgym.policy.metadata`.

    Raises :class:`ArgumentError` for shapes that do not fit together, :class:`OSError` for a path
    to which nothing can be written, and :class:`MissingLibraryError` without onnx:
    ``pip install rcssgym[train]``.
    """
    path = without_nul(path)
    weights = _checked(layers, mean, std)
    with needed_by("rcssgym.policy.save", "train", "onnx"):
        import onnx
        from onnx import TensorProto, helper, numpy_helper

    node = helper.make_node
    values: dict[str, Any] = {"mean": mean, "std": std, "limit": limit, "-limit": -limit}
    values |= {"one": 1.0, "-one": -1.0}
    nodes = [
        node("Sub", ["observation", "mean"], ["centred"]),
        node("Div", ["centred", "std"], ["scaled"]),
        node("Clip", ["scaled", "-limit", "limit"], ["seen0"]),
    ]
    for i, (weight, bias) in enumerate(weights):
        values |= {f"weight{i}": weight, f"bias{i}": bias}
        nodes += [
            node("Gemm", [f"seen{i}", f"weight{i}", f"bias{i}"], [f"sum{i}"], transB=1),
            node("Clip", [f"sum{i}", "-one", "one"], [f"seen{i + 1}"])
            if i in clipped
            else node("Elu", [f"sum{i}"], [f"seen{i + 1}"]),
        ]
    nodes[-1] = node("Clip", [f"sum{len(weights) - 1}", "-one", "one"], ["action"])
    sizes = {"observation": weights[0][0].shape[1], "action": weights[-1][0].shape[0]}
    tensors = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["N", size])
        for name, size in sizes.items()
    ]
    constants = [
        numpy_helper.from_array(np.asarray(value, dtype=np.float32), name)
        for name, value in values.items()
    ]
    graph = helper.make_graph(nodes, "policy", tensors[:1], tensors[1:], constants)
    opsets = [helper.make_opsetid("", _OPSET)]
    model = helper.make_model(
        graph, opset_imports=opsets, ir_version=_IR_VERSION, producer_name="rcssgym"
    )
    digest = of_bytes(model.graph.SerializeToString())
    helper.set_model_props(model, with_checksum(digest, strings))
    onnx.checker.check_model(model)
    onnx.save(model, str(path), format="protobuf")  # whatever the name ends in


def _checked(
    layers: Sequence[tuple[ArrayLike, ArrayLike]], mean: ArrayLike, std: ArrayLike
) -> list[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """Return the layers as arrays that fit together."""
    weights = [(np.asarray(weight), np.asarray(bias)) for weight, bias in layers]
    if not weights:
        raise ArgumentError("layers: there are none")
    size = np.asarray(mean).shape
    if np.asarray(std).shape != size:
        raise ArgumentError(f"std: shape {np.asarray(std).shape}, must be {size} as of mean")
    for i, (weight, bias) in enumerate(weights):
        if weight.ndim != 2 or weight.shape[1:] != size:
            raise ArgumentError(f"layers: weight {i} has shape {weight.shape}, not (m, *{size})")
        size = weight.shape[:1]
        if bias.shape != size:
            raise ArgumentError(f"layers: bias {i} has shape {bias.shape}, must be {size}")
    return weights
