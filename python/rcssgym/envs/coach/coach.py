"""The coach of one game."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from rcssgym._core import Scripted
from rcssgym.envs.checks import as_array
from rcssgym.envs.coach.vector import CoachVectorEnv
from rcssgym.envs.made import Made, options_of


class CoachEnv(Made, Env[NDArray[np.float32], NDArray[np.int64]]):
    """One game of :class:`CoachVectorEnv`: ``gymnasium.make("rcssgym/Disc-Coach-v0")``.

    Arguments, observation and action are those of :class:`CoachVectorEnv`, for a single game.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        *,
        tactics: Mapping[str, str] | None = None,
        team: str | Scripted = "scripted",
        opponent: str | Scripted = "scripted",
        cycles_per_step: int = 100,
        half_time: int = 300,
        reward: str = "goals",
        render_mode: None = None,
    ) -> None:
        self.vector = CoachVectorEnv(
            1,
            tactics=tactics,
            team=team,
            opponent=opponent,
            cycles_per_step=cycles_per_step,
            half_time=half_time,
            reward=reward,
            autoreset_mode=AutoresetMode.DISABLED,
            threads=1,
            render_mode=render_mode,
        )
        self.render_mode = None
        self.observation_space = self.vector.single_observation_space
        self.action_space = self.vector.single_action_space
        self._is_made = True

    _made_from = options_of(CoachVectorEnv.__init__)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game; a seed makes this game and all later ones reproducible."""
        super().reset(seed=seed)
        observations, info = self.vector.reset(seed=seed, options=options)
        return observations[0], info

    def step(
        self, action: ArrayLike
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Let the coach act, and play on: see :meth:`CoachVectorEnv.step`.

        :param action: integers ``(3,)``: tactic, player and type.
        """
        observations, rewards, terminated, truncated, info = self.vector.step(
            as_array("action", action)[None]
        )
        plain = {name: array[0] for name, array in info.items() if not name.startswith("_")}
        return (
            observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), plain
        )  # fmt: skip

    def close(self) -> None:
        """Close the environment; may be called more than once."""
        self.vector.close()
