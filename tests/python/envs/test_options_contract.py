"""With each option on, environments satisfy their libraries' checkers."""

import warnings
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from rcssgym.envs import TASKS, SoccerVectorEnv, WorldVectorEnv, make_async
from rcssgym.envs.lookup import new_task

from envs.partly_python import overriding
from envs.test_past import same

with warnings.catch_warnings():
    # Importing PettingZoo's tests imports its own games in a way that PettingZoo warns about.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import parallel_api_test, parallel_seed_test

OPTIONS: dict[str, dict[str, Any]] = {
    "frame_skip": {"frame_skip": 2},
    "history": {"history": 3},
    "delay": {"delay": (0, 3)},
    "info": {"privileged": "info"},
    "dict": {"privileged": "dict"},
    "all": {"frame_skip": 2, "history": 2, "delay": 1, "privileged": "dict", "clip_actions": True},
}


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("task", TASKS)
def test_gymnasium_s_checker_is_content(task: str, option: str) -> None:
    env = gym.make(f"rcssgym/{task}-v0", **OPTIONS[option])
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("name", ["T1Walk", "K1Kick", "AntRun", "Soccer-1v1"])
def test_what_comes_back_fits_the_spaces(name: str, mode: AutoresetMode, option: str) -> None:
    envs = gym.make_vec(
        f"rcssgym/{name}-v0",
        num_envs=3,
        autoreset_mode=mode,
        max_episode_steps=8,
        **OPTIONS[option],
    )
    single: Any = envs.single_observation_space
    envs.action_space.seed(0)
    observations, infos = envs.reset(seed=0)
    assert set(infos) == ({"privileged", "_privileged"} if option == "info" else set())
    for _ in range(30):
        assert observations in envs.observation_space
        observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
        assert rewards.dtype == np.float64
        assert terminated.dtype == truncated.dtype == np.bool_
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        for final in infos.get("final_obs", ()):
            assert final is None or final in single
        if mode is AutoresetMode.DISABLED and (terminated | truncated).any():
            observations, _ = envs.reset(options={"reset_mask": terminated | truncated})


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("observation", ["state", "perception"])
def test_pettingzoo_s_checks_pass(observation: str, option: str) -> None:
    make = partial(
        rcssgym.parallel_env,
        "1v1",
        observation=observation,
        max_episode_steps=6,
        **OPTIONS[option],
    )
    parallel_api_test(make(), num_cycles=15)
    if OPTIONS[option].get("privileged") != "dict":
        # PettingZoo's test compares observations as arrays.
        parallel_seed_test(make, num_cycles=10)


@pytest.mark.parametrize("option", OPTIONS)
def test_blocks_in_the_background_do_the_same(option: str) -> None:
    options: dict[str, Any] = {"max_episode_steps": 7, **OPTIONS[option]}
    envs = make_async("rcssgym/T1Walk-v0", 4, 2, **options)
    plain = gym.make_vec("rcssgym/T1Walk-v0", num_envs=4, **options)
    assert envs.single_observation_space == plain.single_observation_space
    envs.async_reset(seed=3)
    observations, info = plain.reset(seed=3)
    for _ in range(12):
        actions = np.random.default_rng(1).uniform(-0.4, 0.4, (4, 23)).astype(np.float32)
        received = [envs.recv() for _ in range(2)]
        for seen, _, _, _, received_info in received:
            rows = received_info["env_id"]
            expected: Any = observations
            same(
                seen,
                {name: one[rows] for name, one in expected.items()}
                if isinstance(expected, dict)
                else expected[rows],
            )
            if "privileged" in info:
                assert received_info["privileged"].tobytes() == info["privileged"][rows].tobytes()
            envs.send(actions[rows], rows)
        observations, _, _, _, info = plain.step(actions)
    envs.close()


# --- recurrent learners


class Memory:
    """A recurrent network without learning: its state depends on the current episode alone."""

    def __init__(self, size: int) -> None:
        rng = np.random.default_rng(5)
        self.input_weights = rng.normal(scale=0.3, size=(size, 8))
        self.recurrent_weights = rng.normal(scale=0.5, size=(8, 8))

    def __call__(self, state: Any, seen: Any) -> Any:
        return np.tanh(seen @ self.input_weights + state @ self.recurrent_weights)


