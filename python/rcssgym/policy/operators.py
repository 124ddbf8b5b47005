"""Operators that policies may use, and the shapes of their results.

Each rule returns the shapes of a node's outputs from those of its inputs, by the definitions of
https://onnx.ai/onnx/operators/. Everything else is refused: above all loops, branches, random
numbers, and results whose size depends on observations.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from rcssgym.errors import ArgumentError
from rcssgym.policy.call import Call, Shape, axis_of, cut_shape
from rcssgym.policy.onnx_file import KINDS, Tensor

Rule = Callable[[Call], list[Shape]]


def _like_first(call: Call) -> list[Shape]:
    return [call.shape(0)]


def _cast(call: Call) -> list[Shape]:
    if call.number("to", 0) not in KINDS:
        raise ArgumentError(f"casts to type {call.number('to', 0)}")
    return [call.shape(0)]


def _broadcast(call: Call) -> list[Shape]:
    return [_together(*(value.shape for value in call.inputs if value is not None))]


def _together(*shapes: Shape) -> Shape:
    """Return the shape to which shapes broadcast, computed without arrays of that size."""
    rank = max(map(len, shapes))
    sizes = []
    for column in zip(*((1,) * (rank - len(shape)) + shape for shape in shapes), strict=True):
        others = {size for size in column if size != 1}
        if len(others) > 1:
            raise ArgumentError(f"shapes {shapes} do not fit together")
        sizes.append(others.pop() if others else 1)
    return tuple(sizes)


def _reduce(call: Call) -> list[Shape]:
    shape = call.shape(0)
    if call.numbers("axes", 1) in (None, []) and call.number("noop_with_empty_axes", 0):
        return [shape]
    axes = call.axes(len(shape), 1) or list(range(len(shape)))
    return [_without(shape, axes, keeps=call.number("keepdims", 1) != 0)]


def _arg(call: Call) -> list[Shape]:
    shape = call.shape(0)
    axis = axis_of(call.number("axis", 0), len(shape))
    return [_without(shape, [axis], keeps=call.number("keepdims", 1) != 0)]


def _without(shape: Shape, axes: Sequence[int], *, keeps: bool) -> Shape:
    sizes = (1 if i in axes else size for i, size in enumerate(shape))
    return tuple(size for i, size in enumerate(sizes) if keeps or i not in axes)


def _matmul(call: Call) -> list[Shape]:
    a, b = call.shape(0), call.shape(1)
    if not a or not b:
        raise ArgumentError(f"multiplies shapes {a} and {b}")
    left = a if len(a) > 1 else (1, *a)
    right = b if len(b) > 1 else (*b, 1)
    if left[-1] != right[-2]:
        raise ArgumentError(f"multiplies shapes {a} and {b}")
    many = _together(left[:-2], right[:-2]) if len(left) + len(right) > 4 else ()
    call.work = math.prod((*many, left[-2], left[-1], right[-1]))
    rows = (left[-2],) if len(a) > 1 else ()
    columns = (right[-1],) if len(b) > 1 else ()
    return [(*many, *rows, *columns)]


def _gemm(call: Call) -> list[Shape]:
    (m, k), (other, n) = call.shape(0), call.shape(1)
    if call.number("transA", 0):
        m, k = k, m
    if call.number("transB", 0):
        other, n = n, other
    if k != other:
        raise ArgumentError(f"multiplies shapes {call.shape(0)} and {call.shape(1)}")
    if call.has(2) and _together((m, n), call.shape(2)) != (m, n):
        raise ArgumentError(f"adds shape {call.shape(2)} to {(m, n)}")
    call.work = m * k * n
    return [(m, n)]


def _recurrent(gates: int, outputs: int) -> Rule:
    """Return the rule for LSTM, GRU or RNN, whose weights have ``gates`` rows per hidden unit."""

    def rule(call: Call) -> list[Shape]:
        (steps, rows, size), (directions, _, _) = call.shape(0), call.shape(1)
        hidden = call.number("hidden_size", -1)
        wanted = [(directions, gates * hidden, size), (directions, gates * hidden, hidden)]
        found = [call.shape(1), call.shape(2)]
        if found != wanted or directions not in (1, 2) or call.number("layout", 0):
            raise ArgumentError(f"has weights {found}, must have {wanted}, and layout 0")
        call.work = steps * directions * rows * gates * hidden * (size + hidden)
        last = (directions, rows, hidden)
        return [(steps, directions, rows, hidden), *[last] * (outputs - 1)]

    return rule


def _conv(call: Call) -> list[Shape]:
    rows, channels, *sizes = call.shape(0)
    filters, depth, *kernel = call.shape(1)
    axes, groups = len(sizes), call.number("group", 1)
    strides = call.numbers("strides") or [1] * axes
    dilations = call.numbers("dilations") or [1] * axes
    pads = call.numbers("pads") or [0] * (2 * axes)
    fits = len(kernel) == len(strides) == len(dilations) == axes > 0 and len(pads) == 2 * axes
    if not fits or groups < 1 or depth * groups != channels or filters % groups:
        raise ArgumentError(f"has weights {call.shape(1)} for shape {call.shape(0)}")
    if min(*strides, *dilations) < 1 or min(pads) < 0:
        raise ArgumentError(f"has strides {strides}, dilations {dilations}, pads {pads}")
    if call.node.attributes.get("auto_pad", b"NOTSET") not in (b"NOTSET", b"VALID"):
        raise ArgumentError("uses auto_pad; give pads instead")
    out = [
        (size + pads[i] + pads[i + axes] - dilations[i] * (kernel[i] - 1) - 1) // strides[i] + 1
        for i, size in enumerate(sizes)
    ]
    call.work = math.prod((rows, filters, depth, *kernel, *out))
    return [(rows, filters, *out)]


def _concat(call: Call) -> list[Shape]:
    shapes = [call.shape(i) for i in range(len(call.inputs))]
    axis = axis_of(call.number("axis", 0), len(shapes[0]))
    if len({(*shape[:axis], -1, *shape[axis + 1 :]) for shape in shapes}) != 1:
        raise ArgumentError(f"joins shapes {shapes}")
    return [(*shapes[0][:axis], sum(shape[axis] for shape in shapes), *shapes[0][axis + 1 :])]


def _split(call: Call) -> list[Shape]:
    shape, parts = call.shape(0), len(call.node.outputs)
    axis = axis_of(call.number("axis", 0), len(shape))
    each = -(-shape[axis] // parts)
    sizes = call.numbers("split", 1) or [each] * (parts - 1) + [shape[axis] - each * (parts - 1)]
    if len(sizes) != parts or sum(sizes) != shape[axis] or min(sizes) < 0:
        raise ArgumentError(f"splits {shape[axis]} into {sizes}")
    return [(*shape[:axis], size, *shape[axis + 1 :]) for size in sizes]


def _slice(call: Call) -> list[Shape]:
    sizes = list(call.shape(0))
    starts, ends = call.numbers("starts", 1) or [], call.numbers("ends", 2) or []
    axes = call.axes(len(sizes), 3, range(len(starts)))
    steps = call.numbers("steps", 4) or [1] * len(starts)
    for start, end, axis, step in zip(starts, ends, axes, steps, strict=True):
        sizes[axis] = len(range(*slice(start, end, step).indices(sizes[axis])))
    return [tuple(sizes)]


def _gather(call: Call) -> list[Shape]:
    shape = call.shape(0)
    axis = axis_of(call.number("axis", 0), len(shape))
    return [(*shape[:axis], *call.shape(1), *shape[axis + 1 :])]


def _reshape(call: Call) -> list[Shape]:
    shape, wanted = call.shape(0), call.values(1)
    if not call.number("allowzero", 0):
        wanted = [shape[i] if size == 0 else size for i, size in enumerate(wanted)]
    if wanted.count(-1) == 1:
        rest = math.prod(size for size in wanted if size != -1)
        wanted[wanted.index(-1)] = math.prod(shape) // rest
    if min(wanted, default=0) < 0 or math.prod(wanted) != math.prod(shape):
        raise ArgumentError(f"makes shape {shape} into {call.values(1)}")
    return [tuple(wanted)]


def _flatten(call: Call) -> list[Shape]:
    shape = call.shape(0)
    axis = call.number("axis", 1)
    axis = axis + len(shape) if axis < 0 else axis
    return [(math.prod(shape[:axis]), math.prod(shape[axis:]))]


def _transpose(call: Call) -> list[Shape]:
    shape = call.shape(0)
    order = call.numbers("perm") or list(reversed(range(len(shape))))
    if sorted(order) != list(range(len(shape))):
        raise ArgumentError(f"has perm {order} for shape {shape}")
    return [tuple(shape[axis] for axis in order)]


def _squeeze(call: Call) -> list[Shape]:
    shape = call.shape(0)
    ones = [axis for axis, size in enumerate(shape) if size == 1]
    axes = call.axes(len(shape), 1, ones)
    if any(shape[axis] != 1 for axis in axes):
        raise ArgumentError(f"takes axes {axes} from shape {shape}")
    return [_without(shape, axes, keeps=False)]


def _unsqueeze(call: Call) -> list[Shape]:
    shape = call.shape(0)
    given = call.numbers("axes", 1) or []
    axes = call.axes(len(shape) + len(given), 1)
    if len(set(axes)) != len(given):
        raise ArgumentError(f"adds axes {axes}")
    rest = iter(shape)
    return [tuple(1 if i in axes else next(rest) for i in range(len(shape) + len(given)))]


def _expand(call: Call) -> list[Shape]:
    return [_together(call.shape(0), _sizes(call.values(1)))]


def _constant_of_shape(call: Call) -> list[Shape]:
    return [_sizes(call.values(0))]


def _sizes(numbers: Sequence[int]) -> Shape:
    if min(numbers, default=0) < 0:
        raise ArgumentError(f"has shape {list(numbers)}")
    return tuple(numbers)


def _shape(call: Call) -> list[Shape]:
    return [(len(cut_shape(call)),)]


def _constant(call: Call) -> list[Shape]:
    ((name, value),) = call.node.attributes.items()
    if isinstance(value, Tensor):
        return [value.shape]
    if name in ("value_float", "value_int"):
        return [()]
    if name == "value_floats":
        return [(value,)]
    if name == "value_ints":
        return [(len(value),)]
    raise ArgumentError(f"holds {name}")


def _each(rule: Rule, names: str) -> dict[str, Rule]:
    return dict.fromkeys(names.split(), rule)


RULES: dict[str, Rule] = {
    **_each(
        _like_first,
        "Abs Ceil Celu Clip Cos Elu Erf Exp Floor Gelu HardSigmoid HardSwish Identity IsInf "
        "IsNaN LeakyRelu Log LogSoftmax Mish Neg Not Reciprocal Relu Round Selu Sigmoid Sign Sin "
        "Softmax Softplus Softsign Sqrt Swish Tanh ThresholdedRelu "
        "BatchNormalization GroupNormalization InstanceNormalization LayerNormalization "
        "LpNormalization MeanVarianceNormalization RMSNormalization",
    ),
    **_each(
        _broadcast,
        "Add And Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Mul Or PRelu "
        "Pow Sub Sum Where Xor",
    ),
    **_each(
        _reduce,
        "ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd "
        "ReduceSum ReduceSumSquare",
    ),
    "ArgMax": _arg,
    "ArgMin": _arg,
    "Cast": _cast,
    "Concat": _concat,
    "Constant": _constant,
    "ConstantOfShape": _constant_of_shape,
    "Conv": _conv,
    "Expand": _expand,
    "Flatten": _flatten,
    "GRU": _recurrent(3, 2),
    "Gather": _gather,
    "Gemm": _gemm,
    "LSTM": _recurrent(4, 3),
    "MatMul": _matmul,
    "RNN": _recurrent(1, 2),
    "Reshape": _reshape,
    "Shape": _shape,
    "Slice": _slice,
    "Split": _split,
    "Squeeze": _squeeze,
    "Transpose": _transpose,
    "Unsqueeze": _unsqueeze,
}
"""Operators that policies may use, with their rules."""
