"""The page about tasks lists all of them with their sizes and terms, and its examples run."""

import re
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from rcssgym.envs import STEPS, TASKS, BallTask, RobotTask, Task, WorldVectorEnv

PAGE = (Path(__file__).parents[4] / "docs" / "tasks.md").read_text()
DERIVED, WHOLE, BALL = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def rows(section: str) -> list[list[str]]:
    """Cells of the last table of a section."""
    lines = PAGE.split(f"# {section}\n", 1)[1].split("\n#", 1)[0].splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    return cells[1:]


def numbers(cell: str) -> list[int]:
    return [int(number) for number in cell.split(", ")]


def test_all_tasks_are_there_with_their_sizes() -> None:
    named = []
    for names, observation, action, steps, _ in rows("Tasks"):
        tasks = re.findall(r"`(\w+)`", names)
        named += tasks
        for task, size, joints in zip(tasks, numbers(observation), numbers(action), strict=True):
            envs = WorldVectorEnv(task)
            assert envs.single_observation_space.shape == (size,), task
            assert envs.single_action_space.shape == (joints,), task
            assert STEPS[task] == envs.max_episode_steps == int(steps), task
            assert envs.task.max_episode_steps == int(steps), task
    assert sorted(named) == sorted(TASKS) == sorted(STEPS)


@pytest.mark.parametrize("task", TASKS)
def test_all_terms_and_measures_are_there_and_no_others(task: str) -> None:
    envs = WorldVectorEnv(task)
    envs.reset(seed=0)
    info = envs.step(np.zeros(envs.action_space.shape or ()))[4]
    family = re.sub("^(T1|K1|Ant)", "", task)
    (terms,) = (cell for names, cell in rows("Rewards") if f"`{family}`" in names)
    documented = set(re.findall(r"`(\w+)`", terms))
    assert documented == {name for name in info["reward"] if not name.startswith("_")}
    measures = {name for name in info if not name.startswith("_")} - {"reward"}
    section = PAGE.split("`info` also has")[1].split("\n\n")[0]
    assert measures <= set(re.findall(r"`(\w+)`", section))


def test_the_derived_task_runs() -> None:
    names = run(DERIVED)
    ours = WorldVectorEnv("T1Stand", 8)
    ours.reset(seed=0)
    actions = np.full((8, 23), 0.1)
    derived, plain = (envs.step(actions)[4]["reward"] for envs in (names["envs"], ours))
    np.testing.assert_allclose(derived["action_rate"], 10.0 * plain["action_rate"])
    assert derived["upright"].tolist() == plain["upright"].tolist()


def test_the_whole_task_runs() -> None:
    names = run(WHOLE)
    assert names["observations"].shape == (8, 75)
    assert 0.0 < names["lift"].max() < 0.5
    assert set(names["infos"]["reward"]) >= {"alive", "lift", "upright"}
    registered = gym.make_vec("me/OneLeg-v0", num_envs=2)
    assert registered.reset(seed=0)[0].shape == (2, 75)
    del gym.registry["me/OneLeg-v0"]


def test_the_task_with_a_ball_runs() -> None:
    names = run(BALL)
    assert names["seen"].shape == (8, 85)
    task = names["chase"].task
    assert ((task.to_ball()[:, 0] > 0.4) & (task.to_ball()[:, 0] < 1.1)).all()
    assert (np.linalg.norm(task.ball_velocity, axis=1) > 0.5).all()
    assert {"near", "fall", "upright"} <= set(names["infos"]["reward"])


def test_the_ball_is_where_the_page_says() -> None:
    envs = WorldVectorEnv("T1Walk", 3)
    envs.reset(seed=0)
    x, y = map(float, re.findall(r"at \((\d+), (\d+)\) m", PAGE)[0])
    np.testing.assert_allclose(envs.worlds.ball_position[:, :2], [[x, y]] * 3)
    assert y > rcssgym.FIFA7vs7SoccerField().field_dim[1] / 2


@pytest.mark.parametrize("base", [Task, RobotTask, BallTask])
def test_what_tasks_write_and_have_is_there(base: type[Task]) -> None:
    """A task that is in use has every name of the tables."""
    envs = WorldVectorEnv("T1Kick" if base is BallTask else "T1Stand", 1)
    envs.reset(seed=0)
    section = PAGE.split("What to write, and what is there:")[1]
    table = section.split(f"| of `{base.__name__}`")[-1].split("\n\n")[0]
    if base is BallTask:
        table = section.split("`BallTask` is")[1].split("```")[0].split("and it observes")[0]
    names = set(re.findall(r"`(\w+)(?:\([\w, ]*\))?`", table.split("|---|---|")[-1]))
    names -= {"n", "qpos", "Box", "WorldBatch", "RobotTask", "BallTask", "out", "envs", "info"}
    assert len(names) > 5
    assert [name for name in sorted(names) if not hasattr(envs.task, name)] == []


def run(snippet: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(snippet, "docs/tasks.md", "exec"), names)
    return names