@pytest.mark.parametrize("python", [False, True])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_recurrent_policy_forgets_where_episodes_start(mode: AutoresetMode, python: bool) -> None:
    """The same three lines serve all modes; compared with a pass over each single episode."""
    task: Any = overriding("T1Walk", "rewards") if python else new_task("T1Walk")
    envs = WorldVectorEnv(
        task, 5, autoreset_mode=mode, max_episode_steps=6, frame_skip=2, history=2
    )
    seen, _ = envs.reset(seed=1)
    network = Memory(seen.shape[1])
    state = np.zeros((5, 8))
    episodes: list[list[NDArray[np.float32]]] = [[] for _ in range(5)]
    rng, starts = np.random.default_rng(0), 0
    for step in range(40):
        first = envs.episode_starts
        assert first.all() or step > 0
        state[first] = 0.0
        state = network(state, seen)
        for env in range(5):
            if first[env]:
                episodes[env] = []
                starts += step > 0
            episodes[env].append(seen[env])
            alone = np.zeros(8)
            for one in episodes[env]:
                alone = network(alone, one)
            np.testing.assert_allclose(state[env], alone, atol=1e-12)
            # At the start of an episode, the history is filled with the first observation.
            old, new = np.split(seen[env], 2)
            assert (old.tobytes() == new.tobytes()) == bool(first[env])
        actions = rng.uniform(-0.6, 0.6, (5, 23))
        before = seen
        seen, rewards, terminated, truncated, _ = envs.step(actions)
        over = terminated | truncated
        if mode is AutoresetMode.NEXT_STEP:
            # The step that leads to a start gives no reward, so nothing is learned from it.
            assert not rewards[envs.episode_starts].any()
        if mode is AutoresetMode.DISABLED and over.any():
            seen, _ = envs.reset(options={"reset_mask": over.copy()})
            assert envs.episode_starts.tolist() == over.tolist()
            assert (seen[~over] == before[~over]).all(axis=-1).sum() == 0
    assert starts > 10
    envs.episode_starts[:] = True
    assert envs.episode_starts.tolist() != [True] * 5 or first.all()


# --- actions

DTYPES = ["f4", "f8", ">f4", ">f8", "f2", "i4", "i8"]


def layouts(actions: Any) -> list[Any]:
    """The same numbers in different memory layouts."""
    wide = np.zeros((*actions.shape[:-1], 2 * actions.shape[-1]), actions.dtype)
    wide[..., ::2] = actions
    frozen = actions.copy()
    frozen.setflags(write=False)
    return [
        actions,
        np.asfortranarray(actions),
        wide[..., ::2],
        frozen,
        actions.tolist(),
        actions[::-1].copy()[::-1],
    ]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", ["core", "python", "game"])
def test_actions_of_any_type_and_layout_do_the_same(kind: str, dtype: str) -> None:
    def make() -> WorldVectorEnv:
        if kind == "game":
            return SoccerVectorEnv("1v1", 2, observation="state")
        return WorldVectorEnv("T1Walk" if kind == "core" else overriding("T1Walk", "rewards"), 2)

    shape = make().action_space.shape or ()
    actions = np.random.default_rng(0).choice([-1.0, -0.5, 0.0, 0.25, 1.0], shape)
    if dtype[-2] == "i":
        # Avoid negative zeros.
        actions = np.round(actions) + 0.0
    found = set()
    for given in [*layouts(actions.astype(dtype)), *layouts(actions)]:
        envs = make()
        envs.reset(seed=0)
        found.add(envs.step(given)[0].tobytes())
    assert len(found) == 1


def test_tensors_are_actions() -> None:
    import torch

    envs, twin = WorldVectorEnv("T1Walk", 2), WorldVectorEnv("T1Walk", 2)
    for each in (envs, twin):
        each.reset(seed=0)
    actions = torch.linspace(-0.5, 0.5, 46).reshape(2, 23)
    found = envs.step(actions)[0]
    assert found.tobytes() == twin.step(actions.numpy())[0].tobytes()


@pytest.mark.parametrize("dtype", ["c8", "?", "U1", "O", "M8[s]"])
def test_actions_of_other_types_are_told(dtype: str) -> None:
    envs = WorldVectorEnv("T1Walk", 2)
    envs.reset(seed=0)
    with pytest.raises(rcssgym.ArgumentError, match=r"actions: dtype .*, must be real numbers"):
        envs.step(np.zeros((2, 23), dtype))


@pytest.mark.parametrize("name", ["rcssgym/T1Walk-v1", "rcssgym/Disc-HFO-2v1-Skills-v0"])
def test_actions_behind_a_mask_are_refused(name: str) -> None:
    envs = gym.make_vec(name, num_envs=2)
    envs.reset(seed=0)
    actions = np.ma.masked_array(envs.action_space.sample())
    envs.step(actions)
    actions[1, 0] = np.ma.masked
    with pytest.raises(rcssgym.ArgumentError, match="actions: must have no masked items"):
        envs.step(actions)
