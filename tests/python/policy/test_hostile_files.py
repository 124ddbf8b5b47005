"""Untrusted policy files: loading runs none of their code, with bounded memory and time."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from rcssgym import ArgumentError, RcssGymError
from rcssgym.envs import register_task
from rcssgym.policy import Policy

from policy.files import linear, strings, write

N, M = 75, 23
SHIPPED = Path(__file__).parents[3] / "policies" / "T1Walk.onnx"
FILLED = {"b": np.zeros(M), "W": np.zeros((N, M))}
make = helper.make_node
GEMM = make("Gemm", ["observation", "W", "b"], ["action"])
FACTS = strings("T1Stand")


def policy(folder: Path, *nodes: Any, **constants: Any) -> Path:
    """Write a policy whose network begins with these nodes."""
    path = write(folder / "policy.onnx", [*nodes, GEMM], FILLED, FACTS, sizes=(N, M))
    return changed(path, lambda model: _add(model, constants))


def _add(model: onnx.ModelProto, constants: dict[str, Any]) -> None:
    tensors = [numpy_helper.from_array(np.asarray(one), name) for name, one in constants.items()]
    model.graph.initializer.extend(tensors)


def changed(path: Path, change: Callable[[onnx.ModelProto], object]) -> Path:
    model = onnx.load(path, load_external_data=False)
    change(model)
    path.write_bytes(model.SerializeToString())
    return path


# --- tasks


@pytest.fixture
def waltz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A task in a module that leaves a trace when it is imported; its policy is beside it."""
    module = "waltz_of_a_test"
    trace = tmp_path / "trace"
    (tmp_path / f"{module}.py").write_text(
        f"open({str(trace)!r}, 'w').close()\n"
        "from rcssgym.envs.tasks import T1Stand\n"
        "class Waltz(T1Stand): pass\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    name = f"{module}:Waltz"
    linear(tmp_path / "p.onnx", {**FACTS, "rcssgym.task": json.dumps(name)}, np.zeros((N, M)))
    yield name
    sys.modules.pop(module, None)
    gymnasium.registry.pop("me/WaltzOfATest-v0", None)


def test_a_task_is_imported_only_on_request(waltz: str, tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=rf"'{waltz}' .*trust_task=True \(--trust-task"):
        Policy.load(tmp_path / "p.onnx")
    assert not (tmp_path / "trace").exists()
    loaded = Policy.load(tmp_path / "p.onnx", trust_task=True)
    assert type(loaded.task).__name__ == "Waltz"
    assert (tmp_path / "trace").exists()


def test_a_registered_task_is_known(waltz: str, tmp_path: Path) -> None:
    register_task("me/WaltzOfATest-v0", waltz, 10)
    assert type(Policy.load(tmp_path / "p.onnx").task).__name__ == "Waltz"


@pytest.mark.parametrize("trust", [False, True])
def test_a_name_that_is_no_place_is_not_imported(waltz: str, tmp_path: Path, trust: bool) -> None:
    for name in (waltz.partition(":")[0], f"{waltz}:", f":{waltz}", f"../{waltz}", ":", ""):
        props = {**FACTS, "rcssgym.task": json.dumps(name)}
        path = linear(tmp_path / "other.onnx", props, np.zeros((N, M)))
        with pytest.raises(ArgumentError, match="task"):
            Policy.load(path, trust_task=trust)
        assert not (tmp_path / "trace").exists()


# --- graphs


def loop() -> Any:
    body = helper.make_graph(
        [make("Identity", ["go"], ["on"])],
        "body",
        [
            helper.make_tensor_value_info("i", TensorProto.INT64, []),
            helper.make_tensor_value_info("go", TensorProto.BOOL, []),
        ],
        [helper.make_tensor_value_info("on", TensorProto.BOOL, [])],
    )
    return make("Loop", ["many", ""], [], body=body)


def nodes() -> list[tuple[str, list[Any], dict[str, Any], str]]:
    huge, long = np.array([2**40]), np.array([2**20, 2**20])
    square = np.array([2**13, 2**13])
    one = np.float32(1.0)
    counted = [make("Cast", ["observation"], ["i"], to=TensorProto.INT64)]
    squares = [
        make("ConstantOfShape", ["square"], ["s0"]),
        *(make("MatMul", [f"s{i}", f"s{i}"], [f"s{i + 1}"]) for i in range(1000)),
    ]
    padding = [
        make("Reshape", ["observation", "image"], ["x"]),
        make("Conv", ["x", "k"], ["y"], pads=[2**50, 2**50]),
    ]
    disorder = [make("Identity", ["later"], ["x"]), make("Abs", ["observation"], ["later"])]
    counts = {"zero": np.array(0), "many": np.array(2**50), "step": np.array(1)}
    reductions = [
        make("ConstantOfShape", ["flat"], ["s"]),
        *(make("ReduceSum", ["s"], [f"r{i}"]) for i in range(1000)),
    ]
    a, b = "too much memory", "is not an operator for policies"
    return [
        ("terabyte", [make("ConstantOfShape", ["huge"], ["x"])], {"huge": huge}, a),
        ("expand", [make("Expand", ["one", "long"], ["x"])], {"one": one, "long": long}, a),
        ("padding", padding, {"image": np.array([-1, 1, N]), "k": np.ones((1, 1, 1), "f4")}, a),
        ("work", squares, {"square": square}, a),
        ("reading", reductions, {"flat": np.array([2**24])}, a),
        ("observed size", [*counted, make("Expand", ["i", "i"], ["x"])], {}, "not constant"),
        ("observed steps", [*counted, make("ConstantOfShape", ["i"], ["x"])], {}, "not constant"),
        (
            "loop",
            [loop()],
            {"many": np.array(2**60)},
            r"attribute has g \(a graph in the graph, as of Loop",
        ),
        ("range", [make("Range", ["zero", "many", "step"], ["x"])], counts, b),
        ("random", [make("RandomNormal", [], ["x"], shape=[2**20, 2**20])], {}, b),
        ("tile", [make("Tile", ["observation", "long"], ["x"])], {"long": long}, b),
        ("custom", [make("Run", ["observation"], ["x"], domain="evil")], {}, "is of 'evil'"),
        ("microsoft", [make("Gelu", ["observation"], ["x"], domain="com.microsoft")], {}, "is of"),
        ("text", [make("Cast", ["observation"], ["x"], to=TensorProto.STRING)], {}, "to type 8"),
        ("sparse", [make("Constant", [], ["x"], sparse_value=sparse())], {}, "sparse_tensor"),
        ("disorder", disorder, {}, "'later' comes from no node before it"),
        ("twice", [make("Abs", ["observation"], ["W"])], {}, "'W' is there already"),
        ("more outputs", [make("Abs", ["observation"], ["x", "y"])], {}, "has 2 outputs"),
        ("shapes", [make("Add", ["observation", "W"], ["x"])], {}, r"Add\): shapes .* do not fit"),
        ("no inputs", [make("MatMul", ["observation"], ["x"])], {}, "has no input 1"),
        ("rank", [make("Gemm", ["b", "b"], ["x"])], {}, "Gemm.: does not fit inputs"),
        *divisions(),
        ("attribute", [make("Concat", ["W", "W"], ["x"], axis="1")], {}, "axis is not an integer"),
    ]


def divisions() -> list[tuple[str, list[Any], dict[str, Any], str]]:
    """Return cases like the lowest integer divided by -1, for which processors end a program."""
    message = "divides integers by what is not constant and above zero"
    cases: list[tuple[str, list[Any], dict[str, Any], str]] = []
    kinds = {TensorProto.INT64: np.int64, TensorProto.INT32: np.int32}
    for op in ("Div", "Mod"):
        for number, kind in kinds.items():
            lowest, minus_one = kind(np.iinfo(kind).min), kind(-1)
            nodes = [
                make("Cast", ["observation"], ["i"], to=number),
                make("Add", ["i", "low"], ["lowest"]),
                make("Add", ["i", "minus"], ["ones"]),
            ]
            constants: dict[str, Any] = {"low": lowest, "minus": minus_one}
            for by in ("ones", "minus", "i"):
                name = f"{op} {kind.__name__} by {by}"
                divided = make(op, ["lowest", by], ["x"])
                cases.append((name, [*nodes, divided], constants, message))
    most = [make("ArgMax", ["observation"], ["i"]), make("Div", ["i", "i"], ["x"])]
    shape = [make("Shape", ["observation"], ["i"]), make("Neg", ["i"], ["n"])]
    where = [make("Where", ["yes", "low", "low"], ["i"]), make("Div", ["i", "low"], ["x"])]
    filled = [
        make("ConstantOfShape", ["size"], ["i"], value=numpy_helper.from_array(np.array([-1]))),
        make("Mod", ["i", "i"], ["x"]),
    ]
    held = [make("Constant", [], ["i"], value_int=-1), make("Div", ["i", "i"], ["x"])]
    low = np.array([np.iinfo(np.int64).min])
    return [
        *cases,
        ("Div of places", most, {}, message),
        ("Div of sizes", [*shape, make("Div", ["i", "n"], ["x"])], {}, message),
        ("Div of a choice", where, {"yes": np.array([True]), "low": low}, message),
        ("Mod of filled", filled, {"size": np.array([100])}, message),
        ("Div of held", held, {}, message),
    ]


def sparse(size: int = 2**40) -> onnx.SparseTensorProto:
    values = helper.make_tensor("v", TensorProto.FLOAT, [1], [1.0])
    indices = helper.make_tensor("i", TensorProto.INT64, [1], [0])
    return helper.make_sparse_tensor(values, indices, [size])


@pytest.mark.parametrize(
    ("more", "constants", "message"), [n[1:] for n in nodes()], ids=[n[0] for n in nodes()]
)
def test_graphs_that_take_too_much_are_refused(
    tmp_path: Path, more: list[Any], constants: dict[str, Any], message: str
) -> None:
    path = policy(tmp_path, *more, **constants)
    with pytest.raises(ArgumentError, match=message) as raised:
        Policy.load(path)
    assert str(path) in str(raised.value)


def test_memory_that_grows_with_the_square_of_observations_is_refused(tmp_path: Path) -> None:
    """The file is loaded, because a few observations are fine."""
    nodes = [
        make("Transpose", ["observation"], ["t"]),
        make("MatMul", ["observation", "t"], ["square"]),
        *(make("Sin", [f"square{i or ''}"], [f"square{i + 1}"]) for i in range(300)),
    ]
    loaded = Policy.load(policy(tmp_path, *nodes))
    assert loaded.act(np.zeros((50, N), np.float32)).shape == (50, M)
    with pytest.raises(ArgumentError, match=r"too much memory or work .* with 2048 observations"):
        loaded.act(np.zeros((2048, N), np.float32))
    assert loaded.act(np.zeros((50, N), np.float32)).shape == (50, M)


def test_what_fails_when_it_acts_is_our_error(tmp_path: Path) -> None:
    cast = [make("Cast", ["observation"], ["i"], to=TensorProto.INT64)]
    taken = [make("Add", ["i", "far"], ["places"]), make("Gather", ["W", "places"], ["x"])]
    path = policy(tmp_path, *cast, *taken, far=np.array(N))
    with pytest.raises(RcssGymError, match=r"policy\.onnx': fails: .*out of data bounds"):
        Policy.load(path).act(np.zeros((1, N), np.float32))


def external(model: onnx.ModelProto, place: str) -> None:
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value=place)


