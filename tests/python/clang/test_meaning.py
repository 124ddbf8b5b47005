"""The meaning of conditions and regions, against examples and a plain evaluation."""

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError, DiscSimulation, _core, clang

from .plain import Names, contains, holds
from .random_clang import Random


def condition(text: str) -> clang.Condition:
    message = clang.parse(f'(define (definec "A" {text}))')
    assert isinstance(message, clang.DefineMessage)
    definition = message.definitions[0]
    assert isinstance(definition, clang.DefineCondition)
    return definition.condition


def region(text: str) -> clang.Region:
    message = clang.parse(f'(define (definer "A" {text}))')
    assert isinstance(message, clang.DefineMessage)
    definition = message.definitions[0]
    assert isinstance(definition, clang.DefineRegion)
    return definition.region


NOTHING: Any = 3
HALF: Any = 2.5
SEEN = clang.Situation(
    time=120,
    play_mode="ki_our",
    goals=(2, 1),
    ball=(10, -5),
    our={1: (-50, 0), 5: (9, -5), 7: (20, 10), 9: (30, -10)},
    opp={1: (50, 0), 3: (12, -4), 11: (-20, 0)},
    our_owners=(5,),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(true)", True),
        ("(false)", False),
        ("(time > 20)", True),
        ("(2 >= opp_goals)", True),
        ("(goal_diff == 1)", True),
        ("(our_goals < 2)", False),
        ("(playm ki_our)", True),
        ("(playm ki_opp)", False),
        ("(bowner our {0})", True),
        ("(bowner our {5 6})", True),
        ("(bowner our {6})", False),
        ("(bowner opp {0})", False),
        ("(bpos (rec (pt 20 0) (pt 0 -10)))", True),
        ("(bpos (rec (pt -52.5 -34) (pt 0 34)))", False),
        ("(ppos our {0} 2 11 (rec (pt 0 -34) (pt 52.5 34)))", True),
        ("(ppos our {0} 0 2 (rec (pt 0 -34) (pt 52.5 34)))", False),
        ("(ppos opp {0} 1 11 (arc (pt ball) 0 10 0 360))", True),
        ("(and (ppos opp {3} 1 1 (arc (pt ball) 0 3 0 360)) (bowner our {5}))", True),
        ("(not (bowner our {5}))", False),
        ("(or (false) (playm play_on) (time > 100))", True),
        # Number 2 does not play: neither a condition about its position nor the negation holds.
        ("(bpos (arc (pt our 2) 0 90 0 360))", False),
        ("(not (bpos (arc (pt our 2) 0 90 0 360)))", False),
        ("(or (bpos (pt our 2)) (true))", True),
        ("(ppos our {2} 1 1 (rec (pt -99 -99) (pt 99 99)))", False),
        # Variables.
        ("(and (bowner our {X}) (unum X {4 5}))", True),
        ("(and (bowner our {X}) (unum X {4 6}))", False),
        ("(and (ppos our {X} 1 11 (rec (pt 0 -34) (pt 52 34))) (bowner our {X}))", True),
        ("(and (bpos (arc (pt our X) 0 2 0 360)) (bowner our {X}))", True),
        ("(bpos (arc (pt our X) 0 90 0 360))", False),
        ("(not (bpos (arc (pt our X) 0 90 0 360)))", False),
    ],
)
def test_a_condition_holds(text: str, expected: bool) -> None:
    assert condition(text).holds(SEEN) is expected


