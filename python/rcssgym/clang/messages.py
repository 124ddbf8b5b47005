"""Messages, and the directives, rules and definitions in them."""

from dataclasses import dataclass
from typing import Literal, final

from rcssgym import _core
from rcssgym.clang.actions import Action
from rcssgym.clang.conditions import Condition
from rcssgym.clang.node import Definition, Node
from rcssgym.clang.regions import Player, Region, Team

_MOST = 2**32 - 1
"""The core's largest version."""


class Message(Node):
    """A message of a coach. ``str()`` is what players hear of it from rcssserver."""

    __slots__ = ()

    def __str__(self) -> str:
        return _core.clang_server_text(self)

    @property
    def text(self) -> str:
        """A text that :func:`parse` reads as this message again.

        ``str()`` does not always give such a text: rcssserver rounds numbers to six digits,
        reverses sets, doubles the quotes of conditions, and loses the last point of a quadrangle.
        """
        return _core.clang_text(self)

    @property
    def versions(self) -> tuple[int, int]:
        """The lowest and the highest version of the language for the message.

        (7, 8) means a message that both versions have, or one that needs both, such as advice to
        pass; :meth:`heard_by` distinguishes the two.
        """
        return _core.clang_versions(self)

    def heard_by(self, lowest: int, highest: int) -> bool:
        """Return whether a player who has sent ``(clang (ver lowest highest))`` hears it."""
        lowest, highest = (min(max(version, 0), _MOST) for version in (lowest, highest))
        return _core.clang_heard_by(self, lowest, highest)


# --- directives


class Directive(Node):
    """What some players are to do."""

    __slots__ = ()


@final
@dataclass(frozen=True, slots=True)
class NamedDirective(Directive):
    """A directive that was defined before."""

    name: str


@final
@dataclass(frozen=True, slots=True)
class Do(Directive):
    """``(do our {1 2} ACTION ...)``: these players take one of these actions."""

    team: Team
    players: tuple[Player, ...]
    actions: tuple[Action, ...]


@final
@dataclass(frozen=True, slots=True)
class Dont(Directive):
    """``(dont our {1 2} ACTION ...)``: these players take none of these actions."""

    team: Team
    players: tuple[Player, ...]
    actions: tuple[Action, ...]


# --- rules


class Rule(Node):
    """Directives, and the condition under which they apply."""

    __slots__ = ()


@final
@dataclass(frozen=True, slots=True)
class SimpleRule(Rule):
    """``(CONDITION DIRECTIVE ...)``."""

    condition: Condition
    directives: tuple[Directive, ...]


@final
@dataclass(frozen=True, slots=True)
class NestedRule(Rule):
    """``(CONDITION RULE ...)``: rules under a further condition."""

    condition: Condition
    rules: tuple[Rule, ...]


@final
@dataclass(frozen=True, slots=True)
class NamedRules(Rule):
    """Rules that were defined before; all of them if ``names`` is None."""

    names: tuple[str, ...] | None


# --- parts of messages


@final
@dataclass(frozen=True, slots=True)
class ClearToken(Node):
    """``(clear)``: all earlier info or advice is to be forgotten."""


@final
@dataclass(frozen=True, slots=True)
class RuleToken(Node):
    """``(CYCLES CONDITION DIRECTIVE ...)``: info or advice for this many cycles."""

    lifetime: int
    condition: Condition
    directives: tuple[Directive, ...]


@final
@dataclass(frozen=True, slots=True)
class Activation(Node):
    """``(on NAMES)`` or ``(off NAMES)``: these rules; all of them if ``names`` is None."""

    on: bool
    names: tuple[str, ...] | None


@final
@dataclass(frozen=True, slots=True)
class DefineCondition(Definition):
    """``(definec "NAME" CONDITION)``."""

    name: str
    condition: Condition


@final
@dataclass(frozen=True, slots=True)
class DefineDirective(Definition):
    """``(defined "NAME" DIRECTIVE)``."""

    name: str
    directive: Directive


@final
@dataclass(frozen=True, slots=True)
class DefineRegion(Definition):
    """``(definer "NAME" REGION)``."""

    name: str
    region: Region


@final
@dataclass(frozen=True, slots=True)
class DefineAction(Definition):
    """``(definea "NAME" ACTION)``."""

    name: str
    action: Action


@final
@dataclass(frozen=True, slots=True)
class DefineRule(Definition):
    """``(definerule NAME direc RULE)``: advice; with ``model``, behaviour that was observed."""

    name: str
    mode: Literal["direc", "model"]
    rule: Rule


# --- messages


@final
@dataclass(frozen=True, slots=True)
class MetaMessage(Message):
    """``(meta (ver 8) ...)``: versions of the language that the coach uses."""

    spoken: tuple[float, ...]


@final
@dataclass(frozen=True, slots=True)
class FreeformMessage(Message):
    """``(freeform "...")``: any text of up to 128 characters."""

    content: str


@final
@dataclass(frozen=True, slots=True)
class InfoMessage(Message):
    """``(info ...)``: what the coach has observed."""

    tokens: tuple[ClearToken | RuleToken, ...]


@final
@dataclass(frozen=True, slots=True)
class AdviceMessage(Message):
    """``(advice ...)``: what players are to do."""

    tokens: tuple[ClearToken | RuleToken, ...]


@final
@dataclass(frozen=True, slots=True)
class DefineMessage(Message):
    """``(define ...)``: definitions in their order."""

    definitions: tuple[Definition, ...]


@final
@dataclass(frozen=True, slots=True)
class UnsupportedMessage(Message):
    """``(unsupported_clang)``: heard instead of a message in an unsupported version."""


@final
@dataclass(frozen=True, slots=True)
class RuleMessage(Message):
    """``(rule (on A) (off B) ...)``: rules turned on and off, in their order."""

    activations: tuple[Activation, ...]


@final
@dataclass(frozen=True, slots=True)
class DeleteMessage(Message):
    """``(delete NAMES)``: rules that are not needed any more; all of them if ``names`` is None."""

    names: tuple[str, ...] | None
