"""The view of games by the left team's coach, as numbers of order 1."""

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import DISC_TEAM as TEAM
from rcssgym._core import DiscBatch, clang_disc_play_mode
from rcssgym.disc.commands import PLAY_MODES

HALF = np.array([52.5, 34.0])
"""Half the length and half the width of the pitch, m."""
FASTEST_BALL = 3.0
"""Speed that is scaled to 1 for the ball, m/cycle."""
FASTEST = 1.2
"""Speed that is scaled to 1 for players, m/cycle."""
STAMINA = 8000.0
LAST_TYPE = 17.0
GAME_LENGTH = 6000.0
"""Cycles."""
GOALS = 5.0
MODES = ("play_on", "ours", "theirs")
"""Play modes as the coach observes them: in play, our set play, or theirs. A fault is the set play
of the other team that it leads to, and so is a goal."""
SIZE = 4 + 2 * TEAM * 4 + 2 * TEAM + 2 + len(MODES)
"""Size of the observation: the ball; positions and velocities of our players and theirs; stamina
and types of ours; clock, goal difference and play mode."""


def _whose() -> NDArray[np.float64]:
    """Return, for each play mode, its one-hot encoding by ``MODES``."""
    encoded = np.zeros((len(PLAY_MODES), len(MODES)))
    encoded[PLAY_MODES.index("play_on"), 0] = 1.0
    for index, name in enumerate(PLAY_MODES[1:], 1):
        # The coach language names the team that plays the ball next, except after a goal.
        what, _, team = (clang_disc_play_mode(name, False, 0) or "").partition("_")
        if team in ("our", "opp"):
            encoded[index, 1 if (team == "our") != (what == "ag") else 2] = 1.0
    return encoded


_WHOSE = _whose()


def seen(batch: DiscBatch) -> NDArray[np.float64]:
    """Return what the coach sees ``(W, SIZE)``."""
    worlds = len(batch)
    players = [batch.position / HALF, batch.velocity / FASTEST]
    ours = slice(0, TEAM)
    difference = (batch.score[:, 0] - batch.score[:, 1]) / GOALS
    parts = [
        batch.ball_position / HALF,
        batch.ball_velocity / FASTEST_BALL,
        np.concatenate(players, axis=2).reshape(worlds, -1),
        batch.stamina[:, ours] / STAMINA,
        batch.type_id[:, ours] / LAST_TYPE,
        (batch.cycle / GAME_LENGTH)[:, None],
        difference[:, None],
        _WHOSE[batch.play_mode],
    ]
    return np.concatenate(parts, axis=1)
