"""Boxes whose edges are parallel to the axes of the pitch.

A box contains its boundary. Bounds given in the wrong order are swapped. Lengths are in metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rcssgym.soccer.hooks import Hooked, Unheard, unheard

_BY_BOUNDS = "the core goes by the bounds of a box"


def _sort(box: AABB2D | AABB3D, low: str, high: str) -> None:
    bounds = getattr(box, low), getattr(box, high)
    if bounds[0] > bounds[1]:
        object.__setattr__(box, low, bounds[1])
        object.__setattr__(box, high, bounds[0])


@dataclass(frozen=True)
class AABB2D(Hooked):
    """A rectangle on the ground: least and greatest x and y, m."""

    _unheard: ClassVar[Unheard] = unheard(_BY_BOUNDS, "center contains_x contains_y contains")

    min_x: float = -1
    max_x: float = 1
    min_y: float = -1
    max_y: float = 1

    def __post_init__(self) -> None:
        for axis in "xy":
            _sort(self, f"min_{axis}", f"max_{axis}")

    def center(self) -> tuple[float, float]:
        """Return the middle of the rectangle."""
        return (self.min_x + self.max_x) / 2, (self.min_y + self.max_y) / 2

    def contains_x(self, x: float) -> bool:
        """Return whether ``x`` is within the bounds along x."""
        return self.min_x <= x <= self.max_x

    def contains_y(self, y: float) -> bool:
        """Return whether ``y`` is within the bounds along y."""
        return self.min_y <= y <= self.max_y

    def contains(self, x: float, y: float) -> bool:
        """Return whether the point lies in the rectangle."""
        return self.contains_x(x) and self.contains_y(y)


@dataclass(frozen=True)
class AABB3D(Hooked):
    """A cuboid: least and greatest x, y and z, m."""

    _unheard: ClassVar[Unheard] = unheard(
        _BY_BOUNDS, "center contains_x contains_y contains_z contains_xy contains"
    )

    min_x: float = -1
    max_x: float = 1
    min_y: float = -1
    max_y: float = 1
    min_z: float = -1
    max_z: float = 1

    def __post_init__(self) -> None:
        for axis in "xyz":
            _sort(self, f"min_{axis}", f"max_{axis}")

    def center(self) -> tuple[float, float, float]:
        """Return the middle of the cuboid."""
        return (
            (self.min_x + self.max_x) / 2,
            (self.min_y + self.max_y) / 2,
            (self.min_z + self.max_z) / 2,
        )

    def contains_x(self, x: float) -> bool:
        """Return whether ``x`` is within the bounds along x."""
        return self.min_x <= x <= self.max_x

    def contains_y(self, y: float) -> bool:
        """Return whether ``y`` is within the bounds along y."""
        return self.min_y <= y <= self.max_y

    def contains_z(self, z: float) -> bool:
        """Return whether ``z`` is within the bounds along z."""
        return self.min_z <= z <= self.max_z

    def contains_xy(self, x: float, y: float) -> bool:
        """Return whether the point's projection on the ground lies in the cuboid's."""
        return self.contains_x(x) and self.contains_y(y)

    def contains(self, x: float, y: float, z: float) -> bool:
        """Return whether the point lies in the cuboid."""
        return self.contains_xy(x, y) and self.contains_z(z)
