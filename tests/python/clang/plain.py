"""The meaning of conditions, regions and rules, in code as plain as the manual's text.

This is the oracle for the compiled rules of ``src/advice``. It uses sets of numbers and
dictionaries, without compilation. ``None`` is neither true nor false.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rcssgym import clang

ALL = frozenset(range(1, 12))
Bindings = dict[str, frozenset[int]]
Place = tuple[float, float]


@dataclass
class Names:
    """The definitions behind names."""

    conditions: Mapping[str, clang.Condition] = field(default_factory=dict)
    regions: Mapping[str, clang.Region] = field(default_factory=dict)


def value(players: Any, bound: Bindings) -> frozenset[int] | None:
    """Return the numbers that a set stands for."""
    if 0 in players or all(number in players for number in ALL):
        return ALL
    numbers: frozenset[int] = frozenset()
    for player in players:
        if isinstance(player, clang.Variable):
            if player.name not in bound:
                return None
            numbers |= bound[player.name]
        elif player in ALL:
            numbers |= {player}
    return numbers


def narrow(players: Any, to: frozenset[int], bound: Bindings) -> None:
    for player in players:
        if isinstance(player, clang.Variable):
            bound[player.name] = bound.get(player.name, ALL) & to


def place(point: clang.Point, seen: clang.Situation, bound: Bindings) -> Place | None:
    """Return the position of a point."""
    match point:
        case clang.At(x, y):
            found: Place | None = (x, y)
        case clang.Ball():
            found = seen.ball
        case clang.PlayerPoint(team, player):
            numbers = value((player,), bound)
            if numbers is None or len(numbers) != 1:
                return None
            found = (seen.our if team == "our" else seen.opp).get(next(iter(numbers)))
        case clang.Offset(x, y, origin):
            base = place(origin, seen, bound)
            found = None if base is None else (x + base[0], y + base[1])
        case clang.Arithmetic(left, operator, right):
            a, b = place(left, seen, bound), place(right, seen, bound)
            if a is None or b is None:
                return None
            try:
                pairs = zip(a, b, strict=True)
                found = tuple(compute(p, operator, q) for p, q in pairs)  # type: ignore[assignment]
            except ZeroDivisionError:
                return None
        case _:
            raise TypeError(point)
    if found is None or not all(math.isfinite(number) for number in found):
        return None
    return found


def compute(a: float, operator: str, b: float) -> float:
    return {
        "+": lambda: a + b,
        "-": lambda: a - b,
        "*": lambda: a * b,
        "/": lambda: a / b,
    }[operator]()


def contains(
    region: clang.Region, point: Place, seen: clang.Situation, bound: Bindings, names: Names
) -> bool | None:
    """Return whether a point is in a region."""
    match region:
        case clang.Null():
            return False
        case clang.NamedRegion(name):
            return contains(names.regions[name], point, seen, bound, names)
        case clang.Union(regions):
            answers = [contains(one, point, seen, bound, names) for one in regions]
            return True if True in answers else None if None in answers else False
        case clang.Arc(centre, inner, outer, begin, span):
            middle = place(centre, seen, bound)
            return None if middle is None else in_arc(point, middle, inner, outer, begin, span)
    if isinstance(region, clang.Point):
        own = place(region, seen, bound)
        return None if own is None else math.dist(own, point) < 1e-6
    places = [place(corner, seen, bound) for corner in region.children()]  # type: ignore[arg-type]
    corners = [corner for corner in places if corner is not None]
    if len(corners) != len(places):
        return None
    if isinstance(region, clang.Rectangle):
        (ax, ay), (bx, by) = corners
        x, y = point
        return min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
    return in_polygon(point, corners)


def in_arc(
    point: Place, middle: Place, inner: float, outer: float, begin: float, span: float
) -> bool:
    x, y = point[0] - middle[0], point[1] - middle[1]
    if not inner <= math.hypot(x, y) <= outer:
        return False
    if abs(span) >= 360 or (x, y) == (0, 0):
        return True
    here = math.degrees(math.atan2(y, x))
    low, high = sorted((begin, begin + span))
    first = math.floor((low - here) / 360) - 1
    return any(low <= here + 360 * turn <= high for turn in range(first, first + 4))


def in_polygon(point: Place, corners: list[Place]) -> bool:
    """Return whether the border winds round the point an odd number of times."""
    edges = list(zip(corners, corners[1:] + corners[:1], strict=True))
    if any(to_segment(point, a, b) < 1e-6 for a, b in edges):
        return True
    turned = 0.0
    for a, b in edges:
        ax, ay, bx, by = a[0] - point[0], a[1] - point[1], b[0] - point[0], b[1] - point[1]
        turned += math.atan2(ax * by - ay * bx, ax * bx + ay * by)
    return round(turned / (2 * math.pi)) % 2 == 1


def to_segment(point: Place, a: Place, b: Place) -> float:
    length = math.dist(a, b)
    if length == 0:
        return math.dist(a, point)
    along = (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])
    share = min(max(along / length**2, 0), 1)
    return math.dist((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])), point)


def holds(
    condition: clang.Condition, seen: clang.Situation, bound: Bindings, names: Names
) -> bool | None:
    """Return whether a condition holds; if it does, add its bindings to ``bound``."""
    match condition:
        case clang.Always():
            return True
        case clang.Never():
            return False
        case clang.NamedCondition(name):
            return holds(names.conditions[name], seen, bound, names)
        case clang.PlayModeIs(mode):
            return seen.play_mode == mode
        case clang.Compare(quantity, sign, number):
            our, opp = seen.goals
            own = {"time": seen.time, "our_goals": our, "opp_goals": opp, "goal_diff": our - opp}
            return bool(eval(f"{own[quantity]} {sign} {number}"))
        case clang.BallPosition(region):
            return contains(region, seen.ball, seen, bound, names)
        case clang.BallOwner(team, players):
            owners = frozenset(seen.our_owners if team == "our" else seen.opp_owners)
            numbers = value(players, bound)
            if (ALL if numbers is None else numbers) & owners:
                narrow(players, owners, bound)
                return True
            return False
        case clang.PlayerPosition(team, players, minimum, maximum, region):
            numbers = value(players, bound)
            where = seen.our if team == "our" else seen.opp
            inside: set[int] = set()
            for number in ALL if numbers is None else numbers:
                if number in where:
                    answer = contains(region, where[number], seen, bound, names)
                    if answer is None:
                        return None
                    if answer:
                        inside.add(number)
            if not minimum <= len(inside) <= maximum:
                return False
            narrow(players, frozenset(inside), bound)
            return True
        case clang.UnumIs(variable, players):
            numbers = value(players, bound)
            if numbers is None:
                return None
            if not bound.get(variable.name, numbers) & numbers:
                return False
            narrow((variable,), numbers, bound)
            return True
        case clang.Not(inner):
            answer = holds(inner, seen, dict(bound), names)
            return None if answer is None else not answer
        case clang.And(conditions):
            return every(conditions, seen, bound, names)
        case clang.Or(conditions):
            return some(conditions, seen, bound, names)
    raise TypeError(condition)


def every(conditions: Any, seen: clang.Situation, bound: Bindings, names: Names) -> bool | None:
    own, answer = dict(bound), True
    for condition in sorted(conditions, key=lambda one: needs_variables(one, names)):
        match holds(condition, seen, own, names):
            case False:
                return False
            case None:
                answer = False
    if not answer:
        return None
    bound.clear()
    bound.update(own)
    return True


def some(conditions: Any, seen: clang.Situation, bound: Bindings, names: Names) -> bool | None:
    joined: Bindings = {}
    answers = []
    for condition in conditions:
        own = dict(bound)
        answers.append(holds(condition, seen, own, names))
        if answers[-1]:
            for name, numbers in own.items():
                joined[name] = joined.get(name, frozenset()) | numbers
    if True in answers:
        bound.clear()
        bound.update(joined)
        return True
    return None if None in answers else False


def needs_variables(condition: clang.Condition, names: Names) -> bool:
    """Whether other conditions must bind variables first: those of points and of negations."""
    for node in condition.walk():
        match node:
            case clang.PlayerPoint(_, clang.Variable()):
                return True
            case clang.NamedCondition(name) if needs_variables(names.conditions[name], names):
                return True
            case clang.NamedRegion(name):
                parts = list(names.regions[name].walk())
                if any(isinstance(part, clang.Variable) for part in parts):
                    return True
            case clang.Not(inner):
                inside = list(inner.walk())
                inside += [
                    part
                    for node in inside
                    if isinstance(node, clang.NamedCondition)
                    for part in names.conditions[node.name].walk()
                ]
                if any(isinstance(part, clang.Variable) for part in inside):
                    return True
    return False