@pytest.mark.parametrize(
    ("text", "given", "bound"),
    [
        ("(bowner our {X})", {}, {"X": (5,)}),
        ("(ppos our {X} 1 11 (rec (pt 0 -34) (pt 52 34)))", {}, {"X": (5, 7, 9)}),
        ("(unum X {1 5})", {}, {"X": (1, 5)}),
        ("(unum X {1 5})", {"X": 5}, {"X": (5,)}),
        ("(unum X {1 5})", {"X": (5, 9)}, {"X": (5,)}),
        ("(or (unum X {1}) (unum X {2}))", {}, {"X": (1, 2)}),
        ("(and (unum X {1 5 9}) (not (bowner our {X})))", {}, None),
        ("(and (unum X {1 9}) (not (bowner our {X})))", {}, {"X": (1, 9)}),
        ("(not (unum X {1}))", {}, None),
        ("(true)", {"Z": 3}, {"Z": 3}),
    ],
)
def test_variables_are_bound(
    text: str, given: dict[str, int], bound: dict[str, tuple[int, ...]] | None
) -> None:
    bindings: dict[str, int | tuple[int, ...]] = dict(given)
    assert condition(text).holds(SEEN, bindings=bindings) is (bound is not None)
    assert bindings == (given if bound is None else bound)


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("(pt 1 2)", [(1, 2)], [(1, 2.1)]),
        ("(rec (pt 2 1) (pt -1 -3))", [(0, 0), (2, 1), (-1, -3)], [(2.1, 0), (0, 1.1)]),
        ("(tri (pt 0 0) (pt 4 0) (pt 0 4))", [(1, 1), (2, 2), (0, 0)], [(2.1, 2), (-0.1, 0)]),
        ("(quad (pt 0 0) (pt 4 0) (pt 4 4) (pt 2 1))", [(3, 1), (2, 1)], [(1, 2), (2, 3)]),
        ("(arc (pt 0 0) 5 10 0 180)", [(0, 5), (0, 7), (-10, 0)], [(0, 4.9), (0, -7), (0, 11)]),
        ("(arc (pt 0 0) 0 3 90 -90)", [(1, 1), (0, 0)], [(-1, 1), (1, -1)]),
        ("(arc (pt 0 0) 0 3 350 20)", [(1, 0), (2, -0.3)], [(0, 1)]),
        ("(reg (pt 0 0) (rec (pt 5 5) (pt 6 6)))", [(0, 0), (5.5, 5.5)], [(3, 3)]),
        ("(null)", [], [(0, 0)]),
        ("((pt ball) + (pt 1 1) * (pt 2 3))", [(12, -2)], [(10, -5)]),
        ("(pt 1 2 (pt our 7))", [(21, 12)], [(20, 10)]),
        ("((pt 1 1) / (pt 0 1))", [], [(0, 1)]),
    ],
)
def test_a_region_contains(
    text: str, inside: list[tuple[float, float]], outside: list[tuple[float, float]]
) -> None:
    made = region(text)
    assert [made.contains(point, SEEN) for point in inside] == [True] * len(inside)
    assert [made.contains(point, SEEN) for point in outside] == [False] * len(outside)


def test_names_stand_for_definitions() -> None:
    definitions = clang.RuleBase()
    definitions.hear('(define (definer "H" (rec (pt -52 -34) (pt 0 34))) (definec "D" (bpos "H")))')
    seen = clang.Situation(ball=(-1, 0))
    assert condition('"D"').holds(seen, definitions=definitions)
    assert region('"H"').contains((-5, 5), definitions=definitions)
    with pytest.raises(clang.ClangError, match='no condition is called "D"'):
        condition('"D"').holds(seen)
    definitions.hear('(define (definer "H" "H"))')
    with pytest.raises(clang.ClangError, match='the region "H" is a part of itself'):
        condition('"D"').holds(seen, definitions=definitions)


