"""Boxes, and transformations as 4 x 4 matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rcssgym.soccer.geometry import AABB2D, AABB3D

__all__ = [
    "AABB2D",
    "AABB3D",
    "Matrix4x4",
    "matrix_4x4_mul",
    "matrix_4x4_transpose",
    "to_transformation_matrix",
    "transformation_matrix_inverse",
]

Matrix4x4: TypeAlias = tuple[float, ...]
"""Sixteen numbers, row by row."""
_ROWS = (0, 4, 8, 12)
_COLUMNS = (0, 1, 2, 3)


def matrix_4x4_mul(a: Matrix4x4, b: Matrix4x4) -> Matrix4x4:
    """Return the product of two matrices."""
    return tuple(_dot(a[row : row + 4], b[column::4]) for row in _ROWS for column in _COLUMNS)


def matrix_4x4_transpose(m: Matrix4x4) -> Matrix4x4:
    """Return the transpose of a matrix."""
    return tuple(m[row + column] for column in _COLUMNS for row in _ROWS)


def to_transformation_matrix(
    quat: tuple[float, float, float, float], pos: tuple[float, float, float]
) -> Matrix4x4:
    """Return a rotation by a quaternion ``wxyz`` of length 1, followed by a translation."""
    w, x, y, z = quat
    return (
        *(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), pos[0]),
        *(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), pos[1]),
        *(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), pos[2]),
        *(0, 0, 0, 1),
    )


def transformation_matrix_inverse(m: Matrix4x4) -> Matrix4x4:
    """Return the inverse of a rotation with a translation; wrong for other matrices."""
    turns = [m[column:12:4] for column in range(3)]
    shift = m[3:12:4]
    rows = [(*turn, -_dot(turn, shift)) for turn in turns]
    return (*rows[0], *rows[1], *rows[2], 0.0, 0.0, 0.0, 1.0)


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
