"""A team's received rules, and which of them apply."""

from typing import Any

import numpy as np
import pytest
from rcssgym import clang

from .plain import Names, holds
from .random_clang import Random

SEEN = clang.Situation(
    time=100,
    ball=(10, -5),
    our={number: (-5.0 * number, number) for number in range(1, 12)},
    opp={number: (5.0 * number, number) for number in range(1, 12)},
    our_owners=(5,),
)


def rule_base(*messages: str, time: int = 0) -> clang.RuleBase:
    base = clang.RuleBase()
    for message in messages:
        base.hear(message, time)
    return base


def orders(base: clang.RuleBase, seen: clang.Situation = SEEN) -> list[tuple[object, ...]]:
    return [(one.rule, one.action, one.players) for one in base.directives(seen)]


def test_the_manuals_example() -> None:
    base = rule_base("""(define (definerule MyRule1 direc ((and (bowner our {5})
        (bpos (rec (pt -10 -10) (pt 10 10)))) (do our {5} (pass {11})))))""")
    assert orders(base) == []  # rules are off when they are defined
    base.hear("(rule (on MyRule1))")
    (applied,) = base.directives(SEEN)
    assert applied == clang.Applied(
        source="direc",
        rule="MyRule1",
        directive=0,
        positive=True,
        team="our",
        players=(5,),
        action="pass",
        region=None,
        unums=(11,),
        number=None,
        moves="",
    )
    assert base.directives(clang.Situation(ball=(11, 0), our_owners=(5,))) == []


def test_rules_are_turned_on_and_off() -> None:
    base = rule_base(
        "(define (definerule a direc ((true) (do our {1} (hold))))"
        " (definerule b model ((true) (dont opp {2} (shoot)))))"
    )
    base.hear("(rule (on all) (off (b)))")
    assert base.rules == (("a", "direc", True), ("b", "model", False))
    assert orders(base) == [("a", "hold", (1,))]
    base.hear("(rule (off a) (on b))")
    (applied,) = base.directives(SEEN)
    assert (applied.source, applied.positive, applied.team) == ("model", False, "opp")
    base.hear("(define (definerule b direc ((true) (do our {3} (intercept)))))")
    assert base.rules[1] == ("b", "direc", False)
    base.hear("(delete all)")
    assert len(base.rules) == 0


def test_unknown_rules_are_refused_before_anything_changes() -> None:
    base = rule_base("(define (definerule a direc ((true) (do our {1} (hold)))))")
    for message in ("(rule (on (a b)))", "(rule (on a) (off b))", "(delete (a b))"):
        with pytest.raises(clang.ClangError, match="no rule is called b"):
            base.hear(message)
    assert base.rules == (("a", "direc", False),)
    with pytest.raises(clang.ClangError, match="at character 0"):
        base.hear("hold the ball")


def test_nested_rules_share_their_outer_conditions_and_variables() -> None:
    """From the manual's section on rules: only line 4 binds X."""
    base = rule_base(
        "(define (definerule rule1 direc ((bowner our {0})"
        " ((true) (do our {5} (mark {11})))"
        " ((bowner our {X}) (do our {X} (shoot)))"
        " ((true) (do our {X} (hold))))))",
        "(rule (on rule1))",
    )
    assert orders(base) == [("rule1", "mark", (5,)), ("rule1", "shoot", (5,))]
    assert orders(base, clang.Situation(opp_owners=(5,))) == []


def test_rules_made_of_rules() -> None:
    base = rule_base(
        "(define (definerule r2a direc ((time > 20) (do our {2} (pos (pt -40 10)))))"
        " (definerule r3a direc ((time > 200) (do our {3} (pos (pt -40 -10)))))"
        " (definerule atk direc ((bowner our {0}) (r2a r3a)))"
        " (definerule both direc (r2a r3a)))"
    )
    base.hear("(rule (on atk))")
    assert orders(base) == [("atk", "pos", (2,))]
    assert orders(base, clang.Situation(time=300)) == []
    base.hear("(rule (on both) (off atk))")
    assert orders(base) == [("both", "pos", (2,))]
    base.hear("(delete r2a)")
    assert orders(base) == []
    assert base.problems == (
        'rule atk: no rule is called "r2a"',
        'rule both: no rule is called "r2a"',
    )


