"""Rewards of a game, agent by agent."""

from collections.abc import Mapping
from numbers import Real
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.senses import gravity_in_torso
from rcssgym.errors import ArgumentError
from rcssgym.soccer.fields import SoccerField

from envs.numpy_games.lineup import Lineup

Sharing = Literal["individual", "shared"]

WEIGHTS: Mapping[str, float] = {
    "goal": 1.0,
    "ball_progress": 0.05,
    "approach": 0.01,
    "upright": 0.001,
    "foul": -0.1,
}
"""Terms of the reward and their factors."""
_RELOCATED = 0.5
"""A robot that has moved farther than this in a step was placed there by the referee, m."""


class Scoring:
    """Compares every step with the one before.

    Terms, before they are multiplied:

    ``goal``
        1 for all of a team that has scored in this step, -1 for the others.
    ``ball_progress``
        How much nearer the ball has come to their goal, minus how much nearer it has come to ours,
        halved, m. One team's term is the negative of the other's. 0 where the play mode has
        changed, because the referee may have moved the ball then.
    ``approach``
        How much nearer the agent has come to the ball, m; 0 where the play mode has changed or the
        agent has been moved somewhere else.
    ``upright``
        The upward part of the axis of the agent's torso, 0 where that points downwards.
    ``foul``
        Fouls that the referee has given against the agent.

    ``shared`` rewards are the team's mean of each term.
    """

    def __init__(
        self,
        worlds: WorldBatch,
        lineup: Lineup,
        field: SoccerField,
        weights: Mapping[str, float],
        sharing: Sharing,
    ) -> None:
        self.worlds = worlds
        self.size, self.side = lineup.size, lineup.side
        self._goal = np.array([0.5 * field.field_dim[0], 0.0])
        self._weights = weights
        self._is_shared = sharing == "shared"
        self.goals = np.zeros((len(worlds), 2), dtype=np.int64)
        """Goals of the last step, left and right ``(W, 2)``."""
        self._observe()

    def begin(self) -> None:
        """Compare the next step with the current state: episodes have begun in some worlds."""
        self._observe()

    def terms(self) -> dict[str, Floats]:
        """Return the terms of the last step ``(W, A)``, weighted and perhaps shared."""
        score, mode, fouls, ball, position = self._state
        self._observe()
        now_score, now_mode, now_fouls, now_ball, now_position = self._state
        self.goals = now_score - score
        goals = (self.goals[:, 0] - self.goals[:, 1])[:, None] * self.side
        is_same = (mode == now_mode)[:, None]
        progress = (self._advance(now_ball) - self._advance(ball))[:, None] * self.side
        stayed = np.linalg.norm(now_position - position, axis=-1) < _RELOCATED
        approach = _distance(ball, position) - _distance(now_ball, now_position)
        up = -gravity_in_torso(self.worlds.read("root_quaternion"))[..., 2]
        terms: dict[str, Floats] = {
            "goal": goals,
            "ball_progress": np.where(is_same, progress, 0.0),
            "approach": np.where(is_same & stayed, approach, 0.0),
            "upright": np.maximum(up, 0.0),
            "foul": (now_fouls - fouls).astype(np.float64),
        }
        # Adding zero turns negative zeros into positive ones.
        return {name: self._share(self._weights[name] * term + 0.0) for name, term in terms.items()}

    def team_mean(self, numbers: Floats) -> Floats:
        """Return each team's mean ``(W, 2)`` of a value per agent ``(W, A)``."""
        mean: Floats = numbers.reshape(len(numbers), 2, self.size).mean(axis=-1)
        return mean

    def _share(self, term: Floats) -> Floats:
        if self._is_shared:
            return np.repeat(self.team_mean(term), self.size, axis=1)
        return term

    def _advance(self, ball: Floats) -> Floats:
        """How much nearer the ball is to the right goal than to the left ``(W,)``, halved, m."""
        to_left = np.linalg.norm(ball + self._goal, axis=-1)
        to_right = np.linalg.norm(ball - self._goal, axis=-1)
        advance: Floats = 0.5 * (to_left - to_right)
        return advance

    def _observe(self) -> None:
        worlds = self.worlds
        self._state: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], Floats, Floats]
        self._state = (
            worlds.score,
            worlds.play_mode,
            worlds.fouls.sum(axis=-1),
            worlds.read("ball_position")[:, :2],
            worlds.read("root_position")[:, :, :2],
        )


def all_weights(weights: Mapping[str, float] | None) -> dict[str, float]:
    """Return the weights of all terms, some of which may be given."""
    if not (weights is None or isinstance(weights, Mapping)):
        raise ArgumentError(f"weights: {weights!r} does not map terms to numbers")
    given = dict(weights or {})
    for name, weight in given.items():
        if name not in WEIGHTS:
            raise ArgumentError(f"weights: {name!r} is none of the terms {', '.join(WEIGHTS)}")
        if not isinstance(weight, Real) or not np.isfinite(float(weight)):
            raise ArgumentError(f"weights: {weight!r} of {name!r} is not a finite number")
    return {**WEIGHTS, **given}


def _distance(ball: Floats, position: Floats) -> Floats:
    distance: Floats = np.linalg.norm(position - ball[:, None], axis=-1)
    return distance
