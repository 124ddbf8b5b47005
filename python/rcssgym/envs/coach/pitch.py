"""The view of games by the left team's coach, as numbers of order 1."""

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import DISC_TEAM as TEAM
from rcssgym._core import DiscBatch
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
"""Play modes as the coach observes them: in play, our set play, or theirs."""
SIZE = 4 + 2 * TEAM * 4 + 2 * TEAM + 2 + len(MODES)
"""Size of the observation: the ball; positions and velocities of our players and theirs; stamina
and types of ours; clock, goal difference and play mode."""


def _whose() -> NDArray[np.float64]:
    """Return, for each play mode, its one-hot encoding by ``MODES``."""
    encoded = np.zeros((len(PLAY_MODES), len(MODES)))
    for index, name in enumerate(PLAY_MODES):
        if name == "play_on":
            encoded[index, 0] = 1.0
        elif name.endswith("_l"):
            encoded[index, 1] = 1.0
        elif name.endswith("_r"):
            encoded[index, 2] = 1.0
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
