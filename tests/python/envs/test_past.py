"""Histories and delays: which former observations are shown."""

import copy
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import FrameStackObservation
from numpy.typing import NDArray
from rcssgym.envs import TASKS, SoccerVectorEnv, WorldEnv, WorldVectorEnv
from rcssgym.envs.lookup import new_task
from rcssgym.envs.saved import unpickled
from rcssgym.envs.streams import Streams

from envs.partly_python import overriding
from envs.test_terms import Partly

NUM, EPISODE = 3, 12


@pytest.mark.parametrize("name", TASKS)
def test_a_history_is_gymnasium_s_frame_stack(name: str) -> None:
    """Flat, the oldest first, and filled with the first observation of an episode."""
    name = f"rcssgym/{name}-v0"
    mode = AutoresetMode.SAME_STEP
    envs = gym.make_vec(
        name, num_envs=NUM, autoreset_mode=mode, max_episode_steps=EPISODE, history=4
    )
    stacks: list[Any] = [
        FrameStackObservation(gym.make(name, max_episode_steps=EPISODE), 4) for _ in range(NUM)
    ]
    size = stacks[0].observation_space.shape[1]
    assert envs.single_observation_space.shape == (4 * size,)
    observations, _ = envs.reset(seed=2)
    expected = np.stack([stack.reset(seed=2 + i)[0] for i, stack in enumerate(stacks)])
    assert observations.tobytes() == expected.tobytes()
    rng = np.random.default_rng(0)
    for _ in range(3 * EPISODE):
        actions = rng.uniform(-0.5, 0.5, envs.action_space.shape or ()).astype(np.float32)
        observations, _, terminated, truncated, info = envs.step(actions)
        for i, stack in enumerate(stacks):
            seen, _, *over, _ = stack.step(actions[i])
            if any(over):
                assert info["final_obs"][i].tobytes() == seen.tobytes()
                seen = stack.reset()[0]
            assert over == [terminated[i], truncated[i]]
            assert observations[i].tobytes() == seen.tobytes()


def late(
    episode: list[NDArray[np.float32]], step: int, delay: int, history: int, frames: int
) -> NDArray[np.float32]:
    """Observation shown after a step, from all observations of an episode in steps of 20 ms."""
    looks = [max(step - k * frames, 0) for k in reversed(range(history))]
    return np.concatenate([episode[max(look - delay, 0)] for look in looks])


SETTINGS = [(1, 3, 1), (3, 0, 2), (2, 2, 3), (4, 5, 2), (3, 1, 1)]
"""History, delay and control steps per step."""


@pytest.mark.parametrize(("history", "delay", "frames"), SETTINGS)
@pytest.mark.parametrize("kind", ["core", "step", "observe", "parts"])
def test_observations_are_those_of_so_many_steps_before(
    kind: str, history: int, delay: int, frames: int
) -> None:
    def task() -> Any:
        return new_task("T1Walk") if kind == "core" else overriding("T1Walk", kind)

    plain = WorldVectorEnv(task(), NUM, max_episode_steps=None, autoreset_mode="Disabled")
    envs = WorldVectorEnv(
        task(),
        NUM,
        max_episode_steps=None,
        autoreset_mode="Disabled",
        history=history,
        delay=delay,
        frame_skip=frames,
    )
    episode = [plain.reset(seed=1)[0]]
    expected = np.stack(
        [late([one[i] for one in episode], 0, delay, history, 1) for i in range(NUM)]
    )
    assert envs.reset(seed=1)[0].tobytes() == expected.tobytes()
    rng, step = np.random.default_rng(3), 0
    for _ in range(12):
        actions = rng.uniform(-0.3, 0.3, (NUM, 23))
        for _ in range(frames):
            episode.append(plain.step(actions)[0])
            step += 1
        seen = envs.step(actions)[0]
        rows = [late([one[i] for one in episode], step, delay, history, frames) for i in range(NUM)]
        assert seen.tobytes() == np.stack(rows).tobytes()


