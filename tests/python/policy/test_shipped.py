"""The shipped policies perform as their page says."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.checks import Precision
from rcssgym.envs.tasks import T1Walk
from rcssgym.policy import Policy
from rcssgym.policy.evaluate import evaluate

FOLDER = Path(__file__).parents[3] / "policies"
WALK = FOLDER / "T1Walk.onnx"


def figures(
    seconds: float,
    command: tuple[float, float, float],
    precision: Precision = "double",
    worlds: int = 8,
) -> dict[str, np.ndarray]:
    found = evaluate(
        Policy.load(WALK),
        worlds=worlds,
        seconds=seconds,
        seed=40,
        command=command,
        precision=precision,
    )
    assert found.setting["precision"] == precision
    return {measure.name: measure.values for measure in found.measures}


def test_the_walk_is_small_and_says_where_it_comes_from() -> None:
    assert WALK.stat().st_size < 2_000_000
    facts = Policy.load(WALK).facts
    assert facts["task"] == "T1Walk"
    assert facts["command"].startswith("python examples/ppo.py ")
    assert len(facts["git_revision"]) == 40
    assert facts["env_steps"] > 1_000_000
    assert facts["training_seconds"] > 60.0
    json.dumps(facts)
    assert "T1Walk.png" in (FOLDER / "README.md").read_text()
    assert (FOLDER / "T1Walk.png").exists()


def test_it_walks_half_a_metre_a_second_for_20_s_without_falling(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(T1Walk, "push_speed", 0.0)
    found = figures(20.0, (0.5, 0.0, 0.0))
    assert (found["falls"] == 0.0).all()
    np.testing.assert_allclose(found["time"], 20.0)
    assert (found["speed forward"] > 0.5).all()
    assert found["distance forward"].mean() > 10.0


def test_it_walks_as_well_in_single_precision() -> None:
    double, single = (
        figures(10.0, (0.5, 0.0, 0.0), precision, 32) for precision in ("double", "single")
    )
    # The policy corrects rounding errors: even worlds that fall do so in the same step.
    for name, expected in double.items():
        np.testing.assert_allclose(single[name], expected, rtol=1e-3, atol=1e-4, err_msg=name)


@pytest.mark.parametrize(
    ("command", "low", "high"),
    [((0.0, 0.0, 0.0), -0.05, 0.05), ((-0.3, 0.0, 0.0), -0.35, -0.2), ((1.0, 0.0, 0.0), 0.9, 1.05)],
)
def test_it_follows_commands(
    monkeypatch: pytest.MonkeyPatch, command: tuple[float, float, float], low: float, high: float
) -> None:
    monkeypatch.setattr(T1Walk, "push_speed", 0.0)
    found = figures(8.0, command)
    assert (found["falls"] == 0.0).all()
    assert low < found["speed forward"].mean() < high


def played(name: str, steps: int, late: float = 0.0) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Return the measures in the last step of each episode, in 32 worlds without pushes and noise.

    ``late`` is the share of episodes whose actions take effect one step late.
    """
    policy = Policy.load(FOLDER / f"{name}.onnx")
    task: Any = policy.new_task()
    envs = WorldVectorEnv(task, 32, max_episode_steps=None)
    task.late, task.noise, task.push_speed = late, 0.0, 0.0
    seen, _ = envs.reset(seed=40)
    is_on = np.ones(32, dtype=bool)
    last: dict[str, Any] = {}
    arrived = np.zeros(32, dtype=bool)
    for _ in range(steps):
        seen, _, terminated, _, info = envs.step(policy.act(seen))
        for measure in ("distance", "fallen"):
            last[measure] = np.where(is_on, info[measure], last.get(measure, info[measure]))
        arrived |= is_on & info.get("is_success", False)
        is_on &= ~terminated
    return last, arrived


@pytest.mark.parametrize("name", ["T1Kick", "T1GoToBall"])
def test_the_others_say_where_they_come_from(name: str) -> None:
    facts = Policy.load(FOLDER / f"{name}.onnx").facts
    assert facts["task"] == f"{name}-v1"
    assert facts["command"].startswith(f"rcssgym train --task {name} --initialize T1Walk ")
    assert len(facts["git_revision"]) == 40
    assert f"`{name}`" in (FOLDER / "README.md").read_text()


def test_one_kicks_farther_than_a_metre_and_stays_on_its_feet() -> None:
    last, _ = played("T1Kick", 300)
    assert np.median(last["distance"]) > 1.5
    assert last["fallen"].mean() < 0.1


def test_one_arrives_behind_the_ball() -> None:
    last, arrived = played("T1GoToBall", 800)
    assert arrived.mean() > 0.9
    assert last["fallen"].mean() < 0.1


@pytest.mark.parametrize("late", [0.0, 1.0])
def test_one_drives_the_ball_farther_than_the_walk_does(late: float) -> None:
    policy = Policy.load(FOLDER / "T1Dribble.onnx")
    assert policy.facts["task"] == "T1Dribble-v1"
    assert policy.facts["command"].startswith("rcssgym train --task T1Dribble ")
    assert len(policy.facts["git_revision"]) == 40
    last, _ = played("T1Dribble", 500, late)
    # In 10 s, from rest. The walk gets 4.9 m far, and 5.5 m with actions one step late.
    assert last["distance"].mean() > 6.0
    assert last["fallen"].mean() < 0.1


def test_the_ant_runs_with_its_head_up() -> None:
    policy = Policy.load(FOLDER / "AntRun.onnx")
    assert policy.facts["task"] == "AntRun-v1"
    assert policy.facts["command"].startswith("rcssgym train --task AntRun ")
    assert len(policy.facts["git_revision"]) == 40
    envs = WorldVectorEnv(policy.new_task(), 32, max_episode_steps=None)
    seen, _ = envs.reset(seed=40)
    for _ in range(500):
        seen, _, terminated, _, info = envs.step(policy.act(seen))
        assert not terminated.any()
    # In 10 s, from rest and in any initial direction.
    assert info["distance"].mean() > 32.0
    assert info["distance"].min() > 25.0