def test_definitions_that_grow_without_bound_are_refused() -> None:
    rules = clang.RuleBase()
    for level in range(40):
        rules.hear(f'(define (definec "c{level}" (and "c{level + 1}" "c{level + 1}")))')
    rules.hear('(define (definec "c40" (true)) (definerule r direc ("c0" (do our {1} (hold)))))')
    rules.hear("(rule (on r))")
    assert rules.directives(SEEN) == []
    assert rules.problems == ("rule r: it has more than 10000 parts",)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: condition("(true)").holds(NOTHING), "state: must be .* not a int"),
        (
            lambda: condition("(true)").holds(SEEN, NOTHING),
            "side: must be 'left' or 'right', not 3",
        ),
        (lambda: condition("(true)").holds(SEEN, bindings={"X": 12}), r"bindings\[\"X\"\].*12"),
        (lambda: condition("(true)").holds(SEEN, bindings={"a name of length": 1}), "bindings"),
        (lambda: condition("(true)").holds(SEEN, definitions=NOTHING), "definitions: .* not a int"),
        (lambda: condition("(true)").holds(SEEN, bindings={"X": HALF}), r"\[\"X\"\].*, not 2.5"),
        (lambda: region("(null)").contains((math.nan, 0)), "point: must be finite"),
        (lambda: region("(null)").contains(3), "point: must be two numbers, not 3"),
        (lambda: clang.Situation(play_mode="kick_off_l"), "play_mode: .*kick_off_l"),
        (lambda: clang.Situation(our={12: (0, 0)}), "our: .* not 12"),
        (lambda: clang.Situation(opp={1: (math.inf, 0)}), r"opp\[1\]: must be finite"),
        (lambda: clang.Situation(our={HALF: (0, 0)}), "our: .* 1 to 11, not 2.5"),
        (lambda: clang.Situation(our={5: "ab"}), r"our\[5\]: must be two numbers, not 'ab'"),
        (lambda: clang.Situation(ball=(0, 0, 0)), r"ball: must be two numbers, not \(0, 0, 0\)"),
        (lambda: clang.Situation(goals=(0.5, 0)), r"goals: must be two integers, not \(0.5, 0\)"),
        (lambda: clang.Situation(goals=[2**63, 0]), "goals: must be two integers, not "),
        (lambda: clang.Situation(our_owners=[0]), "our_owners: .* not 0"),
        (
            lambda: clang.Situation(opp_owners=NOTHING),
            "opp_owners: must be numbers of players, not 3",
        ),
    ],
)
def test_bad_arguments(ask: object, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        ask()  # type: ignore[operator]


def test_points_may_be_any_two_numbers() -> None:
    seen = clang.Situation(
        goals=[1, 2],
        ball=np.array([3.0, 4.0]),
        our={5: [1, 2]},
        opp={3: np.array([6, 7])},
        our_owners={5},
        opp_owners=range(3, 4),
    )
    same = clang.Situation(
        goals=(1, 2), ball=(3, 4), our={5: (1, 2)}, opp={3: (6, 7)}, our_owners=[5], opp_owners=[3]
    )
    assert seen == same
    ball = region("(pt ball)")
    assert ball.contains([3, 4], seen)
    assert ball.contains(np.array([3, 4]), seen)


def test_the_difference_of_any_two_scores_is_compared() -> None:
    for goals, leads in (((2**63 - 1, -(2**63)), True), ((-(2**63), 2**63 - 1), False)):
        assert condition("(goal_diff > 0)").holds(clang.Situation(goals=goals)) is leads


def set_of(numbers: int | tuple[int, ...]) -> tuple[int, ...]:
    return (numbers,) if isinstance(numbers, int) else numbers


def game() -> DiscSimulation:
    sim = DiscSimulation(seed=3)
    for team in ("A", "B"):
        for number in range(11):
            sim.add_player(team, goalie=number == 0)
    return sim


def test_a_2d_game_as_both_sides_see_it() -> None:
    sim = game()
    sim.trainer("(change_mode kick_in_r)")
    sim.trainer("(move (ball) 10 5)")
    sim.trainer("(move (player A 3) -20 7)")
    sim.trainer("(move (player B 4) 10.5 5)")
    left, right = (clang.situation(sim, side) for side in ("left", "right"))
    assert (left.play_mode, right.play_mode) == ("ki_opp", "ki_our")
    assert (left.ball, right.ball) == ((10, 5), (-10, -5))
    assert (left.our[3], right.opp[3]) == ((-20, 7), (20, -7))
    assert (left.opp_owners, right.our_owners) == ((4,), (4,))
    sim.trainer("(move (ball) 40 5)")
    assert clang.situation(sim, "right", before=right).our_owners == (4,)
    assert clang.situation(sim, "right").our_owners == ()


@pytest.mark.parametrize(
    ("mode", "held", "left"),
    [
        ("before_kick_off", False, "bko"),
        ("first_half_over", False, "bko"),
        ("time_over", False, "time_over"),
        ("drop_ball", False, "play_on"),
        ("kick_off_l", False, "ko_our"),
        ("free_kick_r", False, "fk_opp"),
        ("free_kick_l", True, "gc_our"),
        ("indirect_free_kick_l", False, "fk_our"),
        ("goal_l", False, "ag_our"),
        ("offside_l", False, "fk_opp"),
        ("foul_charge_r", False, "fk_our"),
        ("back_pass_r", False, "fk_our"),
        ("penalty_kick_l", False, None),
        ("penalty_taken_r", False, None),
        ("pause", False, None),
    ],
)
def test_play_modes_of_the_2d_game(mode: str, held: bool, left: str | None) -> None:
    assert _core.clang_disc_play_mode(mode, held, 0) == left
    swap = {"our": "opp", "opp": "our"}
    right = None if left is None else "_".join(swap.get(part, part) for part in left.split("_"))
    assert _core.clang_disc_play_mode(mode, held, 1) == right


@pytest.mark.parametrize("seed", range(30))
def test_the_plain_evaluation_agrees(seed: int) -> None:
    """3,000 conditions and regions in random situations; every answer occurs often."""
    random = Random(seed)
    answers: Counter[object] = Counter()
    for _ in range(50):
        drawn = random.definitions(room=random.random.randint(0, 25))
        names = Names({"C": drawn.named_condition}, {"R": drawn.named_region})
        for _ in range(2):
            seen = random.situation()
            test, area = drawn.condition, drawn.region
            expected = {"Y": frozenset({4, 9})}
            bindings: dict[str, int | tuple[int, ...]] = {"Y": (4, 9)}
            answer = holds(test, seen, expected, names)
            answers[answer] += 1
            assert test.holds(seen, bindings=bindings, definitions=drawn.all) is (answer is True)
            if answer:
                assert {name: frozenset(set_of(one)) for name, one in bindings.items()} == expected
            for _ in range(5):
                point = random.place()
                inside = contains(area, point, seen, {}, names)
                answers["in", inside] += 1
                made = area.contains(point, seen, definitions=drawn.all)
                assert made is (inside is True), (area, point, seen)
    assert min(answers[True], answers[False], answers["in", True], answers["in", False]) >= 15


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize(
    "text",
    [
        "(rec (pt 20 -20) (pt 36 12))",
        "(tri (pt -20 0) (pt -40 -20) (pt -40 20))",
        "(quad (pt 0 0) (pt 30 -8) (pt 44 10) (pt 8 30))",
        "(arc (pt 10 -5) 6 15 60 200)",
        "(arc (pt 10 -5) -6 15 60 200)",
    ],
)
def test_what_is_drawn_is_what_a_region_contains(text: str, side: clang.Side) -> None:
    """The colour at the middle of each square metre of a picture, away from borders."""
    area = region(text)
    sim = DiscSimulation()
    sim.trainer("(move (ball) 52 33.5)")
    drawings = [shape.drawing(side, (1, 0, 0, 1), fill=True) for shape in area.shapes(side=side)]
    extent = (-52.5, -34.0, 52.5, 34.0)
    picture = sim.render(1050, 680, view=extent, board=False, drawings=drawings).astype(int)
    plain = sim.render(1050, 680, view=extent, board=False).astype(int)
    is_drawn = np.abs(picture - plain).sum(-1) > 60
    sign = 1 if side == "left" else -1
    met: Counter[bool] = Counter()
    for x in range(-50, 51, 2):
        for y in range(-32, 33, 2):
            around = [(sign * (x + dx), sign * (y + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            answers = {area.contains(point) for point in around}
            if len(answers) == 1:
                inside = answers.pop()
                column, row = round((x + 52.5) * 10), round((y + 34) * 10)
                assert is_drawn[row, column] == inside, (x, y)
                met[inside] += 1
    assert min(met.values()) > 5
