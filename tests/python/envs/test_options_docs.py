"""The page about options: its snippets run, and its numbers are those of the code."""

import re
from pathlib import Path
from typing import Any

from rcssgym.envs import PRIVILEGED, TASKS, RobotTask
from rcssgym.envs.lookup import new_task

PAGE = (Path(__file__).parents[3] / "docs" / "options.md").read_text()
SNIPPETS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def run(index: int) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(SNIPPETS[index], f"docs/options.md: {index}", "exec"), names)
    return names


def test_all_options_at_once() -> None:
    names = run(0)
    assert names["frames"].shape == (16, 3, 82)
    assert names["seen"]["policy"].shape == (16, 246)
    assert names["seen"]["critic"].shape == (16, 147)


def test_a_critic_of_one_s_own() -> None:
    assert run(1)["info"]["privileged"].shape == (4, 75 + 57 + 3)


def test_a_recurrent_policy() -> None:
    names = run(2)
    assert len(names["ended"]) > 8
    assert all(1.0 <= length <= 150.0 for length in names["ended"])
    assert len(SNIPPETS) == 3


def test_what_critics_know_is_as_the_page_says() -> None:
    more = {"Stand": 2, "Walk": 8}
    for name in TASKS:
        task = new_task(name)
        assert isinstance(task, RobotTask)
        assert task.privileged_space is not None
        extra = task.privileged_space.shape[0] - task.observation_space.shape[0]
        assert extra == 2 * task.robot.joints + 11 + more.get(name[2:], 0)
    assert len(PRIVILEGED) == 7
