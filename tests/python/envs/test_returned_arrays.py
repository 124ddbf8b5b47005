"""Returned arrays are the caller's: fresh, writable, not shared, different in every episode."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import torch
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from rcssgym.envs.registration import TASKS

NAMES = [f"rcssgym/{task}-v0" for task in TASKS]
NUM = 3
STEPS = 60


def arrays(value: Any) -> Iterator[NDArray[Any]]:
    """Yield all arrays in what an environment returned."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for part in value:
            yield from arrays(part)
    elif isinstance(value, np.ndarray):
        yield value
        if value.dtype == object:
            yield from arrays(tuple(value))


def make(name: str, mode: AutoresetMode) -> Any:
    envs = gym.make_vec(name, num_envs=NUM, autoreset_mode=mode, max_episode_steps=20)
    envs.action_space.seed(0)
    return envs


def rollout(envs: Any, mode: AutoresetMode) -> Iterator[Any]:
    """Yield what resets and steps return."""
    yield envs.reset(seed=0)
    for _ in range(STEPS):
        step = envs.step(envs.action_space.sample())
        # The caller may write into what it receives, even before it requests resets.
        over = step[2] | step[3]
        yield step
        if mode is AutoresetMode.DISABLED and over.any():
            yield envs.reset(options={"reset_mask": over})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_nothing_is_shared(name: str, mode: AutoresetMode) -> None:
    """No two arrays share memory, whether of one step or of two."""
    kept = [array for returned in rollout(make(name, mode), mode) for array in arrays(returned)]
    spans = sorted(np.lib.array_utils.byte_bounds(array) for array in kept)
    assert len(spans) > 5 * STEPS
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_writing_into_it_changes_nothing(name: str, mode: AutoresetMode) -> None:
    vandal, twin = rollout(make(name, mode), mode), rollout(make(name, mode), mode)
    ends = 0
    for found, expected in zip(vandal, twin, strict=True):
        for left, right in zip(arrays(found), arrays(expected), strict=True):
            if left.dtype != object:
                assert left.tobytes() == right.tobytes()
                assert left.flags.writeable
                left[...] = True if left.dtype == np.bool_ else 77.0
        ends += int((expected[2] | expected[3]).sum()) if len(expected) == 5 else 0
    assert ends > 0


def test_actions_are_only_read() -> None:
    envs = make("rcssgym/T1Walk-v0", AutoresetMode.NEXT_STEP)
    twin = make("rcssgym/T1Walk-v0", AutoresetMode.NEXT_STEP)
    envs.reset(seed=1)
    twin.reset(seed=1)
    actions = np.full((NUM, 23), 0.1, np.float32)
    actions.flags.writeable = False
    for _ in range(3):
        writable = actions.copy()
        found = envs.step(writable)[0]
        writable[:] = -1.0
        assert found.tobytes() == twin.step(actions)[0].tobytes()


def test_torch_takes_them_as_they_are() -> None:
    envs = make("rcssgym/T1Walk-v0", AutoresetMode.SAME_STEP)
    observations, _ = envs.reset(seed=0)
    _, rewards, terminated, truncated, _ = envs.step(np.zeros((NUM, 23), np.float32))
    for array in (observations, rewards, terminated, truncated):
        tensor = torch.from_dlpack(array)
        assert tensor.shape == array.shape
        assert tensor.data_ptr() == array.ctypes.data
        assert tensor.numpy().tobytes() == array.tobytes()
        tensor[0] = 1
        assert array[0].all()


@pytest.mark.parametrize("name", NAMES)
def test_every_episode_begins_differently(name: str) -> None:
    """Across envs, autoresets, masked resets and resets without a seed."""
    first = []
    for mode in AutoresetMode:
        envs = make(name, mode)
        observations, _ = envs.reset()
        first += [observations, envs.reset()[0]]
        over = np.zeros(NUM, dtype=np.bool_)
        for _ in range(STEPS):
            observations, _, terminated, truncated, _ = envs.step(envs.action_space.sample())
            ended, over = over, terminated | truncated
            if mode is AutoresetMode.SAME_STEP:
                ended = over
            if mode is AutoresetMode.DISABLED and over.any():
                observations, _ = envs.reset(options={"reset_mask": over})
                ended, over = over, np.zeros(NUM, dtype=np.bool_)
            first.append(observations[ended])
    rows = np.concatenate(first)
    assert len(rows) > 6 * NUM + 3 * NUM * 2
    assert len(np.unique(rows, axis=0)) == len(rows)
