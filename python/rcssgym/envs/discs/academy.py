"""Small scenes of an attack, as in Google Research Football's academy (Kurach et al., 2020)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from rcssgym.envs.checks import as_array, checked_number
from rcssgym.envs.discs.half_field import STATUSES, Actions, HalfField
from rcssgym.envs.streams import Floats
from rcssgym.envs.terms import Terms, term
from rcssgym.errors import ArgumentError

Places = tuple[tuple[float, float], ...]

_OF_THE_SCENE = frozenset(("offense", "defense", "defends", "reward", "untouched_time"))
"""Options of half field offense that a scene does not have."""


class Academy(HalfField):
    """Score from a scene, with HFO's actions, features and other players.

    :param checkpoint: reward for each of ten circles around the goal, paid when the team first has
        the ball inside that circle; a goal pays all remaining ones.
    :param about: players start at most this far from their places along either axis, but on the
        pitch, m.
    :param options: those of :class:`HalfField`, except the number of players, ``defends``,
        ``reward`` and ``untouched_time``.

    The reward is 1 for a goal, plus checkpoints. A trial ends with a goal, when an opponent plays
    the ball, when the ball goes out, or after ``frames_per_trial`` cycles.

    Raises :class:`ArgumentError` for a scene without ``ball`` or ``attackers``, and for places that
    are not on the pitch.
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
        if given := _OF_THE_SCENE & options.keys():
            raise ArgumentError(f"{min(given)}: the scene says so, it is not an option")
        self.checkpoint = checked_number("checkpoint", self._or_default("checkpoint", checkpoint))
        self.about = checked_number("about", self._or_default("about", about))
        if self.about < 0.0:
            raise ArgumentError(f"about: {self.about} m is below 0")
        self._places()
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
                    places=self._places(),
                    about=self.about,
                ),
            ),
        )

    def _places(self) -> Floats:
        """Return where the ball and the players begin, ``(1 + P, 2)``, m.

        Raises :class:`ArgumentError` for a scene without ball or attackers, and for places that are
        not on the pitch.
        """
        for name in ("ball", "attackers"):
            if not hasattr(self, name):
                raise ArgumentError(f"{name}: {type(self).__name__} does not say where")
        scene = {"ball": [self.ball], "attackers": self.attackers, "defenders": self.defenders}
        return np.concatenate([_on_pitch(name, rows) for name, rows in scene.items()])


def _on_pitch(name: str, places: Any) -> Floats:
    rows = as_array(name, places)
    if rows.size == 0:
        return np.zeros((0, 2))
    if rows.dtype.kind not in "fiu" or rows.shape[1:] != (2,):
        raise ArgumentError(f"{name}: {places!r} are not rows of x and y, m")
    is_there = (np.abs(rows) <= (52.5, 34.0)).all(axis=1)
    if not is_there.all():
        raise ArgumentError(f"{name}: {tuple(rows[~is_there][0].tolist())} m is not on the pitch")
    return rows.astype(np.float64)


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
