"""What a task is: worlds, observations, rewards and ends of episodes, as arrays over all worlds."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from rcssgym._core import CYCLE, WorldBatch
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.errors import ArgumentError
from rcssgym.randomization import Randomization
from rcssgym.soccer.fields import SoccerField

Flags = NDArray[np.bool_]


class Task(ABC):
    """Base of all tasks; derive from it, or copy a task and change it.

    Class attributes say what the worlds are made of. An environment makes one object of the class
    for all its ``W`` worlds, calls :meth:`begin` once, and in every step, in this order,
    :meth:`step`, :meth:`rewards`, :meth:`measures`, :meth:`terminated` and :meth:`observe`, and
    :meth:`reset` for worlds whose episode begins, before they are observed. With a ``frame_skip``
    it asks for all but the observations after each of so many calls of :meth:`step`. All arrays
    have one row
    a world; a row must depend on nothing but its own world and its own stream of random numbers.
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
    """Who referees it."""
    observation_space: Box
    """Of one world."""
    action_space: Box
    """Of one world."""
    max_episode_steps: int | None = 1000
    """Steps after which an episode is truncated; ``None`` for never. A limit with which
    :func:`register_task` has registered the task goes before it."""
    cycle: float = CYCLE
    """Seconds of a control step."""
    progress: float = 1.0
    """How far training has come, 0 to 1: a task may make itself easier by it, and is as hard as it
    gets at 1. :meth:`advance` sets it."""

    noises: frozenset[str] = frozenset()
    """Noises of :class:`rcssgym.Randomization` that :meth:`observe` shows; others are refused."""
    senses_err: bool = False
    """Whether sensors have noise, which :meth:`observe` then reads; the environment says so."""

    privileged_space: Box | None = None
    """Of what critics know of one world: see :meth:`observe_privileged`."""
    tells_privileged: bool = False
    """Whether the environment asks for what critics know; it says so itself."""

    worlds: WorldBatch
    streams: Streams

    def begin(self, worlds: WorldBatch, streams: Streams) -> None:
        """Take the worlds and allocate what is needed; extend it."""
        self.worlds = worlds
        self.streams = streams

    def make_worlds(
        self, num_envs: int, *, threads: int | None, precision: Literal["double", "single"]
    ) -> Any:
        """Return the worlds that :meth:`begin` takes; those of robots are a ``WorldBatch``."""
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

    def check_options(self, options: Any, randomization: Randomization | None) -> None:
        """Refuse options of the environment, and ways in which worlds differ, that it cannot have.

        Raises :class:`ArgumentError`.
        """
        del options, randomization

    def advance(self, progress: float) -> None:
        """Tell how far training has come, 0 to 1; episodes that begin from now on go by it.

        This is the hook for a curriculum. Results depend on when it is called and with what, and
        are repeated by the same calls.
        """
        if not 0.0 <= progress <= 1.0:
            raise ArgumentError(f"progress: {progress} is not from 0 to 1")
        self.progress = float(progress)

    @abstractmethod
    def reset(self, envs: Indices) -> None:
        """Begin an episode in some worlds: place robots and ball, draw commands."""

    @abstractmethod
    def step(self, actions: Floats) -> None:
        """Act on all worlds, ``(W, *action_space.shape)``, and step them by 20 ms."""

    @abstractmethod
    def rewards(self) -> dict[str, Floats]:
        """Return the terms of the last step's reward, ``(W,)`` each.

        They may have more axes, such as one row a robot, where :meth:`total` makes one number of
        them.
        """

    def total(self, terms: dict[str, Floats]) -> Floats:
        """Return the reward ``(W,)``: the sum of its terms."""
        return sum(terms.values(), start=np.zeros(len(self.worlds)))

    def measures(self) -> dict[str, NDArray[Any]]:
        """Return what else to tell of the last step in ``info``, ``(W, ...)`` each; extend it.

        Say ``is_success`` and ``distance``, never ``reward`` or what Gymnasium puts there itself.
        """
        return {}

    @abstractmethod
    def terminated(self) -> Flags:
        """Tell in which worlds the last step ended the episode ``(W,)``."""

    def _frozen(self) -> Flags:
        """Tell which worlds have been broken off by the physics ``(W,)``."""
        frozen: Flags = self.worlds.frozen
        return frozen

    @abstractmethod
    def observe(self, out: NDArray[np.float32]) -> None:
        """Write what the policy sees to ``out``, ``(W, *observation_space.shape)``."""

    def observe_privileged(self, out: NDArray[np.float32]) -> None:  # noqa: ARG002
        """Write what critics know to ``out``, ``(W, *privileged_space.shape)``.

        A task with a :attr:`privileged_space` has one of its own.
        """
        raise ArgumentError(f"task: {type(self).__name__} tells critics nothing more")
