"""Reading of ONNX files without libraries: the graph in a file, before anything runs it.

Names and numbers of the fields are those of ``onnx.proto``
(https://onnx.ai/onnx/repo-docs/IR.html).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.errors import ArgumentError
from rcssgym.policy.checksum import of_bytes
from rcssgym.policy.wire import Field, Message, Reader, Schema

MOST_NODES = 10_000
DEEPEST = 8
"""Maximum number of axes of a tensor."""
SHORT = 64
"""Maximum size of an integer tensor whose values are kept; tensors with shapes are smaller."""
EXTERNAL = 1
INTEGERS = (6, 7, 9)
"""Kinds of elements whose values are kept: int32, int64, bool."""
WHOLE = (2, 3, 6, 7)
"""Kinds of elements that are integers."""


@dataclass(frozen=True)
class Kind:
    """A type of tensor elements."""

    name: str
    size: int
    """Size of one element, bytes."""


KINDS = {
    1: Kind("float", 4),
    2: Kind("uint8", 1),
    3: Kind("int8", 1),
    6: Kind("int32", 4),
    7: Kind("int64", 8),
    9: Kind("bool", 1),
    10: Kind("float16", 2),
    11: Kind("double", 8),
}
"""Kinds of elements that tensors may have, by their numbers in ONNX."""
_NUMPY = {6: "<i4", 7: "<i8", 9: "?"}
_ATTRIBUTES = {1: "f", 2: "i", 3: "s", 4: "t", 6: "floats", 7: "ints", 8: "strings"}
"""Fields that hold an attribute, by its type."""
_EMPTY = {"f": 0.0, "i": 0, "s": b""}
"""Values of attributes that some writers leave out."""


@dataclass(frozen=True, eq=False)
class Tensor:
    """A constant tensor."""

    shape: tuple[int, ...]
    values: NDArray[np.int64] | None
    """Values of a short integer tensor; ``None`` for all others."""
    is_integer: bool = False


@dataclass(frozen=True)
class Node:
    """A step of the computation."""

    name: str
    op: str
    inputs: tuple[str, ...]
    """Names of tensors; empty for an input that is left out."""
    outputs: tuple[str, ...]
    attributes: dict[str, Any]


@dataclass(frozen=True)
class End:
    """An input or output of the graph."""

    name: str
    kind: str
    """Type as ONNX Runtime writes it, such as ``"tensor(float)"``."""
    shape: tuple[int | str | None, ...]
    """Sizes, or names of variable sizes."""


@dataclass(frozen=True)
class Graph:
    """The contents of a file."""

    nodes: tuple[Node, ...]
    constants: dict[str, Tensor]
    inputs: tuple[End, ...]
    outputs: tuple[End, ...]
    strings: dict[str, str]
    """The file's ``metadata_props``."""
    digest: str
    """SHA-256 of the graph's bytes."""


def _many(name: str, kind: str) -> Field:
    return Field(name, kind, is_repeated=True)


