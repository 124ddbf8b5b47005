"""Half field offense: attack one goal, as in LARG's HFO."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np

from rcssgym.envs.checks import checked_count, checked_flag, is_choice
from rcssgym.envs.discs.others import Others
from rcssgym.envs.discs.task import ActionMode, DiscTask, checked_size
from rcssgym.envs.talk import with_talk
from rcssgym.envs.terms import Terms, term
from rcssgym.errors import ArgumentError

Features = Literal["low", "high", "chances"]
Reward = Literal["goal", "shaped"]
Actions = Literal["low", "mid", "high", "all"] | tuple[str, ...]

STATUSES = {"goal": 1, "captured": 2, "out": 3, "time": 4}
"""Ends of trials, by HFO's status codes."""
FEATURES: dict[str, tuple[str, ...]] = {
    "low": ("half_field_low",),
    "high": ("half_field_high",),
    "chances": (
        "disc_self",
        "disc_ball",
        "disc_players",
        "disc_goals",
        "disc_number",
        "disc_race",
        "disc_chances",
    ),
}
"""Terms of the observation by the name of the feature set."""
REWARDS = ("goal", "shaped")
"""Known rewards."""
_CHOICES: dict[str, Collection[str]] = {"features": FEATURES, "reward": REWARDS}
MOST_CYCLES = 2**53 - 1
"""Largest number of cycles of a trial that the core takes."""
FARTHEST = (52.5**2 + 68.0**2) ** 0.5
"""The largest distance on the field, m."""

ATTACK: dict[str, tuple[str, ...]] = {
    "low": ("dash", "turn", "kick"),
    "mid": ("kick_to", "move_to", "dribble_to", "intercept"),
    "high": ("move", "shoot", "pass", "dribble", "go_to_ball", "reorient"),
}
"""Acts of attackers, by their level."""
DEFENCE: dict[str, tuple[str, ...]] = {
    "low": ("dash", "turn", "tackle"),
    "mid": ("move_to", "intercept"),
    "high": (
        "move",
        "catch",
        "reduce_angle_to_goal",
        "mark_player",
        "defend_goal",
        "go_to_ball",
        "reorient",
    ),
}
"""Acts of defenders."""
NOT_FOR_ATTACK = ("tackle", "catch", "reduce_angle_to_goal", "defend_goal", "mark_player")
NOT_FOR_DEFENCE = ("kick", "kick_to", "dribble_to", "dribble", "shoot", "pass")


def acts_of(actions: Actions, *, defends: bool) -> tuple[str, ...]:
    """Return the acts of a level, or the given acts.

    Raises :class:`ArgumentError` for an unknown level, and for acts that HFO does not allow
    attackers, or defenders.
    """
    levels = DEFENCE if defends else ATTACK
    if isinstance(actions, str):
        if actions == "all":
            return tuple(name for level in levels.values() for name in level)
        if actions not in levels:
            known = ", ".join((*levels, "all"))
            raise ArgumentError(f"actions: {actions!r} is none of {known}, and no tuple of acts")
        return levels[actions]
    if not isinstance(actions, Sequence):
        raise ArgumentError(f"actions: {actions!r} is neither a level nor a tuple of acts")
    for name in actions:
        if name in (NOT_FOR_DEFENCE if defends else NOT_FOR_ATTACK):
            whom = "defenders" if defends else "attackers"
            raise ArgumentError(f"actions: {name!r} is not for {whom}")
    return tuple(actions)


