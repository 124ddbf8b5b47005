"""Constant folding of integers that do not depend on observations, as exporters use for shapes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rcssgym.policy.call import Call, Integers, Shape, cut_shape
from rcssgym.policy.onnx_file import SHORT, Tensor

LARGEST_INTEGER = 2**31 - 1
"""Largest computed value: beyond it, results with 32 and 64 bits would differ."""


def folded(call: Call, shapes: Sequence[Shape]) -> Integers | None:
    """Return the values of a node's output if it is a short integer tensor that can be computed."""
    fold = _FOLDS.get(call.node.op)
    if fold is None or len(shapes) != 1 or math.prod(shapes[0]) > SHORT:
        return None
    known = [
        value.values for value in call.inputs if value is not None and value.values is not None
    ]
    if call.node.op not in _CONSTANTS and len(known) != sum(v is not None for v in call.inputs):
        return None
    found = fold(call, known)
    if found is None:
        return None
    array = np.asarray(found, dtype=np.int64).reshape(shapes[0])
    is_small = (array >= -LARGEST_INTEGER) & (array <= LARGEST_INTEGER)
    return array if call.node.op in _COPIES or is_small.all() else None


def _fold_constant(call: Call, _: Sequence[Integers]) -> Any:
    ((name, value),) = call.node.attributes.items()
    if isinstance(value, Tensor):
        return value.values
    return value if name in ("value_int", "value_ints") else None


def _fold_constant_of_shape(call: Call, known: Sequence[Integers]) -> Any:
    value = call.node.attributes.get("value")
    if not isinstance(value, Tensor) or value.values is None:
        return None
    return np.full(tuple(known[0]), value.values.ravel()[0])


def _fold_cast(call: Call, known: Sequence[Integers]) -> Any:
    return known[0] if call.number("to", 0) in (6, 7) else None


def _fold_slice(call: Call, known: Sequence[Integers]) -> Any:
    starts, ends = call.numbers("starts", 1) or [], call.numbers("ends", 2) or []
    steps = call.numbers("steps", 4) or [1]
    return known[0][slice(starts[0], ends[0], steps[0])] if known[0].ndim == 1 else None


def _fold_division(function: Callable[..., Any]) -> Callable[[Call, Sequence[Integers]], Any]:
    # For negative numbers, ONNX's quotients differ from numpy's.
    def fold(_: Call, known: Sequence[Integers]) -> Any:
        return function(*known) if known[0].min() >= 0 and known[1].min() > 0 else None

    return fold


_FOLDS: dict[str, Callable[[Call, Sequence[Integers]], Any]] = {
    "Add": lambda _, known: known[0] + known[1],
    "Cast": _fold_cast,
    "Concat": lambda call, known: np.concatenate(known, call.number("axis", 0)),
    "Constant": _fold_constant,
    "ConstantOfShape": _fold_constant_of_shape,
    "Div": _fold_division(np.floor_divide),
    "Equal": lambda _, known: known[0] == known[1],
    "Gather": lambda call, known: np.take(known[0], known[1], call.number("axis", 0)),
    "Identity": lambda _, known: known[0],
    "Mod": _fold_division(np.mod),
    "Mul": lambda _, known: known[0] * known[1],
    "Reshape": lambda _, known: known[0],
    "Shape": lambda call, _: cut_shape(call),
    "Slice": _fold_slice,
    "Squeeze": lambda _, known: known[0],
    "Sub": lambda _, known: known[0] - known[1],
    "Unsqueeze": lambda _, known: known[0],
    "Where": lambda _, known: np.where(known[0], known[1], known[2]),
}
"""How to compute short integer tensors, by operator."""
_CONSTANTS = frozenset(("Constant", "Shape"))
"""Operators whose output does not depend on the values of their inputs."""
_COPIES = frozenset(("Constant", "Identity", "Reshape", "Squeeze", "Unsqueeze", "Concat"))
"""Operators whose values are not limited in size, since they only copy constants."""
