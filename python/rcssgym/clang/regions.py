"""Regions and points of the pitch.

Coordinates are those of the team that the coach addresses: metres from the centre, x towards
the opponents' goal, y to the right when facing that goal. Angles are in degrees.
"""

from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike

from rcssgym._core import ClangRuleBase, clang_contains, clang_shapes
from rcssgym.clang.node import Definition, Node
from rcssgym.clang.situation import Side, Situation, State, situation
from rcssgym.disc.drawings import Arc as Arc2D
from rcssgym.disc.drawings import Color, Drawing, Polygon
from rcssgym.disc.drawings import Point as Point2D

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


Bindings: TypeAlias = MutableMapping[str, int | tuple[int, ...]]
"""Values of variables by name: a number or several."""
Definitions: TypeAlias = ClangRuleBase | Iterable[Definition] | None
"""Definitions of names, or a :class:`rcssgym.clang.RuleBase` that has heard them."""


class Shape(NamedTuple):
    """A part of the pitch, given by numbers.

    ``numbers`` are, by kind: ``"point"``: x, y; ``"rectangle"``: two opposite corners;
    ``"triangle"`` and ``"quadrangle"``: their corners; ``"arc"``: centre, inner and outer radius,
    start and span in degrees.
    """

    kind: Literal["point", "rectangle", "triangle", "quadrangle", "arc"]
    numbers: tuple[float, ...]

    def drawing(
        self, side: Side = "left", color: Color = "yellow", fill: bool = False, width: float = 2.0
    ) -> Drawing:
        """Return it as a drawing for pictures of 2D games, in the pitch's coordinates.

        :param side: whose coordinates the shape has, ``"left"`` or ``"right"``.
        :param color: as for drawings of :mod:`rcssgym.disc`.
        :param fill: whether to fill it, not only draw its border.
        :param width: width of its border, px.
        """
        sign = 1.0 if side == "left" else -1.0
        if self.kind == "arc":
            x, y, inner, outer, begin, span = self.numbers
            begin += 0.0 if side == "left" else 180.0
            # Arcs reach to their centre if their inner radius is negative.
            centre = (sign * x, sign * y)
            return Arc2D(centre, max(inner, 0.0), outer, begin, span, color, fill, width)
        x, y = (sign * numbers for numbers in np.reshape(self.numbers, (-1, 2)).T)
        if self.kind == "point":
            return Point2D((x[0], y[0]), color, width)
        if self.kind == "rectangle":
            x, y = x[[0, 1, 1, 0]], y[[0, 0, 1, 1]]
        return Polygon(list(zip(x.tolist(), y.tolist(), strict=True)), color, fill, width)


class Region(Node):
    """Part of the pitch. Points are regions, too."""

    __slots__ = ()

    def contains(
        self,
        point: ArrayLike,
        state: State | None = None,
        side: Side = "left",
        bindings: Bindings | None = None,
        definitions: Definitions = None,
    ) -> bool:
        """Return whether a point, in the coordinates of the side, is in it or on its border.

        A part around a player who does not play, or around a variable that is not bound to exactly
        one player, is empty.

        :param point: x and y, m.
        :param state: a 2D or 3D game, or a :class:`Situation`; needed for a region that moves.
        :param side: whose coach speaks, ``"left"`` or ``"right"``.
        :param bindings: values of variables.
        :param definitions: definitions of names.

        Raises :class:`ClangError` for a name that is not defined.
        """
        seen = Situation() if state is None else situation(state, side)
        return clang_contains(self, point, seen, bindings, definitions)

    def shapes(
        self,
        state: State | None = None,
        side: Side = "left",
        bindings: Bindings | None = None,
        definitions: Definitions = None,
    ) -> tuple[Shape, ...]:
        """Return its shapes in the current state, in the coordinates of the side.

        Empty parts are left out. Arguments and errors are those of :meth:`contains`.
        """
        seen = Situation() if state is None else situation(state, side)
        made = clang_shapes(self, seen, bindings, definitions)
        return tuple(Shape(kind, tuple(numbers)) for kind, numbers in made)


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
    """``(quad A B C D)``; only in version 7."""

    first: Point
    second: Point
    third: Point
    fourth: Point


@final
@dataclass(frozen=True, slots=True)
class Arc(Region):
    """``(arc CENTRE inner outer begin span)``: part of a ring.

    It reaches from ``inner`` to ``outer`` m from the centre, and spans ``span`` degrees from the
    direction ``begin``.
    """

    centre: Point
    inner: float
    outer: float
    begin: float
    span: float


@final
@dataclass(frozen=True, slots=True)
class Union(Region):
    """``(reg A B ...)``: the union of regions."""

    regions: tuple[Region, ...]
