"""What all views contain: an agent's own state and the state of the game."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices
from rcssgym.envs.tasks.senses import (
    ANGLE_UNIT,
    GYRO_UNIT,
    OFFSET_UNIT,
    SPEED_UNIT,
    gravity_in_torso,
    heading,
)
from rcssgym.soccer.play_mode import PlayMode

from envs.numpy_games.lineup import Lineup

FAR = 10.0
"""Lengths and speeds are in units of 10 m and 10 m/s."""
ACCELERATION_UNIT = 50.0
"""m/s^2"""
GOALS_UNIT = 10.0
TIME_UNIT = 300.0
"""s, a half of the league's games."""
MODES = list(PlayMode)
GAME = len(MODES) + 3
"""Numbers that describe the game."""


@dataclass
class Own:
    """The robots' senses of their own bodies, ``(W, A, ...)``, in the world's frame."""

    angles: Floats
    """rad"""
    speeds: Floats
    """rad/s"""
    gyro: Floats
    """rad/s"""
    acceleration: Floats
    """m/s^2"""
    quaternion: Floats
    position: Floats
    """m"""


class View(ABC):
    """Turns worlds into observations ``(W, A, size)``.

    The parts that all views have come first: scaled joint angles, speeds and last action (J each),
    gyro (3), acceleration (3), direction of gravity in the torso's frame (3), cosine and sine of
    the heading (2), position (3); play mode (one of 23), time played, our goals and theirs, own
    number (one of N). Heading and position are those on a pitch on which we play towards positive
    x. Play modes that belong to a team are ours or theirs: ours have the places that ``PlayMode``
    gives to those of the left team.
    """

    def __init__(self, worlds: WorldBatch, lineup: Lineup) -> None:
        self.worlds = worlds
        self.lineup = lineup
        self.side = lineup.side
        self._is_left = lineup.side > 0.0
        self._one_hot = np.stack([np.eye(len(MODES))[_SWAPPED], np.eye(len(MODES))])
        """Indices: whether the agent is in the left team, and play mode."""
        numbers = np.tile(np.eye(lineup.size), (2, 1))
        self._numbers = np.repeat(numbers[None], len(worlds), axis=0)

    @staticmethod
    def own_size(lineup: Lineup) -> int:
        """Return how many numbers the common parts have."""
        return 3 * lineup.joints + 14 + GAME + lineup.size

    @abstractmethod
    def forget(self, envs: Indices) -> None:
        """Forget earlier sightings in some worlds: their episodes begin."""

    @abstractmethod
    def parts(self, actions: Floats) -> list[Floats]:
        """Return parts of the observation ``(W, A, n)``, for last actions ``(W, A, J)``."""

    def write(self, actions: Floats, out: NDArray[np.float32], largest: float) -> None:
        """Write the parts side by side to ``out``, clipped to ``-largest`` to ``largest``."""
        parts = np.concatenate(self.parts(actions), axis=-1)
        np.clip(parts, -largest, largest, out=out, casting="same_kind")

    def own_parts(self, own: Own, actions: Floats) -> list[Floats]:
        """Return the robots' senses of their own bodies and the state of the game."""
        lineup = self.lineup
        yaw = heading(own.quaternion)
        ahead = np.stack([np.cos(yaw), np.sin(yaw)], axis=-1) * self.side[:, None]
        position = own.position / FAR
        position[..., :2] *= self.side[:, None]
        return [
            (own.angles - lineup.nominal) / ANGLE_UNIT,
            own.speeds / SPEED_UNIT,
            actions * (lineup.action_scale / OFFSET_UNIT),
            own.gyro / GYRO_UNIT,
            own.acceleration / ACCELERATION_UNIT,
            gravity_in_torso(own.quaternion),
            ahead,
            position,
            *self._game(),
        ]

    def _game(self) -> list[Floats]:
        worlds = self.worlds
        mode = self._one_hot[self._is_left.astype(np.intp), worlds.play_mode[:, None]]
        time = np.repeat(worlds.play_time[:, None, None] / TIME_UNIT, len(self.side), axis=1)
        score = worlds.score[:, None, :] / GOALS_UNIT
        goals = np.where(self._is_left[:, None], score, score[..., ::-1])
        return [mode, time, goals, self._numbers]


def _swapped(mode: PlayMode) -> int:
    """Return the play mode that means for the right team what this means for the left one."""
    what, _, side = mode.name.rpartition("_")
    other = {"LEFT": "RIGHT", "RIGHT": "LEFT"}.get(side)
    return MODES.index(mode if other is None else PlayMode[f"{what}_{other}"])


_SWAPPED = [_swapped(mode) for mode in MODES]
