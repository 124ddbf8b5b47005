"""The base class of tasks: worlds, observations, rewards and ends of episodes as arrays."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from rcssgym._core import CYCLE, WorldBatch
from rcssgym.envs.checks import checked_progress
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.errors import ArgumentError
from rcssgym.randomization import Randomization
from rcssgym.soccer.fields import SoccerField

Flags = NDArray[np.bool_]


class Task(ABC):
    """Base of all tasks; derive from it, or copy a task and change it.

    Class attributes say what the worlds consist of. An environment makes one object of the class
    for all its ``W`` worlds and calls :meth:`begin` once. In every step it calls, in this order,
    :meth:`step`, :meth:`rewards`, :meth:`measures`, :meth:`terminated` and :meth:`observe`; worlds
    whose episode begins get a :meth:`reset` before they are observed. With a ``frame_skip``, all of
    these are called once per control step, and :meth:`observe` once more at the end. All arrays
    have one row per world. A row must depend only on its own world and its own stream of random
    numbers.
    """

    left: Sequence[str] = ("T1",)
    """Robots of the left team."""
    right: Sequence[str] = ()
    """Robots of the right team."""
    field: Literal["fifa", "fifa7vs7"] | SoccerField = "fifa7vs7"
    """Pitch."""
    rules: Literal["fifa", "ssim", "ssim26"] | None = None
    """Rules of the game, if one is played."""
    referee: Literal["soccer", "kick_challenge"] = "soccer"
    """Who referees the game."""
    observation_space: Box
    """Space of the observations of one world."""
    action_space: Box
    """Space of the actions of one world."""
    max_episode_steps: int | None = 1000
    """Steps after which an episode is truncated; ``None`` for never. If the task was registered
    with :func:`register_task`, the limit given there takes precedence."""
    cycle: float = CYCLE
    """Seconds of a control step."""
    progress: float = 1.0
    """Training progress, 0 to 1: a task may be easier below 1, and has its full difficulty at 1.
    :meth:`advance` sets it."""

    noises: frozenset[str] = frozenset()
    """Noises of :class:`rcssgym.Randomization` that :meth:`observe` shows; others are refused."""
    senses_err: bool = False
    """Whether sensors have noise, which :meth:`observe` must then include; the environment sets
    it."""

    privileged_space: Box | None = None
    """Space of what critics know of one world: see :meth:`observe_privileged`."""
    reports_privileged: bool = False
    """Whether the environment asks for what critics know; the environment sets it."""

    worlds: WorldBatch
    streams: Streams

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Take the worlds and allocate what is needed; subclasses may extend this."""
        self.worlds = worlds
        self.streams = streams

    def make_worlds(
        self, num_envs: int, *, threads: int | None, precision: Literal["double", "single"]
    ) -> Any:
        """Return the worlds for :meth:`begin`; for robots, a ``WorldBatch``."""
        return WorldBatch(
            num_envs,
            left=self.left,
            right=self.right,
            field=self.field,
            rules=self.rules,
            referee=self.referee,
            threads=threads,
            precision=precision,
        )

    @property
    def steps_until_decision(self) -> bool:
        """Whether a step lasts until the next decision.

        The measure ``cycles`` then has the number of its control steps.
        """
        return False

    def check_options(self, options: Any, randomization: Randomization | None) -> None:
        """Refuse options of the environment and randomization that the task does not support.

        Raises :class:`ArgumentError`.
        """
        del options, randomization

    def advance(self, progress: float) -> None:
        """Set the training progress, 0 to 1, for episodes that begin after this call.

        This is the hook for a curriculum. Results depend on when it is called and with what; the
        same calls give the same results.

        Raises :class:`ArgumentError` for anything but a number from 0 to 1.
        """
        self.progress = checked_progress(progress)

    @abstractmethod
    def reset(self, envs: Indices) -> None:
        """Begin an episode in some worlds: place robots and ball, draw commands."""

    @abstractmethod
    def step(self, actions: Floats) -> None:
        """Act on all worlds, ``(W, *action_space.shape)``, and step them by 20 ms."""

    @abstractmethod
    def rewards(self) -> dict[str, Floats]:
        """Return the terms of the last step's reward, ``(W,)`` each.

        They may have more axes, such as one for robots, if :meth:`total` reduces them to one number
        per world.
        """

    def total(self, terms: dict[str, Floats]) -> Floats:
        """Return the reward ``(W,)``: the sum of its terms."""
        return sum(terms.values(), start=np.zeros(len(self.worlds)))

    @property
    def _paid_agents(self) -> tuple[int, ...] | None:
        """Axes of a term of the reward besides that of worlds; ``None`` if they may be any."""
        return () if type(self).total is Task.total else None

    def measures(self) -> dict[str, NDArray[Any]]:
        """Return further entries of ``info`` for the last step, ``(W, ...)`` each; may be extended.

        Use names such as ``is_success`` and ``distance``, never ``reward`` or names that Gymnasium
        itself uses.
        """
        return {}

    @abstractmethod
    def terminated(self) -> Flags:
        """Return in which worlds the last step ended the episode ``(W,)``."""

    def _frozen(self) -> Flags:
        """Return which worlds the physics has stopped because it broke down ``(W,)``."""
        frozen: Flags = self.worlds.frozen
        return frozen

    @abstractmethod
    def observe(self, out: NDArray[np.float32]) -> None:
        """Write what the policy sees to ``out``, ``(W, *observation_space.shape)``."""

    def observe_privileged(self, out: NDArray[np.float32]) -> None:  # noqa: ARG002
        """Write what critics know to ``out``, ``(W, *privileged_space.shape)``.

        A task with a :attr:`privileged_space` must override this; others raise
        :class:`ArgumentError`.
        """
        raise ArgumentError(f"task: {type(self).__name__} tells critics nothing more")
