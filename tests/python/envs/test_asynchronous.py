"""Blocks that step in the background: the same episodes, clear errors, no threads left."""

import threading
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from rcssgym.envs import (
    AsyncWorldVectorEnv,
    SoccerTask,
    SoccerVectorEnv,
    T1Stand,
    WorldVectorEnv,
    make_async,
)
from rcssgym.envs.games import GameVectorEnv
from rcssgym.envs.streams import Floats, Indices

NUM = 6
STEPS = 120
STAND = np.zeros((2, 23))


class Broken(T1Stand):
    """Fails in the third step after the last reset of its block."""

    def begin(self, *arguments: Any) -> None:
        super().begin(*arguments)
        self.steps = 0

    def reset(self, envs: Indices) -> None:
        self.steps = 0
        super().reset(envs)

    def step(self, actions: Floats) -> None:
        self.steps += 1
        if self.steps == 3:
            raise RuntimeError("a knee gave way")
        super().step(actions)


class Halved(T1Stand):
    """Pays half of one term."""

    def total(self, terms: dict[str, Floats]) -> Floats:
        return 0.5 * terms["alive"]


class HalvedGame(SoccerTask):
    """Pays every agent half of one term."""

    def total_by_agent(self, terms: dict[str, Floats]) -> Floats:
        return 0.5 * terms["upright"]


stand = partial(WorldVectorEnv, "T1Stand")
broken = partial(WorldVectorEnv, Broken)


def plan() -> NDArray[np.float32]:
    """Actions of every env in every step."""
    return np.random.default_rng(2).uniform(-0.3, 0.3, (STEPS, NUM, 23)).astype(np.float32)


def kept(step: tuple[Any, ...], env: int, row: int) -> tuple[Any, ...]:
    """What a step returns for one env."""
    observations, rewards, terminated, truncated, info = step
    terms = info.get("reward", {})
    final = info["final_obs"][row] if info.get("_final_obs", [False] * NUM)[row] else None
    return (
        env,
        observations[row].tobytes(),
        float(rewards[row]),
        bool(terminated[row]),
        bool(truncated[row]),
        {name: float(term[row]) for name, term in terms.items()},
        None if final is None else final.tobytes(),
    )


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(("batch_size", "threads"), [(1, 3), (2, 2), (3, 1), (6, 2)])
def test_episodes_are_those_of_the_vector_env(
    mode: AutoresetMode, batch_size: int, threads: int
) -> None:
    actions = plan()
    vector = WorldVectorEnv("T1Walk", NUM, max_episode_steps=50, autoreset_mode=mode)
    vector.reset(seed=5)
    expected = {}
    for i in range(STEPS):
        step = vector.step(actions[i])
        expected.update({(i, env): kept(step, env, env) for env in range(NUM)})
    assert any(last[-1] is not None for last in expected.values()) == (mode.value == "SameStep")

    envs = make_async(
        "rcssgym/T1Walk-v0", NUM, batch_size, autoreset_mode=mode, threads=threads,
        max_episode_steps=50,
    )  # fmt: skip
    envs.async_reset(seed=5)
    count = np.zeros(NUM, dtype=np.int64)
    found: dict[tuple[int, int], tuple[Any, ...]] = {}
    while len(found) < STEPS * NUM:
        step = envs.recv()
        which = step[4]["env_id"]
        for row, env in enumerate(which.tolist()):
            if count[env] > 0:
                found[int(count[env]) - 1, env] = kept(step, env, row)
        going = count[which[0]] < STEPS
        if going:
            envs.send(actions[count[which], which], which)
        count[which] += 1
    envs.close()
    assert found == expected


def test_first_observations_come_without_rewards() -> None:
    envs, vector = make_async("rcssgym/T1Walk-v0", 4, 2), WorldVectorEnv("T1Walk", 4)
    envs.async_reset(seed=[4, 3, 2, 1])
    expected, _ = vector.reset(seed=[4, 3, 2, 1])
    for _ in range(2):
        observations, rewards, terminated, truncated, info = envs.recv()
        assert list(info) == ["env_id"]
        assert observations.tobytes() == expected[info["env_id"]].tobytes()
        assert not np.concatenate([rewards, terminated, truncated]).any()
    envs.close()


def test_totals_of_ones_own_may_need_all_terms() -> None:
    """No step has been made at a reset: there are no terms to ask them with."""
    makers: list[Any] = [
        partial(WorldVectorEnv, Halved),
        lambda num_envs, **options: GameVectorEnv(HalvedGame("1v1"), num_envs, **options),
    ]
    for make, shape in zip(makers, [(2,), (2, 2)], strict=True):
        envs = AsyncWorldVectorEnv(make, 2, 2)
        envs.async_reset(seed=0)
        *_, info = received = envs.recv()
        assert received[1].shape == shape
        assert not received[1].any()
        envs.send(np.zeros((2, *envs.single_action_space.shape)), info["env_id"])
        _, rewards, *_, info = envs.recv()
        name = "alive" if shape == (2,) else "upright"
        assert rewards.tolist() == (0.5 * info["reward"][name]).tolist() != np.zeros(shape).tolist()
        envs.close()


