"""How a 3D player follows its coach's messages in the coach language.

A robot that walks and kicks can follow the language's actions ``pos``, ``home``, ``mark``,
``markl``, ``intercept``, ``pass``, ``bto``, ``shoot`` and ``hold``, and ``dont`` with
``intercept``, ``pass``, ``bto`` (to players), ``shoot`` and ``mark``. It ignores all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from rcssgym._core import CYCLE, clang_play_mode
from rcssgym.clang import RuleBase, Situation
from rcssgym.clang.rule_base import KINDS

if TYPE_CHECKING:
    from rcssgym.teams.belief import Belief, Sightings

Place = tuple[float, float]
SLOTS = 16  # maximum number of actions that a player considers
NUMBERS = range(1, 12)
GUARD = 1.0  # m, from the marked player towards the own goal
LANE = 0.5  # share of the way from the ball to its receiver
TOUCH = 0.6  # m, distance within which a player has the ball


class Order(NamedTuple):
    """One action that applies."""

    kind: str
    positive: bool
    target: Place | None  # in the world
    unums: frozenset[int]


@dataclass
class Advice:
    """A coach's messages, as followed by a player of its team."""

    told: RuleBase
    """What the coach has said."""
    number: int
    """The player's number."""
    goal: float
    """x of the goal that the team attacks, m."""
    is_told: bool = False
    """Whether the coach has said anything."""
    orders: tuple[Order, ...] = ()
    """Actions that apply now."""

    def hear(self, belief: Belief) -> None:
        """Update :attr:`orders` to what applies now, as far as the player knows."""
        if not self.is_told:
            return
        table = self.told.table([self._situation(belief)], SLOTS)
        row = self.number - 1
        orders = []
        for slot in range(min(SLOTS, int(table.counts[0, row]))):
            x, y = (float(c) for c in table.target[0, row, slot])
            bits = int(table.unums[0, row, slot])
            orders.append(
                Order(
                    KINDS[table.kind[0, row, slot]],
                    bool(table.positive[0, row, slot]),
                    None if x != x else self._world((x, y)),
                    frozenset(number for number in NUMBERS if bits >> number & 1),
                )
            )
        self.orders = tuple(orders)

    def place(self, belief: Belief) -> Place | None:
        """Return where to be now by ``pos``, ``mark`` or ``markl``; None without such orders."""
        for order in self._of("pos"):
            if order.target is not None:
                return order.target
        for order in self._of("mark"):
            foe = self._nearest(belief, order, belief.others)
            if foe is not None:
                return self._beside(foe)
        for order in self._of("markl"):
            to = order.target or self._nearest(belief, order, belief.others)
            if to is not None and belief.ball is not None:
                x, y = belief.ball
                return x + LANE * (to[0] - x), y + LANE * (to[1] - y)
        return None

    def home(self, home: Place) -> Place:
        """Return the home position: the nearest place of a ``home`` region, or ``home`` itself."""
        targets = [order.target for order in self._of("home") if order.target is not None]
        return min(targets, key=lambda at: hypot(at[0] - home[0], at[1] - home[1]), default=home)

    @property
    def goes_for_ball(self) -> bool | None:
        """Whether to go for the ball; None without an order about it."""
        if self._has("intercept", False):
            return False
        return True if self._has("intercept", True) else None

    @property
    def holds(self) -> bool:
        """Whether to stay with the ball without kicking it."""
        return self._has("hold", True)

    def aim(self, belief: Belief) -> Place | None:
        """Return where to kick the ball; None without an order, or if no named mate is seen."""
        for order in self._of("pass", "bto"):
            if order.target is not None:
                return order.target
            mate = self._nearest(belief, order, belief.mates)
            if mate is not None:
                return mate
        return (self.goal, 0.0) if self._has("shoot", True) else None

    @property
    def may_shoot(self) -> bool:
        """Whether shooting is not forbidden."""
        return not self._has("shoot", False)

    def _of(self, *kinds: str) -> list[Order]:
        return [order for order in self.orders if order.positive and order.kind in kinds]

    def _has(self, kind: str, positive: bool) -> bool:
        return any(order.kind == kind and order.positive == positive for order in self.orders)

    def _nearest(self, belief: Belief, order: Order, whom: Sightings) -> Place | None:
        """Return the nearest of the named players for whom the action is not also forbidden."""
        never = {
            number
            for other in self.orders
            if other.kind == order.kind and not other.positive
            for number in other.unums
        }
        named = [whom[n][:2] for n in order.unums - never - {self._own(whom, belief)} if n in whom]
        return min(named, key=lambda at: belief.distance(*at), default=None)

    def _own(self, whom: Sightings, belief: Belief) -> int:
        return self.number if whom is belief.mates else 0

    def _beside(self, foe: Place) -> Place:
        x, y = foe
        back_x, back_y = -self.goal - x, -y
        far = max(hypot(back_x, back_y), 1e-6)
        return x + GUARD * back_x / far, y + GUARD * back_y / far

    # --- frames: the coach language's y is to the right as seen by the attacking team

    @property
    def _sign(self) -> float:
        return 1.0 if self.goal > 0.0 else -1.0

    def _world(self, place: Place) -> Place:
        return self._sign * place[0], -self._sign * place[1]

    def _situation(self, belief: Belief) -> Situation:
        mates = {number: seen[:2] for number, seen in belief.mates.items()}
        mates[self.number] = (belief.x, belief.y)
        others = {number: seen[:2] for number, seen in belief.others.items()}
        ball = belief.ball if belief.ball is not None else (0.0, 0.0)

        def owners(whom: dict[int, Place]) -> tuple[int, ...]:
            if belief.ball is None:
                return ()
            near = {n: hypot(x - ball[0], y - ball[1]) for n, (x, y) in whom.items()}
            return tuple(n for n, far in near.items() if far < TOUCH and n in NUMBERS)

        def team(whom: dict[int, Place]) -> dict[int, Place]:
            # The inverse is the same function: it only changes the signs of axes.
            return {n: self._world(at) for n, at in whom.items() if n in NUMBERS}

        side = 0 if self.goal > 0.0 else 1
        return Situation(
            time=round(belief.play_time / CYCLE),
            play_mode=clang_play_mode(belief.play_mode, side),
            goals=belief.score if side == 0 else belief.score[::-1],
            ball=self._world(ball),
            our=team(mates),
            opp=team(others),
            our_owners=owners(mates),
            opp_owners=owners(others),
        )
