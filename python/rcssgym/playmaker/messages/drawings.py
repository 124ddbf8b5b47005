"""Drawings, and text for the debug client.

Written by ``proto/make_messages.py``.
"""

from dataclasses import dataclass, field

from rcssgym.playmaker.messages.agents import RpcVector2D
from rcssgym.playmaker.messages.enums import LoggerLevel
from rcssgym.playmaker.messages.message import Message, unset


@dataclass(slots=True)
class AddText(Message):
    level: LoggerLevel = LoggerLevel.NoneLevel
    message: str = ""


@dataclass(slots=True)
class AddPoint(Message):
    level: LoggerLevel = LoggerLevel.NoneLevel
    point: RpcVector2D = field(default_factory=unset(RpcVector2D))
    color: str = ""


@dataclass(slots=True)
class AddLine(Message):
    level: LoggerLevel = LoggerLevel.NoneLevel
    start: RpcVector2D = field(default_factory=unset(RpcVector2D))
    end: RpcVector2D = field(default_factory=unset(RpcVector2D))
    color: str = ""


@dataclass(slots=True)
class AddArc(Message):
    level: LoggerLevel = LoggerLevel.NoneLevel
    center: RpcVector2D = field(default_factory=unset(RpcVector2D))
    radius: float = 0.0
    start_angle: float = 0.0
    span_angel: float = 0.0
    color: str = ""


@dataclass(slots=True)
class AddCircle(Message):
    level: LoggerLevel = LoggerLevel.NoneLevel
    center: RpcVector2D = field(default_factory=unset(RpcVector2D))
    radius: float = 0.0
    color: str = ""
    fill: bool = False


@dataclass(slots=True)
class AddTriangle(Message):
    level: LoggerLevel = LoggerLevel.NoneLevel
    point1: RpcVector2D = field(default_factory=unset(RpcVector2D))
    point2: RpcVector2D = field(default_factory=unset(RpcVector2D))
    point3: RpcVector2D = field(default_factory=unset(RpcVector2D))
    color: str = ""
    fill: bool = False


@dataclass(slots=True)
class AddRectangle(Message):
    level: LoggerLevel = LoggerLevel.NoneLevel
    left: float = 0.0
    top: float = 0.0
    length: float = 0.0
    width: float = 0.0
    color: str = ""
    fill: bool = False


@dataclass(slots=True)
class AddSector(Message):
    level: LoggerLevel = LoggerLevel.NoneLevel
    center: RpcVector2D = field(default_factory=unset(RpcVector2D))
    min_radius: float = 0.0
    max_radius: float = 0.0
    start_angle: float = 0.0
    span_angel: float = 0.0
    color: str = ""
    fill: bool = False


@dataclass(slots=True)
class AddMessage(Message):
    level: LoggerLevel = LoggerLevel.NoneLevel
    position: RpcVector2D = field(default_factory=unset(RpcVector2D))
    message: str = ""
    color: str = ""


@dataclass(slots=True)
class Log(Message):
    add_text: AddText | None = None
    add_point: AddPoint | None = None
    add_line: AddLine | None = None
    add_arc: AddArc | None = None
    add_circle: AddCircle | None = None
    add_triangle: AddTriangle | None = None
    add_rectangle: AddRectangle | None = None
    add_sector: AddSector | None = None
    add_message: AddMessage | None = None


@dataclass(slots=True)
class DebugClient(Message):
    message: str = ""
