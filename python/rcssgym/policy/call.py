"""Nodes of a policy's graph with what is known about their inputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rcssgym.errors import ArgumentError
from rcssgym.policy.onnx_file import Node

Shape = tuple[int, ...]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Value:
    """A tensor of the graph."""

    shape: Shape
    values: Integers | None = None
    """Values of a short integer tensor that does not depend on observations, or ``None``."""
    is_integer: bool = False


@dataclass
class Call:
    """A node with its inputs.

    Its methods raise :class:`ArgumentError` for an input or attribute that is missing, or of
    another kind than the operator needs.
    """

    node: Node
    inputs: Sequence[Value | None]
    work: int = field(default=0, init=False)
    """Number of multiplications, set if it is not about the number of outputs."""

    def shape(self, index: int) -> Shape:
        """Return the shape of an input."""
        return self._input(index).shape

    def has(self, index: int) -> bool:
        """Return whether an input is given."""
        return index < len(self.inputs) and self.inputs[index] is not None

    def values(self, index: int) -> list[int]:
        """Return the values of an input, which must not depend on observations."""
        values = self._input(index).values
        if values is None:
            raise ArgumentError(f"input {index} decides on shapes and is not constant")
        return [int(value) for value in values.ravel()]

    def number(self, name: str, default: int) -> int:
        """Return an integer attribute."""
        value = self.node.attributes.get(name, default)
        if not isinstance(value, int):
            raise ArgumentError(f"attribute {name} is not an integer")
        return value

    def numbers(self, name: str, index: int | None = None) -> list[int] | None:
        """Return integers given as an attribute or, as in newer versions of ONNX, as an input."""
        if index is not None and self.has(index):
            return self.values(index)
        value = self.node.attributes.get(name)
        if value is not None and not isinstance(value, list):
            raise ArgumentError(f"attribute {name} is not a list of integers")
        return value

    def axes(self, rank: int, index: int, default: Sequence[int] | None = None) -> list[int]:
        """Return the given axes of a tensor with ``rank`` axes, as non-negative indices."""
        given = self.numbers("axes", index)
        if given is None:
            given = list(range(rank) if default is None else default)
        return [axis_of(axis, rank) for axis in given]

    def _input(self, index: int) -> Value:
        value = self.inputs[index] if index < len(self.inputs) else None
        if value is None:
            raise ArgumentError(f"has no input {index}")
        return value


def axis_of(axis: int, rank: int) -> int:
    """Return an axis of a tensor with ``rank`` axes as a non-negative index.

    Raises :class:`ArgumentError` for an axis that the tensor does not have.
    """
    if not -rank <= axis < rank:
        raise ArgumentError(f"axis {axis} of {rank}")
    return axis % rank


def cut_shape(call: Call) -> Shape:
    """Return what the operator Shape returns."""
    shape = call.shape(0)
    return shape[call.number("start", 0) : call.number("end", len(shape))]
