"""Infos of steps behave as dictionaries, whenever their arrays are created."""

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest
import torch
from rcssgym._core import InfoBuilder, add_step_info
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.infos import Info, LazyTerms
from rcssgym.envs.tasks.walk import T1Walk
from rcssgym.errors import ArgumentError

MASK = np.array([True, False])
QUESTIONS: list[Callable[[Any], Any]] = [
    dict,
    list,
    len,
    bool,
    repr,
    copy.copy,
    copy.deepcopy,
    lambda info: {**info},
    lambda info: dict(**info),
    lambda info: info | {"d": 1},
    lambda info: {"d": 1} | info,
    lambda info: {}.update(info),
    lambda info: list(reversed(info)),
    lambda info: list(info.items()),
    lambda info: list(info.values()),
    lambda info: list(info.keys()),
    lambda info: info["_b"],
    lambda info: info["reward"],
    lambda info: info.get("b"),
    lambda info: info.get("d", 3),
    lambda info: [info.pop("a"), info],
    lambda info: [info.setdefault("a", 4), info],
    lambda info: ("a" in info, "d" in info),
    lambda info: info.copy(),
    lambda info: isinstance(info, dict),
    lambda info: pickle.loads(pickle.dumps(info)),
    lambda info: _after(info, lambda: info.update(a=1, d=2)),
    lambda info: _after(info, lambda: info.__ior__({"a": 1, "d": 2})),
    lambda info: _after(info, lambda: info.__setitem__("d", 2)),
    lambda info: _after(info, lambda: info.__delitem__("reward")),
    lambda info: _after(info, lambda: info.clear()),
]


def _after(info: Any, change: Callable[[], object]) -> Any:
    change()
    return [info, "d" in info, info.get("a"), list(info)]


ROWS = np.array([[0.5, 1.0], [2.0, 3.0], [4.0, 5.0], [0.0, 1.0], [6.0, 7.0], [8.0, 9.0]])
BUILDER = InfoBuilder(
    Info,
    LazyTerms,
    ("x", "y"),
    [("a", [2], "number"), ("b", [3], "flag"), ("c", [4, 5], "count")],
    False,
)


def _plain_info() -> dict[str, Any]:
    counts = np.array([[6, 8], [7, 9]])
    info: dict[str, Any] = {}
    add_step_info(
        info,
        {"x": ROWS[0], "y": ROWS[1]},
        {"a": ROWS[2], "b": np.array([False, True]), "c": counts},
        MASK,
    )
    return info


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return list(one) == list(other) and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(np.array_equal(one, other))


@pytest.mark.parametrize("ask", QUESTIONS)
def test_infos_answer_as_dictionaries_do(ask: Callable[[Any], Any]) -> None:
    assert _same(ask(Info(BUILDER, ROWS, MASK)), ask(_plain_info()))


def test_infos_have_the_types_of_measures() -> None:
    info = Info(BUILDER, ROWS, MASK)
    assert [info[name].dtype.kind for name in "abc"] == ["f", "b", "i"]
    assert all(info[f"_{name}"].dtype == bool for name in ("a", "b", "c", "reward"))
    assert type(info["reward"]) is dict
    assert _same(BUILDER.measures(ROWS), {name: info[name] for name in "abc"})


def test_infos_know_their_names_without_being_filled() -> None:
    info = Info(BUILDER, ROWS, MASK)
    assert all(name in info for name in ("a", "_a", "reward", "_reward"))
    assert "final_info" not in info
    no_name: Any = []
    with pytest.raises(TypeError, match="unhashable"):
        assert no_name in info
    assert set(info) == BUILDER.names
    info["episode"] = 3
    assert "episode" in info
    assert "episode" not in Info(BUILDER, ROWS, MASK)


def test_assignments_do_not_fill_infos_and_are_seen() -> None:
    info = Info(BUILDER, ROWS, MASK)
    info["a"], info["episode"] = 1, 2
    assert info._unread is not None
    assert list(info) == [*_plain_info(), "episode"]
    assert (info["a"], info["episode"], info["b"].tolist()) == (1, 2, [False, True])
    assert info._unread is None


