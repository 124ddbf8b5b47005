"""`Disc-HFO` against plain Python; trials with all kinds of ends."""

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import HalfField

from envs.discs.company import check_company
from envs.discs.plain_half_field import PlainHalfField


def chase(seen: NDArray[np.float32], random: np.random.Generator) -> NDArray[np.float32]:
    """Run to the ball and shoot, based on the observation; now and then act at random."""
    ball = np.arctan2(seen[:, 51], seen[:, 52]) / np.pi
    goal = np.arctan2(seen[:, 13], seen[:, 14]) / np.pi
    kicks, turns = seen[:, 12] > 0, abs(ball) > 0.1
    actions = np.zeros((len(seen), 8), np.float32)
    actions[:, 0] = 0.0
    actions[:, 1] = np.where(turns & ~kicks, 0.5, -0.5)
    actions[:, 2] = np.where(kicks, 0.9, -0.9)
    actions[:, 3], actions[:, 4] = 1.0, 0.0
    actions[:, 5], actions[:, 6], actions[:, 7] = ball, 1.0, goal
    wild = random.random(len(seen)) < 0.2
    actions[wild] = random.uniform(-1, 1, (int(wild.sum()), 8)).astype(np.float32)
    return np.clip(actions, -1, 1)


@pytest.mark.parametrize(
    ("size", "options"),
    [
        ((1, 0), {}),
        ((1, 1), {"reward": "shaped", "on_ball": 1}),
        ((1, 3), {"features": "high", "on_ball": 7}),
        ((3, 2), {"numbers": (1, 2, 3), "on_ball": 4, "reward": "shaped"}),
        ((3, 2), {"numbers": (1, 2, 3), "on_ball": 2, "features": "high"}),
        ((2, 1), {"others": "random"}),
        ((3, 2), {"others": "random", "reward": "shaped", "frames_per_trial": 60}),
        ((5, 5), {"others": "random", "untouched_time": 20}),
        ((1, 0), {"features": "high", "untouched_time": 25}),
        ((2, 0), {"features": "high", "others": "random", "numbers": (2,)}),
        ((5, 5), {"features": "high", "others": "random"}),
    ],
)
def test_every_number_is_plain_pythons(size: tuple[int, int], options: dict[str, Any]) -> None:
    options = {"others": "scripted", **options}
    envs = WorldVectorEnv(HalfField(*size, **options), 3, autoreset_mode="SameStep", threads=2)
    assert isinstance(envs.task, HalfField)
    assert envs.task.runs_in_core()
    plain = [PlainHalfField(20 + env, *size, **options) for env in range(3)]
    seen, _ = envs.reset(seed=20)
    np.testing.assert_allclose(seen, [one.observation() for one in plain], atol=3e-6)
    random, ends = np.random.default_rng(1), []
    for _ in range(250):
        players = range(len(plain[0].commanded))
        lows = (np.array([one.low(player) for one in plain]) for player in players)
        actions = np.stack([chase(low, random) for low in lows], axis=1)
        actions = actions[:, 0] if len(players) == 1 else actions
        seen, rewards, terminated, truncated, info = envs.step(actions)
        assert not truncated.any()
        for env, one in enumerate(plain):
            expected, reward, status = one.step(actions[env])
            assert rewards[env] == pytest.approx(reward, abs=1e-9)
            assert terminated[env] == (status != 0)
            if status:
                ends.append(status)
                np.testing.assert_allclose(info["final_obs"][env], expected, atol=3e-6)
                assert info["final_info"]["is_success"][env] == (status == 1)
                expected = one.begin()
            np.testing.assert_allclose(seen[env], expected, atol=3e-6)
    assert len(ends) > 3


def test_trials_of_all_ends() -> None:
    random = np.random.default_rng(0)
    found: set[str] = set()
    for others in ("still", "random"):
        task = HalfField(2, 2, others=others, untouched_time=60)
        envs = WorldVectorEnv(task, 64, autoreset_mode="SameStep")
        seen, _ = envs.reset(seed=0)
        for _ in range(300):
            seen, rewards, terminated, _, info = envs.step(chase(seen, random))
            if terminated.any():
                final = info["final_info"]
                found |= {
                    name
                    for name in ("is_success", "is_captured", "is_out", "is_time")
                    if final[name].any()
                }
                assert (rewards[final["is_success"]] == 1).all()
                assert (rewards[terminated & ~final["is_success"]] == -1).all()
    assert found == {"is_success", "is_captured", "is_out", "is_time"}


