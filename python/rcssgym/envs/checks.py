"""Checks of what users pass to environments, before anything changes."""

import sys
from collections.abc import Collection, Mapping, Sequence
from numbers import Real
from typing import Any, Literal, cast

import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from rcssgym.envs.streams import Floats
from rcssgym.errors import ArgumentError

Seeds = int | Sequence[int | None] | None
Precision = Literal["double", "single"]


def checked_seeds(seed: Seeds, num_envs: int) -> list[int | None]:
    """Return the seed of every env.

    :param seed: an integer seeds env ``i`` with ``seed + i``; a list has one seed per env;
        ``None`` seeds none.

    Raises :class:`ArgumentError` for a list of another length, for seeds that are not integers,
    and for seeds outside 0 to 2**64 - 1.
    """
    if seed is None:
        return [None] * num_envs
    if isinstance(seed, int | np.integer):
        seeds: list[int | None] = [int(seed) + i for i in range(num_envs)]
    elif not is_listed(seed):
        raise ArgumentError(f"seed: {seed!r} is not an integer, a list of them or None")
    else:
        seeds = [_seed(one, env) for env, one in enumerate(seed)]
    if len(seeds) != num_envs:
        raise ArgumentError(f"seed: {len(seeds)} seeds for {num_envs} environments")
    for env, one in enumerate(seeds):
        if one is not None and not 0 <= one < 2**64:
            raise ArgumentError(f"seed: {one} of env {env} is not from 0 to 2**64 - 1")
    return seeds


def _seed(seed: Any, env: int) -> int | None:
    if seed is not None and not isinstance(seed, int | np.integer):
        raise ArgumentError(f"seed: {seed!r} of env {env} is neither an integer nor None")
    return None if seed is None else int(seed)


def is_listed(value: object) -> bool:
    """Return whether a value is a sequence or an array of values, and not a single one or text."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)


def as_array(where: str, value: ArrayLike) -> NDArray[Any]:
    """Return an array, which may be the given one.

    :param where: name of the argument, for error messages.

    Raises :class:`ArgumentError` for what is none, such as rows of different lengths, and for an
    array with masked items.
    """
    if np.ma.is_masked(value):
        raise ArgumentError(f"{where}: must have no masked items")
    try:
        array: NDArray[Any] = np.asarray(value)
    except (TypeError, ValueError, RuntimeError) as error:
        # A RuntimeError is torch's, for a tensor that requires a gradient.
        raise ArgumentError(f"{where}: cannot become an array: {error}") from error
    return array


def described(value: Any) -> str:
    """Describe a value in a few words, for error messages."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} of shape {value.shape}"
    return f"a {type(value).__name__}"


def checked_flag(name: str, value: object) -> bool:
    """Return whether an option is on.

    Raises :class:`ArgumentError` for anything but ``True`` and ``False``.
    """
    if not isinstance(value, bool | np.bool_):
        raise ArgumentError(f"{name}: {value!r} is neither True nor False")
    return bool(value)


def checked_number(name: str, value: object) -> float:
    """Return a number.

    Raises :class:`ArgumentError` for anything but a finite real number.
    """
    if isinstance(value, bool) or not isinstance(value, Real) or not np.isfinite(float(value)):
        raise ArgumentError(f"{name}: {value!r} is not a finite number")
    return float(value)


def checked_progress(progress: object) -> float:
    """Return the progress of training.

    Raises :class:`ArgumentError` for anything but a number from 0 to 1.
    """
    if isinstance(progress, bool) or not isinstance(progress, Real):
        raise ArgumentError(f"progress: {progress!r} is not a number")
    if not 0.0 <= float(progress) <= 1.0:
        raise ArgumentError(f"progress: {progress} is not from 0 to 1")
    return float(progress)


def checked_precision(precision: object) -> Precision:
    """Return the precision of worlds.

    Raises :class:`ArgumentError` for one that does not exist.
    """
    if is_choice(precision, ("double", "single")):
        return cast(Precision, precision)
    given = repr(precision) if isinstance(precision, str) else type(precision).__name__
    raise ArgumentError(f"precision: must be 'double' or 'single', not {given}")


MOST_ENVS = 1_000_000
"""Maximum number of worlds in a batch."""


def checked_count(name: str, count: object, most: int = MOST_ENVS, least: int = 1) -> int:
    """Return a count, such as the number of environments, as an ``int``.

    :param name: name of the argument, for error messages.

    Raises :class:`ArgumentError` for anything but an integer from ``least`` to ``most``.
    """
    if isinstance(count, bool) or not isinstance(count, int | np.integer):
        raise ArgumentError(f"{name}: {count!r} is not an integer")
    if not least <= count <= most:
        raise ArgumentError(f"{name}: {count} is not from {least} to {most}")
    return int(count)


