"""Keep the ball from takers in a small field."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.checks import check_choice, checked_number
from rcssgym.envs.discs.others import Others
from rcssgym.envs.discs.task import ActionMode, DiscTask, checked_size
from rcssgym.envs.games.agents import GameTask
from rcssgym.envs.talk import with_talk
from rcssgym.envs.terms import Terms, term
from rcssgym.errors import ArgumentError

STATUSES = {"out": 1, "taken": 2}
"""Ends of episodes."""
UNIT = 10.0
"""Unit of distances in observations, m."""
LONGEST = {"length": 105.0, "width": 68.0}
"""Longest sides of the field: those of the pitch, m."""

Steps = Literal["decisions", "cycles"]
TAKER_ACTS = ("intercept", "go_to_ball", "mark_player", "hold_ball")
"""Acts of takers that a policy commands."""


class Keepaway(DiscTask):
    """Keep the ball from the takers for as long as possible (Stone, Sutton and Kuhlmann, 2005).

    One policy decides for the keeper who has the ball: hold it, or pass it to the nearest, second
    nearest, ... other keeper. An action is a score for each of these, the highest of which is
    chosen. Once begun, a pass goes on until the ball is gone. Keepers without the ball go for it or
    get open by a script.

    :param keepers: number of keepers, 2 to 11, the left team.
    :param takers: number of takers, 1 to 11, the right team.
    :param steps: ``"decisions"``: a step lasts until the next decision, and its reward is the
        number of cycles until then; ``"cycles"``: a step is a cycle with reward 1, and the action
        has an effect only when a keeper has to decide.
    :param opponents: what takers do. ``"scripted"`` and ``Scripted`` takers, of whose settings only
        the effort counts, play by keepaway's own script. Policies use ``TAKER_ACTS`` and observe
        the features of the keeper with the ball.
    :param length: length of the field, m; ``None`` for 20, 25 and 30 with 3, 4 and 5 keepers.
    :param width: width of the field, m; ``None`` for the same as its length.

    Raises :class:`ArgumentError` for other numbers or names, and for a side of the field below 8 m
    or beyond the pitch.
    """

    keeps_play_on = True
    max_episode_steps = None
    server_params: Mapping[str, Any] = {"use_offside": False, "back_passes": False}
    size: ClassVar[tuple[int, int]] = (3, 2)
    """Default numbers of keepers and takers."""
    steps: Steps = "decisions"
    """What a step is."""
    _fixed = DiscTask._fixed | {"length", "observes_own", "size", "steps", "width"}
    _shaping = DiscTask._shaping | {"observes_own", "size"}
    observes_own: ClassVar[bool] = False
    """Whether features are seen from the player's own position, not from that of the keeper with
    the ball."""

    def __init__(
        self,
        keepers: int | None = None,
        takers: int | None = None,
        *,
        steps: Steps | None = None,
        opponents: Others = "scripted",
        length: float | None = None,
        width: float | None = None,
    ) -> None:
        self.players = (
            checked_size("keepers", self.size[0] if keepers is None else keepers, 2),
            checked_size("takers", self.size[1] if takers is None else takers, 1),
        )
        self.goalies = (False, False)
        self.steps = self._or_default("steps", steps)
        self.opponents = opponents
        # 20 m for three keepers, 25 m for four, 30 m for five.
        usual = 5.0 * (self.players[0] + 1)
        self.length = usual if length is None else length
        self.width = self.length if width is None else width
        super().__init__()

    def _checked(self, name: str, value: Any) -> Any:
        if name == "steps":
            check_choice(name, value, ("decisions", "cycles"))
        if name in LONGEST:
            number, longest = checked_number(name, value), LONGEST[name]
            if not 8.0 <= number <= longest:
                raise ArgumentError(f"{name}: {number} m is not from 8 to {longest:g}")
            return number
        return super()._checked(name, value)

    @property
    def steps_until_decision(self) -> bool:
        """Whether a step lasts until the next decision, for ``info["cycles"]`` cycles."""
        return self.steps == "decisions"

    def action_mode_of(self, player: int) -> ActionMode:
        """Return ``"choices"`` for keepers, and the acts of takers that a policy commands."""
        return "choices" if player < self.players[0] else TAKER_ACTS

    def action_numbers(self, player: int) -> int:
        """Return the number of a keeper's choices: hold the ball, or pass to any other keeper."""
        keepers = self.players[0]
        return keepers if player < keepers else super().action_numbers(player)

    @property
    def acts(self) -> tuple[str, ...]:
        """Names of the choices."""
        return ("hold", *(f"pass_{number}" for number in range(1, self.players[0])))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return masks ``(W, K)``, or ``(W, L, K)``, that allow every choice."""
        several = (len(self.commanded),) if len(self.commanded) > 1 else ()
        return np.ones((len(self.worlds), *several, self.players[0]), np.bool_)

    def declare(self) -> Terms:
        """Return the features, and as reward the cycles for which the ball is kept."""
        field = {"length": self.length, "width": self.width}
        ends = {name: term("keepaway_is", status=status) for name, status in STATUSES.items()}
        own = int(self.observes_own)
        observations, processes = with_talk(
            (
                term("keepaway_features", unit=UNIT, own=own),
                *(("keepaway_has_ball",) if own else ()),
            ),
            (term("keepaway", **field),),
            self.say,
        )
        return Terms(
            observations=observations,
            rewards={"cycles": "keepaway_cycles"},
            ends=tuple(ends.values()),
            measures={
                **{f"is_{name}": use for name, use in ends.items()},
                "cycles": "keepaway_cycles",
                "duration": "keepaway_age",
            },
            processes=processes,
            start=(term("keepaway_start", **field),),
            privileged=(),
        )

    def _declaration(self, *, begins: bool) -> dict[str, Any]:
        plan = self.length, self.width, self.steps_until_decision
        return {**super()._declaration(begins=begins), "keepaway": plan}


class KeepawayGame(GameTask, Keepaway):
    """The same with an agent for each keeper, who chooses when it has the ball.

    An agent's features are as if it had the ball; one more is 1 if it has the ball and -1 if not.
    All agents get the same reward.

    :param say: whether keepers talk; or the maximum number of units of the say codec per action,
        0 to 4.
    """

    observes_own = True
    _fixed = Keepaway._fixed | {"agents", "left_agents"}
    _of_a_step: ClassVar[tuple[str, ...]] = (*DiscTask._of_a_step, "total_by_agent")

    def __init__(
        self,
        keepers: int | None = None,
        takers: int | None = None,
        *,
        say: bool | int = False,
        **options: Any,
    ) -> None:
        self.say = say
        self.left_agents = checked_size("keepers", self.size[0] if keepers is None else keepers, 2)
        self.commanded = tuple(range(self.left_agents))
        self.agents = tuple(f"left_{number + 1}" for number in range(self.left_agents))
        super().__init__(keepers, takers, **options)


class Keepaway3v2(Keepaway):
    """Three keepers against two takers."""

    size = (3, 2)


class Keepaway4v3(Keepaway):
    """Four keepers against three takers."""

    size = (4, 3)


class Keepaway5v4(Keepaway):
    """Five keepers against four takers."""

    size = (5, 4)


class KeepawayGame3v2(KeepawayGame):
    """Three keepers against two takers, an agent for each keeper."""

    size = (3, 2)


class KeepawayGame4v3(KeepawayGame):
    """Four keepers against three takers, an agent for each keeper."""

    size = (4, 3)


class KeepawayGame5v4(KeepawayGame):
    """Five keepers against four takers, an agent for each keeper."""

    size = (5, 4)
