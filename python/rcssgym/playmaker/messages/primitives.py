"""Primitive actions of players.

Written by ``proto/make_messages.py``.
"""

from dataclasses import dataclass

from rcssgym.playmaker.messages.enums import Side, ViewWidth
from rcssgym.playmaker.messages.message import Message


@dataclass(slots=True)
class Dash(Message):
    power: float = 0.0
    relative_direction: float = 0.0


@dataclass(slots=True)
class Turn(Message):
    relative_direction: float = 0.0


@dataclass(slots=True)
class Kick(Message):
    power: float = 0.0
    relative_direction: float = 0.0


@dataclass(slots=True)
class Tackle(Message):
    power_or_dir: float = 0.0
    foul: bool = False


@dataclass(slots=True)
class Catch(Message):
    pass


@dataclass(slots=True)
class Move(Message):
    x: float = 0.0
    y: float = 0.0


@dataclass(slots=True)
class TurnNeck(Message):
    moment: float = 0.0


@dataclass(slots=True)
class ChangeView(Message):
    view_width: ViewWidth = ViewWidth.NARROW


@dataclass(slots=True)
class PointTo(Message):
    x: float = 0.0
    y: float = 0.0


@dataclass(slots=True)
class PointToOf(Message):
    pass


@dataclass(slots=True)
class AttentionTo(Message):
    side: Side = Side.UNKNOWN
    unum: int = 0


@dataclass(slots=True)
class AttentionToOf(Message):
    pass