def test_a_block_waits_for_its_last_action_only() -> None:
    envs = AsyncWorldVectorEnv(stand, 4, 2)
    envs.async_reset(seed=0)
    envs.recv(), envs.recv()
    envs.send(STAND, [0, 3])
    with pytest.raises(rcssgym.RcssGymError, match="nothing is under way"):
        envs.recv()
    envs.send(STAND[:1], [2])
    assert envs.recv()[4]["env_id"].tolist() == [2, 3]
    envs.close()


def test_a_reset_drops_what_is_under_way() -> None:
    envs = make_async("rcssgym/T1Walk-v0", 4, 2)
    for _ in range(20):
        envs.async_reset(seed=3)
        info = envs.recv()[4]
        envs.send(STAND + 0.5, info["env_id"])
    envs.async_reset(seed=3)
    found = [envs.recv() for _ in range(2)]
    rows = np.concatenate([step[0] for step in found])
    order = np.argsort(np.concatenate([step[4]["env_id"] for step in found]))
    assert rows[order].tobytes() == WorldVectorEnv("T1Walk", 4).reset(seed=3)[0].tobytes()
    with pytest.raises(rcssgym.RcssGymError, match="nothing is under way"):
        envs.recv()
    envs.close()


def test_errors_in_a_thread_reach_the_caller() -> None:
    envs = AsyncWorldVectorEnv(broken, 2, 2)
    for _ in range(2):
        envs.async_reset(seed=0)
        envs.recv()
        for _ in range(2):
            envs.send(STAND, [0, 1])
            envs.recv()
        envs.send(STAND, [0, 1])
        with pytest.raises(RuntimeError, match="a knee gave way"):
            envs.recv()
        with pytest.raises(rcssgym.ArgumentError, match=r"env 0 waits for no action.*failed"):
            envs.send(STAND, [0, 1])
    envs.close()


def bad_sends() -> list[tuple[object, object, str]]:
    far = STAND.copy()
    far[1, 7] = -2.0
    return [
        (STAND, [0, 4], r"env_id: 4 is not from 0 to 3"),
        (STAND, [-1, 0], r"env_id: -1 is not"),
        (STAND, [1, 1], r"env_id: 1 is named twice"),
        (STAND, [0.0, 1.0], r"env_id: dtype float64"),
        (STAND, [[0, 1]], r"env_id: .*shape \(1, 2\)"),
        (STAND, [0, 2], r"env_id: env 2 waits for no action"),
        (STAND, [0], r"actions: shape \(2, 23\), must be \(1, 23\)"),
        (far, [0, 1], r"actions: -2.0 at index \(1, 7\)"),
        (STAND + np.nan, [0, 1], r"actions: nan at index \(0, 0\)"),
    ]


@pytest.mark.parametrize(("actions", "env_id", "words"), bad_sends())
def test_bad_sends_take_no_action(actions: Any, env_id: Any, words: str) -> None:
    """Envs 0 and 1 wait for actions; 2 and 3 are being stepped or not received yet."""
    envs = AsyncWorldVectorEnv(stand, 4, 2, threads=1)
    envs.async_reset(seed=0)
    assert envs.recv()[4]["env_id"].tolist() == [0, 1]
    with pytest.raises(rcssgym.ArgumentError, match=words):
        envs.send(actions, env_id)
    envs.send(STAND, [0, 1])
    assert envs.recv()[4]["env_id"].tolist() == [2, 3]
    assert envs.recv()[4]["env_id"].tolist() == [0, 1]
    envs.close()


def test_a_second_action_is_refused() -> None:
    envs = AsyncWorldVectorEnv(stand, 2, 2)
    envs.async_reset(seed=0)
    envs.recv()
    envs.send(STAND[:1], [0])
    with pytest.raises(rcssgym.ArgumentError, match="env 0 waits for no action"):
        envs.send(STAND, [0, 1])
    envs.send(STAND[:1], [1])
    envs.recv()
    envs.close()


def test_close_joins_the_threads_and_ends_everything() -> None:
    before = set(threading.enumerate())
    envs = AsyncWorldVectorEnv(stand, 8, 2, threads=3)
    envs.async_reset(seed=0)
    workers = set(threading.enumerate()) - before
    assert 1 <= len(workers) <= 3
    envs.close()
    assert not any(worker.is_alive() for worker in workers)
    envs.close()
    for call in (envs.recv, envs.async_reset, lambda: envs.send(STAND, [0, 1])):
        with pytest.raises(rcssgym.RcssGymError, match="closed"):
            call()


