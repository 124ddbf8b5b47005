"""`Disc-Keepaway` against plain Python and the referee, and the contract of all environments."""

import itertools
import math
import warnings
from typing import Any, Literal

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.spaces import Discrete
from numpy.typing import NDArray
from rcssgym import DiscBatch
from rcssgym.disc import Scripted
from rcssgym.envs import Streams, Terms, WorldVectorEnv
from rcssgym.envs.discs import ActsByNumberVector, DiscTask, Keepaway, KeepawayGame
from rcssgym.envs.games import GameVectorEnv

from envs.discs.company import check_company, check_copies

with warnings.catch_warnings():
    # Importing PettingZoo's tests imports its own games in a way that PettingZoo warns about.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import parallel_api_test, parallel_seed_test

SIZES = [(3, 2), (4, 3), (5, 4)]
LENGTHS = {3: 20.0, 4: 25.0, 5: 30.0}


def far(one: Any, other: Any) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def features(places: Any, ball: Any, keepers: int, own: int | None = None) -> list[float]:
    """Compute the features in plain Python from players' positions (P, 2)."""
    number = range(len(places))
    first = min(number[:keepers], key=lambda i: far(places[i], ball)) if own is None else own
    here = places[first]
    mates = sorted((i for i in number[:keepers] if i != first), key=lambda i: far(places[i], here))
    takers = sorted(number[keepers:], key=lambda i: far(places[i], here))

    def angle(one: Any, other: Any) -> float:
        ways = [math.atan2(p[1] - here[1], p[0] - here[0]) for p in (one, other)]
        off = abs(ways[0] - ways[1])
        return min(off, 2 * math.pi - off)

    return [
        far(here, (0, 0)) / 10,
        *(far(places[i], here) / 10 for i in (*mates, *takers)),
        *(far(places[i], (0, 0)) / 10 for i in (*mates, *takers)),
        *(min(far(places[i], places[j]) for j in takers) / 10 for i in mates),
        *(min(angle(places[i], places[j]) for j in takers) / math.pi for i in mates),
    ]


class Ends:
    """Ends of episodes according to the visible state, in plain Python."""

    def __init__(self, keepers: int) -> None:
        self.keepers, self.half, self.taken = keepers, LENGTHS[keepers] / 2, 0

    def judge(self, places: Any, ball: Any) -> str | None:
        if abs(ball[0]) >= self.half or abs(ball[1]) >= self.half:
            return "out"
        if self.taken >= 4:
            return "taken"
        reach = [far(place, ball) < 1.085 for place in places]
        if any(reach[self.keepers :]):
            self.taken += 1
        elif any(reach[: self.keepers]):
            self.taken = 0
        return None


def choose(random: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float32]:
    scores: NDArray[np.float32] = random.uniform(-1, 1, shape).astype(np.float32)
    return scores


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("others", ["scripted", "random", "still"])
def test_every_number_is_plain_pythons(size: tuple[int, int], others: Any) -> None:
    keepers, _ = size
    envs = WorldVectorEnv(Keepaway(*size, steps="cycles", opponents=others), 6, threads=2)
    assert envs.task.runs_in_core()  # type: ignore[attr-defined]
    seen, _ = envs.reset(seed=3)
    assert seen.shape == (6, 4 * keepers + 2 * size[1] - 3)
    random, ends = np.random.default_rng(0), []
    plain = [Ends(keepers) for _ in range(6)]
    over = np.zeros(6, np.bool_)
    ages = np.zeros(6)
    for _ in range(700):
        places, balls = envs.worlds.position, envs.worlds.ball_position
        for env in range(6):
            expected = features(places[env], balls[env], keepers)
            np.testing.assert_allclose(seen[env], expected, atol=2e-6)
        seen, rewards, terminated, truncated, info = envs.step(choose(random, (6, keepers)))
        assert not truncated.any()
        places, balls = envs.worlds.position, envs.worlds.ball_position
        for env in range(6):
            if over[env]:
                plain[env] = Ends(keepers)
                assert rewards[env] == 0
                assert not terminated[env]
                ages[env] = 0
                continue
            ages[env] += 1
            end = plain[env].judge(places[env], balls[env])
            assert rewards[env] == 1 == info["cycles"][env]
            assert info["duration"][env] == ages[env]
            assert terminated[env] == (end is not None)
            assert info["is_out"][env] == (end == "out")
            assert info["is_taken"][env] == (end == "taken")
            ends += [end] if end else []
        over = terminated
    if others == "scripted":
        assert "taken" in ends


