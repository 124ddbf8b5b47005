"""The page about terms lists the whole library, and its examples run."""

import re
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from rcssgym import ArgumentError, _core
from rcssgym.envs import WorldVectorEnv, term_table

PAGE = (Path(__file__).parents[3] / "docs" / "terms.md").read_text()
STROLL, LOW = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def run(snippet: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(snippet, "docs/terms.md", "exec"), names)
    return names


def test_the_library_is_there_as_the_core_has_it() -> None:
    header, ruler, *rows = term_table().splitlines()
    sections = [part.splitlines() for part in PAGE.split("## The library")[1].split("### ")[1:]]
    assert all(section[1:4] == ["", header, ruler] for section in sections)
    assert [line for section in sections for line in section[4:] if line] == rows
    library = _core.term_library()
    names = [(one["kind"], one["name"]) for one in library]
    assert len(set(names)) == len(names) > 60
    for one in library:
        assert one["formula"]
        assert one["shape"]
        assert all(about for _, _, about in one["parameters"])
    assert "`velocity_command`" in term_table("process")
    assert "`gravity`" not in term_table("process")


def test_a_kind_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"kind is 'reward', must be one of .*'observation'"):
        term_table("reward")


def test_the_task_of_thirty_lines_runs_in_the_core() -> None:
    lines = STROLL.split("\n\n\n")[1].strip().splitlines()
    assert len(lines) <= 30
    names = run(STROLL)
    assert names["envs"].task.runs_in_core()
    assert names["observations"].shape == (8, 3 * 23 + 3 + 3 + 3)
    terms = names["infos"]["reward"]
    assert {name for name in terms if not name.startswith("_")} == {
        "alive",
        "track_velocity",
        "upright",
        "slip",
        "action_rate",
    }
    assert (names["infos"]["velocity_error"] >= 0.0).all()
    del gym.registry["me/Stroll-v0"]


def test_a_function_is_one_more_term() -> None:
    names = run(LOW)
    assert not names["low_stand"].task.runs_in_core()
    ours = WorldVectorEnv("T1Stand", 8)
    ours.reset(seed=0)
    _, rewards, _, _, info = ours.step(np.zeros((8, 23)))
    low = names["info"]["reward"]["low"]
    assert (low > 0.0).all()
    np.testing.assert_allclose(names["rewards"], rewards + low)
    assert names["info"]["reward"]["upright"].tolist() == info["reward"]["upright"].tolist()
