"""Checks of what tasks return, so that a mistake is reported where it is made.

The checks cover shapes and non-finite numbers, which costs little compared with a step. The
position of a bad number is searched for only when there is one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from rcssgym.envs.checks import described
from rcssgym.envs.streams import Floats
from rcssgym.envs.task import Flags, Task
from rcssgym.errors import TaskError

RESERVED = frozenset(
    (
        "reward",
        "privileged",
        "final_obs",
        "final_info",
        "env_id",
        "episode",
        "terminal_observation",
        "TimeLimit.truncated",
    )
)
"""Names in ``info`` that measures may not have: ours, those of Gymnasium's statistics of episodes,
and those of Stable-Baselines3."""


def check_spaces(task: Task) -> None:
    """Refuse a task without valid spaces of observations and actions of one world.

    Raises :class:`TaskError` for a space that is not a ``Box``, and for observations that are not
    float32.
    """
    for name in ("observation_space", "action_space"):
        space = getattr(task, name, None)
        if not isinstance(space, Box):
            raise TaskError(f"{_name(task)}.{name}: is {space!r}, must be a gymnasium.spaces.Box")
    if task.observation_space.dtype != np.float32:
        dtype = task.observation_space.dtype
        raise TaskError(f"{_name(task)}.observation_space: has dtype {dtype}, must be float32")


def checked_terms(task: Task, num_envs: int) -> dict[str, Floats]:
    """Return the terms of the reward, ``(W, ...)`` each.

    Raises :class:`TaskError` for anything but a dictionary of arrays of real numbers with one row
    per world, in games with one column per agent. A task with a :meth:`Task.total` of its own may
    return further axes.
    """
    where = f"{_name(task)}.rewards()"
    returned: Any = task.rewards()
    agents = task._paid_agents
    found = {}
    for name, term in _items(returned, where):
        if name.startswith("_"):
            raise TaskError(f"{where}: the name {name!r} is that of a mask in info")
        found[name] = _rows(term, num_envs, agents, where, "term", name)
    return found


def check_rewards(task: Task, terms: Mapping[str, Floats], rewards: Floats) -> None:
    """Refuse rewards and terms that are not finite.

    Raises :class:`TaskError`.
    """
    is_sum = type(task).total is Task.total
    # A term that is not finite makes the sum non-finite as well.
    if not (is_sum and np.isfinite(rewards).all()):
        for name, term in terms.items():
            _check_finite(term, f"{_name(task)}.rewards(): term {name!r}:")
        _check_finite(rewards, f"{_name(task)}.total():")


def checked_total(task: Task, terms: dict[str, Floats], num_envs: int) -> Floats:
    """Return the rewards ``(W,)``.

    Raises :class:`TaskError` for another shape, and for values that are not numbers.
    """
    return _rows(task.total(terms), num_envs, (), f"{_name(task)}.total()", "the", "reward")


def checked_total_by_agent(
    task: Any, terms: dict[str, Floats], num_envs: int, agents: int
) -> Floats:
    """Return the rewards of a game's agents ``(W, A)``.

    Raises :class:`TaskError` for another shape, and for values that are not numbers.
    """
    where = f"{_name(task)}.total_by_agent()"
    return _rows(task.total_by_agent(terms), num_envs, (agents,), where, "the", "reward")


def checked_measures(task: Task, num_envs: int) -> dict[str, NDArray[Any]]:
    """Return what the task measures, ``(W, ...)`` each.

    Raises :class:`TaskError` for anything but a dictionary of arrays with one row per world, and
    for names that ``info`` uses otherwise.
    """
    items = _items(task.measures(), f"{_name(task)}.measures()")
    return {name: checked_measure(task, name, measure, num_envs) for name, measure in items}


def checked_measure(task: Task, name: str, measure: object, num_envs: int) -> NDArray[Any]:
    """Return one of the task's measures ``(W, ...)``.

    Raises :class:`TaskError` for anything but an array with one row per world, and for a name that
    ``info`` uses otherwise.
    """
    where = f"{_name(task)}.measures()"
    array = _array(measure, where, "measure", name)
    if array.shape[:1] != (num_envs,):
        raise TaskError(f"{where}: {name!r} has shape {array.shape}, must be ({num_envs}, ...)")
    if name in RESERVED or name.startswith("_"):
        raise TaskError(f"{where}: the name {name!r} has another use in info")
    return array


def checked_ends(task: Task, num_envs: int) -> Flags:
    """Return in which worlds the episode has terminated ``(W,)``.

    Raises :class:`TaskError` for anything but an array of bool of this shape.
    """
    return _flags(task.terminated(), f"{_name(task)}.terminated()", num_envs)


def checked_end(task: Task, index: int, flags: object, num_envs: int) -> Flags:
    """Return the result of a function among the declared ends ``(W,)``, checked.

    :param index: index of the end.
    :param flags: what the function returned.

    Raises :class:`TaskError` for anything but an array of bool of this shape.
    """
    return _flags(flags, f"{_name(task)}.declare(): end {index}", num_envs)


def _flags(flags: Any, where: str, num_envs: int) -> Flags:
    if not isinstance(flags, np.ndarray) or flags.dtype != np.bool_ or flags.shape != (num_envs,):
        raise TaskError(
            f"{where}: returned {described(flags)}, must be an array of bool of shape ({num_envs},)"
        )
    return flags


def observe(task: Task, out: NDArray[np.float32]) -> None:
    """Let a task write its observations.

    Raises :class:`TaskError` for observations that are not finite or have another shape.
    """
    _write(task, "observe", out)


def observe_privileged(task: Task, out: NDArray[np.float32]) -> None:
    """Let a task write what critics know.

    Raises :class:`TaskError` for values that are not finite or have another shape.
    """
    _write(task, "observe_privileged", out)


def _write(task: Task, method: str, out: NDArray[np.float32]) -> None:
    where = f"{_name(task)}.{method}()"
    write: Any = getattr(task, method)
    try:
        returned = write(out)
    except ValueError as error:
        if isinstance(error, TaskError) or "broadcast" not in str(error):
            raise
        raise TaskError(f"{where}: must write to an array of shape {out.shape}: {error}") from error
    if returned is not None:
        raise TaskError(
            f"{where}: returned {described(returned)}, must write to its argument instead"
        )
    check_observations(task, out, method)


def check_observations(
    task: Task, observations: NDArray[np.float32], method: str = "observe"
) -> None:
    """Refuse observations that are not finite.

    Raises :class:`TaskError`.
    """
    _check_finite(observations, f"{_name(task)}.{method}():")


def joined(task: Task, function: str, parts: Sequence[Floats], shape: tuple[int, ...]) -> Floats:
    """Return the parts of observations side by side.

    :param function: name of the function that returned them, for error messages.
    :param shape: shape that they must have together.

    Raises :class:`TaskError` for parts that do not fit this shape, and for numbers that are not
    finite.
    """
    where = f"{_name(task)}.{function}()"
    rows, *agents, columns = shape
    if not isinstance(parts, list | tuple):
        raise TaskError(f"{where}: returned {described(parts)}, must be a list of arrays")
    inner = (*agents, None)
    arrays = [_rows(part, rows, inner, where, "part", i) for i, part in enumerate(parts)]
    widths = [array.shape[-1] for array in arrays]
    if sum(widths) != columns:
        raise TaskError(
            f"{where}: parts of {widths} columns make {sum(widths)}, but the observation space has "
            f"{columns} (extras: {getattr(task, 'extras', None)})"
        )
    together = np.concatenate(arrays, axis=-1)
    _check_finite(together, f"{where}:")
    return together


def checked_computed(
    task: Task, function: Callable[[Any], Any], inner: tuple[int | None, ...]
) -> Floats:
    """Return the part of an observation that a function computes, ``(W, ...)``.

    :param inner: sizes of all axes but the first.

    Raises :class:`TaskError` for another shape, and for values that are not numbers.
    """
    name = getattr(function, "__name__", "function")
    where = f"{_name(task)}.declare()"
    return _rows(function(task), len(task.worlds), inner, where, "Computed", name)


def team_means(term: Any, left: int) -> Any:
    """Return each agent's mean over its team ``(W, A)``; what has another shape as it is.

    :param left: number of agents of the left team, which come first.
    """
    try:
        own: NDArray[Any] = np.asarray(term)
    except (TypeError, ValueError, RuntimeError):
        return term  # refused when terms are checked, as are those below
    if own.ndim != 2 or own.dtype.kind not in "fiub":
        return term
    means = np.empty(own.shape)
    for team in (slice(left), slice(left, None)):
        if own[:, team].size > 0:
            means[:, team] = own[:, team].mean(axis=1, keepdims=True)
    return means


def check_states(task: Task, qpos: Any, shape: tuple[int, int], envs: Sequence[int]) -> Floats:
    """Return the states in which episodes start, checked; they must have this shape.

    Raises :class:`TaskError` for another shape and for numbers that are not finite.
    """
    where = f"{_name(task)}.start_states()"
    states = _rows(qpos, shape[0], (None,), where, "array", "qpos")
    if states.shape != shape:
        raise TaskError(f"{where}: returned shape {states.shape}, must be {shape}")
    _check_finite(states, f"{where}:", envs)
    return states


def _name(task: Task) -> str:
    return type(task).__name__


def _items(returned: Any, where: str) -> list[tuple[str, Any]]:
    if not isinstance(returned, dict):
        raise TaskError(f"{where}: returned {described(returned)}, must be a dict of arrays")
    for name in returned:
        if not isinstance(name, str):
            raise TaskError(f"{where}: the name {name!r} is not text")
    return list(returned.items())


def _array(value: Any, where: str, kind: str, name: object) -> NDArray[Any]:
    """Return an array.

    Raises :class:`TaskError` for what cannot become one, such as lists of different lengths and
    tensors that require a gradient or are on a GPU.
    """
    try:
        return np.asarray(value)
    except (TypeError, ValueError, RuntimeError) as error:
        raise TaskError(f"{where}: {kind} {name!r} is not an array: {error}") from error


def _rows(
    value: Any,
    rows: int,
    inner: tuple[int | None, ...] | None,
    where: str,
    kind: str,
    name: object,
) -> Floats:
    """Return real numbers with this number of rows.

    :param inner: sizes of the other axes, ``None`` for any size; or ``None`` for any axes.
    """
    array = _array(value, where, kind, name)
    if array.dtype.kind not in "fiub":
        raise TaskError(f"{where}: {kind} {name!r} has dtype {array.dtype}, must be real numbers")
    sizes = array.shape[1:]
    fits = array.shape[:1] == (rows,) and (
        inner is None
        or sizes == inner
        or (
            len(sizes) == len(inner)
            and all(wanted in (None, size) for wanted, size in zip(inner, sizes, strict=True))
        )
    )
    if not fits:
        wanted = "..." if inner is None else ", ".join(str(size or "n") for size in inner)
        more = f", {wanted}" if wanted else ","
        raise TaskError(f"{where}: {kind} {name!r} has shape {array.shape}, must be ({rows}{more})")
    return array if array.dtype.kind == "f" else array.astype(np.float64)


def _check_finite(array: NDArray[Any], where: str, envs: Sequence[int] | None = None) -> None:
    """Raise for the first number that is not finite.

    :param envs: the env of each row, if rows are not all envs in order.
    """
    is_finite = np.isfinite(array)
    if is_finite.all():
        return
    index = tuple(int(i) for i in np.argwhere(~is_finite)[0])
    value, env, place = array[index], index[0], index[1:]
    column = f", column {place[-1]}" if place else ""
    row = f", row {', '.join(map(str, place[:-1]))}" if len(place) > 1 else ""
    number = env if envs is None else envs[env]
    raise TaskError(f"{where} {value} in env {number}{row}{column}, must be finite")
