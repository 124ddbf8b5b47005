"""Small scenes of an attack, as in Google Research Football's academy (Kurach et al., 2020)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rcssgym.envs.checks import checked_number
from rcssgym.envs.discs.half_field import STATUSES, Actions, HalfField
from rcssgym.envs.terms import Terms, term

Places = tuple[tuple[float, float], ...]


class Academy(HalfField):
    """Score from a scene, with HFO's actions, features and other players.

    :param checkpoint: reward for each of ten circles around the goal, paid when the team first has
        the ball inside that circle; a goal pays all remaining ones.
    :param about: players start at most this far from their places, m.
    :param options: those of :class:`HalfField`, except the number of players and the reward.

    The reward is 1 for a goal, plus checkpoints. A trial ends with a goal, when an opponent plays
    the ball, when the ball goes out, or after ``frames_per_trial`` cycles.
    """

    ball: ClassVar[tuple[float, float]]
    """Initial position of the ball, m."""
    attackers: ClassVar[Places]
    """Initial positions of attackers, m. The first is number 1, the commanded player."""
    defenders: ClassVar[Places] = ()
    """Initial positions of defenders, m, the goalie first."""
    checkpoint = 0.1
    """Reward for each checkpoint."""
    about = 1.0
    """Largest distance of players from their places at the start, m."""
    frames_per_trial = 400
    """Maximum number of cycles in a trial."""

    def __init__(
        self,
        *,
        checkpoint: float | None = None,
        about: float | None = None,
        frames_per_trial: int | None = None,
        actions: Actions | None = None,
        numbers: Sequence[int] = (1,),
        **options: Any,
    ) -> None:
        self.checkpoint = checked_number("checkpoint", self._or_default("checkpoint", checkpoint))
        self.about = checked_number("about", self._or_default("about", about))
        frames_per_trial = self._or_default("frames_per_trial", frames_per_trial)
        super().__init__(
            len(self.attackers),
            len(self.defenders),
            frames_per_trial=frames_per_trial,
            untouched_time=frames_per_trial,
            actions=actions,
            numbers=numbers,
            **options,
        )
        self.goalies = (False, len(self.defenders) > 0)

    def declare(self) -> Terms:
        """Return HFO's features and ends, with a scene and checkpoints."""
        terms = super().declare()
        places = [self.ball, *self.attackers, *self.defenders]
        trial = term(
            "half_field",
            steps=self.frames_per_trial,
            untouched=self.untouched_time,
            left=-52.5,
        )
        return replace(
            terms,
            rewards={
                "goal": term("half_field_is", status=STATUSES["goal"]),
                "checkpoints": term("checkpoints_gained", self.checkpoint),
            },
            measures={**terms.measures, "checkpoints": "checkpoints_passed"},
            processes=(trial, "checkpoints", *terms.processes[1:]),
            start=(
                term(
                    "disc_scene",
                    places=[number for place in places for number in place],
                    about=self.about,
                ),
            ),
        )


class EmptyGoal(Academy):
    """One player with the ball in front of an empty goal."""

    ball = (30.0, 0.0)
    attackers = ((29.0, 0.0),)


class RunToScore(Academy):
    """One player with the ball near the centre, an empty goal, five defenders who chase it."""

    ball = (2.0, 0.0)
    attackers = ((1.0, 0.0),)
    defenders = ((-14.0, 0.0), (-14.0, -6.0), (-14.0, 6.0), (-16.0, -12.0), (-16.0, 12.0))


class PassAndShoot(Academy):
    """One attacker with the ball on the wing, marked by a defender; one free in front of goal."""

    ball = (36.0, -18.0)
    attackers = ((35.2, -18.0), (37.0, 1.0))
    defenders = ((51.0, 0.0), (40.0, -15.0))


class ThreeOnOne(Academy):
    """Three attackers at the penalty area against a defender and the goalie."""

    ball = (32.5, 0.0)
    attackers = ((31.6, 0.0), (36.5, 8.0), (36.5, -8.0))
    defenders = ((51.0, 0.0), (40.0, 0.0))


class Corner(Academy):
    """A corner kick with five more attackers in front of goal, against five and the goalie."""

    ball = (52.0, 33.5)
    attackers = (
        (52.2, 33.9),
        (43.0, 4.0),
        (44.0, -3.0),
        (40.0, 0.0),
        (38.0, 9.0),
        (36.0, -9.0),
    )
    defenders = (
        (51.0, 0.5),
        (46.0, 4.0),
        (46.0, -3.0),
        (44.0, 0.0),
        (42.0, 9.0),
        (42.0, -6.0),
    )


class CounterAttack(Academy):
    """Four attackers run at a defender and the goalie; four more defenders run back."""

    ball = (12.0, 0.0)
    attackers = ((11.0, 0.0), (13.0, 12.0), (13.0, -12.0), (4.0, 4.0))
    defenders = (
        (51.0, 0.0),
        (30.0, 0.0),
        (2.0, -8.0),
        (2.0, 10.0),
        (-4.0, -2.0),
        (-4.0, 8.0),
    )