def test_episodes_of_all_ends() -> None:
    found: set[str] = set()
    for others in ("scripted", "random"):
        envs = WorldVectorEnv(Keepaway(3, 2, opponents=others), 64, autoreset_mode="SameStep")
        envs.reset(seed=0)
        random = np.random.default_rng(0)
        for _ in range(400):
            *_, info = envs.step(choose(random, (64, 3)))
            if "final_info" in info:
                final = info["final_info"]
                assert (final["is_out"] != final["is_taken"])[info["_final_info"]].all()
                found |= {name for name in ("is_out", "is_taken") if final[name].any()}
    assert found == {"is_out", "is_taken"}


@pytest.mark.parametrize("size", SIZES)
def test_starts_are_plain_pythons(size: tuple[int, int]) -> None:
    keepers, half = size[0], LENGTHS[size[0]] / 2
    envs = WorldVectorEnv(Keepaway(*size, steps="cycles"), 40)
    envs.reset(seed=7)
    streams = Streams(40)
    streams.seed(np.arange(40), list(range(7, 47)))
    corners = [(-1, -1), (1, -1), (1, 1)]
    firsts = set()
    for env in range(40):

        def unit(low: float = 0.0, high: float = 1.0, env: int = env) -> float:
            return low + float(streams.uniform(np.array([env]), 1)[0, 0]) * (high - low)

        unit()  # the game's seed
        first = int(unit() * keepers)
        firsts.add(first)
        for player in range(sum(size)):
            corner = (first + player) % keepers if player < keepers else None
            if corner is not None and corner > 2:
                expected = [unit(-1, 1), unit(-1, 1)]
            else:
                sx, sy = (-1, 1) if corner is None else corners[corner]
                expected = [sx * (half - unit(0, 3)), sy * (half - unit(0, 3))]
            body = math.degrees(unit(-math.pi, math.pi))
            found = envs.worlds.position[env, player]
            # Players that overlap are moved apart.
            assert far(found, expected) < 0.5
            assert envs.worlds.body[env, player] == pytest.approx(body)
    assert firsts == set(range(keepers))
    np.testing.assert_allclose(envs.worlds.ball_position, np.full((40, 2), 4 - half), atol=0.5)


def test_episodes_end_when_the_referee_of_keepaway_ends_them() -> None:
    """The states of an environment are given to the referee, cycle by cycle."""
    envs = WorldVectorEnv(Keepaway(3, 2, steps="cycles"), 4, autoreset_mode="Disabled")
    envs.reset(seed=11)
    params = {"keepaway": True, "use_offside": False}
    referee = DiscBatch(4, 3, 2, server_params=params, goalies=False, messages=True)
    referee.start()
    random, ends = np.random.default_rng(5), 0
    for _ in range(900):
        _, _, terminated, _, _ = envs.step(choose(random, (4, 3)))
        places, balls = envs.worlds.position, envs.worlds.ball_position
        referee.set_state(
            position=places,
            velocity=np.zeros((4, 5, 2)),
            ball_position=balls,
            ball_velocity=np.zeros((4, 2)),
        )
        referee.advance(1)
        for env, messages in enumerate(referee.messages):
            assert ("training Keepaway 1" in " ".join(messages)) == terminated[env]
        ends += int(terminated.sum())
        if terminated.any():
            envs.reset(options={"reset_mask": terminated})
    assert ends > 10


@pytest.mark.parametrize("size", SIZES)
def test_decisions_are_the_cycles_until_somebody_has_the_ball(size: tuple[int, int]) -> None:
    slow = WorldVectorEnv(Keepaway(*size, steps="cycles"), 1, autoreset_mode="Disabled")
    fast = WorldVectorEnv(Keepaway(*size), 1, autoreset_mode="Disabled")
    random, longest, episodes = np.random.default_rng(1), 0, 0
    for seed in range(6):
        seen, _ = fast.reset(seed=seed)
        slow.reset(seed=seed)
        nothing = np.zeros((1, size[0]), np.float32)
        while (slow.worlds.position != fast.worlds.position).any():
            slow_seen = slow.step(nothing)[0]
        np.testing.assert_array_equal(slow_seen, seen)
        assert fast.worlds.can_kick[0, : size[0]].any()
        for _ in range(60):
            scores = choose(random, (1, size[0]))
            seen, rewards, terminated, _, info = fast.step(scores)
            assert info["cycles"][0] == rewards[0]
            for cycle in range(int(rewards[0])):
                slow_seen, _, ended, _, slow_info = slow.step(scores)
                assert ended[0] == (terminated[0] and cycle + 1 == rewards[0])
            np.testing.assert_array_equal(slow_seen, seen)
            assert slow_info["duration"] == info["duration"]
            longest = max(longest, int(rewards[0]))
            if terminated[0]:
                episodes += 1
                break
            assert fast.worlds.can_kick[0, : size[0]].any()
    assert longest > 5
    assert episodes > 2


