"""Steps of several control steps, for tasks that run partly in Python."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.observer import Observer
from rcssgym.envs.returned import check_rewards, checked_ends, checked_measures, checked_terms
from rcssgym.envs.streams import Floats
from rcssgym.envs.task import Flags, Task


@dataclass
class StepResult:
    """The result of a step."""

    terms: dict[str, Floats]
    """Terms of the reward, summed over the step's control steps."""
    measures: dict[str, NDArray[Any]]
    """What was measured after the last control step of each world."""
    rewards: Floats
    """Rewards, summed over the step's control steps."""
    terminated: Flags


def step_of(
    task: Task,
    actions: Floats,
    ended: Flags,
    frames: int,
    observer: Observer,
    total: Callable[[dict[str, Floats]], Floats],
) -> StepResult:
    """Make a step of several control steps with the same actions.

    A world whose episode ends in one of them stands still for the rest.

    :param actions: actions ``(W, n)``, in games ``(W, A, n)``.
    :param ended: worlds ``(W,)`` that have no episode: their rewards, terms and measures are zero.
    :param frames: number of control steps.
    :param observer: keeps what worlds observe whose episode ends before the last control step.
    :param total: returns the reward of each world, given the terms of a control step.
    """
    worlds, moves = task.worlds, ~ended
    result: StepResult | None = None
    observer.begin_step()
    try:
        if frames > 1 and ended.any():
            worlds.hold(np.flatnonzero(ended))
        for frame in range(frames):
            one = _control_step(task, actions, moves, total)
            result = one if result is None else _added(result, one, moves)
            if frames > 1 or observer.is_late:
                # Tasks may remember what they have observed, such as where the ball was seen.
                observer.send(np.flatnonzero(moves))
            over = np.flatnonzero(moves & one.terminated)
            if frame + 1 == frames:
                break
            if len(over) > 0:
                observer.keep(over)
                worlds.hold(over)
                moves = moves & ~one.terminated
            if not moves.any():
                break
    finally:
        if frames > 1:
            worlds.release()
    assert result is not None
    return result


def only(mask: Flags, array: NDArray[Any]) -> NDArray[Any]:
    """Return the rows where the mask is true, and zeros elsewhere."""
    rows = np.zeros_like(array)
    rows[mask] = array[mask]
    return rows


def _control_step(
    task: Task, actions: Floats, moves: Flags, total: Callable[[dict[str, Floats]], Floats]
) -> StepResult:
    still, num_envs = np.flatnonzero(~moves), len(moves)
    kept = task.streams.keep(still)
    task.step(actions)
    # Copies, because a task may return views of memory that later steps and resets change.
    terms = {name: np.array(term) for name, term in checked_terms(task, num_envs).items()}
    measures = {name: np.array(one) for name, one in checked_measures(task, num_envs).items()}
    terminated = checked_ends(task, num_envs) | task._frozen()
    if len(still) > 0:
        task.streams.take_back(still, kept)
        terminated[still] = False
        terms = {name: only(moves, term) for name, term in terms.items()}
        measures = {name: only(moves, measure) for name, measure in measures.items()}
    rewards = np.array(total(terms))
    check_rewards(task, terms, rewards)
    return StepResult(terms, measures, rewards, terminated)


def _added(so_far: StepResult, one: StepResult, moves: Flags) -> StepResult:
    """Return the sum of several control steps, of which ``one`` is the last."""
    measures = {}
    for name, measure in one.measures.items():
        kept = so_far.measures[name]
        kept[moves] = measure[moves]
        measures[name] = kept
    return StepResult(
        terms={name: so_far.terms[name] + term for name, term in one.terms.items()},
        measures=measures,
        rewards=so_far.rewards + only(moves, one.rewards),
        terminated=so_far.terminated | one.terminated,
    )
