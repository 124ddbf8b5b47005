"""Drawings on pictures of 2D games: regions, paths, points, texts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rcssgym.errors import ArgumentError

Color: TypeAlias = str | Sequence[float]
"""A name of :data:`COLORS`, ``"#rrggbb"``, ``"#rrggbbaa"``, or 3 or 4 numbers from 0 to 1."""
Place: TypeAlias = Sequence[float]
"""x and y on the pitch, m."""

COLORS: dict[str, str] = {
    "black": "#101418",
    "white": "#ffffff",
    "gray": "#9aa4ae",
    "red": "#e63946",
    "orange": "#ff9f1c",
    "yellow": "#ffe14d",
    "green": "#39e75f",
    "cyan": "#35d0ff",
    "blue": "#3a6df0",
    "purple": "#a45cff",
    "pink": "#ff6fb5",
    "brown": "#9c6b3f",
}
"""Colours by name."""

_Parts: TypeAlias = tuple[str, list[list[float]], list[float], str, tuple[float, ...], bool, float]


def _rgba(color: Color) -> tuple[float, ...]:
    """Return red, green, blue and alpha, 0 to 1."""
    if isinstance(color, str):
        text = COLORS.get(color, color)
        digits = text.removeprefix("#")
        try:
            if not text.startswith("#") or len(digits) not in (6, 8):
                raise ValueError
            parts = tuple(byte / 255 for byte in bytes.fromhex(digits))
        except ValueError:
            known = ", ".join(COLORS)
            raise ArgumentError(
                f"color: there is no {color!r}, only #rrggbb, #rrggbbaa, {known}"
            ) from None
    else:
        parts = tuple(map(float, color))
    if len(parts) not in (3, 4) or not all(0.0 <= part <= 1.0 for part in parts):
        raise ArgumentError(f"color: must be three or four numbers from 0 to 1, not {color!r}")
    return parts if len(parts) == 4 else (*parts, 1.0)


def _point(place: Place) -> list[float]:
    numbers = list(map(float, place))
    if len(numbers) != 2:
        raise ArgumentError(f"drawings: {place!r} is not a point (x, y)")
    return numbers


@dataclass(frozen=True)
class Circle:
    """A circle around a point; ``radius`` in m, ``width`` of its line in px."""

    center: Place
    radius: float
    color: Color = "yellow"
    fill: bool = False
    width: float = 2.0

    def _parts(self) -> _Parts:
        size = [float(self.radius)]
        return "circle", [_point(self.center)], size, "", _rgba(self.color), self.fill, self.width


@dataclass(frozen=True)
class Arc:
    """A part of a ring, as defined by the coach language.

    It lies between two radii in m, and spans ``span`` degrees from the angle ``start``, clockwise
    since y points down. ``width`` of its line in px.
    """

    center: Place
    inner: float
    outer: float
    start: float
    span: float
    color: Color = "yellow"
    fill: bool = False
    width: float = 2.0

    def _parts(self) -> _Parts:
        numbers = [float(self.inner), float(self.outer), float(self.start), float(self.span)]
        return "arc", [_point(self.center)], numbers, "", _rgba(self.color), self.fill, self.width


@dataclass(frozen=True)
class Polygon:
    """A polygon with at least three corners, m; ``width`` of its line in px."""

    points: Iterable[Place]
    color: Color = "yellow"
    fill: bool = False
    width: float = 2.0

    def _parts(self) -> _Parts:
        points = list(map(_point, self.points))
        if len(points) < 3:
            raise ArgumentError(f"drawings: a polygon has at least three points, not {len(points)}")
        return "polygon", points, [], "", _rgba(self.color), self.fill, self.width


@dataclass(frozen=True)
class Line:
    """A line through points, m; ``width`` in px."""

    points: Iterable[Place]
    color: Color = "yellow"
    width: float = 2.0

    def _parts(self) -> _Parts:
        points = list(map(_point, self.points))
        return "line", points, [], "", _rgba(self.color), False, self.width


@dataclass(frozen=True)
class Point:
    """A point, m, shown as a small cross; ``width`` of its lines in px."""

    position: Place
    color: Color = "yellow"
    width: float = 2.0

    def _parts(self) -> _Parts:
        return "point", [_point(self.position)], [], "", _rgba(self.color), False, self.width


@dataclass(frozen=True)
class Text:
    """A text with its middle at a point; ``size`` is the height of its capitals in px."""

    position: Place
    text: str
    color: Color = "white"
    size: float = 12.0

    def _parts(self) -> _Parts:
        point, size = [_point(self.position)], [float(self.size)]
        return "text", point, size, self.text, _rgba(self.color), False, 1.0


Drawing: TypeAlias = Circle | Arc | Polygon | Line | Point | Text
"""Any drawing."""
