"""The page about tasks of the 2D game lists all of them, and its examples run."""

import re
from pathlib import Path
from typing import Any

from rcssgym.envs.registration import DISC_TASKS

PAGE = (Path(__file__).parents[4] / "docs" / "disc-tasks.md").read_text()


def test_all_tasks_are_named() -> None:
    named = re.findall(r"^\| `rcssgym/([\w-]+)-v0` \|", PAGE, re.MULTILINE)
    assert sorted(named) == sorted(DISC_TASKS)


def test_the_examples_run() -> None:
    space: dict[str, Any] = {}
    snippets = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert len(snippets) == 7
    for snippet in snippets:
        exec(snippet, space)
    rewards, info = space["rewards"], space["info"]
    assert rewards.shape == info["is_success"].shape == (64,)
    actions = space["shadows"].action_space.sample()
    _, rewards, *_ = space["shadows"].step(actions)
    assert (rewards <= 0).all()