def test_each_episode_draws_its_delay_from_the_env_s_stream() -> None:
    envs = WorldVectorEnv("T1Stand", 40, delay=(1, 4), max_episode_steps=6)
    plain = WorldVectorEnv("T1Stand", 40, max_episode_steps=6)
    first, _ = envs.reset(seed=5)
    assert first.tobytes() == plain.reset(seed=5)[0].tobytes()
    streams = Streams(40)
    streams._state[:] = plain._streams.state
    expected = 1 + (4.0 * streams.uniform(np.arange(40), 1)[:, 0]).astype(int)
    assert set(expected.tolist()) == {1, 2, 3, 4}
    # The delay is the last draw of a reset, so worlds begin as they would without it.
    assert envs._streams.state.tolist() == streams.state.tolist()
    actions = np.random.default_rng(0).uniform(-0.3, 0.3, (40, 23))
    found = [first, *(envs.step(actions)[0] for _ in range(5))]
    for env, delay in enumerate(expected.tolist()):
        for step in range(6):
            is_first = found[step][env].tobytes() == first[env].tobytes()
            assert is_first == (step <= delay)


OPTIONS: list[dict[str, Any]] = [
    {"history": 3},
    {"delay": (0, 3)},
    {"history": 2, "delay": (1, 2), "frame_skip": 2, "privileged": "info"},
    {"history": 2, "delay": 2, "privileged": "dict", "frame_skip": 3},
    {"privileged": "dict"},
]


def same(left: Any, right: Any) -> None:
    if isinstance(left, dict):
        assert list(left) == list(right)
        for name, one in left.items():
            same(one, right[name])
    elif isinstance(left, tuple) or (isinstance(left, np.ndarray) and left.dtype == object):
        for one, other in zip(left, right, strict=True):
            same(one, other)
    elif isinstance(left, np.ndarray):
        assert left.dtype == right.dtype
        assert left.tobytes() == right.tobytes()
    else:
        assert left == right


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("name", ["T1Walk", "K1Kick", "AntRun"])
def test_what_is_python_s_does_the_same(
    name: str, mode: AutoresetMode, options: dict[str, Any]
) -> None:
    limits: dict[str, Any] = {"max_episode_steps": 20, "autoreset_mode": mode}
    tasks = [overriding(name, "rewards"), overriding(name, "parts"), new_task(name)]
    everyone = [WorldVectorEnv(task, 3, **limits, **options) for task in tasks]
    assert [e.task.runs_in_core() for e in everyone] == [  # type: ignore[attr-defined]
        False,
        False,
        True,
    ]
    first = [envs.reset(seed=5) for envs in everyone]
    same(first[0], first[2])
    same(first[1], first[2])
    rng, ends = np.random.default_rng(1), 0
    for _ in range(45):
        actions = rng.uniform(-0.6, 0.6, everyone[0].action_space.shape).astype(np.float32)
        *pythons, core = (envs.step(actions) for envs in everyone)
        for python in pythons:
            for left, right in zip(python, core, strict=True):
                same(left, right)
        starts = [envs.episode_starts.tolist() for envs in everyone]
        assert starts[0] == starts[1] == starts[2]
        over = core[2] | core[3]
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            again = [envs.reset(options={"reset_mask": over.copy()}) for envs in everyone]
            same(again[0], again[2])
            same(again[1], again[2])
            assert everyone[0].episode_starts.tolist() == over.tolist()
    assert ends > 3


@pytest.mark.parametrize("options", OPTIONS)
def test_neither_company_nor_threads_matter(options: dict[str, Any]) -> None:
    rng = np.random.default_rng(1)
    actions = rng.uniform(-0.5, 0.5, (30, 40, 23))
    runs = []
    for num, threads in ((40, 1), (40, 3), (9, 2), (1, 1)):
        envs = WorldVectorEnv("T1Walk", num, threads=threads, max_episode_steps=9, **options)
        observations, info = envs.reset(seed=3)
        found = [observations, info.get("privileged")]
        for step in actions:
            observations, *_, info = envs.step(step[:num])
            found += [observations, info.get("privileged")]
        parts = [one.values() if isinstance(one, dict) else [one] for one in found]
        runs.append(b"".join(a[0].tobytes() for part in parts for a in part if a is not None))
    assert len(set(runs)) == 1


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("task", ["T1Walk", Partly])
def test_copies_go_on_bit_by_bit(task: Any, options: dict[str, Any]) -> None:
    envs = WorldVectorEnv(task, 2, max_episode_steps=7, **options)
    envs.reset(seed=2)
    actions = np.random.default_rng(0).uniform(-0.5, 0.5, (24, 2, 23))
    for step in actions[:10]:
        envs.step(step)
    module = "" if isinstance(task, str) else task.__module__
    others = [
        unpickled(pickle.dumps(envs), trusted=module),
        pickle.loads(pickle.dumps(envs)),
        copy.deepcopy(envs),
    ]
    for step in actions[10:]:
        expected = envs.step(step)
        for other in others:
            found = other.step(step)
            same(found[0], expected[0])
            same(found[4], expected[4])


