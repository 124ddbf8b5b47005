"""Regions and points of the pitch.

Coordinates are those of the team that is spoken to: metres from the centre, x towards the
opponents' goal, y to the right of somebody who looks there. Angles are degrees.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias, final

from rcssgym.clang.node import Node

Team: TypeAlias = Literal["our", "opp"]
"""Whose players: those of the coach, or the opponents."""


@final
@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A variable for uniform numbers; ``quoted`` if the text has it in quotes."""

    name: str
    quoted: bool = False


Player: TypeAlias = int | Variable
"""A uniform number or a variable; in a set, 0 is all players."""


class Region(Node):
    """Part of the pitch. Points are regions, too."""

    __slots__ = ()


class Point(Region):
    """A point of the pitch."""

    __slots__ = ()


@final
@dataclass(frozen=True, slots=True)
class At(Point):
    """``(pt x y)``: a point at coordinates, m."""

    x: float
    y: float


@final
@dataclass(frozen=True, slots=True)
class Offset(Point):
    """``(pt x y ORIGIN)``: a point at an offset from another, m."""

    x: float
    y: float
    origin: Point


@final
@dataclass(frozen=True, slots=True)
class Ball(Point):
    """``(pt ball)``: where the ball is."""


@final
@dataclass(frozen=True, slots=True)
class PlayerPoint(Point):
    """``(pt our 5)``: where a player is."""

    team: Team
    player: Player


@final
@dataclass(frozen=True, slots=True)
class Arithmetic(Point):
    """``(A + B)``: the coordinates of two points added, subtracted, multiplied or divided."""

    left: Point
    operator: Literal["+", "-", "*", "/"]
    right: Point


@final
@dataclass(frozen=True, slots=True)
class Null(Region):
    """``(null)``: nowhere."""


@final
@dataclass(frozen=True, slots=True)
class NamedRegion(Region):
    """A region that was defined before."""

    name: str


@final
@dataclass(frozen=True, slots=True)
class Rectangle(Region):
    """``(rec A B)``: between two opposite corners, along the lines of the pitch."""

    corner: Point
    opposite: Point


@final
@dataclass(frozen=True, slots=True)
class Triangle(Region):
    """``(tri A B C)``."""

    first: Point
    second: Point
    third: Point


@final
@dataclass(frozen=True, slots=True)
class Quadrangle(Region):
    """``(quad A B C D)``; of version 7 alone."""

    first: Point
    second: Point
    third: Point
    fourth: Point


@final
@dataclass(frozen=True, slots=True)
class Arc(Region):
    """``(arc CENTRE inner outer begin span)``: part of a ring.

    From ``inner`` to ``outer`` m off the centre, from the direction ``begin`` over ``span``
    degrees.
    """

    centre: Point
    inner: float
    outer: float
    begin: float
    span: float


@final
@dataclass(frozen=True, slots=True)
class Union(Region):
    """``(reg A B ...)``: everything that is in one of them."""

    regions: tuple[Region, ...]
