"""Computed sizes of results are the same as those of ONNX Runtime."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from rcssgym import ArgumentError
from rcssgym.policy import cost, onnx_file
from rcssgym.policy.onnx_file import SCHEMA
from rcssgym.policy.operators import RULES

ROWS, SIZE = 5, 12
ONE = np.ones(SIZE, np.float32)
ONES = np.ones((SIZE, SIZE), np.float32)
INDEX = np.array([0, 2, 1])

Case = tuple[str, list[Any], dict[str, Any]]
"""Operator, further inputs (constants; names of inputs), attributes."""


def words(text: str) -> list[str]:
    return text.split()


UNARY = words(
    "Abs Ceil Celu Cos Elu Erf Exp Floor HardSigmoid HardSwish Identity IsNaN LeakyRelu Log "
    "LogSoftmax MeanVarianceNormalization Mish Neg Reciprocal Relu Round Selu Sigmoid Sign Sin "
    "Softmax Softplus Softsign Sqrt Tanh ThresholdedRelu IsInf LpNormalization"
)
BINARY = words("Add Div Max Mean Min Mul PRelu Pow Sub Sum Equal Greater GreaterOrEqual Less")
REDUCTIONS = words("L1 L2 LogSum LogSumExp Max Mean Min Prod Sum SumSquare")
YOUNG = {"Mish": 18, "Gelu": 21, "GroupNormalization": 21}
"""First versions of ONNX with these operators, where later than 17."""
WEIGHTS = {"LSTM": 4, "GRU": 3, "RNN": 1}

CASES: list[Case] = [
    *((op, [], {}) for op in UNARY),
    *((op, [ONE], {}) for op in [*BINARY, "LessOrEqual"]),
    *((op, [np.ones((3, 1, SIZE), np.float32)], {}) for op in ("Add", "Mul")),
    *((f"Reduce{op}", [], {}) for op in REDUCTIONS),
    *((f"Reduce{op}", [], {"keepdims": 0}) for op in REDUCTIONS),
    ("ReduceMean", [], {"axes": [-1]}),
    ("ReduceMax", [], {"axes": [1], "keepdims": 0}),
    ("ReduceSum", [np.array([-1])], {"keepdims": 0}),
    ("ReduceSum", [np.array([], np.int64)], {"noop_with_empty_axes": 1}),
    ("Mod", [ONE], {"fmod": 1}),
    ("Clip", [np.float32(-1.0), np.float32(1.0)], {}),
    ("Cast", [], {"to": TensorProto.DOUBLE}),
    ("ArgMax", [], {"axis": 1}),
    ("ArgMin", [], {"axis": -1, "keepdims": 0}),
    ("BatchNormalization", [ONE] * 4, {}),
    ("LayerNormalization", [ONE, ONE], {}),
    ("Concat", ["observation", ONES[:ROWS]], {"axis": 1}),
    ("Constant", [], {"value": numpy_helper.from_array(ONES)}),
    ("Constant", [], {"value_floats": [1.0, 2.0, 3.0]}),
    ("Constant", [], {"value_ints": [1, 2]}),
    ("Constant", [], {"value_float": 1.5}),
    ("Constant", [], {"value_int": 3}),
    ("Expand", [np.array([4, 1, SIZE])], {}),
    ("Flatten", [], {"axis": 0}),
    ("Flatten", [], {"axis": -1}),
    ("Flatten", [], {}),
    ("Gather", [INDEX], {"axis": 1}),
    ("Gather", [np.array(1)], {"axis": -1}),
    ("Gather", [np.array([[0, 0], [-1, 0]])], {}),
    ("Gemm", [ONES[:, :4]], {}),
    ("Gemm", [ONES[:4], np.ones(4, np.float32)], {"transB": 1}),
    ("Gemm", [ONES[:ROWS, :7]], {"transA": 1}),
    ("MatMul", [ONES[:, :3]], {}),
    ("MatMul", [np.ones((4, 2, SIZE, 3), np.float32)], {}),
    ("MatMul", [ONE], {}),
    ("Reshape", [np.array([0, 3, -1])], {}),
    ("Reshape", [np.array([-1])], {}),
    ("Reshape", [np.array([-1, 4])], {"allowzero": 1}),
    ("Shape", [], {}),
    ("Shape", [], {"start": 1}),
    ("Shape", [], {"end": -1}),
    ("Slice", [np.array([1]), np.array([2**63 - 1]), np.array([-1])], {}),
    (
        "Slice",
        [np.array([-1, 9]), np.array([-(2**63), 2]), np.array([0, 1]), np.array([-1, -3])],
        {},
    ),
    ("Slice", [np.array([3]), np.array([2])], {}),
    ("Split", [np.array([4, 8])], {"axis": 1}),
    ("Split", [], {"axis": 1}),
    ("Transpose", [], {}),
    ("Unsqueeze", [np.array([0, -1])], {}),
]
"""Each case has the observations ``(5, 12)`` as its first input."""


def graph_of(nodes: list[Any], constants: dict[str, Any], results: list[str]) -> onnx.ModelProto:
    given = helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["N", SIZE])
    tensors = [numpy_helper.from_array(np.asarray(one), name) for name, one in constants.items()]
    outputs = [onnx.ValueInfoProto(name=name) for name in results]
    graph = helper.make_graph(nodes, "g", [given], outputs, tensors)
    opset = [helper.make_opsetid("", YOUNG.get(nodes[-1].op_type, 17))]
    return helper.make_model(graph, opset_imports=opset, ir_version=8)


def compare(model: onnx.ModelProto) -> None:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    graph = onnx_file.read(model.SerializeToString())
    rng = np.random.default_rng(0)
    names = [output.name for output in session.get_outputs()]
    for rows in (ROWS, 1, 2):
        seen = rng.uniform(0.1, 1.0, (rows, SIZE)).astype(np.float32)
        try:
            results = session.run(names, {"observation": seen})
        except Exception:
            # Some cases have constants for five observations.
            assert rows != ROWS
            with pytest.raises(ArgumentError):
                cost.check(graph, "observation", SIZE, rows)
            continue
        shapes = cost.check(graph, "observation", SIZE, rows)
        for name, result in zip(names, results, strict=True):
            assert shapes[name] == result.shape


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_results_are_as_large_as_those_of_onnx_runtime(case: Case) -> None:
    op, others, attributes = case
    constants = {f"c{i}": one for i, one in enumerate(others) if not isinstance(one, str)}
    names = [one if isinstance(one, str) else f"c{i}" for i, one in enumerate(others)]
    inputs = [] if op == "Constant" else names if op == "Concat" else ["observation", *names]
    outputs = ["y", "z"] if op == "Split" else ["y"]
    node = helper.make_node(op, inputs, outputs, **attributes)
    compare(graph_of([node], constants, outputs))


def booleans() -> list[onnx.ModelProto]:
    make = helper.make_node
    compared = make("Greater", ["observation", "c"], ["b"])
    nodes = [
        *([compared, make(op, ["b", "b"], ["y"])] for op in ("And", "Or", "Xor")),
        [compared, make("Not", ["b"], ["y"])],
        [compared, make("Where", ["b", "c", "observation"], ["y"])],
    ]
    return [graph_of(two, {"c": ONE}, ["y"]) for two in nodes]


@pytest.mark.parametrize("model", booleans(), ids=lambda model: model.graph.node[-1].op_type)
def test_results_of_booleans(model: onnx.ModelProto) -> None:
    compare(model)


def sequences() -> list[onnx.ModelProto]:
    """Recurrent and convolutional networks on observations as four steps of three numbers."""
    make, models = helper.make_node, []
    reshape = make("Reshape", ["observation", "steps"], ["s"])
    swap = make("Transpose", ["s"], ["x"], perm=[1, 0, 2])
    for op, gates in WEIGHTS.items():
        for directions, direction in ((1, "forward"), (2, "bidirectional")):
            results = ["y", "h", "c"] if op == "LSTM" else ["y", "h"]
            node = make(op, ["x", "W", "R"], results, hidden_size=6, direction=direction)
            weights = np.zeros((directions, gates * 6, 3), np.float32)
            recurrent = np.zeros((directions, gates * 6, 6), np.float32)
            constants = {"steps": np.array([-1, 4, 3]), "W": weights, "R": recurrent}
            models.append(graph_of([reshape, swap, node], constants, results))
    convolutions: list[tuple[tuple[int, ...], dict[str, Any]]] = [
        ((8, 4, 2), {}),
        ((8, 2, 1), {"group": 2}),
        ((8, 4, 3), {"pads": [2, 1], "strides": [2]}),
        ((8, 4, 2), {"dilations": [2]}),
    ]
    for shape, how in convolutions:
        node = make("Conv", ["s", "W"], ["y"], **how)
        constants = {"steps": np.array([-1, 4, 3]), "W": np.zeros(shape, np.float32)}
        models.append(graph_of([reshape, node], constants, ["y"]))
    four = {"steps": np.array([-1, 4, 3]), "a": np.ones(4, np.float32)}
    norm = make("InstanceNormalization", ["s", "a", "a"], ["y"])
    models.append(graph_of([reshape, norm], four, ["y"]))
    norm = make("GroupNormalization", ["s", "a", "a"], ["y"], num_groups=2)
    models.append(graph_of([reshape, norm], four, ["y"]))
    models.append(graph_of([make("Gelu", ["observation"], ["y"])], {}, ["y"]))
    return models


@pytest.mark.parametrize("model", sequences(), ids=lambda model: model.graph.node[-1].op_type)
def test_results_of_sequences(model: onnx.ModelProto) -> None:
    compare(model)


def computed_shapes() -> onnx.ModelProto:
    """Compute shapes as exporters do to size states and masks by the number of observations."""
    make = helper.make_node
    nodes = [
        make("Shape", ["observation"], ["shape"]),
        make("Gather", ["shape", "zero"], ["rows"]),
        make("Unsqueeze", ["rows", "first"], ["rows1"]),
        make("Concat", ["rows1", "four"], ["wanted"], axis=0),
        make("ConstantOfShape", ["wanted"], ["state"]),
        make("Slice", ["shape", "first", "four"], ["both"]),
        make("Mul", ["both", "first1"], ["nothing"]),
        make("Add", ["nothing", "four"], ["fours"]),
        make("Div", ["fours", "two"], ["twos"]),
        make("Mod", ["fours", "three"], ["ones"]),
        make("Sub", ["twos", "ones"], ["ones1"]),
        make("Equal", ["ones1", "fours"], ["no"]),
        make("Where", ["no", "fours", "twos"], ["twos1"]),
        make("Cast", ["twos1"], ["twos2"], to=TensorProto.INT64),
        make("Identity", ["twos2"], ["twos3"]),
        make("ConstantOfShape", ["twos3"], ["square"]),
        make("Squeeze", ["rows1", "first"], ["rows2"]),
        make("Reshape", ["rows2", "first_"], ["rows3"]),
        make("Concat", ["rows3", "four"], ["wanted1"], axis=0),
        make("Expand", ["one", "wanted1"], ["ones2"]),
    ]
    constants = {
        "zero": np.array(0),
        "first": np.array([0]),
        "first1": np.array([0]),
        "first_": np.array([1]),
        "four": np.array([4]),
        "two": np.array([2]),
        "three": np.array([3]),
        "one": np.float32(1.0),
    }
    return graph_of(nodes, constants, ["state", "square", "ones2", "twos3"])


def test_shapes_may_be_computed_from_the_number_of_observations() -> None:
    compare(computed_shapes())


def test_every_operator_has_been_compared() -> None:
    models = [*booleans(), *sequences(), computed_shapes()]
    compared = {case[0] for case in CASES} | {n.op_type for m in models for n in m.graph.node}
    # These are newer than the oldest onnxruntime that we support; each keeps the shape of its
    # input.
    assert set(RULES) - compared == {"RMSNormalization", "Swish"}


def test_the_page_names_all_operators() -> None:
    page = (Path(__file__).parents[3] / "docs" / "policies.md").read_text()
    documented = page.split("## What a file may have")[1].split("\n## ")[0].split("`")[1::2]
    assert set(documented) >= set(RULES)


def test_fields_are_those_of_onnx() -> None:
    """All fields exist under their numbers, so that none is mistaken for another."""
    kinds: dict[str, Any] = {
        "model": onnx.ModelProto,
        "entry": onnx.StringStringEntryProto,
        "graph": onnx.GraphProto,
        "node": onnx.NodeProto,
        "attribute": onnx.AttributeProto,
        "tensor": onnx.TensorProto,
        "end": onnx.ValueInfoProto,
        "type": onnx.TypeProto,
        "tensor_type": onnx.TypeProto.Tensor,
        "shape": onnx.TensorShapeProto,
        "dim": onnx.TensorShapeProto.Dimension,
    }
    assert set(kinds) == set(SCHEMA)
    for kind, message in kinds.items():
        theirs = {field.number: field.name for field in message.DESCRIPTOR.fields}
        ours = {number: field.name for number, field in SCHEMA[kind].items()}
        assert ours == theirs, kind