def test_rules_that_name_each_other_end() -> None:
    base = rule_base("(define (definerule a direc (b)) (definerule b direc all))")
    base.hear("(define (definerule z direc ((true) (do our {1} (hold)))))")
    base.hear("(rule (on a))")
    assert orders(base) == [("a", "hold", (1,))]
    assert base.problems == ('rule b: the rule "b" is a part of itself',)


def test_names_may_be_defined_later_and_anew() -> None:
    rule = '(define (definerule r direc ("C" "D" (do our {9} (hold)))))'
    base = rule_base(rule, "(rule (on r))")
    assert orders(base) == []
    assert set(base.problems) == {
        'rule r: no condition is called "C"',
        'rule r: no directive is called "D"',
    }
    base.hear('(define (definec "C" (time < 200)) (defined "D" (do our {4} "A")))')
    assert orders(base) == [("r", "hold", (9,))]
    base.hear('(define (definea "A" (home "R")) (definer "R" (pt 1 2)))')
    assert orders(base) == [("r", "home", (4,)), ("r", "hold", (9,))]
    assert base.problems == ()
    base.hear('(define (definer "R" (rec (pt 0 0) (pt 5 5))) (definea "A" (markl "R")))')
    applied = base.directives(SEEN)[0]
    assert (applied.action, applied.region) == (
        "markl",
        (clang.Shape("rectangle", (0, 0, 5, 5)),),
    )


def test_advice_and_information_last_for_their_lifetimes() -> None:
    base = rule_base("(advice (50 (true) (do our {2} (hold))))", time=80)
    base.hear("(info (500 (true) (do opp {3} (bto (pt 9 9) {pd}))))", 90)
    assert [one.source for one in base.directives(SEEN)] == ["advice", "info"]
    assert base.directives(SEEN)[1].moves == "pd"
    late = clang.Situation(time=130)
    assert [one.source for one in base.directives(late)] == ["info"]
    base.hear("(info (clear))", 131)
    assert base.directives(late) == []
    assert [one.source for one in base.directives(SEEN)] == []  # advice ended before it was sent


def test_what_is_about_nobody_or_nowhere_does_not_apply() -> None:
    base = rule_base(
        "(define (definerule r direc ((true)"
        " (do our {X} (hold))"
        " (do our {12} (hold))"
        " (do our {1} (pos (pt opp X)) (pos ((pt 1 1) / (pt 0 1))) (mark {X}) (htype 7))"
        " (do our {2} (home (null))))))",
        "(rule (on r))",
    )
    assert [(one.action, one.number, one.region) for one in base.directives(SEEN)] == [
        ("htype", 7, None),
        ("home", None, ()),
    ]


@pytest.mark.parametrize(
    ("arc", "target"),
    [
        ("(arc (pt 0 0) 10 5 0 360)", None),
        ("(arc (pt 0 0) 0 -5 0 360)", None),
        ("(reg (arc (pt 0 0) 10 5 0 360) (pt 3 4))", (3.0, 4.0)),
        ("(arc (pt 0 0) -20 5 0 90)", (0.0, 2.0)),  # number 2 stands at (-10, 2)
    ],
)
def test_nobody_is_sent_to_a_place_outside_of_the_region(
    arc: str, target: tuple[float, float] | None
) -> None:
    base = rule_base(
        f"(define (definerule r direc ((true) (do our {{2}} (pos {arc})))))", "(rule (on r))"
    )
    found = base.table([SEEN], slots=1).target[0, 1, 0]
    if target is None:
        assert np.isnan(found).all()
        assert base.directives(SEEN)[0].region == ()
    else:
        np.testing.assert_allclose(found, target, atol=1e-9)


def test_a_set_with_0_is_all_players_whatever_its_variables() -> None:
    base = rule_base(
        "(define (definerule r direc ((true) (do our {0 X} (hold)))))", "(rule (on r))"
    )
    assert orders(base) == [("r", "hold", tuple(range(1, 12)))]


