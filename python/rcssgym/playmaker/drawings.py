"""Conversion of players' ``Log`` actions to drawings on pictures."""

from __future__ import annotations

from math import isfinite

from rcssgym.disc.drawings import COLORS, Arc, Circle, Drawing, Line, Point, Polygon, Text
from rcssgym.errors import ArgumentError
from rcssgym.playmaker.messages import Log, RpcVector2D

FARTHEST = 1.0e4
"""Largest coordinate, radius or width that pictures can show, m."""
PLAIN = "yellow"
"""Colour of drawings without a colour, or with an unknown one."""


def _color(name: str) -> str:
    lower = name.lower()
    if lower in COLORS:
        return lower
    try:
        Point((0.0, 0.0), color=name)._parts()
    except ArgumentError:
        return PLAIN
    return name


def drawings_of(log: Log, turned: bool = False) -> list[Drawing]:
    """Return what to draw on a picture.

    Texts without a position are left out, and so is what cannot be drawn: numbers come from another
    program, and may be infinite, negative or far away.

    :param turned: whether it is from the right team, whose frame is turned by half a circle.
    """
    return [drawing for drawing in _drawings(log, turned) if _can_be_drawn(drawing)]


def _can_be_drawn(drawing: Drawing) -> bool:
    kind, points, numbers, *_ = drawing._parts()
    # Those of an arc are two radii and two angles.
    sizes, angles = (numbers[:2], numbers[2:]) if kind == "arc" else (numbers, [])
    return (
        all(abs(number) <= FARTHEST for point in points for number in point)
        and all(0.0 <= size <= FARTHEST for size in sizes)
        and all(map(isfinite, angles))
    )


def _drawings(log: Log, turned: bool) -> list[Drawing]:
    """Return what a message says to draw, whether or not it can be drawn."""
    sign = -1.0 if turned else 1.0

    def at(point: RpcVector2D) -> tuple[float, float]:
        return (sign * point.x, sign * point.y)

    turn = 180.0 if turned else 0.0
    if (point := log.add_point) is not None:
        return [Point(at(point.point), color=_color(point.color))]
    if (line := log.add_line) is not None:
        return [Line((at(line.start), at(line.end)), color=_color(line.color))]
    if (arc := log.add_arc) is not None:
        start = arc.start_angle + turn
        color = _color(arc.color)
        return [Arc(at(arc.center), arc.radius, arc.radius, start, arc.span_angel, color)]
    if (circle := log.add_circle) is not None:
        return [Circle(at(circle.center), circle.radius, _color(circle.color), circle.fill)]
    if (three := log.add_triangle) is not None:
        corners = (at(three.point1), at(three.point2), at(three.point3))
        return [Polygon(corners, color=_color(three.color), fill=three.fill)]
    if (box := log.add_rectangle) is not None:
        right, bottom = box.left + box.length, box.top + box.width
        corners4 = ((box.left, box.top), (right, box.top), (right, bottom), (box.left, bottom))
        turned4 = tuple((sign * x, sign * y) for x, y in corners4)
        return [Polygon(turned4, color=_color(box.color), fill=box.fill)]
    if (sector := log.add_sector) is not None:
        start = sector.start_angle + turn
        radii = sector.min_radius, sector.max_radius
        color = _color(sector.color)
        return [Arc(at(sector.center), *radii, start, sector.span_angel, color, sector.fill)]
    if (text := log.add_message) is not None:
        return [Text(at(text.position), text.message, color=_color(text.color))]
    return []