def test_a_pass_goes_to_whom_it_is_for() -> None:
    """If takers stand still, the chosen keeper gets the ball."""
    envs = WorldVectorEnv(Keepaway(3, 2, opponents="still"), 30, autoreset_mode="Disabled")
    for choice in (1, 2):
        envs.reset(seed=2)
        places, balls = envs.worlds.position[:, :3], envs.worlds.ball_position
        gaps = np.linalg.norm(places - balls[:, None], axis=-1)
        holder = gaps.argmin(axis=1)
        rows = np.arange(30)
        apart = np.linalg.norm(places - places[rows, holder][:, None], axis=-1)
        expected = apart.argsort(axis=1)[:, choice]
        scores = np.full((30, 3), -1, np.float32)
        scores[:, choice] = 1
        _, rewards, terminated, _, _ = envs.step(scores)
        gaps = np.linalg.norm(
            envs.worlds.position[:, :3] - envs.worlds.ball_position[:, None], axis=-1
        )
        assert (gaps.argmin(axis=1) == expected)[~terminated].mean() > 0.9
        assert terminated.mean() < 0.1
        assert (rewards > 3).all()


def test_holding_lasts_a_cycle() -> None:
    envs = WorldVectorEnv(Keepaway(3, 2, opponents="still"), 8, autoreset_mode="Disabled")
    envs.reset(seed=2)
    hold = np.tile(np.array([1, 0, 0], np.float32), (8, 1))
    for _ in range(40):
        _, rewards, terminated, _, _ = envs.step(hold)
        assert (rewards == 1).all()
        assert not terminated.any()
    assert envs.worlds.can_kick[:, :3].any(axis=1).all()


def test_choices_by_number() -> None:
    plain = WorldVectorEnv(Keepaway(4, 3), 5)
    numbered = ActsByNumberVector(WorldVectorEnv(Keepaway(4, 3), 5))
    assert numbered.single_action_space == Discrete(4)
    assert numbered.action_masks().all()
    np.testing.assert_array_equal(plain.reset(seed=1)[0], numbered.reset(seed=1)[0])
    random = np.random.default_rng(0)
    for _ in range(30):
        chosen = random.integers(0, 4, 5)
        seen, rewards, *_ = plain.step(np.eye(4, dtype=np.float32)[chosen])
        numbered_seen, again, *_ = numbered.step(chosen)
        np.testing.assert_array_equal(seen, numbered_seen)
        np.testing.assert_array_equal(rewards, again)


