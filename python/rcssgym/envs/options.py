"""Options of all environments: how they step and what they show."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray

from rcssgym.envs.checks import checked_count, described, is_choice, is_listed
from rcssgym.envs.streams import Indices
from rcssgym.envs.task import Task
from rcssgym.errors import ArgumentError

Delay = int | tuple[int, int]
Privileged = Literal["info", "dict"] | None

LONGEST = 1000
"""Largest frame skip and delay in control steps, and largest history in observations."""


@dataclass(frozen=True)
class Options:
    """Checked options of an environment."""

    frame_skip: int
    """Number of control steps of 20 ms in a step."""
    history: int
    """Number of observations shown together."""
    delay: tuple[int, int]
    """Smallest and largest delay of observations in control steps."""
    privileged: Privileged
    """Place of the privileged observations, which only the simulator knows, for critics."""

    @property
    def has_past(self) -> bool:
        """Whether observations are delayed, or more than one is shown."""
        return self.history > 1 or self.delay[1] > 0


def checked_options(
    frame_skip: object, history: object, delay: object, privileged: object
) -> Options:
    """Return the given options, checked.

    Raises :class:`ArgumentError` for an option that is out of range or of another type.
    """
    if not (privileged is None or is_choice(privileged, ("info", "dict"))):
        raise ArgumentError(f"privileged: {privileged!r} is none of 'info', 'dict', None")
    place: Any = privileged
    return Options(
        checked_count("frame_skip", frame_skip, LONGEST),
        checked_count("history", history, LONGEST),
        _range(delay),
        place,
    )


def _range(delay: object) -> tuple[int, int]:
    if is_listed(delay):
        pair: Any = delay
        if len(pair) != 2:
            raise ArgumentError(f"delay: {delay!r} is neither a number of steps nor a pair of them")
        low, high = (checked_count("delay", one, LONGEST, 0) for one in pair)
        if low > high:
            raise ArgumentError(f"delay: the range from {low} to {high} is empty")
        return low, high
    steps = checked_count("delay", delay, LONGEST, 0)
    return steps, steps


def envs_to_reset(options: object, num_envs: int) -> Indices:
    """Return the envs that a reset's options select.

    The mask stays in the options, where Gymnasium's own environments remove it: its wrapper
    RecordEpisodeStatistics looks for it after the reset.

    Raises :class:`ArgumentError` for options that are not a dictionary, for unknown options, and
    for a mask that is not bool ``(num_envs,)`` with a true value.
    """
    if options is None:
        return np.arange(num_envs)
    if not isinstance(options, dict):
        raise ArgumentError(f"options: {options!r} is not a dictionary")
    # Ignoring a misspelt mask would reset all episodes.
    if unknown := [name for name in options if name != "reset_mask"]:
        raise ArgumentError(f"options: there is no {unknown[0]!r}, only 'reset_mask'")
    if not options:
        return np.arange(num_envs)
    mask = options["reset_mask"]
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise ArgumentError(
            f"options: reset_mask must be a numpy array of bool, not {described(mask)}"
        )
    if mask.shape != (num_envs,) or not mask.any():
        raise ArgumentError(
            f"options: reset_mask must have shape ({num_envs},) and a true value, but has shape "
            f"{mask.shape} and {int(mask.sum())} of them"
        )
    return np.flatnonzero(mask)


def shown_space(space: Box, history: int) -> Box:
    """Return the space of ``history`` observations side by side, the oldest first."""
    if history == 1:
        return space
    low, high = (np.concatenate([bound] * history, axis=-1) for bound in (space.low, space.high))
    return Box(low, high, dtype=np.float32)


def policy_and_critic(space: Box, task: Task) -> Dict:
    """Return the space of observations for policy and critic."""
    return Dict({"policy": space, "critic": known_space(task)})


def known_space(task: Task) -> Box:
    """Return the space of what critics know of one world.

    Raises :class:`ArgumentError` for a task without observations for critics.
    """
    space: object = task.privileged_space
    if not isinstance(space, Box) or space.dtype != np.float32:
        raise ArgumentError(
            f"privileged: {type(task).__name__} tells critics nothing: it has no privileged_space "
            "of float32, or an observe() of its own beside it"
        )
    return space


def with_critics(
    privileged: Privileged, observations: Any, known: NDArray[np.float32] | None, info: Any
) -> Any:
    """Return the observations, and put what critics know where ``privileged`` says.

    :param observations: those for policies ``(num_envs, ...)``.
    :param known: what critics know ``(num_envs, n)``; ``None`` if nobody asks for it.
    :param info: of the step or reset.
    """
    if known is None:
        return observations
    if privileged == "dict":
        return {"policy": observations, "critic": known}
    info["privileged"], info["_privileged"] = known, np.ones(len(known), dtype=np.bool_)
    return observations
