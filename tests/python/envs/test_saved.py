"""Pickles of environments can be read without running anything else that they contain."""

import os
import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.envs.registration import EnvSpec
from rcssgym.envs import TASKS, SoccerVectorEnv, WorldVectorEnv
from rcssgym.envs.discs.actions import ActsByNumber
from rcssgym.envs.lookup import new_task
from rcssgym.envs.saved import unpickled
from rcssgym.envs.tasks import T1Stand

RANDOMIZATION = rcssgym.Randomization(friction=(0.5, 1.2), action_delay=(0, 3))


class Mine(T1Stand):
    """A user's own task."""


MAKERS: dict[str, Callable[[], WorldVectorEnv]] = {
    **{task: partial(WorldVectorEnv, task, 2) for task in TASKS},
    "game": lambda: SoccerVectorEnv("1v1", 2, observation="state"),
    "perceived": lambda: SoccerVectorEnv("1v1", 2),
    "randomized": lambda: WorldVectorEnv("T1Walk", 2, randomization=RANDOMIZATION),
    "pictures": lambda: WorldVectorEnv("T1Stand", 2, render_mode="rgb_array", width=64, height=48),
    "camera": lambda: WorldVectorEnv(
        "T1Stand",
        1,
        render_mode="rgb_array",
        camera=rcssgym.Camera((3.0, 0.0, 1.0), (0.0, 0.0, 0.5)),
    ),
    "registered": lambda: gym.make_vec("rcssgym/T1Walk-v1", num_envs=2).unwrapped,  # type: ignore
    "same step": lambda: WorldVectorEnv("T1Kick", 2, autoreset_mode="SameStep"),
}


@pytest.mark.parametrize("name", MAKERS)
def test_environments_go_on_as_they_were(name: str) -> None:
    envs = MAKERS[name]()
    envs.reset(seed=2)
    rng = np.random.default_rng(0)
    actions = rng.uniform(-0.5, 0.5, (30, *(envs.action_space.shape or ())))
    for step in actions[:10]:
        envs.step(step)
    other = unpickled(pickle.dumps(envs))
    assert type(other) is type(envs)
    assert type(other.task) is type(envs.task)
    for step in actions[10:]:
        left, right = envs.step(step), other.step(step)
        assert left[0].tobytes() == right[0].tobytes()
        assert left[1].tobytes() == right[1].tobytes()


SINGLE: dict[str, Callable[[], Any]] = {
    "wrapped": lambda: gym.make("rcssgym/T1Walk-v1", randomization=RANDOMIZATION),
    "unwrapped": lambda: gym.make("rcssgym/T1Walk-v1").unwrapped,
    "2D": lambda: gym.make("rcssgym/Disc-ReachBall-v0"),
    "by number": lambda: ActsByNumber(gym.make("rcssgym/Disc-HFO-1v0-Skills-v0")),
    "coach": lambda: gym.make("rcssgym/Disc-Coach-v0"),
    "coaches": lambda: gym.make_vec("rcssgym/Disc-Coach-v0", num_envs=2),
    "agents": lambda: rcssgym.parallel_env("1v1"),
}


@pytest.mark.parametrize("name", SINGLE)
def test_environments_go_on_as_they_were_made(name: str) -> None:
    """As the documentation makes them: with a specification, and wrappers around them."""
    env = SINGLE[name]()
    env.reset(seed=2)
    other = unpickled(pickle.dumps(env))
    assert type(other) is type(env)
    if name == "agents":
        actions: Any = {agent: env.action_space(agent).sample() for agent in env.agents}
    else:
        assert other.unwrapped.spec == env.unwrapped.spec
        actions = env.action_space.sample()
    for _ in range(3):
        left, right = env.step(actions), other.step(actions)
        assert repr(left[0]) == repr(right[0])
        assert repr(left[1]) == repr(right[1])


@pytest.mark.parametrize("name", ["T1Stand", "Disc-ReachBall"])
def test_cells_of_another_length_change_nothing(name: str) -> None:
    envs = WorldVectorEnv(name, 2)
    envs.reset(seed=0)
    core = envs.task.core  # type: ignore[attr-defined]
    before = core.save()
    envs.step(envs.action_space.sample())
    after = core.save()
    for wrong in (before[8:], before + bytes(8), before + b"abc", b""):
        with pytest.raises(rcssgym.ArgumentError, match="cells, must be"):
            core.restore(wrong)
        assert core.save() == after
    core.restore(before)
    assert core.save() == before != after


def test_a_module_may_be_trusted() -> None:
    envs = WorldVectorEnv(Mine, 2)
    envs.reset(seed=0)
    data = pickle.dumps(envs)
    with pytest.raises(
        rcssgym.ArgumentError, match=f"{__name__}.Mine is not a part of environments"
    ):
        unpickled(data)
    assert type(unpickled(data, trusted=__name__).task) is Mine


class Call:
    """Calls a function when its pickle is read."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self.call = function, arguments

    def __reduce__(self) -> Any:
        return self.call


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (os.system, ("touch trace",), "posix.system is not a part"),
        (exec, ("open('trace', 'w')",), "builtins.exec is not a part"),
        (WorldVectorEnv, ("leaves_a_trace:Task",), "calls WorldVectorEnv"),
        (EnvSpec, ("me/Task-v0", "leaves_a_trace:Task"), "calls EnvSpec"),
        (EnvSpec.make, (EnvSpec("me/T-v0", "leaves_a_trace:T"),), "EnvSpec.make is not a part"),
        (
            gym.make,
            ("leaves_a_trace:me/Task-v0",),
            "gymnasium.envs.registration.make is not a part",
        ),
        (rcssgym.envs.make_async, ("leaves_a_trace:me/T-v0", 2, 1), "make_async is not a part"),
        (new_task, ("leaves_a_trace:Task",), "new_task is not a part"),
    ],
)
def test_nothing_in_it_is_called(
    function: Any, arguments: Any, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leaves_a_trace.py").write_text("open('trace', 'w').close()")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(rcssgym.ArgumentError, match=message):
        unpickled(pickle.dumps([Call(function, *arguments)]))
    assert not (tmp_path / "trace").exists()


@pytest.mark.parametrize(
    "data", [b"", b"no pickle", pickle.dumps(WorldVectorEnv("AntRun", 1))[:-9]]
)
def test_what_is_no_pickle_is_refused(data: bytes) -> None:
    with pytest.raises(rcssgym.ArgumentError, match="is not a pickled environment"):
        unpickled(data)


def test_names_within_modules_are_not_followed() -> None:
    """``rcssgym.envs.vector`` has ``secrets``, which gives access to everything else."""
    data = b"\x80\x04\x8c\x13rcssgym.envs.vector\x8c\x0esecrets.choice\x93."
    with pytest.raises(rcssgym.ArgumentError, match=r"secrets\.choice is not a part"):
        unpickled(data)