_ANY, _NEVER = "any", "never"
SCHEMA: Schema = {
    "model": {
        1: Field("ir_version", _ANY),
        2: Field("producer_name", _ANY),
        3: Field("producer_version", _ANY),
        4: Field("domain", _ANY),
        5: Field("model_version", _ANY),
        6: Field("doc_string", _ANY),
        7: Field("graph", "bytes"),  # of the kind "graph", but its bytes are needed, too
        8: Field("opset_import", _ANY),
        14: _many("metadata_props", "entry"),
        20: Field("training_info", _NEVER),
        25: Field("functions", _NEVER),
        26: Field("configuration", _ANY),
    },
    "entry": {1: Field("key", "text"), 2: Field("value", "text")},
    "graph": {
        1: _many("node", "node"),
        2: Field("name", _ANY),
        5: _many("initializer", "tensor"),
        10: Field("doc_string", _ANY),
        11: _many("input", "end"),
        12: _many("output", "end"),
        13: Field("value_info", _ANY),
        14: Field("quantization_annotation", _ANY),
        15: Field("sparse_initializer", _NEVER),
        16: Field("metadata_props", _ANY),
    },
    "node": {
        1: _many("input", "text"),
        2: _many("output", "text"),
        3: Field("name", "text"),
        4: Field("op_type", "text"),
        5: _many("attribute", "attribute"),
        6: Field("doc_string", _ANY),
        7: Field("domain", "text"),
        8: Field("overload", "text"),
        9: Field("metadata_props", _ANY),
        10: Field("device_configurations", _ANY),
    },
    "attribute": {
        1: Field("name", "text"),
        2: Field("f", "float"),
        3: Field("i", "int"),
        4: Field("s", "bytes"),
        5: Field("t", "tensor"),
        6: Field("g", _NEVER, note=" (a graph in the graph, as of Loop, Scan and If)"),
        7: Field("floats", "floats"),
        8: _many("ints", "int"),
        9: _many("strings", "bytes"),
        10: Field("tensors", _NEVER),
        11: Field("graphs", _NEVER),
        13: Field("doc_string", _ANY),
        14: Field("tp", _NEVER),
        15: Field("type_protos", _NEVER),
        20: Field("type", "int"),
        21: Field("ref_attr_name", _NEVER),
        22: Field("sparse_tensor", _NEVER),
        23: Field("sparse_tensors", _NEVER),
    },
    "tensor": {
        1: _many("dims", "int"),
        2: Field("data_type", "int"),
        3: Field("segment", _NEVER),
        4: Field("float_data", "floats"),
        5: _many("int32_data", "int"),
        6: Field("string_data", _NEVER),
        7: _many("int64_data", "int"),
        8: Field("name", "text"),
        9: Field("raw_data", "bytes"),
        10: Field("double_data", "doubles"),
        11: Field("uint64_data", _NEVER),
        12: Field("doc_string", _ANY),
        13: _many("external_data", "entry"),
        14: Field("data_location", "int"),
        16: Field("metadata_props", _ANY),
    },
    "end": {
        1: Field("name", "text"),
        2: Field("type", "type"),
        3: Field("doc_string", _ANY),
        4: Field("metadata_props", _ANY),
    },
    "type": {
        1: Field("tensor_type", "tensor_type"),
        4: Field("sequence_type", _NEVER),
        5: Field("map_type", _NEVER),
        6: Field("denotation", _ANY),
        7: Field("opaque_type", _NEVER),
        8: Field("sparse_tensor_type", _NEVER),
        9: Field("optional_type", _NEVER),
    },
    "tensor_type": {1: Field("elem_type", "int"), 2: Field("shape", "shape")},
    "shape": {1: _many("dim", "dim")},
    "dim": {
        1: Field("dim_value", "int"),
        2: Field("dim_param", "text"),
        3: Field("denotation", _ANY),
    },
}
"""Messages of an ONNX file, and how the reader treats their fields."""


def read(data: bytes) -> Graph:
    """Return the graph of an ONNX file.

    Raises :class:`ArgumentError` for bytes that are not an ONNX file, and for features that no
    policy needs: graphs within graphs, functions, operators that are not ONNX's own, sparse
    tensors, strings, and data in other files.
    """
    reader = Reader(SCHEMA)
    try:
        model = reader.message("model", memoryview(data))
        graph = reader.message("graph", model["graph"]) if "graph" in model else None
    except ArgumentError as error:
        raise ArgumentError(f"is not an ONNX model for policies: {error}") from error
    if graph is None:
        raise ArgumentError("is not an ONNX model: it has no graph")
    if len(graph["node"]) > MOST_NODES:
        raise ArgumentError(f"has {len(graph['node'])} nodes, more than {MOST_NODES}")
    constants: dict[str, Tensor] = {}
    for tensor in graph["initializer"]:
        name = tensor.get("name", "")
        if name in constants:
            raise ArgumentError(f"has two tensors {name!r}")
        constants[name] = _tensor(tensor, f"tensor {name!r}")
    return Graph(
        nodes=tuple(_node(node) for node in graph["node"]),
        constants=constants,
        # Constants may also be listed as inputs with a default, which is always used.
        inputs=tuple(end for end in map(_end, graph["input"]) if end.name not in constants),
        outputs=tuple(map(_end, graph["output"])),
        strings={entry.get("key", ""): entry.get("value", "") for entry in model["metadata_props"]},
        digest=of_bytes(model["graph"]),
    )