def test_recv_before_anything_is_under_way() -> None:
    envs = AsyncWorldVectorEnv(stand, 2, 2)
    with pytest.raises(rcssgym.RcssGymError, match=r"async_reset\(\)"):
        envs.recv()
    with pytest.raises(rcssgym.ArgumentError, match="waits for no action"):
        envs.send(STAND, [0, 1])


ONE = WorldVectorEnv("T1Stand", 2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"batch_size": 4}, "batch_size: 4 does not divide 6"),
        ({"batch_size": 0}, "batch_size: 0"),
        ({"num_envs": 0}, "num_envs: 0"),
        ({"num_envs": 2.5}, "num_envs: 2.5"),
        ({"batch_size": "2"}, "batch_size: '2'"),
        ({"threads": 0}, "threads: 0"),
        ({"autoreset_mode": "Disabled"}, "autoreset_mode: DISABLED"),
        ({"max_episode_steps": 0}, "max_episode_steps: 0"),
        ({"make": partial(WorldVectorEnv, "T1Fly")}, "task: 'T1Fly'"),
        ({"autoreset_mode": "Later"}, "autoreset_mode: 'Later' is none of"),
        ({"make": partial(WorldVectorEnv, T1Stand())}, "task: another environment has this"),
        ({"make": lambda **_: ONE}, "make: the blocks share a task"),
    ],
)
def test_bad_options(options: dict[str, Any], words: str) -> None:
    good = {"make": stand, "num_envs": 6, "batch_size": 2}
    with pytest.raises(rcssgym.ArgumentError, match=words):
        AsyncWorldVectorEnv(**{**good, **options})


def test_bad_seeds_and_names() -> None:
    envs = AsyncWorldVectorEnv(stand, 4, 2)
    for seed, words in ((-1, "seed: -1"), ([1], "1 seeds for 4"), ([0, 1, 2, 2**64], "env 3")):
        with pytest.raises(rcssgym.ArgumentError, match=words):
            envs.async_reset(seed=seed)
    envs.close()
    for name in ("rcssgym/T1Fly-v0", "rcssgym/T1Walk-v9"):
        with pytest.raises(gym.error.Error):
            make_async(name, 4, 2)
    for name in ("CartPole-v1", "rcssgym/Disc-Coach-v0"):
        with pytest.raises(rcssgym.ArgumentError, match=f"^name: '{name}' is not an environment"):
            make_async(name, 4, 2)


def test_games_of_many_agents() -> None:
    """Left team's rewards with the registered name; every agent's with the class."""
    by_name = make_async("rcssgym/Soccer-2v2-v0", 2, 1, observation="state")
    by_class = AsyncWorldVectorEnv(partial(SoccerVectorEnv, "2v2", observation="state"), 2, 1)
    for envs, shape in ((by_name, (1,)), (by_class, (1, 4))):
        envs.async_reset(seed=0)
        for _ in range(4):
            observations, rewards, *_, info = envs.recv()
            assert rewards.shape == shape
            assert observations.shape[:2] == (1, 4)
            envs.send(np.zeros((1, *envs.single_action_space.shape)), info["env_id"])
        envs.close()


def test_all_blocks_are_told_of_progress_between_the_same_steps() -> None:
    """Episodes that begin afterwards are those of a vector environment that is told then."""
    options: dict[str, Any] = {"autoreset_mode": "SameStep", "max_episode_steps": 4}
    envs = make_async("rcssgym/T1GetUp-v1", 4, 2, **options)
    twin: Any = gym.make_vec("rcssgym/T1GetUp-v1", num_envs=4, **options).unwrapped
    easy: Any = gym.make_vec("rcssgym/T1GetUp-v1", num_envs=4, **options).unwrapped
    easy.set_progress(0.0)
    seen = [one.reset(seed=1)[0] for one in (twin, easy)]
    assert seen[0].tobytes() != seen[1].tobytes()
    envs.async_reset(seed=1)
    rows: Any = np.zeros_like(seen[0])
    actions = np.zeros((4, 23), np.float32)
    for step in range(12):
        if step == 2:
            envs.set_progress(0.0)  # while blocks are under way
            twin.set_progress(0.0)
        received = [envs.recv() for _ in range(2)]
        for observations, *_, info in received:
            rows[info["env_id"]] = observations
            if step < 11:
                envs.send(actions[:2], info["env_id"])
        assert rows.tobytes() == seen[0].tobytes()
        # The step that the blocks make now began before the twin was told.
        seen = [one.step(actions)[0] for one in (twin, easy)]
    # By then all episodes have begun after it.
    assert seen[0].tobytes() == seen[1].tobytes()
    assert all(block.task.progress == 0.0 for block in envs._blocks)
    for wrong, words in ((1.5, "progress: 1.5 is not from 0 to 1"), ("x", "'x' is not a number")):
        with pytest.raises(rcssgym.ArgumentError, match=words):
            envs.set_progress(wrong)  # type: ignore[arg-type]
    envs.close()
    with pytest.raises(rcssgym.RcssGymError, match="closed"):
        envs.set_progress(0.5)