def test_arrays_of_what_players_are_to_follow() -> None:
    base = rule_base(
        "(define (definerule r direc ((time > 99)"
        " (do our {2 3} (pos (rec (pt 0 0) (pt 10 10))) (mark {7 11}))"
        " (dont our {3} (htype 4))"
        " (do opp {2} (hold))))"
        " (definerule m model ((true) (do our {2} (hold)))))",
        "(rule (on all))",
    )
    early = clang.Situation(time=3)
    table = base.table([SEEN, early], slots=2)
    assert table.counts.tolist() == [[0, 2, 3, *[0] * 8], [0] * 11]
    pos, mark = clang.KINDS.index("pos"), clang.KINDS.index("mark")
    assert table.kind[0, 1:3].tolist() == [[pos, mark], [pos, mark]]
    assert (table.kind[0, [0, *range(3, 11)]] == -1).all()
    assert (table.kind[1] == -1).all()
    assert table.target[0, 1, 0].tolist() == [0, 2]  # number 2 stands at (-10, 2)
    assert np.isnan(table.target[0, 1, 1]).all()
    assert table.unums[0, 1].tolist() == [0, 1 << 7 | 1 << 11]
    wide = base.table([SEEN], slots=3)
    assert (wide.positive[0, 2].tolist(), wide.number[0, 2, 2]) == ([True, True, False], 4)
    with pytest.raises(ValueError, match="slots"):
        base.table([SEEN], slots=0)
    wrong: Any = [SEEN, 5]
    with pytest.raises(ValueError, match=r"^situations\[1\]: must be a Situation, not int"):
        base.table(wrong)
    with pytest.raises(ValueError, match=r"^situations: must be a list of situations, not 5"):
        base.table(wrong[1])


def test_parts_deep_inside_each_other_end() -> None:
    base = clang.RuleBase()
    for level in range(400):
        base.hear(f'(define (definec "c{level}" (not "c{level + 1}")))')
    base.hear('(define (definec "c400" (true)) (definerule r direc ("c0" (do our {1} (hold)))))')
    base.hear("(rule (on r))")
    assert base.directives(SEEN) == []
    assert base.problems == ("rule r: parts are nested more than 250 deep",)
    base.hear('(define (definerule r direc ("c301" (do our {1} (hold)))))')
    base.hear("(rule (on r))")
    assert orders(base) == []  # negated an odd number of times
    base.hear('(define (definerule r direc ("c300" (do our {1} (hold)))))')
    base.hear("(rule (on r))")
    assert orders(base) == [("r", "hold", (1,))]


@pytest.mark.parametrize("seed", range(100, 110))
def test_rules_apply_where_their_conditions_hold(seed: int) -> None:
    """Random rule bases, including conditions of outer rules, against the plain evaluation."""
    random = Random(seed)
    drawn = random.definitions(room=6)
    names = Names({"C": drawn.named_condition}, {"R": drawn.named_region})
    texts = []
    tests = {}
    for number in range(20):
        random.room = random.random.randint(0, 8)
        outer, inner = random.condition(), random.condition()
        texts.append(f"(definerule r{number} direc ({outer} ({inner} (do our {{0}} (hold)))))")
        tests[f"r{number}"] = [made(outer), made(inner)]
    base = clang.RuleBase()
    base.hear(clang.DefineMessage(drawn.all))
    base.hear("(define " + " ".join(texts) + ")")
    base.hear("(rule (on all))")
    met = 0
    for _ in range(20):
        seen = random.situation()
        expected = []
        for name in tests:
            bound: dict[str, frozenset[int]] = {}
            if all(holds(test, seen, bound, names) is True for test in tests[name]):
                expected.append(name)
        met += len(expected)
        assert [one.rule for one in base.directives(seen)] == expected
    assert met > 0


def made(text: str) -> clang.Condition:
    message = clang.parse(f'(define (definec "A" {text}))')
    assert isinstance(message, clang.DefineMessage)
    definition = message.definitions[0]
    assert isinstance(definition, clang.DefineCondition)
    return definition.condition
