"""What a team has been told by its coach, and what of it applies."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import ClangRuleBase
from rcssgym.clang.messages import Message
from rcssgym.clang.regions import Shape, Team
from rcssgym.clang.situation import Side, Situation, State, situation

KINDS: tuple[str, ...] = (
    "pos",
    "home",
    "bto",
    "mark",
    "markl",
    "oline",
    "htype",
    "pass",
    "dribble",
    "clear",
    "shoot",
    "hold",
    "intercept",
    "tackle",
)
"""The language's words for actions, in the order of the numbers that arrays have."""


class Applied(NamedTuple):
    """An action that applies to some players now."""

    source: Literal["direc", "model", "advice", "info"]
    """A rule that advises or one that describes; advice or information for a time."""
    rule: str | None
    """The rule's name."""
    directive: int
    """Which directive it is of: actions of one directive are alternatives."""
    positive: bool
    """``do``, not ``dont``."""
    team: Team
    """Whose players."""
    players: tuple[int, ...]
    """Their numbers."""
    action: str
    """The language's word, one of :data:`KINDS`."""
    region: tuple[Shape, ...] | None
    """The region that the action is about; empty if it is nowhere."""
    unums: tuple[int, ...]
    """Numbers of the players that the action is about."""
    number: int | None
    """The player type of ``htype``."""
    moves: str
    """Ways of ``bto`` with a region, letters of ``pdcs``."""


class Rule(NamedTuple):
    """A rule that has a name."""

    name: str
    mode: Literal["direc", "model"]
    on: bool


class Table(NamedTuple):
    """What players are to follow in S situations: arrays for 11 players with N slots each."""

    kind: NDArray[np.int8]
    """(S, 11, N): place in :data:`KINDS`, -1 for an empty slot."""
    positive: NDArray[np.bool_]
    """(S, 11, N): to be done, not avoided."""
    target: NDArray[np.float64]
    """(S, 11, N, 2): the point of the action's region that is nearest to the player, m; NaN without
    a region."""
    unums: NDArray[np.uint16]
    """(S, 11, N): the players that the action is about, bit ``n`` for number ``n``."""
    number: NDArray[np.int32]
    """(S, 11, N): the player type of ``htype``."""
    counts: NDArray[np.int64]
    """(S, 11): how many actions apply, also if there are fewer slots."""


class RuleBase(ClangRuleBase):
    """What a team has been told by its coach: definitions, rules, advice and information.

    Rules are off when they are defined. A name stands for what it was defined as last, and may be
    used before it is defined: what it is missing for does not apply, and :attr:`problems` tells.

    >>> told = RuleBase()
    >>> told.hear('(define (definerule r direc ((bpos (rec (pt -52 -34) (pt 0 34))) '
    ...           '(do our {2} (home (pt -40 0))))))')
    >>> told.hear("(rule (on r))")
    >>> seen = Situation(ball=(-10, 0), our={2: (-30, 5)})
    >>> [(one.players, one.action) for one in told.directives(seen)]
    [((2,), 'home')]
    """

    __slots__ = ()

    def hear(self, message: Message | str, time: int = 0) -> None:
        """Follow a message that is heard in a cycle.

        Args:
            message: of the coach, as text or as an object.
            time: the cycle; advice and information hold for their lifetime from it on.

        Raises :class:`ClangError` for a text that is none and for a rule that is not defined;
        nothing has changed then.
        """
        self._hear(message, time)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that are defined, in the order in which they were defined first."""
        return tuple(Rule(*rule) for rule in self._rules())

    @property
    def problems(self) -> tuple[str, ...]:
        """Parts of rules that cannot apply, and why."""
        return tuple(self._problems())

    def directives(self, state: State, side: Side = "left") -> list[Applied]:
        """Return what applies in a game as a side sees it.

        What was defined comes first, then what was said for a time. Rules that describe, and
        directives for opponents, are among them.
        """
        applied = self._directives(situation(state, side))
        return [Applied(*_shown(fields)) for fields in applied]

    def table(self, situations: Iterable[Situation], slots: int = 8) -> Table:
        """Return what players are to follow in many situations, as arrays.

        Args:
            situations: S of them, as :func:`situation` makes them.
            slots: actions of a player that there is room for, 1 to 1000.
        """
        return Table(**self._table(list(situations), slots))


def _shown(fields: tuple[Any, ...]) -> Iterable[Any]:
    *start, shapes, unums, number, moves = fields
    region = None if shapes is None else tuple(Shape(kind, tuple(of)) for kind, of in shapes)
    return (*start, region, unums, number, moves)