class HalfField(DiscTask):
    """Attack the right goal with teammates against defenders, on half of the pitch; or defend it.

    :param offense: number of attackers, 1 to 11.
    :param defense: number of defenders including their goalie, 0 to 11.
    :param defends: whether the learner plays in the defence; otherwise it plays in the offence.
    :param numbers: uniform numbers of the players whom the learner commands.
    :param others: what all other players do.
    :param teammates: what the learner's teammates do, if not ``others``.
    :param opponents: what the other team does, if not ``others``.
    :param actions: acts of HFO's ``"low"``, ``"mid"`` or ``"high"`` level, ``"all"`` of them, or
        names of acts.
    :param features: HFO's ``"low"`` or ``"high"``-level features; or ``"chances"``: what players of
        whole games see, when each player reaches the ball, and what can be done with it.
    :param reward: ``"goal"``: 1 for a goal, -1 for every other end; ``"shaped"``: how much the
        player's distance to the ball shrinks, plus 3 times how much the ball's distance to the goal
        shrinks, both as shares of the largest distance; 1 for the first kick, 5 for a goal
        (Hausknecht and Stone, 2016). For defenders all signs are reversed except that of coming
        nearer to the ball.
    :param frames_per_trial: maximum number of cycles in a trial, by default 1000.
    :param untouched_time: maximum number of cycles without a touch of the ball, by default 100.
    :param on_ball: number of the attacker who starts on the ball; if no attacker has that number,
        a random one starts on the ball; 0: all attackers start around it.
    :param say: whether the players commanded by the learner or by policies talk; or the maximum
        number of units of the say codec per action, 0 to 4.

    A subclass may set other defaults as class attributes.
    """

    keeps_play_on = True
    max_episode_steps = None
    server_params: Mapping[str, Any] = {"use_offside": False, "back_passes": False}
    size: ClassVar[tuple[int, int]] = (1, 0)
    """Default numbers of attackers and defenders; the attributes below are defaults, too."""
    defends = False
    """Whether the learner plays in the defence."""
    actions: Actions = "low"
    """What the learner's players can do."""
    features: Features = "low"
    """What is observed."""
    reward: Reward = "goal"
    """What is rewarded."""
    frames_per_trial = 1000
    """Maximum number of cycles in a trial."""
    untouched_time = 100
    """Maximum number of cycles without a touch of the ball."""
    on_ball = 0
    """Number of the attacker who starts on the ball."""
    _fixed = DiscTask._fixed | {"actions", "defends", "features", "size"}
    _shaping = DiscTask._shaping | {"actions", "defends", "features", "size"}

    def __init__(
        self,
        offense: int | None = None,
        defense: int | None = None,
        *,
        defends: bool | None = None,
        numbers: Sequence[int] = (1,),
        others: Others = "scripted",
        teammates: Others | None = None,
        opponents: Others | None = None,
        actions: Actions | None = None,
        features: Features | None = None,
        reward: Reward | None = None,
        frames_per_trial: int | None = None,
        untouched_time: int | None = None,
        on_ball: int | None = None,
        say: bool | int = False,
    ) -> None:
        self.defends = checked_flag("defends", self._or_default("defends", defends))
        self.players = (
            checked_size("offense", self.size[0] if offense is None else offense, 1),
            checked_size(
                "defense", self.size[1] if defense is None else defense, int(self.defends)
            ),
        )
        first = self.players[0] if self.defends else 0
        listed = _numbers(numbers, self.players[int(self.defends)])
        self.commanded = tuple(first + number - 1 for number in listed)
        self.goalies = (False, True)
        self.teammates = others if teammates is None else teammates
        self.opponents = others if opponents is None else opponents
        self.actions = self._or_default("actions", actions)
        self.action_mode = acts_of(self.actions, defends=self.defends)
        self.features = self._or_default("features", features)
        self.reward = self._or_default("reward", reward)
        self.frames_per_trial = self._or_default("frames_per_trial", frames_per_trial)
        self.untouched_time = self._or_default("untouched_time", untouched_time)
        self.on_ball = self._or_default("on_ball", on_ball)
        self.say = say
        super().__init__()

    def _checked(self, name: str, value: Any) -> Any:
        if name in _CHOICES:
            return _one_of(name, value, _CHOICES[name])
        if name in ("frames_per_trial", "untouched_time"):
            return checked_count(name, value, MOST_CYCLES)
        if name == "on_ball":
            return checked_count(name, value, least=0)
        return super()._checked(name, value)

    def action_mode_of(self, player: int) -> ActionMode:
        """Return the learner's acts, and those of the same level for the other team's players."""
        is_defender = player >= self.players[0]
        if is_defender == self.defends:
            return self.action_mode
        level = self.actions if isinstance(self.actions, str) else "low"
        return acts_of(level, defends=is_defender)

    def declare(self) -> Terms:
        """Return HFO's features and its ends."""
        ends = {name: term("half_field_is", status=n) for name, n in STATUSES.items()}
        sign = -1.0 if self.defends else 1.0
        rewards: dict[str, Any] = {
            name: term("half_field_is", sign if name == "goal" else -sign, status=n)
            for name, n in STATUSES.items()
        }
        if self.reward == "shaped":
            rewards = {
                "nearing": term("half_field_nearing", 1.0 / FARTHEST),
                "advance": term("half_field_advance", 3.0 * sign / FARTHEST),
                "kick": "first_kick",
                "goal": term("half_field_is", 5.0 * sign, status=STATUSES["goal"]),
            }
        trial = term("half_field", steps=self.frames_per_trial, untouched=self.untouched_time)
        observations, processes = with_talk(FEATURES[self.features], (trial,), self.say)
        return Terms(
            observations=observations,
            rewards=rewards,
            ends=tuple(ends.values()),
            measures={
                "is_success" if name == self._success() else f"is_{name}": use
                for name, use in ends.items()
            },
            processes=processes,
            start=(term("half_field_start", on_ball=self.on_ball),),
            privileged=(),
        )

    def _success(self) -> str:
        return "captured" if self.defends else "goal"


def _numbers(numbers: Any, most: int) -> list[int]:
    """Return uniform numbers of different players of a team, the lowest first."""
    try:
        listed = [] if isinstance(numbers, str) else list(numbers)
    except TypeError:
        listed = []
    if not listed:
        raise ArgumentError(f"numbers: {numbers!r} is not a list of one player or several")
    for number in listed:
        if not isinstance(number, int | np.integer) or not 1 <= number <= most:
            raise ArgumentError(f"numbers: {number!r} is not from 1 to {most}")
    if listed != sorted(set(listed)):
        raise ArgumentError(f"numbers: {numbers!r} are not different ones in their order")
    return [int(number) for number in listed]


def _one_of(name: str, value: Any, known: Collection[str]) -> Any:
    if not is_choice(value, known):
        raise ArgumentError(f"{name}: there is no {value!r}, only {', '.join(known)}")
    return value


class HFO1v0(HalfField):
    """One attacker and an empty goal."""

    size = (1, 0)


class HFO1v1(HalfField):
    """One attacker against a goalie."""

    size = (1, 1)


class HFO2v1(HalfField):
    """Two attackers against a goalie."""

    size = (2, 1)


class HFO2v2(HalfField):
    """Two attackers against a goalie and a defender."""

    size = (2, 2)


class HFO3v2(HalfField):
    """Three against two."""

    size = (3, 2)


class HFO3v3(HalfField):
    """Three against three."""

    size = (3, 3)


class HFO4v4(HalfField):
    """Four against four."""

    size = (4, 4)


class HFO5v5(HalfField):
    """Five against five."""

    size = (5, 5)
