"""The say codec in Python."""

import numpy as np
import pytest
import rcssgym
from rcssgym import say

UNITS: list[say.Unit] = [
    say.OurPos(1.5, -3.25),
    say.BallPos(0.0, 20.0, 3),
    say.BallVelocity(2.0, -1.0, 0),
    say.WeHaveBall(0),
    say.OpponentHasBall(11),
    say.PassToPlayer(4),
    say.PassToPoint(-50.0, 30.0),
    say.WantPass(),
    say.OpponentPos(11, 10.0, 10.0, 72),
    say.TeammatePos(1, -10.0, -10.0, 9),
]


@pytest.mark.parametrize("unit", UNITS)
def test_units_come_back(unit: say.Unit) -> None:
    (back,), error = say.decode(say.encode([unit])).units, None
    assert error is None
    assert type(back) is type(unit)
    for name in type(unit).__slots__:
        value, read = getattr(unit, name), getattr(back, name)
        step = {"x": 106 / 73, "y": 68 / 73, "dx": 5.4 / 73, "dy": 5.4 / 73}.get(name, 0.0)
        assert value - step <= read <= value


def test_values_beyond_the_range_of_a_character_are_clipped() -> None:
    for cycles in (-1, -(2**40)):
        assert say.encode([say.BallPos(-99, -99, cycles)]) == "1000"
    for cycles in (72, 73, 2**40):
        assert say.encode([say.BallPos(99, 99, cycles)]) == "1___"


def test_every_kind_is_tested() -> None:
    assert tuple(map(type, UNITS)) == say.KINDS


def test_many_texts_are_read_as_one_by_one() -> None:
    texts = ["0Op1V*554", "", "7u", "77", "3"]
    many = say.decode_many(texts)
    assert many.errors == tuple(say.decode(text).error for text in texts)
    units = [(at, unit) for at, text in enumerate(texts) for unit in say.decode(text).units]
    assert many.text.tolist() == [at for at, _ in units]
    assert [say.KINDS[kind] for kind in many.kind] == [type(unit) for _, unit in units]
    for name in ("player", "x", "y", "cycles"):
        column = [getattr(unit, name, 0) for _, unit in units]
        np.testing.assert_array_equal(getattr(many, name), column)
    assert say.encode_many([[say.WantPass()], []]) == ["7", ""]


def test_texts_end_where_they_cannot_be_read() -> None:
    assert say.decode("7,") == say.Decoded((say.WantPass(),), "character 1: ',' stands for nothing")
    assert say.decode("7u").error == "character 1: there is no type 30"
    assert "ends before its last value" in str(say.decode("71").error)


@pytest.mark.parametrize(
    ("units", "error", "message"),
    [
        ([say.WantPass()] * 12, say.SayError, "12 characters are 2 more than the 10"),
        ([say.PassToPlayer(12)], say.SayError, "unit 0: player 12 is not from 1 to 11"),
        ([say.PassToPlayer(300)], say.SayError, "unit 0: player 300 cannot be said"),
        ([say.PassToPlayer(-1)], say.SayError, "unit 0: player -1 cannot be said"),
        ([say.OurPos(float("inf"), 0)], say.SayError, "unit 0: x is inf"),
        ([say.BallVelocity(0, float("nan"), 1)], say.SayError, "unit 0: dy is NaN"),
        ([say.OurPos("a", 0)], rcssgym.ArgumentError, "unit 0 has no numbers"),  # type: ignore[arg-type]
        ([say.PassToPlayer(1.5)], rcssgym.ArgumentError, "must be an integer"),  # type: ignore[arg-type]
        ([say.OurPos(0, "1")], rcssgym.ArgumentError, "unit 0 has no numbers"),  # type: ignore[arg-type]
        ([say.OurPos(0, b"1")], rcssgym.ArgumentError, "unit 0 has no numbers"),  # type: ignore[arg-type]
        ([say.OurPos(10**400, 0)], rcssgym.ArgumentError, "unit 0 has no numbers"),
        ([3], rcssgym.ArgumentError, "unit 0 must be one of"),
        (say.WantPass(), rcssgym.ArgumentError, r"sequence of units, not WantPass\(\)"),
    ],
)
def test_what_cannot_be_said(units: list[say.Unit], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        say.encode(units)


def test_wrong_texts() -> None:
    with pytest.raises(rcssgym.ArgumentError, match="text: must be a string, not 3"):
        say.decode(3)  # type: ignore[arg-type]
    for texts in ("77", 7, ["7", b"7"]):
        with pytest.raises(rcssgym.ArgumentError, match="texts"):
            say.decode_many(texts)  # type: ignore[arg-type]


def test_bytes_that_are_no_text_stand_for_nothing() -> None:
    text = b"7\xff".decode(errors="surrogateescape")
    decoded = say.decode(text)
    assert decoded.units == (say.WantPass(),)
    assert decoded.error is not None
    assert "character 1" in decoded.error
    assert say.decode_many(np.array([text])).errors == (decoded.error,)


def test_what_was_heard_is_said_again_alike() -> None:
    for text in ("0Op1V*554", "0021235", "2ab38cde", "jf9k7"):
        assert say.encode(say.decode(text).units) == text
