"""Random situations, conditions and regions, as texts of the language."""

import random
from typing import NamedTuple

from rcssgym import clang

MODES = ["bko", "time_over", "play_on", "ko_our", "ki_opp", "fk_our", "gc_opp", "ag_our"]


class Random:
    """Texts and situations that match each other often enough."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.room = 0

    def situation(self) -> clang.Situation:
        draw = self.random

        def team() -> dict[int, tuple[float, float]]:
            return {n: self.place() for n in range(1, 12) if draw.random() < 0.9}

        owners = [[], []] if draw.random() < 0.3 else [[draw.randint(1, 11)], []]
        draw.shuffle(owners)
        return clang.Situation(
            draw.randint(0, 12),
            draw.choice([*MODES, None]),
            (draw.randint(0, 3), draw.randint(0, 3)),
            self.place(),
            team(),
            team(),
            *owners,
        )

    def place(self) -> tuple[float, float]:
        return (self.random.uniform(-55, 55), self.random.uniform(-36, 36))

    def one_of(self, flat: int, deep: int) -> int:
        limit = deep if self.room > 0 else flat
        self.room -= 1
        return self.random.randrange(limit)

    def many(self, make: object) -> str:
        return " ".join(make() for _ in range(self.random.randint(1, 3)))  # type: ignore[operator]

    def team(self) -> str:
        return self.random.choice(["our", "opp"])

    def player(self) -> str:
        return self.random.choice(
            ["0", "5", "9", "11", "X", "X", "Y", str(self.random.randint(1, 11))]
        )

    def players(self) -> str:
        return "{" + self.many(self.player) + "}"

    def point(self) -> str:
        x, y = (round(number, 2) for number in self.place())
        match self.one_of(4, 6):
            case 0 | 1:
                return f"(pt {x} {y})"
            case 2:
                return "(pt ball)"
            case 3:
                return f"(pt {self.team()} {self.player().replace('0', '3')})"
            case 4:
                return f"(pt {x} {y} {self.point()})"
        return f"({self.point()} {self.random.choice('+-*/')} {self.point()})"

    def region(self) -> str:
        draw = self.random
        match self.one_of(6, 7):
            case 0:
                return draw.choice(["(null)", self.point(), '"R"'])
            case 1 | 2:
                return f"(rec {self.point()} {self.point()})"
            case 3:
                return f"(tri {self.point()} {self.point()} {self.point()})"
            case 4:
                return "(quad " + " ".join(self.point() for _ in range(4)) + ")"
            case 5:
                radii = sorted(round(draw.uniform(0, 50), 1) for _ in range(2))
                angles = f"{draw.randint(-400, 400)} {draw.randint(-400, 400)}"
                return f"(arc {self.point()} {radii[0]} {radii[1]} {angles})"
        return f"(reg {self.many(self.region)})"

    def condition(self) -> str:
        draw = self.random
        match self.one_of(8, 12):
            case 0:
                return draw.choice(["(true)", "(false)", '"C"'])
            case 1 | 2:
                low, high = draw.randint(0, 3), draw.randint(1, 11)
                return f"(ppos {self.team()} {self.players()} {low} {high} {self.region()})"
            case 3:
                return f"(bpos {self.region()})"
            case 4 | 5:
                return f"(bowner {self.team()} {self.players()})"
            case 6:
                quantity = draw.choice(["time", "our_goals", "opp_goals", "goal_diff"])
                sign = draw.choice(["<", "<=", "==", "!=", ">=", ">"])
                return draw.choice(
                    [f"(playm {draw.choice(MODES)})", f"({quantity} {sign} {draw.randint(-2, 8)})"]
                )
            case 7:
                return f"(unum {draw.choice('XY')} {self.players()})"
            case 8 | 9:
                return f"(and {self.many(self.condition)})"
            case 10:
                return f"(or {self.many(self.condition)})"
        return f"(not {self.condition()})"

    def definitions(self, room: int = 12) -> "Drawn":
        """Return a region R and a condition C, and a condition T and a region S built from them."""
        texts = {}
        for kind, name in (("r", "R"), ("c", "C"), ("c", "T"), ("r", "S")):
            self.room = room
            make = self.region if kind == "r" else self.condition
            text = make()
            while name in "RC" and ('"R"' in text or '"C"' in text):
                self.room = room
                text = make()
            texts[name] = f'(define{kind} "{name}" {text})'
        message = clang.parse("(define " + " ".join(texts.values()) + ")")
        match message:
            case clang.DefineMessage(
                (
                    clang.DefineRegion(_, named_region),
                    clang.DefineCondition(_, named_condition),
                    clang.DefineCondition(_, condition),
                    clang.DefineRegion(_, region),
                )
            ):
                known = message.definitions
                return Drawn(named_region, named_condition, condition, region, known)
        raise AssertionError(message)


class Drawn(NamedTuple):
    """Everything that was drawn."""

    named_region: clang.Region
    named_condition: clang.Condition
    condition: clang.Condition
    region: clang.Region
    all: tuple[clang.Definition, ...]