def is_choice(value: object, known: Collection[str]) -> bool:
    """Return whether an option is one of the known words; arrays, among others, are none."""
    return isinstance(value, str) and value in known


def check_choice(name: str, value: object, known: Collection[str]) -> None:
    """Refuse an option that is none of the known words.

    Raises :class:`ArgumentError`.
    """
    if not is_choice(value, known):
        raise ArgumentError(f"{name}: {value!r} is none of {', '.join(known)}")


def checked_weights(weights: object, usual: Mapping[str, float]) -> dict[str, float]:
    """Return the weights of all terms of the reward: the given ones, and ``usual`` for the rest.

    Raises :class:`ArgumentError` for anything but a mapping of these terms to finite numbers;
    ``None`` gives none.
    """
    if not isinstance(weights, Mapping | None):
        raise ArgumentError(f"weights: {weights!r} does not map terms to numbers")
    given: dict[str, float] = dict(weights or {})
    largest = sys.float_info.max
    for name, weight in given.items():
        if name not in usual:
            raise ArgumentError(f"weights: {name!r} is none of the terms {', '.join(usual)}")
        is_number = isinstance(weight, Real)
        if not is_number or not -largest <= weight <= largest:
            raise ArgumentError(f"weights: {weight!r} of {name!r} is not a finite number")
    return {**usual, **given}


def checked_steps(steps: object) -> int:
    """Return the number of steps after which episodes are truncated.

    Raises :class:`ArgumentError` for anything but a positive integer below 2**63.
    """
    if isinstance(steps, bool) or not isinstance(steps, int | np.integer) or steps < 1:
        raise ArgumentError(f"max_episode_steps: {steps!r} is not a positive integer")
    if steps >= 2**63:
        raise ArgumentError(f"max_episode_steps: {steps} is not below 2**63; None is for never")
    return int(steps)


FOREVER = 2**62
"""Number of steps of an episode that is never truncated."""


def checked_limit(steps: object) -> int | None:
    """Return the number of steps after which episodes are truncated, or ``None`` for never.

    Raises :class:`ArgumentError` as :func:`checked_steps` does.
    """
    return None if steps is None else checked_steps(steps)


def checked_elapsed(steps: ArrayLike, num_envs: int) -> NDArray[np.int64]:
    """Return the number of steps that episodes have lasted ``(num_envs,)``.

    Raises :class:`ArgumentError` for another shape, and for values that are not integers or are
    below 0.
    """
    array = as_array("elapsed", steps)
    if array.dtype.kind not in "iu" or array.shape != (num_envs,):
        raise ArgumentError(
            f"elapsed: dtype {array.dtype}, shape {array.shape}, must be {num_envs} integers"
        )
    if array.min() < 0 or array.max() >= FOREVER:
        wrong = array[(array < 0) | (array >= FOREVER)][0]
        raise ArgumentError(f"elapsed: {wrong} is not a number of steps")
    return array.astype(np.int64)


def checked_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """Return the autoreset mode, which may be given as the enum's value.

    Raises :class:`ArgumentError` for a mode that does not exist.
    """
    try:
        return AutoresetMode(mode)
    except ValueError as error:
        known = ", ".join(repr(one.value) for one in AutoresetMode)
        raise ArgumentError(f"autoreset_mode: {mode!r} is none of {known}") from error


def checked_actions(actions: ArrayLike, space: Box, num_envs: int, *, clip: bool = False) -> Floats:
    """Return actions as numbers, ``(num_envs, *space.shape)``.

    :param clip: whether to clip actions to the space's bounds.

    Raises :class:`ArgumentError` for a wrong shape or dtype, and for numbers that are not finite or
    lie outside the space.
    """
    array = as_array("actions", actions)
    if array.dtype.kind not in "fiu":
        raise ArgumentError(f"actions: dtype {array.dtype}, must be real numbers")
    wanted = (num_envs, *space.shape)
    if array.shape != wanted:
        raise ArgumentError(f"actions: shape {array.shape}, must be {wanted}")
    numbers = array.astype(np.float64)
    is_good = np.isfinite(numbers) if clip else (numbers >= space.low) & (numbers <= space.high)
    if not is_good.all():
        place = tuple(int(i) for i in np.argwhere(~is_good)[0])
        bounds = f"from {space.low[place[1:]]} to {space.high[place[1:]]}"
        words = "finite" if clip else bounds
        raise ArgumentError(f"actions: {numbers[place]} at index {place}: must be {words}")
    return np.clip(numbers, space.low, space.high) if clip else numbers
