"""Half field offense: attack one goal, as in LARG's HFO."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from rcssgym._core import DISC_TEAM as TEAM
from rcssgym.envs.discs.task import DiscTask, Others
from rcssgym.envs.terms import Terms, term
from rcssgym.errors import ArgumentError

STATUSES = {"goal": 1, "captured": 2, "out": 3, "time": 4}
"""How trials end, by HFO's numbers."""
FEATURES = ("low", "high")
"""What can be observed."""
REWARDS = ("goal", "shaped")
"""What can be rewarded."""
FARTHEST = (52.5**2 + 68.0**2) ** 0.5
"""The largest distance on the field, m."""


class HalfField(DiscTask):
    """Score in the right goal, with team mates against defenders, on half of the pitch.

    :param offense: attackers, 1 to 11; number 1 is commanded.
    :param defense: defenders, their goalie included, 0 to 11.
    :param others: what all others do.
    :param features: HFO's ``"low"`` or ``"high"``-level ones.
    :param reward: ``"goal"``: 1 for a goal, -1 for every other end; ``"shaped"``: how much nearer
        one comes to the ball and 3 times how much nearer that comes to the goal, as shares of the
        largest distance, 1 for the first kick, 5 for a goal (Hausknecht and Stone, 2016).
    :param frames_per_trial: cycles of a trial at most.
    :param untouched_time: cycles without a touch of the ball at most.
    :param on_ball: a trial begins with the player on the ball.
    """

    deed = "dash_turn_kick"
    keeps_play_on = True
    max_episode_steps = None
    server_params: Mapping[str, Any] = {"use_offside": False, "back_passes": False}
    size: ClassVar[tuple[int, int]] = (1, 0)
    """Attackers and defenders if nothing else is said."""
    features: Literal["low", "high"] = "low"
    """What is observed."""
    reward: Literal["goal", "shaped"] = "goal"
    """What is rewarded."""
    frames_per_trial = 1000
    """Cycles."""
    untouched_time = 100
    """Cycles."""
    on_ball = False
    """Whether a trial begins with the player on the ball."""

    def __init__(
        self,
        offense: int | None = None,
        defense: int | None = None,
        *,
        others: Others = "still",
        features: Literal["low", "high"] = "low",
        reward: Literal["goal", "shaped"] = "goal",
        frames_per_trial: int = 1000,
        untouched_time: int = 100,
        on_ball: bool = False,
    ) -> None:
        self.players = (
            self.size[0] if offense is None else offense,
            self.size[1] if defense is None else defense,
        )
        for name, size, least in zip(("offense", "defense"), self.players, (1, 0), strict=True):
            if not least <= size <= TEAM:
                raise ArgumentError(f"{name}: {size} players are not from {least} to {TEAM}")
        if features not in FEATURES:
            raise ArgumentError(f"features: there are no {features!r} ones, only low and high")
        if reward not in REWARDS:
            raise ArgumentError(f"reward: there is no {reward!r}, only {', '.join(REWARDS)}")
        self.goalies = (False, True)
        self.others = others
        self.features = features
        self.reward = reward
        self.frames_per_trial = frames_per_trial
        self.untouched_time = untouched_time
        self.on_ball = on_ball
        super().__init__()

    def declare(self) -> Terms:
        """Return HFO's features and its ends."""
        ends = {name: term("half_field_is", status=n) for name, n in STATUSES.items()}
        rewards: dict[str, Any] = {
            name: term("half_field_is", 1.0 if name == "goal" else -1.0, status=n)
            for name, n in STATUSES.items()
        }
        if self.reward == "shaped":
            rewards = {
                "nearing": term("half_field_nearing", 1.0 / FARTHEST),
                "advance": term("half_field_advance", 3.0 / FARTHEST),
                "kick": "first_kick",
                "goal": term("half_field_is", 5.0, status=STATUSES["goal"]),
            }
        trial = term("half_field", steps=self.frames_per_trial, untouched=self.untouched_time)
        return Terms(
            observations=(f"half_field_{self.features}",),
            rewards=rewards,
            ends=tuple(ends.values()),
            measures={
                "is_success" if name == "goal" else f"is_{name}": use for name, use in ends.items()
            },
            processes=(trial,),
            start=(term("half_field_start", on_ball=int(self.on_ball)),),
            privileged=(),
        )


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
