"""S-expressions as received from the network."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rcssgym.policy.agent import ProtocolError
from rcssgym.policy.agent.sexpr import DEEPEST, Expression, parse

ATOMS = st.text(st.characters(exclude_characters="()", exclude_categories=["Z", "C"]), min_size=1)
LISTS: st.SearchStrategy[Expression] = st.recursive(
    st.lists(ATOMS), lambda inner: st.lists(ATOMS | inner), max_leaves=8
)


def text_of(expression: "str | Expression") -> str:
    if isinstance(expression, str):
        return expression
    return f"({' '.join(text_of(part) for part in expression)})"


@settings(max_examples=50, deadline=None)
@given(st.lists(LISTS, max_size=4))
def test_reads_what_is_written(expressions: list[Expression]) -> None:
    message = "".join(text_of(expression) for expression in expressions)
    assert parse(message.encode()) == expressions


@given(st.binary(max_size=60))
def test_never_fails_otherwise(message: bytes) -> None:
    with suppress(ProtocolError):
        assert isinstance(parse(message), list)


def test_signs_of_lisp_are_letters_here() -> None:
    assert parse(b"(tl o'neil;#|)(q \"a nil t)") == [["tl", "o'neil;#|"], ["q", '"a', "nil", "t"]]


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        (b"(time (now 1)", "leaves a list open"),
        (b"(time))", "closes more lists"),
        (b"time", "bare 'time'"),
        (b"(" * (DEEPEST + 2), f"deeper than {DEEPEST}"),
    ],
)
def test_refuses(message: bytes, complaint: str) -> None:
    with pytest.raises(ProtocolError, match=complaint):
        parse(message)


def test_complaints_are_short() -> None:
    with pytest.raises(ProtocolError) as raised:
        parse(b"(" + b"x " * 100_000)
    assert len(str(raised.value)) < 200
