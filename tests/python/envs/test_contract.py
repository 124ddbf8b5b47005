"""Gymnasium's requirements for environments, on the versions with which the tests run."""

from dataclasses import replace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from rcssgym.envs import SoccerVectorEnv, T1Stand, WorldEnv, WorldVectorEnv, register_task
from rcssgym.envs.registration import DISC_TASKS, TASKS
from rcssgym.envs.tasks import T1

NAMES = [f"rcssgym/{task}-v0" for task in (*TASKS, *DISC_TASKS)]


@pytest.mark.parametrize("name", NAMES)
def test_the_checker_is_content(name: str) -> None:
    """Warnings are errors here, including those of the checker."""
    check_env(gym.make(name).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_what_comes_back_fits_the_spaces(name: str, mode: AutoresetMode) -> None:
    envs = gym.make_vec(name, num_envs=3, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] is mode
    envs.action_space.seed(0)
    observations, infos = envs.reset(seed=0)
    assert infos == {}
    for _ in range(40):
        assert observations in envs.observation_space
        observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
        assert rewards.dtype == np.float64
        assert terminated.dtype == truncated.dtype == np.bool_
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        terms = [t for n, t in infos["reward"].items() if not n.startswith("_")]
        np.testing.assert_allclose(sum(terms), rewards, atol=1e-12)
        if mode is AutoresetMode.DISABLED and (terminated | truncated).any():
            observations, _ = envs.reset(options={"reset_mask": terminated | truncated})


def test_seeds() -> None:
    envs = gym.make_vec("rcssgym/T1Walk-v0", num_envs=4)
    first, _ = envs.reset(seed=5)
    again, _ = envs.reset(seed=5)
    assert first.tobytes() == again.tobytes()
    assert len(np.unique(first, axis=0)) == 4
    on, _ = envs.reset()
    assert not (on == first).all(axis=1).any()
    chosen, _ = envs.unwrapped.reset(seed=[7, None, 5, 8])  # type: ignore[arg-type]
    assert chosen[0].tobytes() == first[2].tobytes()
    assert chosen[2].tobytes() == first[0].tobytes()
    unseeded = [gym.make_vec("rcssgym/T1Walk-v0", num_envs=2).reset()[0] for _ in range(2)]
    assert len(np.unique(np.concatenate(unseeded), axis=0)) == 4


@pytest.mark.parametrize("name", NAMES)
def test_what_came_before_a_seed_does_not_matter(name: str) -> None:
    envs = gym.make_vec(name, num_envs=3)
    actions = np.random.default_rng(0).uniform(-0.5, 0.5, (20, *(envs.action_space.shape or ())))

    def episode() -> bytes:
        observations = [envs.reset(seed=5)[0]]
        observations += [envs.step(step.astype(np.float32))[0] for step in actions]
        return np.concatenate(observations).tobytes()

    first = episode()
    envs.step(actions[0].astype(np.float32))
    assert episode() == first


def test_a_mask_resets_whom_it_names() -> None:
    envs = gym.make_vec("rcssgym/T1Stand-v0", num_envs=3, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    for _ in range(5):
        before = envs.step(np.zeros((3, 23), np.float32))[0]
    options = {"reset_mask": np.array([False, True, False])}
    after, _ = envs.reset(options=options)
    assert (after == before).all(axis=1).tolist() == [True, False, True]


def test_episodes_are_truncated() -> None:
    envs = WorldVectorEnv(Forgiving, 2, max_episode_steps=4)
    envs.reset(seed=0)
    ends = [envs.step(np.zeros((2, 23)))[3].tolist() for _ in range(10)]
    yes, no = [True, True], [False, False]
    # The step after an end only resets, and is not a step of the new episode.
    assert ends == [no, no, no, yes, no, no, no, no, yes, no]


class Forgiving(T1Stand):
    """Never falls, so that only time ends an episode."""

    robot = replace(T1, lowest=-1.0)
    steepest = 4.0
    max_episode_steps = 3


def lengths(envs: WorldVectorEnv, steps: int = 12) -> list[int]:
    """Steps after which an episode of the first env was truncated."""
    envs.reset(seed=0)
    still = np.zeros(envs.action_space.shape or ())
    return [step for step in range(1, steps + 1) if envs.step(still)[3][0]]


def test_episodes_of_a_class_are_truncated_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    # The step after an end begins the next episode and does not count as one of its steps.
    assert lengths(WorldVectorEnv(Forgiving, 1)) == [3, 7, 11]
    assert lengths(WorldVectorEnv(Forgiving(), 1)) == [3, 7, 11]
    assert lengths(WorldVectorEnv(Forgiving, 1, max_episode_steps=5)) == [5, 11]
    assert lengths(WorldVectorEnv(Forgiving, 1, max_episode_steps=None)) == []
    monkeypatch.setattr(Forgiving, "max_episode_steps", None)
    assert lengths(WorldVectorEnv(Forgiving, 1)) == []
    monkeypatch.setattr(Forgiving, "max_episode_steps", 0)
    with pytest.raises(rcssgym.ArgumentError, match="max_episode_steps: 0 is not a positive"):
        WorldVectorEnv(Forgiving, 1)


def test_the_steps_of_a_registered_class_go_before_its_own() -> None:
    register_task("me/Forgiving-v0", f"{__name__}:Forgiving", 5)
    try:
        assert lengths(WorldVectorEnv(Forgiving, 1)) == [5, 11]
        register_task("me/Forgiving-v1", Forgiving, 4)
        # With two registered limits, neither applies.
        assert lengths(WorldVectorEnv(Forgiving, 1)) == [3, 7, 11]
    finally:
        for name in ("me/Forgiving-v0", "me/Forgiving-v1"):
            gym.registry.pop(name, None)


def test_limits_may_be_lifted_as_the_page_says() -> None:
    """By ``None``, but in ``gymnasium.make`` by -1."""
    name = "rcssgym/T1Stand-v0"
    assert "TimeLimit" in str(gym.make(name, max_episode_steps=None))
    assert "TimeLimit" not in str(gym.make(name, max_episode_steps=-1))
    many = gym.make_vec(name, num_envs=1, max_episode_steps=None).unwrapped
    assert isinstance(many, WorldVectorEnv)
    assert many.max_episode_steps is None
    with pytest.raises(
        rcssgym.ArgumentError, match="max_episode_steps: -1 is not a positive integer"
    ):
        gym.make_vec(name, num_envs=1, max_episode_steps=-1)


def test_a_task_of_ones_own_by_name() -> None:
    if "mine/Stand-v0" not in gym.registry:
        register_task("mine/Stand-v0", "rcssgym.envs.tasks.stand:T1Stand", 7)
    env = gym.make("mine/Stand-v0")
    env.reset(seed=0)
    ends = [env.step(np.zeros(23, np.float32))[3] for _ in range(7)]
    assert ends == [False] * 6 + [True]


def test_arrays_are_fresh_unless_asked_otherwise() -> None:
    envs = gym.make_vec("rcssgym/T1Walk-v0", num_envs=2)
    first, _ = envs.reset(seed=0)
    kept = first.copy()
    second = envs.step(np.zeros((2, 23), np.float32))[0]
    assert not np.shares_memory(first, second)
    second[:] = 99.0
    assert first.tobytes() == kept.tobytes()
    third = envs.step(np.zeros((2, 23), np.float32))[0]
    assert (third != 99.0).all()
    assert third.flags.writeable
    assert third.flags.c_contiguous
    assert np.from_dlpack(third).shape == (2, 82)
    reused = gym.make_vec("rcssgym/T1Walk-v0", num_envs=2, copy=False)
    first, _ = reused.reset(seed=0)
    second, *before, _ = reused.step(np.zeros((2, 23), np.float32))
    third, *after, _ = reused.step(np.zeros((2, 23), np.float32))
    assert np.shares_memory(first, second)
    assert np.shares_memory(first, third)
    assert not any(map(np.shares_memory, before, after))


def bad_actions() -> list[tuple[object, str]]:
    nan, far = np.zeros((2, 23)), np.zeros((2, 23))
    nan[1, 4], far[0, 3] = np.nan, 1.5
    return [
        (np.zeros((2, 22)), "shape"),
        (np.zeros(23), "shape"),
        (np.full((2, 23), "a"), "dtype"),
        (np.zeros((2, 23), bool), "dtype"),
        (nan, r"nan at index \(1, 4\)"),
        (far, r"1.5 at index \(0, 3\)"),
    ]


@pytest.mark.parametrize(("actions", "words"), bad_actions())
def test_bad_actions_move_nothing(actions: object, words: str) -> None:
    envs = WorldVectorEnv("T1Stand", 2)
    envs.reset(seed=0)
    before = envs.worlds.snapshot()
    with pytest.raises(rcssgym.ArgumentError, match=words):
        envs.step(actions)  # type: ignore[arg-type]
    assert envs.worlds.snapshot() == before


def test_a_bad_seed_or_mask_changes_nothing() -> None:
    envs, twin = WorldVectorEnv("T1Walk", 2), WorldVectorEnv("T1Walk", 2)
    for each in (envs, twin):
        each.reset(seed=4)
    with pytest.raises(rcssgym.ArgumentError, match=r"18446744073709551616 of env 1"):
        envs.reset(seed=[9, 2**64])
    with pytest.raises(rcssgym.ArgumentError, match="reset_mask"):
        envs.reset(seed=9, options={"reset_mask": np.zeros(2, bool)})
    assert envs.worlds.snapshot() == twin.worlds.snapshot()
    assert envs.reset()[0].tobytes() == twin.reset()[0].tobytes()


def test_other_wrong_input() -> None:
    envs = WorldVectorEnv("T1Stand", 2, autoreset_mode="Disabled")
    with pytest.raises(rcssgym.RcssGymError, match="reset"):
        envs.step(np.zeros((2, 23)))
    seeds: list[tuple[Any, str]] = [(-1, "seed"), ([1], "1 seeds"), ([1, 2**64], "2\\*\\*64")]
    seeds += [("12", "'12'"), (1.5, "1.5"), ([1, 1.5], "1.5 of env 1"), (["1", 2], "'1' of env 0")]
    for seed, words in seeds:
        with pytest.raises(rcssgym.ArgumentError, match=words):
            envs.reset(seed=seed)
    for mask in (np.zeros(2, bool), np.ones(3, bool), [True, True], np.ones(2)):
        with pytest.raises(rcssgym.ArgumentError, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    # A misspelt mask would otherwise reset all episodes.
    for options in ({"reset_msk": np.ones(2, bool)}, "reset_mask", [True, False]):
        with pytest.raises(rcssgym.ArgumentError, match="options"):
            envs.reset(options=options)  # type: ignore[arg-type]
    abstract = "rcssgym.envs.tasks:RobotTask"
    for task in ("T1Fly", "no.module:Task", ".module:Task", "rcssgym:WorldBatch", abstract, 3):
        with pytest.raises(rcssgym.ArgumentError, match="task"):
            WorldVectorEnv(task, 2)  # type: ignore[arg-type]
    for steps in (0, -3, 2.5, "ten", True):
        with pytest.raises(rcssgym.ArgumentError, match=f"max_episode_steps: {steps!r}"):
            WorldVectorEnv("T1Stand", 2, max_episode_steps=steps)  # type: ignore[arg-type]
    with pytest.raises(rcssgym.ArgumentError, match="render_mode"):
        WorldEnv("T1Stand", render_mode="depth")
    env = WorldEnv("T1Stand")
    env.reset(seed=0)
    for shape in ((2,), (23, 1), (1, 23)):
        with pytest.raises(rcssgym.ArgumentError, match=rf"shape \({shape[0]}.*must be \(23,\)"):
            env.step(np.zeros(shape))
    with pytest.raises(rcssgym.ArgumentError, match="autoreset_mode: 'Never'"):
        WorldVectorEnv("T1Stand", 2, autoreset_mode="Never")
    for many in (-1, 0, 2.5, "ten", None, True, 10**9):
        for make in (WorldVectorEnv, SoccerVectorEnv):
            name: Any = "T1Stand" if make is WorldVectorEnv else "1v1"
            with pytest.raises(rcssgym.ArgumentError, match=f"num_envs: {many!r} is no"):
                make(name, many)  # type: ignore[arg-type]
    with pytest.raises(rcssgym.ArgumentError, match="another environment has this T1Stand"):
        WorldVectorEnv(envs.task, 2)
    envs.reset(seed=0)
    while not any(envs.step(np.zeros((2, 23)))[2]):
        pass
    with pytest.raises(rcssgym.RcssGymError, match="over"):
        envs.step(np.zeros((2, 23)))
    envs.close()
    envs.close()
    with pytest.raises(rcssgym.RcssGymError, match="closed"):
        envs.reset()