def _as_list(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else dict(value)


@pytest.mark.parametrize("is_read", [False, True])
@pytest.mark.parametrize("library", ["json", "orjson"])
def test_code_that_reads_memory_of_dictionaries_drops_nothing(library: str, is_read: bool) -> None:
    """It finds all that there is, or it raises, whether or not something was read before."""
    write: Callable[..., Any] = pytest.importorskip(library).dumps
    expected = json.loads(json.dumps(_plain_info(), default=_as_list))
    parts: list[Callable[[Any], Any]] = [lambda info: info, lambda info: info["reward"]]
    for part in parts:
        info = Info(BUILDER, ROWS, MASK)
        assert not is_read or len(info["reward"]) == 4
        assert json.loads(write(part(info), default=_as_list)) == part(expected)
        with pytest.raises(TypeError, match="is not JSON serializable"):
            write(part(info))


def test_terms_are_pytrees() -> None:
    terms = Info(BUILDER, ROWS, MASK)["reward"]
    torch_leaves: Callable[[Any], Any] = torch.utils._pytree.tree_leaves
    assert len(jax.tree.leaves(terms)) == len(torch_leaves(terms)) == 4


def test_infos_match_patterns_of_mappings() -> None:
    match Info(BUILDER, ROWS, MASK):
        case {"reward": {"x": x}}:
            assert x.tolist() == ROWS[0].tolist()
        case _:
            pytest.fail("no mapping")


def test_infos_of_games_are_those_of_first_robots_or_of_all() -> None:
    rows = np.arange(12.0).reshape(3, 2, 2)
    rows[1, 0, 0] = 0.0
    measures = [("one", [1], "flag"), ("two", [2], "count")]
    of_all: dict[str, Any] = {}
    of_first: dict[str, Any] = {}
    for info, is_of_first in ((of_all, False), (of_first, True)):
        InfoBuilder(Info, LazyTerms, ("x",), measures, is_of_first).fill(info, rows, MASK)
    assert of_all["one"].tolist() == [[False, True], [True, True]]
    assert of_first["one"].tolist() == [False, True]
    assert of_all["two"].tolist() == of_first["two"].tolist() == [8, 10]


def test_masks_are_copies_of_their_own() -> None:
    terms = Info(BUILDER, ROWS, MASK)["reward"]
    terms["_x"][:] = False
    assert terms["_y"].tolist() == MASK.tolist() == [True, False]


def test_infos_filled_later_are_those_filled_at_once() -> None:
    envs = WorldVectorEnv(T1Walk, 3, max_episode_steps=4)
    envs.reset(seed=0)
    for _ in range(7):
        over = envs._is_over.copy()
        _, rewards, _, _, info = envs.step(np.zeros((3, 23), np.float32))
        terms = {name: term for name, term in info["reward"].items() if name[0] != "_"}
        measures = {name: info[name] for name in ("velocity_error", "turning_error")}
        eager: dict[str, Any] = {}
        add_step_info(eager, terms, measures, ~over)
        assert list(info) == list(eager)
        assert _same(info, eager)
        assert np.allclose(sum(terms.values()), rewards)
    envs.close()


def test_another_number_of_names_is_refused() -> None:
    envs = WorldVectorEnv(T1Walk, 2)
    envs.reset(seed=0)
    task = envs.task
    assert isinstance(task, T1Walk)
    plan = task._planned()
    info_builder = InfoBuilder(Info, LazyTerms, plan.terms[1:], [("one", [12], "number")], False)
    task._plan = task._terms, plan._replace(info_builder=info_builder)
    with pytest.raises(ArgumentError, match="info_builder: 13 names, must be 15"):
        envs.step(np.zeros((2, 23), np.float32))
    envs.close()


@pytest.mark.parametrize("shape", [(5, 2), (6,), (7, 2, 3)])
def test_rows_for_other_names_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ArgumentError, match=r"rows: \[.*\], must be 6 rows"):
        BUILDER.fill({}, np.zeros(shape), MASK)
    with pytest.raises(ArgumentError, match=r"rows: \[.*\], must be 6 rows"):
        BUILDER.measures(np.zeros(shape))