def lone(model: onnx.ModelProto, **fields: Any) -> None:
    tensor = model.graph.initializer[0]
    for name, value in fields.items():
        tensor.ClearField(name)
        if isinstance(value, list):
            getattr(tensor, name).extend(value)
        else:
            setattr(tensor, name, value)


def function(model: onnx.ModelProto) -> None:
    opset = [helper.make_opsetid("", 17)]
    body = [make("Abs", ["a"], ["b"])]
    model.functions.append(helper.make_function("", "Abs", ["a"], ["b"], body, opset))


CHANGES: list[tuple[Callable[[onnx.ModelProto], object], str]] = [
    (lambda m: external(m, "/secret"), "data in another file.*external_data=False"),
    (lambda m: external(m, "../secret"), "data in another file"),
    (lambda m: external(m, "policy.onnx.data"), "data in another file"),
    (lambda m: m.graph.initializer[0].external_data.add(key="location"), "data in another file"),
    (lambda m: m.graph.sparse_initializer.append(sparse()), "has sparse_initializer"),
    (function, "has functions"),
    (lambda m: m.training_info.add(), "has training_info"),
    (lambda m: lone(m, dims=[2**40]), r"'b' has shape \(1099511627776,\), but"),
    (lambda m: lone(m, dims=[2**40], raw_data=b""), "but no data"),
    (lambda m: lone(m, dims=[-1, -M]), r"has shape \(-1, -23\)"),
    (lambda m: lone(m, dims=[1] * 9), "has shape"),
    (lambda m: lone(m, float_data=[0.0] * M), "but {'raw_data'"),
    (lambda m: lone(m, data_type=TensorProto.STRING), "elements of type 8"),
    (lambda m: lone(m, data_type=99), "elements of type 99"),
    (lambda m: m.graph.initializer.append(m.graph.initializer[0]), "has two tensors 'b'"),
    (lambda m: m.graph.node.extend([GEMM] * 10_001), "10002 nodes"),
    (lambda m: m.graph.node[0].attribute.extend([helper.make_attribute("x", 1)] * 2), "attributes"),
    (lambda m: m.graph.node[0].attribute.add(name="x", i=1), "is of type None but holds"),
    (lambda m: m.graph.node[0].attribute.add(name="x", type=2, f=1.0), r"holds \['f'\]"),
    (lambda m: m.graph.node[0].attribute.add(name="x", type=4), "a tensor that is not there"),
    (lambda m: m.metadata_props.add(key="rcssgym.x", value="[" * 100_000), "not JSON"),
    (lambda m: m.metadata_props.add(key="rcssgym.x", value="NaN"), "'NaN' is not JSON"),
    (lambda m: m.metadata_props.add(key="rcssgym.x", value="9" * 10_000), "is not JSON"),
    (lambda m: m.metadata_props.add(key="x", value="a" * 2**21), "metadata of 20.* letters"),
    (lambda m: m.metadata_props.add(key="rcssgym.kp", value=f"[{10**400}{', 1' * 22}]"), "with kp"),
    (lambda m: m.metadata_props.add(key="rcssgym.kp", value="[]"), r"with kp \[\]"),
    (lambda m: m.metadata_props.add(key="rcssgym.format", value="[" + "1," * 99 + "1]"), "format"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_files_with_more_than_policies_need_are_refused(
    tmp_path: Path, change: Callable[[onnx.ModelProto], object], message: str
) -> None:
    path = changed(policy(tmp_path), change)
    with pytest.raises(ArgumentError, match=message) as raised:
        Policy.load(path)
    assert len(str(raised.value)) < 3000


def tagged(number: int, wire: int, content: bytes) -> bytes:
    tag, written = number << 3 | wire, b""
    while tag > 127:
        written += bytes([tag & 127 | 128])
        tag >>= 7
    return written + bytes([tag]) + content


@pytest.mark.parametrize(
    ("added", "message"),
    [
        # Lenient readers merge two graphs, use the last of two names, and ignore unknown fields:
        # ONNX Runtime's own format could be in there.
        (tagged(7, 2, b"\x00"), "model has graph twice"),
        (tagged(99, 2, b"\x04ORTM"), "model has a field 99, which is not known"),
        (tagged(7, 0, b"\x01"), "graph of model has type 0"),
        (tagged(14, 2, b"\x04\x0a\x02\xff\xff"), "key of entry is not text"),
        (tagged(14, 2, b"\x02\x0a\x09"), "ends within a field"),
        (tagged(6, 2, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "ends within a field"),
        (tagged(1, 0, b"\xff" * 11), "number without end"),
        (tagged(6, 3, b""), "field 6 of type 3"),
        (b"\x00\x00", "field 0"),
        (tagged(5, 0, b"\x01") * 1_000_001, "more than 1000000 fields"),
    ],
)
def test_bytes_that_readers_could_understand_differently_are_refused(
    tmp_path: Path, added: bytes, message: str
) -> None:
    path = policy(tmp_path)
    path.write_bytes(path.read_bytes() + added)
    with pytest.raises(ArgumentError, match=message):
        Policy.load(path)


def test_onnx_runtimes_own_format_is_refused(tmp_path: Path) -> None:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(tmp_path / "p.ort")
    options.add_session_config_entry("session.save_model_format", "ORT")
    onnxruntime.InferenceSession(str(policy(tmp_path)), options)
    with pytest.raises(ArgumentError, match="is not an ONNX model"):
        Policy.load(tmp_path / "p.ort")


def test_files_that_never_end_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(ArgumentError, match="is not a regular file"):
            Policy.load(path)
    with pytest.raises(ArgumentError, match="cannot be read: its name has a NUL"):
        Policy.load("a\0b")
    with pytest.raises(ArgumentError, match="cannot be read: Is a directory"):
        Policy.load(tmp_path)
    with open(tmp_path / "huge", "wb") as file:
        file.truncate(2**28 + 1)
    with pytest.raises(ArgumentError, match="more than 268435456 bytes"):
        Policy.load(tmp_path / "huge")


def test_damaged_files_load_or_are_refused_and_nothing_else() -> None:
    """Without a checksum, as older files are."""
    model = onnx.load(SHIPPED)
    props = {one.key: one.value for one in model.metadata_props if one.key != "rcssgym.checksum"}
    onnx.helper.set_model_props(model, props)
    whole = model.SerializeToString()
    rng = np.random.default_rng(0)
    # Most of the file is weights; the description of the graph is at its beginning and end.
    places = [*range(2500), *range(len(whole) - 6000, len(whole))]
    path = Path("damaged.onnx")
    outcomes = set()
    for _ in range(400):
        damaged = bytearray(whole)
        for place in rng.choice(places, rng.integers(1, 4)):
            damaged[place] = rng.integers(256)
        cut = len(whole) if rng.random() < 0.8 else int(rng.integers(len(whole)))
        outcomes.add(_loaded(path, bytes(damaged[:cut])))
    assert outcomes == {True, False}


def _loaded(path: Path, content: bytes) -> bool:
    path.write_bytes(content)
    try:
        Policy.load(path).act(np.zeros((3, 82), np.float32))
    except RcssGymError:
        return False
    return True


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
