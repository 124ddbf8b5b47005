"""Conditions: descriptions of the game that are true or false."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, final

from rcssgym._core import clang_holds
from rcssgym.clang.node import Node
from rcssgym.clang.regions import Bindings, Definitions, Player, Region, Team, Variable
from rcssgym.clang.situation import Side, State, situation

PlayMode: TypeAlias = Literal[
    "bko",
    "time_over",
    "play_on",
    "ko_our",
    "ko_opp",
    "ki_our",
    "ki_opp",
    "fk_our",
    "fk_opp",
    "ck_our",
    "ck_opp",
    "gk_our",
    "gk_opp",
    "gc_our",
    "gc_opp",
    "ag_our",
    "ag_opp",
]
"""Before kick-off, the end, play on; and for a team: kick-off, kick-in, free kick, corner kick,
goal kick, catch by the goalie, after a goal."""
Quantity: TypeAlias = Literal["time", "our_goals", "opp_goals", "goal_diff"]
Sign: TypeAlias = Literal["<", "<=", "==", "!=", ">=", ">"]


class Condition(Node):
    """A description of the game."""

    __slots__ = ()

    def holds(
        self,
        state: State,
        side: Side = "left",
        bindings: Bindings | None = None,
        definitions: Definitions = None,
    ) -> bool:
        """Return whether the condition holds in a game as seen by a side.

        If a condition is about a player who does not play, or about the position of a variable that
        is not bound to exactly one player, neither the condition nor its negation holds.

        :param state: a 2D or 3D game, or a :class:`Situation`.
        :param side: whose coach speaks, ``"left"`` or ``"right"``.
        :param bindings: numbers for variables, by name. If the condition holds, its own bindings
            are added: every variable of a set becomes those numbers for which the condition is
            true.
        :param definitions: definitions of names.

        Raises :class:`ClangError` for a name that is not defined.
        """
        known = clang_holds(self, situation(state, side), bindings, definitions)
        if known is None:
            return False
        if bindings is not None:
            bindings.update(known)
        return True


@final
@dataclass(frozen=True, slots=True)
class Always(Condition):
    """``(true)``."""


@final
@dataclass(frozen=True, slots=True)
class Never(Condition):
    """``(false)``."""


@final
@dataclass(frozen=True, slots=True)
class NamedCondition(Condition):
    """A condition that was defined before, whose name has at most 6 characters."""

    name: str


@final
@dataclass(frozen=True, slots=True)
class PlayerPosition(Condition):
    """``(ppos our {1 2} 1 2 REGION)``: so many of these players are in a region.

    Their number is from ``minimum`` to ``maximum``.
    """

    team: Team
    players: tuple[Player, ...]
    minimum: int
    maximum: int
    region: Region


@final
@dataclass(frozen=True, slots=True)
class BallPosition(Condition):
    """``(bpos REGION)``: the ball is in a region."""

    region: Region


@final
@dataclass(frozen=True, slots=True)
class BallOwner(Condition):
    """``(bowner our {0})``: one of these players was the last who could kick the ball."""

    team: Team
    players: tuple[Player, ...]


@final
@dataclass(frozen=True, slots=True)
class PlayModeIs(Condition):
    """``(playm play_on)``."""

    mode: PlayMode


@final
@dataclass(frozen=True, slots=True)
class And(Condition):
    """``(and A B ...)``."""

    conditions: tuple[Condition, ...]


@final
@dataclass(frozen=True, slots=True)
class Or(Condition):
    """``(or A B ...)``."""

    conditions: tuple[Condition, ...]


@final
@dataclass(frozen=True, slots=True)
class Not(Condition):
    """``(not A)``."""

    condition: Condition


@final
@dataclass(frozen=True, slots=True)
class Compare(Condition):
    """``(time > 20)``: cycles, goals or their difference against a constant."""

    quantity: Quantity
    sign: Sign
    value: int


@final
@dataclass(frozen=True, slots=True)
class UnumIs(Condition):
    """``(unum X {1 2})``: the variable is one of these players; if unbound, it is bound to them.

    In quotes, its name has at most 6 characters.
    """

    variable: Variable
    players: tuple[Player, ...]
