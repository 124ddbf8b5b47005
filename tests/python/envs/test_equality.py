"""Many envs are the same as a loop of single ones, in all modes and for any number of envs."""

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.registration import TASKS

NAMES = [f"rcssgym/{task}-v0" for task in TASKS]
NUM = 5
STEPS = 40
"""Steps after which episodes are truncated here, so that some episodes end in every task."""


class Loop:
    """Single envs, stepped one by one; they are reset as the autoreset mode prescribes."""

    def __init__(self, name: str, mode: AutoresetMode) -> None:
        self.envs = [gym.make(name, max_episode_steps=STEPS) for _ in range(NUM)]
        self.mode = mode
        self.over = [False] * NUM
        self.final: list[NDArray[np.float32] | None] = [None] * NUM

    def reset(self, seed: int) -> NDArray[np.float32]:
        return np.stack([env.reset(seed=seed + i)[0] for i, env in enumerate(self.envs)])

    def step(self, actions: NDArray[np.float32]) -> list[tuple[Any, ...]]:
        return [self._step(i, env, actions[i]) for i, env in enumerate(self.envs)]

    def _step(self, i: int, env: gym.Env[Any, Any], action: Any) -> tuple[Any, ...]:
        if self.over[i]:
            self.over[i] = False
            return env.reset()[0], 0.0, False, False, {}
        observation, reward, terminated, truncated, info = env.step(action)
        self.final[i] = None
        if terminated or truncated:
            if self.mode is AutoresetMode.NEXT_STEP:
                self.over[i] = True
            else:
                self.final[i], (observation, _) = observation, env.reset()
        return observation, float(reward), terminated, truncated, info


UNTOLD = {"final_obs", "_final_obs", "final_info", "_final_info"}
"""Entries of infos that do not come from the task."""


def steps() -> list[Any]:
    return [pytest.param(100, id="short"), pytest.param(5000, id="5000", marks=pytest.mark.long)]


@pytest.mark.parametrize("count", steps())
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_vector_is_a_loop(name: str, mode: AutoresetMode, count: int) -> None:
    envs = gym.make_vec(name, num_envs=NUM, autoreset_mode=mode, max_episode_steps=STEPS)
    loop = Loop(name, AutoresetMode.SAME_STEP if mode is AutoresetMode.DISABLED else mode)
    observations, _ = envs.reset(seed=11)
    assert observations.tobytes() == loop.reset(11).tobytes()
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(count):
        actions = rng.uniform(-0.3, 0.3, envs.action_space.shape).astype(np.float32)
        observations, *outcome, infos = envs.step(actions)
        expected = loop.step(actions)
        over = outcome[1] | outcome[2]
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            observations, _ = envs.reset(options={"reset_mask": over})
        assert observations.tobytes() == np.stack([e[0] for e in expected]).tobytes()
        for found, values in zip(
            outcome, zip(*(e[1:4] for e in expected), strict=True), strict=True
        ):
            assert found.tolist() == list(values)
        check_infos(infos, expected)
        if mode is AutoresetMode.SAME_STEP and over.any():
            check_final(infos, loop, over, expected)
    assert ends > 0


def check_infos(infos: dict[str, Any], expected: list[tuple[Any, ...]]) -> None:
    """The vector reports everything that a single env reports, and nothing else."""
    for env, (_, _, _, _, info) in enumerate(expected):
        assert infos["_reward"][env] == bool(info)
        if not info:
            reported = [array for name, array in infos.items() if name not in UNTOLD | {"reward"}]
            assert not any(array[env] for array in [*reported, *infos["reward"].values()])
        for name, value in info.items():
            if name == "reward":
                assert {n: infos["reward"][n][env] for n in value} == value
            else:
                assert infos[f"_{name}"][env]
                assert infos[name][env] == value


def check_final(
    infos: dict[str, Any], loop: Loop, over: NDArray[np.bool_], expected: list[tuple[Any, ...]]
) -> None:
    assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == over.tolist()
    for env in np.flatnonzero(over):
        final = loop.final[env]
        assert final is not None
        assert infos["final_obs"][env].tobytes() == final.tobytes()
    final_expected = [
        result if over[env] else (*result[:4], {}) for env, result in enumerate(expected)
    ]
    check_infos(infos["final_info"], final_expected)


@pytest.mark.parametrize("name", list(TASKS))
def test_neither_company_nor_threads_matter(name: str) -> None:
    rng = np.random.default_rng(1)
    shape = WorldVectorEnv(name).task.action_space.shape
    actions = rng.uniform(-0.3, 0.3, (60, 40, *shape))
    rows = {}
    for num, threads in ((40, 1), (40, 2), (40, 16), (9, 2), (1, 1)):
        envs = WorldVectorEnv(name, num, threads=threads, max_episode_steps=25)
        found = [envs.reset(seed=3)[0][:1]]
        found += [envs.step(step[:num])[0][:1] for step in actions]
        rows[num, threads] = np.concatenate(found).tobytes()
    assert len(set(rows.values())) == 1
