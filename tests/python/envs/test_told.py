"""What steps tell of their rewards is a dictionary, whenever its arrays are made."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from rcssgym._core import Teller, tell_step
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.tasks.walk import T1Walk
from rcssgym.envs.told import Told
from rcssgym.errors import ArgumentError

ROWS = np.arange(6.0).reshape(3, 2)
MASK = np.array([True, False])
PLAIN = {"a": ROWS[0], "b": ROWS[1], "_a": MASK, "_b": MASK}
QUESTIONS: list[Callable[[Any], Any]] = [
    dict,
    list,
    len,
    bool,
    repr,
    copy.copy,
    copy.deepcopy,
    lambda told: {**told},
    lambda told: dict(**told),
    lambda told: told | {"c": 1},
    lambda told: {"c": 1} | told,
    lambda told: {}.update(told),
    lambda told: list(reversed(told)),
    lambda told: list(told.items()),
    lambda told: list(told.values()),
    lambda told: list(told.keys()),
    lambda told: told["_b"],
    lambda told: told.get("b"),
    lambda told: told.get("c", 3),
    lambda told: told.pop("a"),
    lambda told: told.setdefault("a", 4),
    lambda told: ("a" in told, "c" in told),
    lambda told: told.copy(),
    lambda told: pickle.loads(pickle.dumps(told)),
]


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return list(one) == list(other) and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(np.array_equal(one, other))


@pytest.mark.parametrize("ask", QUESTIONS)
def test_any_question_is_answered_as_by_a_dictionary(ask: Callable[[Any], Any]) -> None:
    assert _same(ask(Told(("a", "b"), ROWS, MASK)), ask(dict(PLAIN)))


def test_masks_are_copies_of_their_own() -> None:
    told = Told(("a", "b"), ROWS).masked(MASK.copy())
    told["_a"][:] = False
    assert told["_b"].tolist() == MASK.tolist()


def test_looking_first_changes_nothing() -> None:
    looked = Told(("a", "b"), ROWS)
    assert len(looked) == 2
    assert _same(looked.masked(MASK), PLAIN)


def test_steps_tell_what_they_told_at_once() -> None:
    envs = WorldVectorEnv(T1Walk, 3, max_episode_steps=4)
    envs.reset(seed=0)
    for _ in range(7):
        over = envs._is_over.copy()
        _, rewards, _, _, info = envs.step(np.zeros((3, 23), np.float32))
        terms = {name: term for name, term in info["reward"].items() if name[0] != "_"}
        measures = {name: info[name] for name in ("velocity_error", "turning_error")}
        told: dict[str, Any] = {}
        tell_step(told, terms, measures, ~over)
        assert list(info) == list(told)
        assert _same(info, told)
        assert np.allclose(sum(terms.values()), rewards)
    envs.close()


def test_another_number_of_names_is_refused() -> None:
    envs = WorldVectorEnv(T1Walk, 2)
    envs.reset(seed=0)
    task = envs.task
    assert isinstance(task, T1Walk)
    plan = task._planned()
    teller = Teller(Told, plan.terms[1:], [("one", [12], "number")], False)
    task._plan = task._terms, plan._replace(teller=teller)
    with pytest.raises(ArgumentError, match="teller: 13 names, must be 15"):
        envs.step(np.zeros((2, 23), np.float32))
    envs.close()