@pytest.mark.parametrize("options", OPTIONS)
def test_a_vector_is_a_loop_of_single_envs(options: dict[str, Any]) -> None:
    envs = WorldVectorEnv(
        "T1Walk", NUM, autoreset_mode="Disabled", max_episode_steps=None, **options
    )
    singles = [WorldEnv("T1Walk", **options) for _ in range(NUM)]
    observations, info = envs.reset(seed=4)
    rng, actions = np.random.default_rng(0), np.zeros((NUM, 23))
    for step in range(20):
        for i, single in enumerate(singles):
            if step == 0:
                seen, single_info = single.reset(seed=4 + i)
            else:
                seen, _, _, _, single_info = single.step(actions[i])
            one: Any = observations
            same(seen, {n: a[i] for n, a in one.items()} if isinstance(one, dict) else one[i])
            if "privileged" in info:
                assert single_info["privileged"].tobytes() == info["privileged"][i].tobytes()
        actions = rng.uniform(-0.2, 0.2, (NUM, 23))
        observations, *_, info = envs.step(actions)


def test_without_copies_the_memory_is_shown() -> None:
    for task in ("T1Walk", Partly):
        copies, same_memory = (
            WorldVectorEnv(task, 2, history=3, delay=1, copy=is_copy) for is_copy in (True, False)
        )
        first, _ = same_memory.reset(seed=0)
        copies.reset(seed=0)
        for _ in range(5):
            actions = np.full((2, 23), 0.1)
            expected, found = copies.step(actions)[0], same_memory.step(actions)[0]
            assert np.shares_memory(first, found)
            assert found.tobytes() == expected.tobytes()
            expected[:] = 9.0


@pytest.mark.parametrize("observation", ["state", "perception"])
def test_games_have_a_past_as_well(observation: Any) -> None:
    options: dict[str, Any] = {"observation": observation, "max_episode_steps": 9}
    plain = SoccerVectorEnv("2v2", 2, **options)
    games = SoccerVectorEnv("2v2", 2, history=3, delay=2, **options)
    size = (plain.single_observation_space.shape or ())[1]
    assert games.single_observation_space.shape == (4, 3 * size)
    episode = [plain.reset(seed=0)[0]]
    games.reset(seed=0)
    rng = np.random.default_rng(0)
    for step in range(1, 9):
        actions = rng.uniform(-0.3, 0.3, plain.action_space.shape or ())
        episode.append(plain.step(actions)[0])
        seen = games.step(actions)[0]
        looks = [max(step - 2 - k, 0) for k in (2, 1, 0)]
        expected = np.concatenate([episode[look] for look in looks], axis=-1)
        assert seen.tobytes() == expected.tobytes()


def test_what_cannot_be_kept_is_told() -> None:
    from rcssgym._core import Past

    with pytest.raises(rcssgym.ArgumentError, match=r"history: keeps .* numbers, too many"):
        Past(1_000_000, 1, 1000, 1000, (0, 1000))
    past = Past(2, 1, 3, 2, (0, 0))
    rows = np.zeros((2, 3), np.float32)
    streams = np.zeros(2, np.uint64)
    with pytest.raises(rcssgym.ArgumentError, match=r"observations: shape \[2, 2\]"):
        past.send([0], rows[:, :2])
    with pytest.raises(rcssgym.ArgumentError, match="2"):
        past.begin([2], rows, streams)
    with pytest.raises(rcssgym.ArgumentError, match="past"):
        past.restore(past.save()[:-1])