def test_a_policy_for_takers() -> None:
    """Takers commanded to intercept take the ball from keepers that hold it."""

    class Chasing:
        """All go for the ball and hold it."""

        def act(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
            assert observations.shape[1] == 13
            return np.tile(np.array([1, -1, -1, 0, 0], np.float32), (len(observations), 1))

    envs = WorldVectorEnv(Keepaway(3, 2, opponents=[Chasing(), "still"], steps="cycles"), 32)
    envs.reset(seed=0)
    hold = np.tile(np.array([1, 0, 0], np.float32), (32, 1))
    taken = np.zeros(32, np.bool_)
    drawn = envs.task.core.drawn[:, 1].copy()  # type: ignore[attr-defined]
    for _ in range(100):
        *_, info = envs.step(hold)
        drawn_now = envs.task.core.drawn[:, 1]  # type: ignore[attr-defined]
        taken |= info["is_taken"] & (drawn_now == 0)
        assert not info["is_taken"][drawn_now == 1].any()
    assert 5 < (drawn == 0).sum() < 27
    assert taken[drawn == 0].mean() > 0.6


@pytest.mark.parametrize(
    ("name", "value"), [("length", 30.0), ("width", 30.0), ("steps", "cycles")]
)
def test_the_field_cannot_change_any_more(name: str, value: Any) -> None:
    for task in (Keepaway(), KeepawayGame()):
        WorldVectorEnv(task, 1)
        with pytest.raises(rcssgym.ArgumentError, match=f"^{name}: cannot change any more"):
            setattr(task, name, value)


def test_an_agent_for_each_keeper() -> None:
    task = KeepawayGame(4, 3, steps="cycles")
    envs = GameVectorEnv(task, 5, threads=2)
    shared = WorldVectorEnv(Keepaway(4, 3, steps="cycles"), 5)
    assert envs.agents == ("left_1", "left_2", "left_3", "left_4")
    seen, _ = envs.reset(seed=4)
    shared.reset(seed=4)
    random = np.random.default_rng(3)
    held = 0
    for _ in range(300):
        places, balls = envs.worlds.position, envs.worlds.ball_position
        gaps = np.linalg.norm(places[:, :4] - balls[:, None], axis=-1)
        holder = gaps.argmin(axis=1)
        for env, agent in itertools.product(range(5), range(4)):
            expected = features(places[env], balls[env], 4, agent)
            np.testing.assert_allclose(seen[env, agent, :-1], expected, atol=2e-6)
            has_ball = agent == holder[env] and gaps[env, agent] <= 1.085
            assert seen[env, agent, -1] == (1 if has_ball else -1)
            held += has_ball
        scores = choose(random, (5, 4, 4))
        # The keeper with the ball decides, as in the environment with a single policy.
        seen, rewards, terminated, _, info = envs.step(scores)
        _, again, ended, _, _ = shared.step(scores[np.arange(5), holder])
        np.testing.assert_array_equal(envs.worlds.position, shared.worlds.position)
        assert rewards.shape == (5, 4) == info["reward"]["cycles"].shape
        np.testing.assert_array_equal(rewards, np.repeat(again[:, None], 4, axis=1))
        np.testing.assert_array_equal(terminated, ended)
    assert held > 50


def test_keepers_behind_pettingzoos_api() -> None:
    def make() -> Any:
        return rcssgym.parallel_env("Disc-Keepaway-3v2")

    parallel_api_test(make(), num_cycles=200)
    parallel_seed_test(make, num_cycles=30)
    assert make().possible_agents == ["left_1", "left_2", "left_3"]


@pytest.mark.parametrize("steps", ["decisions", "cycles"])
def test_threads_and_company_change_nothing(steps: Any) -> None:
    def make(num: int, threads: int) -> WorldVectorEnv:
        task = Keepaway(4, 3, steps=steps)
        return WorldVectorEnv(task, num, autoreset_mode="SameStep", threads=threads)

    random = np.random.default_rng(0)
    check_company(make, lambda _: choose(random, (70, 4)))


def test_environments_are_saved() -> None:
    envs = WorldVectorEnv(Keepaway(3, 2, steps="cycles"), 4, autoreset_mode="SameStep")
    envs.reset(seed=1)
    random = np.random.default_rng(2)
    actions = choose(random, (120, 4, 3))
    check_copies(envs, actions, before=45)


def test_weaker_takers_leave_the_ball_for_longer() -> None:
    means = []
    for effort in (1.0, 0.4):
        envs = gym.make_vec(
            "rcssgym/Disc-Keepaway-3v2-v0",
            num_envs=64,
            task=Keepaway(3, 2, opponents=Scripted(effort=effort)),
            autoreset_mode="SameStep",
        )
        envs.reset(seed=0)
        random, lasted = np.random.default_rng(0), []
        for _ in range(150):
            *_, info = envs.step(choose(random, (64, 3)))
            if "final_info" in info:
                over = info["final_info"]["_duration"]
                lasted += info["final_info"]["duration"][over].tolist()
        means.append(float(np.mean(lasted)))
    assert means[1] > 1.3 * means[0]


def odd(**options: Any) -> Any:
    return Keepaway(**options)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Keepaway(1, 2), "keepers: 1 players are not from 2 to 11"),
        (lambda: Keepaway(3, 0), "takers: 0 players"),
        (lambda: odd(keepers="3"), "keepers: '3' is not an integer"),
        (lambda: odd(steps="games"), "steps: 'games' is none of decisions, cycles"),
        (lambda: odd(opponents="asleep"), "opponents: 'asleep' is none of 'still', 'random'"),
        (lambda: odd(length=3.0), "length: 3.0 m is not from 8 to 105"),
        (lambda: odd(width=80.0), "width: 80.0 m is not from 8 to 68"),
    ],
)
def test_what_it_cannot_be(make: Any, message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        make()


def test_a_subclass_sets_what_a_step_is() -> None:
    class ByCycles(Keepaway):
        steps: Literal["decisions", "cycles"] = "cycles"

    assert (ByCycles().steps, Keepaway().steps) == ("cycles", "decisions")
    assert ByCycles(steps="decisions").steps == "decisions"


@pytest.mark.parametrize("takers", [1, 3])
def test_features_need_a_keeper(takers: int) -> None:
    class Alone(DiscTask):
        players = (0, takers)

        def declare(self) -> Terms:
            return Terms(observations=("keepaway_features",), start=("disc_kick_off",))

    with pytest.raises(rcssgym.ArgumentError, match="keepaway_features: needs a keeper"):
        Alone()
