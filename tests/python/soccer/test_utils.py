"""The small helpers for rcsssmj's scripts, compared with rcsssmj's own."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rcssgym import RcssGymError
from rcssgym.utils import geometry
from rcssgym.utils.mjutils import quat_from_axis_angle
from rcssgym.utils.sexpression import MalformedSExpressionError, SExpression

from rcsssmj.utils import geometry as their_geometry  # isort: skip
from rcsssmj.utils.mjutils import quat_from_axis_angle as their_quat  # isort: skip
from rcsssmj.utils.sexpression import MalformedSExpressionError as TheirError  # isort: skip
from rcsssmj.utils.sexpression import SExpression as TheirExpression  # isort: skip

messages = st.text(alphabet="() ab1.-\n\"'", max_size=40).map(str.encode) | st.binary(max_size=30)
numbers = st.floats(-10.0, 10.0)
angles = st.floats(-7.0, 7.0)


def nested(expression: Any) -> Any:
    """Lists of values and lists."""
    if isinstance(expression, bytes | bytearray):
        return expression
    return [nested(element) for element in expression]


def read(kind: Any, error: type[Exception], data: bytes | bytearray) -> Any:
    try:
        return nested(kind.from_array(data))
    except error:
        return "malformed"


@given(data=messages)
@example(data=b"(a (b) c")
@example(data=b"a)b")
@example(data=b"(a b)c)(d")
@example(data=b")")
def test_messages_are_read_alike(data: bytes) -> None:
    for form in (data, bytearray(data)):
        ours = read(SExpression, MalformedSExpressionError, form)
        assert ours == read(TheirExpression, TheirError, form)
        if isinstance(ours, list) and ours and isinstance(ours[0], bytes | bytearray):
            assert type(ours[0]) is type(form)


def test_elements_are_found_alike() -> None:
    data = b"(beam 1.5 -2 (x y)) team 7 (syn)"
    found = []
    for kind in (SExpression, TheirExpression):
        message = kind.from_array(data)
        beam = message.get_expr(0)
        found.append(
            [
                *(len(message), message.get_str(1), message.get_int(2)),
                *(beam.get_float(1), beam.get_float(2), nested(beam[1:]), nested(message[-1])),
                *([*message.values()], [nested(e) for e in message.expressions()]),
                *(b"team" in message, message.index(b"7")),
            ]
        )
        message.append_node().append_value(b"more")
        found[-1].append(nested(message))
        for wrong in (message.get_int, message.get_float):
            with pytest.raises(ValueError, match="team"):
                wrong(1)
        with pytest.raises(IndexError):
            message.get_str(9)
    assert found[0] == found[1]
    assert str(SExpression.from_array(b"(a b)c")) == "[[b'a', b'b'], b'c']"


def test_a_value_is_no_expression() -> None:
    message = SExpression.from_array(b"a (b)")
    with pytest.raises(TypeError, match="element 0 is the value b'a'"):
        message.get_expr(0)
    with pytest.raises(TypeError, match=r"element 1 is the expression \[b'b'\]"):
        message.get_str(1)
    with pytest.raises(RcssGymError, match="not closed"):
        SExpression.from_array(b"(a")


def test_no_depth_is_too_deep() -> None:
    """rcsssmj's reader is recursive, and fails at a depth of some hundred."""
    deep = 20_000
    message = SExpression.from_array(b"(" * deep + b"x" + b")" * deep)
    for _ in range(deep):
        message = message.get_expr(0)
    assert message.get_str(0) == "x"


@given(angle=angles)
def test_turns_about_an_axis(angle: float) -> None:
    for axis in ((0.0, 0.0, 1.0), (0.6, 0.0, -0.8)):
        assert quat_from_axis_angle(axis, angle) == their_quat(axis, angle)


@given(angle=angles, pos=st.tuples(numbers, numbers, numbers), other=angles)
def test_transformations(angle: float, pos: tuple[float, float, float], other: float) -> None:
    turn = quat_from_axis_angle((2 / 3, -2 / 3, 1 / 3), angle)
    a = geometry.to_transformation_matrix(turn, pos)
    b = geometry.to_transformation_matrix(quat_from_axis_angle((0.0, 1.0, 0.0), other), pos[::-1])
    assert np.allclose(a, their_geometry.to_transformation_matrix(turn, pos), atol=1e-12)
    for ours, theirs in (
        (geometry.matrix_4x4_mul(a, b), their_geometry.matrix_4x4_mul(a, b)),
        (geometry.matrix_4x4_transpose(a), their_geometry.matrix_4x4_transpose(a)),
        (
            geometry.transformation_matrix_inverse(a),
            their_geometry.transformation_matrix_inverse(a),
        ),
    ):
        assert np.allclose(ours, theirs, atol=1e-9)
        assert len(ours) == 16
    undone = geometry.matrix_4x4_mul(a, geometry.transformation_matrix_inverse(a))
    assert np.allclose(np.reshape(undone, (4, 4)), np.eye(4), atol=1e-9)
    assert math.isclose(a[3], pos[0])