def test_what_is_tried_in_vain_counts_for_nothing() -> None:
    """A goalie that catches without the ball captures nothing; a kick that misses is no kick."""
    task = HalfField(1, 1, defends=True, others="still", actions=("catch",))
    envs = WorldVectorEnv(task, 8, autoreset_mode="SameStep")
    envs.reset(seed=0)
    for _ in range(20):
        *_, terminated, _, info = envs.step(np.zeros((8, 1), np.float32))
        assert (task.worlds.flags[:, 1] & 0x30 == 0x30).any()
        assert not terminated.any()
        assert not info["is_success"].any()
    for on_ball in (0, 1):
        task = HalfField(1, 0, reward="shaped", actions=("kick",), on_ball=on_ball)
        envs = WorldVectorEnv(task, 8, autoreset_mode="SameStep")
        envs.reset(seed=0)
        assert (task.worlds.can_kick[:, 0] == on_ball).all()
        *_, info = envs.step(np.ones((8, 3), np.float32))
        assert (info["reward"]["kick"] == on_ball).all()


@pytest.mark.parametrize("size", ["1v0", "1v1", "2v1", "2v2", "3v2", "3v3", "4v4", "5v5"])
def test_sizes(size: str) -> None:
    envs = gym.make_vec(f"rcssgym/Disc-HFO-{size}-v0", num_envs=2)
    offense, defense = map(int, size.split("v"))
    features = 59 + 9 * (offense - 1 + defense)
    assert envs.single_observation_space.shape == (features,)
    assert envs.single_action_space.shape == (8,)


def test_threads_and_company_change_nothing() -> None:
    def make(num: int, threads: int) -> WorldVectorEnv:
        task = HalfField(3, 3, others="random")
        return WorldVectorEnv(task, num, autoreset_mode="SameStep", threads=threads)

    random = np.random.default_rng(0)
    check_company(make, lambda seen: chase(seen, random))


def test_the_eleventh_player_has_his_number() -> None:
    """HFO's numbers are not scaled; no bound of observations makes two of them the same."""
    envs = WorldVectorEnv(HalfField(11, 11, features="high"), 1)
    (seen,), _ = envs.reset(seed=5)
    assert envs.observation_space.contains(seen[None])
    mates, opponents = seen[10 + 3 * 10 : 10 + 6 * 10], seen[10 + 6 * 10 : -2]
    assert sorted(mates[2::3]) == list(range(2, 12))
    assert sorted(opponents[2::3]) == list(range(1, 12))


def odd(**options: Any) -> dict[str, Any]:
    return options


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: WorldVectorEnv(HalfField(0, 1)), "offense: 0 players"),
        (lambda: WorldVectorEnv(HalfField(1, 12)), "defense: 12 players"),
        (lambda: HalfField(1.5, 1), "offense: 1.5 is not an integer"),  # type: ignore[arg-type]
        (lambda: HalfField(2, 1, numbers=3), "numbers: 3 is not a list"),  # type: ignore[arg-type]
        (lambda: HalfField(**odd(features=["low"])), r"features: there is no \['low'\]"),
        (lambda: HalfField(**odd(on_ball=0.5)), "on_ball: 0.5 is not an integer"),
        (lambda: HalfField(**odd(others="asleep")), "teammates: 'asleep' is none of"),
        (lambda: WorldVectorEnv(HalfField(**odd(reward="all"))), "reward"),
        (lambda: WorldVectorEnv(HalfField(**odd(features="all"))), "features"),
    ],
)
def test_what_it_cannot_be(make: Any, message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        make()


class Short(HalfField):
    frames_per_trial, untouched_time, on_ball = 7, 5, 1


def test_a_subclass_sets_defaults() -> None:
    plain, short = HalfField(1, 1), Short(1, 1)
    assert (plain.frames_per_trial, plain.untouched_time, plain.on_ball) == (1000, 100, 0)
    assert (short.frames_per_trial, short.untouched_time, short.on_ball) == (7, 5, 1)
    assert Short(1, 1, frames_per_trial=9, on_ball=0).on_ball == 0
    envs = WorldVectorEnv(short, 1)
    envs.reset(seed=0)
    ends = [envs.step(np.zeros((1, 8), np.float32))[4]["is_time"][0] for _ in range(7)]
    assert any(ends)
