"""CLang, the standard language in which an online coach advises its players.

:func:`parse` reads a text as rcssserver 19 does and returns a :class:`Message`. Messages and all
their parts are frozen dataclasses that can also be made directly. See ``docs/clang.md``.

>>> from rcssgym import clang
>>> message = clang.parse("(rule (on block) (off (high attack)))")
>>> message.activations[1].names
('high', 'attack')
>>> str(clang.DeleteMessage(("high",)))
'(delete high)'
"""

import operator

from rcssgym import _core
from rcssgym.clang.actions import (
    Action,
    BallToPlayers,
    BallToRegion,
    Clear,
    Dribble,
    Hold,
    Home,
    Intercept,
    Mark,
    MarkLaneToPlayers,
    MarkLaneToRegion,
    NamedAction,
    OffsideLine,
    PassToPlayers,
    PassToRegion,
    PlayerType,
    Position,
    Shoot,
    Tackle,
)
from rcssgym.clang.conditions import (
    Always,
    And,
    BallOwner,
    BallPosition,
    Compare,
    Condition,
    NamedCondition,
    Never,
    Not,
    Or,
    PlayerPosition,
    PlayMode,
    PlayModeIs,
    UnumIs,
)
from rcssgym.clang.messages import (
    Activation,
    AdviceMessage,
    ClearToken,
    DefineAction,
    DefineCondition,
    DefineDirective,
    DefineMessage,
    DefineRegion,
    DefineRule,
    DeleteMessage,
    Directive,
    Do,
    Dont,
    FreeformMessage,
    InfoMessage,
    Message,
    MetaMessage,
    NamedDirective,
    NamedRules,
    NestedRule,
    Rule,
    RuleMessage,
    RuleToken,
    SimpleRule,
    UnsupportedMessage,
)
from rcssgym.clang.node import Definition, Node, Visitor
from rcssgym.clang.regions import (
    Arc,
    Arithmetic,
    At,
    Ball,
    NamedRegion,
    Null,
    Offset,
    Player,
    PlayerPoint,
    Point,
    Quadrangle,
    Rectangle,
    Region,
    Shape,
    Team,
    Triangle,
    Union,
    Variable,
)
from rcssgym.clang.rule_base import KINDS, Applied, RuleBase, Table
from rcssgym.clang.situation import Side, Situation, situation
from rcssgym.errors import ArgumentError, ClangError
from rcssgym.surrogates import without_surrogates

__all__ = [
    "KINDS",
    "Action",
    "Activation",
    "AdviceMessage",
    "Always",
    "And",
    "Applied",
    "Arc",
    "Arithmetic",
    "At",
    "Ball",
    "BallOwner",
    "BallPosition",
    "BallToPlayers",
    "BallToRegion",
    "ClangError",
    "Clear",
    "ClearToken",
    "Compare",
    "Condition",
    "DefineAction",
    "DefineCondition",
    "DefineDirective",
    "DefineMessage",
    "DefineRegion",
    "DefineRule",
    "Definition",
    "DeleteMessage",
    "Directive",
    "Do",
    "Dont",
    "Dribble",
    "FreeformMessage",
    "Hold",
    "Home",
    "InfoMessage",
    "Intercept",
    "Mark",
    "MarkLaneToPlayers",
    "MarkLaneToRegion",
    "Message",
    "MetaMessage",
    "NamedAction",
    "NamedCondition",
    "NamedDirective",
    "NamedRegion",
    "NamedRules",
    "NestedRule",
    "Never",
    "Node",
    "Not",
    "Null",
    "Offset",
    "OffsideLine",
    "Or",
    "PassToPlayers",
    "PassToRegion",
    "PlayMode",
    "PlayModeIs",
    "Player",
    "PlayerPoint",
    "PlayerPosition",
    "PlayerType",
    "Point",
    "Position",
    "Quadrangle",
    "Rectangle",
    "Region",
    "Rule",
    "RuleBase",
    "RuleMessage",
    "RuleToken",
    "Shape",
    "Shoot",
    "Side",
    "SimpleRule",
    "Situation",
    "Table",
    "Tackle",
    "Team",
    "Triangle",
    "Union",
    "UnsupportedMessage",
    "UnumIs",
    "Variable",
    "Visitor",
    "parse",
    "situation",
]


def parse(text: str, versions: tuple[int, int] = (7, 8)) -> Message:
    """Read a message as rcssserver 19 does.

    The text may be in a frame as on the network: ``(say MESSAGE)`` from a coach, or
    ``(hear TIME online_coach_left TIME MESSAGE)``.

    :param text: the message, of up to 8154 characters.
    :param versions: lowest and highest version that the reader understands.

    Raises :class:`ClangError`, with position and reason, for a text that rcssserver refuses, and
    for a message that a reader of these versions would not hear; :class:`rcssgym.ArgumentError` for
    anything but a string, and for versions that are not two whole numbers in order.
    """
    lowest, highest = _range(versions)
    if not isinstance(text, str):
        raise ArgumentError(f"text: must be a string, not {text!r}")
    message: Message = _core.clang_parse(without_surrogates(text))
    if not message.heard_by(lowest, highest):
        low, high = message.versions
        about = f"version {low}" if low == high else f"versions {low} and {high}"
        raise ClangError(f"a message of {about} is not heard by versions {lowest} to {highest}", 0)
    return message


def _range(versions: object) -> tuple[int, int]:
    """Return the lowest and the highest version."""
    try:
        lowest, highest = map(operator.index, versions)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        lowest, highest = 1, 0
    if lowest > highest:
        reason = f"must be two whole numbers, the lower one first, not {versions!r}"
        raise ArgumentError(f"versions: {reason}")
    return lowest, highest
