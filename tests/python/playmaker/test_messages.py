import ast
import dataclasses
import importlib.util
import math
import random
import struct
import sys
import typing
from typing import Any

import pytest
from rcssgym import ArgumentError
from rcssgym.playmaker import messages
from rcssgym.playmaker.messages import (
    Ball,
    Dash,
    Message,
    PlayerAction,
    RpcVector2D,
    Say,
    State,
    Turn,
)

from playmaker.interface import PROTO, classes

KINDS: list[type[Message]] = [
    getattr(messages, name)
    for name in messages.__all__
    if dataclasses.is_dataclass(getattr(messages, name))
]


def value(kind: Any, random: random.Random) -> Any:
    """Return a random value of a type that single precision can represent."""
    arguments = typing.get_args(kind)
    if typing.get_origin(kind) is list:
        return [value(arguments[0], random) for _ in range(random.randrange(3))]
    if typing.get_origin(kind) is dict:
        return {random.randrange(-3, 12): value(arguments[1], random) for _ in range(2)}
    if arguments:
        return value(arguments[0], random)
    if dataclasses.is_dataclass(kind):
        return filled(typing.cast(type[Message], kind), random)
    if hasattr(kind, "__members__"):
        return random.choice(list(kind))
    if kind is bool:
        return random.random() < 0.5
    if kind is int:
        return random.choice([0, 1, -1, 1000, -(2**31), 2**31 - 1])
    if kind is float:
        plain = random.uniform(-100.0, 100.0)
        special = [0.0, -0.0, math.inf, -math.inf]
        return struct.unpack("f", struct.pack("f", random.choice([plain, plain, *special])))[0]
    return random.choice(["", "a", "Grüße"])


def filled(kind: type[Message], random: random.Random) -> Message:
    """Return a message with some fields set, and only one of those that exclude each other."""
    own = kind()
    fields = dataclasses.fields(kind)
    choices = [field for field in fields if type(None) in typing.get_args(field.type)]
    chosen = random.choice(choices) if choices else None
    for field in fields:
        if field in choices and field is not chosen:
            continue
        if field is chosen or random.random() < 0.6:
            setattr(own, field.name, value(field.type, random))
    return own


def same(one: Any, other: Any) -> bool:
    """Return whether a message of ours and one of protobuf's have the same content."""
    for field in dataclasses.fields(one):
        ours, theirs = getattr(one, field.name), getattr(other, field.name)
        if isinstance(ours, list):
            if len(ours) != len(theirs):
                return False
            pairs = list(zip(ours, theirs, strict=True))
        elif isinstance(ours, dict):
            if sorted(ours) != sorted(theirs):
                return False
            pairs = [(ours[key], theirs[key]) for key in ours]
        elif ours is None:
            if other.HasField(field.name):
                return False
            continue
        else:
            pairs = [(ours, theirs)]
        for left, right in pairs:
            if dataclasses.is_dataclass(left):
                if not same(left, right):
                    return False
            elif left != right:
                return False
    return True


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_messages_are_those_of_protobuf_itself(kind: type[Message]) -> None:
    theirs = classes()[kind.__name__]
    draw = random.Random(kind.__name__)
    for _ in range(30):
        own = filled(kind, draw)
        data = own.encode()
        read = theirs.FromString(data)
        assert same(own, read)
        assert read.ByteSize() >= 0
        again = kind.decode(read.SerializeToString(deterministic=True))
        assert again == own
        assert kind.decode(data) == own
        # The presence of fields survives, too.
        assert kind.decode(data).encode() == data


def test_every_message_of_the_interface_has_a_class() -> None:
    assert {kind.__name__ for kind in KINDS} == set(classes())


def test_the_modules_are_what_the_script_writes() -> None:
    spec = importlib.util.spec_from_file_location("make", PROTO.with_name("make_messages.py"))
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    sys.modules["make"] = make
    spec.loader.exec_module(make)
    for name, text in make.texts().items():
        written = (make.FOLDER / f"{name}.py").read_text()
        assert ast.dump(ast.parse(written)) == ast.dump(ast.parse(text)), name


def test_golden_bytes() -> None:
    assert Dash(power=100.0, relative_direction=-15.0).encode().hex() == "0d0000c84215000070c1"
    action = PlayerAction(turn=Turn(relative_direction=90.0))
    assert action.encode().hex() == "12050d0000b442"
    assert Ball(heard_position=RpcVector2D(), pos_count=-1).encode().hex() == (
        "220040ffffffffffffffffff01"
    )
    assert State().encode() == b""


def test_unknown_fields_are_passed_over_and_unknown_members_stay_numbers() -> None:
    assert Dash.decode(bytes.fromhex("0d0000c842f8070afa07026162")) == Dash(power=100.0)
    assert messages.ChangeView.decode(bytes.fromhex("0807")).view_width == 7


@pytest.mark.parametrize("data", ["0d0000", "0a05", "08", "ffffffffffffffffffffff", "0b", "07"])
def test_broken_bytes_are_refused(data: str) -> None:
    with pytest.raises(ArgumentError, match="Ball"):
        Ball.decode(bytes.fromhex(data))


def test_wrong_values_are_named() -> None:
    with pytest.raises(ArgumentError, match=r"Dash\.power.*'fast'"):
        Dash(power="fast").encode()  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"Ball\.pos_count.*2147483648"):
        Ball(pos_count=2**31).encode()
    with pytest.raises(ArgumentError, match="dash and turn are both set"):
        PlayerAction(dash=Dash(), turn=Turn()).encode()
    with pytest.raises(ArgumentError, match=r"Say\.ball_message"):
        Say(ball_message=Dash()).encode()  # type: ignore[arg-type]
