"""Limits on the memory and the time of a policy's graph."""

from __future__ import annotations

import math

import numpy as np

from rcssgym.errors import ArgumentError
from rcssgym.policy.call import Call, Shape, Value
from rcssgym.policy.folding import folded
from rcssgym.policy.integers import check_division, is_integer
from rcssgym.policy.onnx_file import Graph
from rcssgym.policy.operators import RULES

NUMBERS, NUMBERS_A_ROW = 2**24, 2**18
"""Maximum count of numbers in all results together, beyond the size of the constants: a fixed part,
and a part per row."""
WORK, WORK_A_ROW = 2**28, 2**28
"""Maximum number of multiplications: a fixed part, and a part per row."""


def check(graph: Graph, observation: str, size: int, rows: int) -> dict[str, Shape]:
    """Return the shapes of a graph's outputs for observations ``(rows, size)``.

    :param observation: name of the graph's input.

    Raises :class:`ArgumentError` for a graph that takes more memory or time than policies need, for
    an operator that is not in :data:`RULES`, for inputs that do not fit their operator, and for
    shapes that would depend on observations.
    """
    constants = graph.constants.items()
    values = {name: Value(one.shape, one.values, one.is_integer) for name, one in constants}
    numbers = NUMBERS + rows * NUMBERS_A_ROW + sum(math.prod(v.shape) for v in values.values())
    work = WORK + rows * WORK_A_ROW
    values[observation] = Value((rows, size))
    for node in graph.nodes:
        where = f"node {node.name!r} ({node.op})"
        if unknown := [name for name in node.inputs if name and name not in values]:
            raise ArgumentError(f"{where}: its input {unknown[0]!r} comes from no node before it")
        call = Call(node, [values[name] if name else None for name in node.inputs])
        try:
            results = _outputs(call)
        except ArgumentError as error:
            raise ArgumentError(f"{where}: {error}") from error
        named = [name for name in node.outputs if name]
        if len(named) > len(results) or len(node.outputs) > len(results):
            raise ArgumentError(f"{where}: has {len(named)} outputs, may have {len(results)}")
        for name, value in zip(node.outputs, results, strict=False):
            if name in values:
                raise ArgumentError(f"{where}: its output {name!r} is there already")
            if name:
                values[name] = value
            numbers -= math.prod(value.shape)
        reads = sum(math.prod(value.shape) for value in call.inputs if value is not None)
        work -= max(call.work, reads)
        if numbers < 0 or work < 0:
            shapes = [value.shape for value in results]
            raise ArgumentError(
                f"{where}: results of shapes {shapes} are too much memory or work for a policy "
                f"with {rows} observations"
            )
    missing = [end.name for end in graph.outputs if end.name not in values]
    if missing:
        raise ArgumentError(f"output {missing[0]!r} comes from no node")
    return {end.name: values[end.name].shape for end in graph.outputs}


def _outputs(call: Call) -> list[Value]:
    """Return the outputs of a node."""
    rule = RULES.get(call.node.op)
    if rule is None:
        raise ArgumentError(
            "is not an operator for policies; docs/policies.md lists those that are"
        )
    try:
        shapes = rule(call)
        check_division(call)
        if any(size < 0 for shape in shapes for size in shape):
            raise ArgumentError(f"has results of shapes {shapes}")
        with np.errstate(over="ignore"):
            values = folded(call, shapes)
    except (ArithmeticError, IndexError, TypeError, ValueError) as error:
        if isinstance(error, ArgumentError):
            raise
        shapes = [value.shape for value in call.inputs if value is not None]
        raise ArgumentError(f"does not fit inputs of shapes {shapes}: {error}") from error
    whole = is_integer(call)
    return [Value(shapes[0], values, whole), *(Value(one, None, whole) for one in shapes[1:])]
