"""Which results of a policy are integers, and by what they may be divided.

One quotient of integers overflows: that of the lowest integer by -1. On x86 it ends the program,
and ONNX Runtime divides without a check.
"""

from __future__ import annotations

from rcssgym.errors import ArgumentError
from rcssgym.policy.call import Call
from rcssgym.policy.onnx_file import WHOLE, Tensor

_ALWAYS = frozenset(("ArgMax", "ArgMin", "Shape"))
_NEVER = frozenset(
    (
        *("And", "Equal", "Greater", "GreaterOrEqual", "IsInf", "IsNaN"),
        *("Less", "LessOrEqual", "Not", "Or", "Xor"),
    )
)
_DIVIDE = frozenset(("Div", "Mod"))


def is_integer(call: Call) -> bool:
    """Return whether a node's results are integers; for operators not named here, as its input."""
    op, attributes = call.node.op, call.node.attributes
    if op in _ALWAYS or op in _NEVER:
        return op in _ALWAYS
    if op == "Cast":
        return call.number("to", 0) in WHOLE
    if op == "Constant":
        return any(_holds_integers(name, value) for name, value in attributes.items())
    if op == "ConstantOfShape":
        value = attributes.get("value")
        return isinstance(value, Tensor) and value.is_integer
    # The first input of Where selects one of the others.
    chosen = call.inputs[1:] if op == "Where" else call.inputs[:1]
    return any(value is not None and value.is_integer for value in chosen)


def _holds_integers(name: str, value: object) -> bool:
    return value.is_integer if isinstance(value, Tensor) else name in ("value_int", "value_ints")


def check_division(call: Call) -> None:
    """Refuse to divide integers by anything but constants above zero."""
    if call.node.op not in _DIVIDE or not is_integer(call):
        return
    divisor = call.inputs[1].values if call.has(1) and call.inputs[1] else None
    if divisor is None or (divisor <= 0).any():
        raise ArgumentError("divides integers by what is not constant and above zero")