def _node(node: Message) -> Node:
    name, op = node.get("name", ""), node.get("op_type", "")
    where = f"node {name!r} ({op})"
    if node.get("domain", "") not in ("", "ai.onnx") or node.get("overload"):
        raise ArgumentError(f"{where}: is of {node.get('domain')!r}, not an operator of ONNX's own")
    attributes: dict[str, Any] = {}
    for attribute in node["attribute"]:
        key = attribute.get("name", "")
        if key in attributes:
            raise ArgumentError(f"{where}: has two attributes {key!r}")
        attributes[key] = _attribute(attribute, f"{where}: attribute {key!r}")
    return Node(name, op, tuple(node["input"]), tuple(node["output"]), attributes)


def _attribute(attribute: Message, where: str) -> Any:
    field = _ATTRIBUTES.get(attribute.get("type", 0))
    held = [one for one in _ATTRIBUTES.values() if attribute.get(one, 0) not in (0, [])]
    if field is None or any(one != field for one in held):
        raise ArgumentError(f"{where} is of type {attribute.get('type')} but holds {held}")
    value = attribute.get(field, _EMPTY.get(field))
    if field == "t":
        if value is None:
            raise ArgumentError(f"{where} is a tensor that is not there")
        return _tensor(value, where)
    return bytes(value) if field == "s" else value


def _tensor(tensor: Message, where: str) -> Tensor:
    """Return a tensor after checking that its data are complete and fit its shape."""
    if tensor.get("data_location", 0) == EXTERNAL or tensor["external_data"]:
        raise ArgumentError(
            f"{where} has its data in another file, and a policy is one file: export it with all "
            "data inside (torch.onnx.export(..., external_data=False))"
        )
    number = tensor.get("data_type", 0)
    kind = KINDS.get(number)
    if kind is None:
        raise ArgumentError(f"{where} has elements of type {number}, which policies may not have")
    shape = tuple(tensor["dims"])
    if len(shape) > DEEPEST or any(size < 0 for size in shape):
        raise ArgumentError(f"{where} has shape {shape[: DEEPEST + 1]}")
    count = math.prod(shape)
    listed = tensor["int64_data"] if number == 7 else tensor["int32_data"]
    lengths = {
        "raw_data": len(tensor.get("raw_data", b"")) / kind.size,
        "float_data": tensor["float_data"],
        "double_data": tensor["double_data"],
        "int32_data": len(tensor["int32_data"]),
        "int64_data": len(tensor["int64_data"]),
    }
    held = {name: length for name, length in lengths.items() if length > 0}
    if sum(held.values()) != count or len(held) > 1:
        raise ArgumentError(f"{where} has shape {shape}, but {held or 'no data'}")
    if number not in INTEGERS or count > SHORT:
        return Tensor(shape, None, number in WHOLE)
    raw = tensor.get("raw_data", b"")
    values = np.frombuffer(raw, _NUMPY[number]) if len(raw) else np.array(listed)
    return Tensor(shape, values.astype(np.int64).reshape(shape), number in WHOLE)


def _end(end: Message) -> End:
    name = end.get("name", "")
    kind = end.get("type", {}).get("tensor_type", {})
    number = kind.get("elem_type", 0)
    known = KINDS.get(number)
    sizes = kind.get("shape", {}).get("dim", [])
    return End(
        name,
        f"tensor({known.name if known else number})",
        tuple(size.get("dim_value", size.get("dim_param")) for size in sizes),
    )
