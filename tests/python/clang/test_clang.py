"""CLang messages as Python objects. Rust tests beside the parser cover the meaning of texts."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest
import rcssgym
from rcssgym import clang

TEXTS = [
    '(define (definec "Defense" (bowner opp {0})) (definea "Pass7" (pass {7})))',
    '(define (definer "OURHALF" (rec (pt -52.5 -34) (pt 0 34))))',
    '(define (definer "r" (reg (null) "a" (tri (pt 0 0) (pt 1.5 0) (pt ball)))))',
    '(define (definer "r" (arc (pt 0 0) 5 10 0 180)))',
    '(define (definer "r" (quad (pt 0 0) (pt 1 0) (pt 1 1) (pt 0 1 (pt our 5)))))',
    '(define (definer "r" ((pt 1 2) + ((pt opp X) * (pt opp "Y")))))',
    "(define (definerule Rule1 direc ((playm bko) (do our {7} (pos (pt -20 20))))))",
    "(define (definerule nested model ((true) a (b e) ((not (false)) (dont opp {1} (shoot))))))",
    '(define (defined "d" "go") (defined "e" (do our {0} "a" (bto "r" {pdcs}) (bto {1 2}))))',
    "(advice (clear) (100 (true) (do our {2} (mark {9}) (markl {X}) (markl (null)))))",
    '(info (1 (or "c" (ppos our {1 2} 1 2 (pt ball))) (do our {2} (oline (pt -9 0)))))',
    "(advice (-1 (and (unum X {1 2}) (bpos (null))) (do our {X} (hold) (intercept))))",
    "(advice (1 (goal_diff != -1) (do our {1} (tackle {4}) (clear (null)) (dribble (null)))))",
    "(advice (1 (true) (do our {1} (htype -1) (pass (null)))))",
    "(rule (on Rule1) (off (a b)) (on all))",
    "(advice (1 (true) (do our {1} (home (null)))))",
    "(delete (Rule1 Rule2))",
    "(delete all)",
    "(meta (ver 7) (ver 8.05))",
    '(freeform "go on (now)")',
    "(unsupported_clang)",
]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_come_back(text: str) -> None:
    message = clang.parse(text)
    assert message.text == text
    assert clang.parse(message.text) == message
    assert eval(repr(message), vars(clang)) == message
    assert pickle.loads(pickle.dumps(message)) == message
    assert hash(copy.deepcopy(message)) == hash(message)


def test_every_class_is_in_a_text() -> None:
    seen: set[object] = {type(node) for text in TEXTS for node in clang.parse(text).walk()}
    every = set(filter(dataclasses.is_dataclass, vars(clang).values()))
    assert seen == every


@pytest.mark.parametrize("text", TEXTS)
def test_visitors_go_everywhere(text: str) -> None:
    class Count(clang.Visitor):
        visited = 0

        def visit(self, node: clang.Node) -> None:
            self.visited += 1
            super().visit(node)

    count = Count()
    message = clang.parse(text)
    count.visit(message)
    assert count.visited == len(list(message.walk()))


def test_matching() -> None:
    match clang.parse("(advice (9 (true) (do our {2 3} (home (pt 1 2)))))"):
        case clang.AdviceMessage(
            (clang.RuleToken(9, clang.Always(), (clang.Do("our", who, what),)),)
        ):
            assert who == (2, 3)
            assert what == (clang.Home(clang.At(1.0, 2.0)),)
        case other:
            pytest.fail(repr(other))


def test_made_by_hand() -> None:
    rule = clang.SimpleRule(
        clang.And((clang.BallOwner("our", (clang.Variable("X"),)), clang.Never())),
        (clang.Do("our", (clang.Variable("X"), 3), (clang.Shoot(), clang.PassToPlayers((11,)))),),
    )
    message = clang.DefineMessage((clang.DefineRule("go", "direc", rule),))
    text = "(define (definerule go direc ((and (bowner our {X}) (false)) %s)))"
    assert message.text == text % "(do our {X 3} (shoot) (pass {11}))"
    # In rcssserver's forwarded messages, sets are reversed and there are no blanks between actions.
    assert str(message) == text % "(do our {3 X} (shoot)(pass {11}))"
    assert message.versions == (8, 8)
    with pytest.raises(dataclasses.FrozenInstanceError):
        message.definitions = ()  # type: ignore[misc]


def test_who_hears() -> None:
    both, either = (
        clang.parse("(advice (1 (true) (do our {1} (hold))))"),
        clang.UnsupportedMessage(),
    )
    assert both.versions == either.versions == (7, 8)
    assert [both.heard_by(*range_) for range_ in [(7, 7), (8, 8), (7, 8), (1, 9)]] == [
        False,
        False,
        True,
        True,
    ]
    assert [either.heard_by(*range_) for range_ in [(7, 7), (8, 8), (9, 9)]] == [True, True, False]
    assert clang.parse("(delete a)", versions=(8, 9)).versions == (8, 8)
    # Players may declare any numbers.
    assert [either.heard_by(*range_) for range_ in [(-1, 7), (8, 2**40), (-2, -1)]] == [
        True,
        True,
        False,
    ]
    assert clang.parse("(delete a)", versions=(-(2**70), 2**70)).versions == (8, 8)
    with pytest.raises(clang.ClangError, match="version 7 is not heard by versions 8 to 8"):
        clang.parse("(meta (ver 7))", versions=(8, 8))
    for wrong in ((8,), 8, (8, 7), (7, 8.5), None):
        with pytest.raises(rcssgym.ArgumentError, match="versions: must be two whole numbers"):
            clang.parse("(meta (ver 7))", versions=wrong)  # type: ignore[arg-type]


def test_errors_say_where() -> None:
    with pytest.raises(clang.ClangError) as error:
        clang.parse('(define (definec "c" (ture)))')
    assert (error.value.place, error.value.reason) == (22, "expected a condition, found 'ture'")
    assert isinstance(error.value, rcssgym.RcssGymError)
    assert pickle.loads(pickle.dumps(error.value)).place == 22
    with pytest.raises(clang.ClangError) as error:
        clang.parse("(freeform \u00e4\u00f6)")
    assert error.value.place == 10
    escaped = b"(rule (on a\xff))".decode(errors="surrogateescape")
    for read in (clang.parse, clang.RuleBase().hear):
        with pytest.raises(clang.ClangError, match="character 11: expected '\\)', found '\ufffd'"):
            read(escaped)
    for text in (b"(rule (on a))", None, 5):
        with pytest.raises(rcssgym.ArgumentError, match="text: must be a string, not"):
            clang.parse(text)  # type: ignore[arg-type]


WRONG: Any = clang
"""The module without types, for wrong arguments."""


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: WRONG.Rectangle(WRONG.At(1, 2), 5), "Rectangle.opposite: must be a Point, not 5"),
        (lambda: WRONG.Not(WRONG.At(0, 0)), r"Not.condition: must be a Condition, not At\(x=0"),
        (lambda: WRONG.Mark((1, "x")), "Mark.players: must be an integer of 32 bits, not 'x'"),
        (lambda: WRONG.Mark((True,)), "Mark.players: must be an integer of 32 bits, not True"),
        (lambda: WRONG.Mark((2**31,)), "Mark.players: must be an integer of 32 bits"),
        (lambda: WRONG.Mark([1]), r"Mark.players: must be a tuple, not \[1\]"),
        (lambda: WRONG.Union(()), "Union.regions: must not be empty"),
        (lambda: WRONG.At(float("nan"), 0), "At.x: must be a number, not nan"),
        (lambda: WRONG.At("1", 0), "At.x: must be a number, not '1'"),
        (lambda: WRONG.Compare("time", "=", 1), "Compare.sign: must be '<' or .* not '='"),
        (lambda: WRONG.PlayModeIs("kick_off"), "PlayModeIs.mode: must be a play mode"),
        (lambda: WRONG.BallToRegion(WRONG.Null(), "dp"), "BallToRegion.moves: must be letters"),
        (lambda: WRONG.Variable("p1"), "Variable.name: 'p1' is not a name for a rule or variable"),
        (lambda: WRONG.Variable("all"), "Variable.name: 'all' is not a name"),
        (lambda: WRONG.Variable("toolongone"), "Variable.name: 'toolongone' has more than 8"),
        (lambda: WRONG.NamedRegion("a,b"), "NamedRegion.name: 'a,b' is not a name in quotes"),
        (lambda: WRONG.NamedCondition("seven77"), "NamedCondition.name: 'seven77' has more than 6"),
        (lambda: WRONG.FreeformMessage("x" * 129), "FreeformMessage.content: 129 characters"),
        (lambda: WRONG.FreeformMessage('"'), "FreeformMessage.content: '\"' cannot be said"),
        (lambda: WRONG.DeleteMessage("r"), "DeleteMessage.names: must be a tuple, not 'r'"),
        (lambda: WRONG.AdviceMessage((WRONG.Always(),)), "must be a RuleToken or ClearToken"),
    ],
)
def test_what_cannot_be_said_is_not_made(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        make()


def test_very_deep_messages() -> None:
    points = "(pt 1 2)" + "+(pt 1 2)" * 880
    message = clang.parse(f'(define (definer "r" ({points})))')
    assert sum(isinstance(node, clang.At) for node in message.walk()) == 881
    assert message.text.count("(pt 1 2)") == 881

    def nested(depth: int) -> clang.Point:
        point: clang.Point = clang.Ball()
        for _ in range(depth):
            point = clang.Offset(0.0, 0.0, point)
        return point

    nested(1000)
    with pytest.raises(rcssgym.ArgumentError, match="more than 1000 deep"):
        nested(1001)
