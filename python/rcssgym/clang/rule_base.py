"""The coach's messages to a team, and the rules among them that apply."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import ClangRuleBase
from rcssgym.clang.messages import Message
from rcssgym.clang.regions import Shape, Team
from rcssgym.clang.situation import Side, Situation, State, situation
from rcssgym.errors import ArgumentError
from rcssgym.surrogates import without_surrogates

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
"""The language's words for actions; arrays have indices into this."""


class Applied(NamedTuple):
    """An action that applies to some players now."""

    source: Literal["direc", "model", "advice", "info"]
    """Source: a rule that advises or one that describes; or temporary advice or information."""
    rule: str | None
    """The rule's name."""
    directive: int
    """Index of its directive: actions of one directive are alternatives."""
    positive: bool
    """True for ``do``, false for ``dont``."""
    team: Team
    """Team of the players."""
    players: tuple[int, ...]
    """Numbers of the players."""
    action: str
    """The language's word, one of :data:`KINDS`."""
    region: tuple[Shape, ...] | None
    """The region that the action is about; empty if it is nowhere."""
    unums: tuple[int, ...]
    """Numbers of the players that the action is about."""
    number: int | None
    """The player type of ``htype``."""
    moves: str
    """Allowed moves of ``bto`` with a region, letters of ``pdcs``."""


class Rule(NamedTuple):
    """A named rule."""

    name: str
    mode: Literal["direc", "model"]
    on: bool


class Table(NamedTuple):
    """Directives for players in S situations: arrays for 11 players with N slots each."""

    kind: NDArray[np.int8]
    """(S, 11, N): index into :data:`KINDS`, -1 for an empty slot."""
    positive: NDArray[np.bool_]
    """(S, 11, N): true if the action is to be done, false if it is to be avoided."""
    target: NDArray[np.float64]
    """(S, 11, N, 2): the point of the action's region that is nearest to the player, m; NaN without
    a region."""
    unums: NDArray[np.uint16]
    """(S, 11, N): the players that the action is about, bit ``n`` for number ``n``."""
    number: NDArray[np.int32]
    """(S, 11, N): the player type of ``htype``."""
    counts: NDArray[np.int64]
    """(S, 11): number of actions that apply, even if there are fewer slots."""


class RuleBase(ClangRuleBase):
    """What a team's coach has said: definitions, rules, advice and information.

    Rules are off when they are defined. A name has its latest definition. It may be used before it
    is defined; until then, parts that use it do not apply, and :attr:`problems` lists them.

    >>> rules = RuleBase()
    >>> rules.hear('(define (definerule r direc ((bpos (rec (pt -52 -34) (pt 0 34))) '
    ...           '(do our {2} (home (pt -40 0))))))')
    >>> rules.hear("(rule (on r))")
    >>> seen = Situation(ball=(-10, 0), our={2: (-30, 5)})
    >>> [(one.players, one.action) for one in rules.directives(seen)]
    [((2,), 'home')]
    """

    __slots__ = ()

    def hear(self, message: Message | str, time: int = 0) -> None:
        """Process a message that is heard in a cycle.

        :param message: message of the coach, as text or as an object.
        :param time: the cycle, at which the lifetime of advice and information starts.

        Raises :class:`ClangError` for a text that is not a message and for a rule that is not
        defined; nothing changes in that case.
        """
        self._hear(without_surrogates(message) if isinstance(message, str) else message, time)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The defined rules, in the order of their first definitions."""
        return tuple(Rule(*rule) for rule in self._rules())

    @property
    def problems(self) -> tuple[str, ...]:
        """Parts of rules that cannot apply, and why."""
        return tuple(self._problems())

    def directives(self, state: State, side: Side = "left") -> list[Applied]:
        """Return the actions that apply in a game as seen by a side.

        Defined rules come first, then temporary advice and information. Rules that describe, and
        directives for opponents, are included.
        """
        applied = self._directives(situation(state, side))
        return [Applied(*_shown(fields)) for fields in applied]

    def table(self, situations: Iterable[Situation], slots: int = 8) -> Table:
        """Return what players are to follow in many situations, as arrays.

        :param situations: S situations, as :func:`situation` returns them.
        :param slots: maximum number of actions per player, 1 to 1000.

        Raises :class:`ArgumentError` for anything but situations, and for other numbers of slots.
        """
        if not isinstance(situations, Iterable):
            raise ArgumentError(f"situations: must be a list of situations, not {situations!r}")
        listed = list(situations)
        for index, one in enumerate(listed):
            if not isinstance(one, Situation):
                raise ArgumentError(
                    f"situations[{index}]: must be a Situation, not {type(one).__name__}"
                )
        return Table(**self._table(listed, slots))


def _shown(fields: tuple[Any, ...]) -> Iterable[Any]:
    *start, shapes, unums, number, moves = fields
    region = None if shapes is None else tuple(Shape(kind, tuple(of)) for kind, of in shapes)
    return (*start, region, unums, number, moves)
