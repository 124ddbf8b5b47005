"""`Disc-ReachBall` against plain Python, and the contract of all environments."""

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.vector import AutoresetMode
from rcssgym.envs import Terms, WorldEnv, WorldVectorEnv, term
from rcssgym.envs.discs import DiscTask, MendedReachBall, ReachBall

from envs.discs.company import check_copies
from envs.discs.plain import PlainReachBall

OPTIONS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "turning": {"use_turning": True},
    "rolling": {"change_ball_velocity": True, "max_steps": 40},
    "at one place": {
        "change_ball_position": False,
        "ball_position": (10.0, -5.0),
        "ball_speed": 1.5,
        "ball_direction": 130.0,
        "min_distance_to_ball": 12.0,
    },
    "mended": {"punish_out": True, "max_steps": 60},
}


def test_critics_know_nothing_more_unless_the_task_says_so() -> None:
    class Bare(DiscTask):
        def declare(self) -> Terms:
            start = (term("anywhere_on_pitch"),)
            return Terms(observations=("reach_ball",), processes=("reach",), start=start)

    envs = WorldVectorEnv(Bare, 2, privileged="dict")
    seen: Any = envs.reset(seed=0)[0]
    assert seen["critic"].tolist() == seen["policy"].tolist()


def draws(envs: WorldVectorEnv, steps: int) -> Any:
    """Return random actions, most of which run somewhere for a while."""
    random = np.random.default_rng(3)
    shape = envs.action_space.shape
    assert shape is not None
    way = random.uniform(-1, 1, (-(-steps // 60), *shape))
    return np.clip(way.repeat(60, 0)[:steps] + random.normal(0, 0.05, (steps, *shape)), -1, 1)


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_every_number_is_plain_pythons(name: str, mode: AutoresetMode) -> None:
    options = OPTIONS[name]
    envs = WorldVectorEnv(ReachBall(**options), 4, autoreset_mode=mode, threads=2)
    assert isinstance(envs.task, ReachBall)
    assert envs.task.runs_in_core()
    plain = [PlainReachBall(5 + env, **options) for env in range(4)]
    seen, _ = envs.reset(seed=5)
    np.testing.assert_allclose(seen, [one.observation() for one in plain], atol=2e-7)
    results: list[str] = []
    over: list[str | None] = [None] * 4
    for actions in draws(envs, 420).astype(np.float32):
        seen, rewards, terminated, truncated, info = envs.step(actions)
        assert not truncated.any()
        for env, one in enumerate(plain):
            if mode is AutoresetMode.NEXT_STEP and over[env] is not None:
                over[env] = None
                np.testing.assert_allclose(seen[env], one.begin(), atol=2e-7)
                assert rewards[env] == 0
                continue
            expected, reward, result = one.step(actions[env])
            assert rewards[env] == pytest.approx(reward, abs=1e-9)
            assert terminated[env] == (result is not None)
            final = info
            if result is not None:
                results.append(result)
                if mode is AutoresetMode.SAME_STEP:
                    np.testing.assert_allclose(info["final_obs"][env], expected, atol=2e-7)
                    expected, final = one.begin(), info["final_info"]
                over[env] = result
            np.testing.assert_allclose(seen[env], expected, atol=2e-7)
            assert final["is_timeout"][env] == (result == "Timeout")
    assert len(results) > 3
    if name == "as it is":
        assert set(results) >= {"Out", "Timeout"}
    if name == "mended":
        assert set(results) == {"Goal", "Out", "Timeout"}


def test_running_off_the_pitch_is_rewarded_or_punished() -> None:
    for punish, sign in ((False, 1), (True, -1)):
        envs = WorldVectorEnv(ReachBall(punish_out=punish), 64, autoreset_mode="Disabled")
        envs.reset(seed=1)
        over = np.zeros(64, np.bool_)
        for _ in range(150):
            _, rewards, terminated, _, info = envs.step(np.zeros((64, 1), np.float32))
            out = info["is_out"] & ~info["is_success"]
            if out.any():
                assert (sign * rewards[out] > 8).all()
                assert (info["reward"]["out"][out] == 10 * sign).all()
            over |= out
            if terminated.any():
                envs.reset(options={"reset_mask": terminated})
        assert over.sum() > 5


def test_threads_and_company_change_nothing() -> None:
    """An env depends only on its seed and its actions, to the last bit."""
    many = WorldVectorEnv(ReachBall(use_turning=True), 130, autoreset_mode="SameStep", threads=3)
    alone = WorldVectorEnv(ReachBall(use_turning=True), 1, autoreset_mode="SameStep", threads=1)
    few = WorldVectorEnv(ReachBall(use_turning=True), 130, autoreset_mode="SameStep", threads=1)
    all_actions = draws(many, 250).astype(np.float32)
    first = many.reset(seed=9)[0]
    assert first.tobytes() == few.reset(seed=9)[0].tobytes()
    assert first[77].tobytes() == alone.reset(seed=86)[0].tobytes()
    for actions in all_actions:
        seen, rewards, terminated, _, _ = many.step(actions)
        again = few.step(actions)
        assert seen.tobytes() == again[0].tobytes()
        assert rewards.tobytes() == again[1].tobytes()
        one = alone.step(actions[77:78])
        assert (seen[77].tobytes(), rewards[77]) == (one[0].tobytes(), one[1][0])
        assert terminated[77] == one[2][0]


def test_a_single_environment_is_the_first_of_many() -> None:
    single = gym.make("rcssgym/Disc-ReachBall-v0")
    many = gym.make_vec("rcssgym/Disc-ReachBall-v0", num_envs=3)
    assert single.reset(seed=4)[0].tobytes() == many.reset(seed=4)[0][0].tobytes()
    for _ in range(20):
        action = np.full((1,), 0.25, np.float32)
        seen, reward, *_ = single.step(action)
        many_seen, rewards, *_ = many.step(np.full((3, 1), 0.25, np.float32))
        assert seen.tobytes() == many_seen[0].tobytes()
        assert reward == rewards[0]


def test_history_and_delay_show_what_was_seen() -> None:
    plain = WorldVectorEnv(ReachBall, 3)
    late = WorldVectorEnv(ReachBall, 3, history=3, delay=2)
    seen = [plain.reset(seed=2)[0]]
    first, _ = late.reset(seed=2)
    assert (first == np.tile(seen[0], 3)).all()
    for step in range(30):
        actions = np.full((3, 1), 0.1 * (step % 7), np.float32)
        seen.append(plain.step(actions)[0])
        shown = late.step(actions)[0].reshape(3, 3, 10)
        for place in range(3):
            at = max(0, len(seen) - 1 - 2 - (2 - place))
            np.testing.assert_array_equal(shown[:, place], seen[at])


def test_environments_are_saved_and_copied() -> None:
    envs = WorldVectorEnv(ReachBall(max_steps=30), 3, autoreset_mode="SameStep", threads=1)
    envs.reset(seed=1)
    actions = draws(envs, 80).astype(np.float32)
    check_copies(envs, actions, before=20)


def test_a_task_of_ones_own_in_python_and_in_terms() -> None:
    class Far(ReachBall):
        """Stay away from the ball; Python computes one term of the reward."""

        def declare(self) -> Terms:
            terms = super().declare()
            rewards = {"far": lambda task: np.hypot(*(task.position - task.ball_position).T)}
            return Terms(
                observations=("reach_ball",),
                rewards={**rewards, "nearing": term("nearing", -1.0)},
                ends=terms.ends,
                processes=terms.processes,
                start=terms.start,
                privileged=(),
            )

    envs, plain = WorldVectorEnv(Far, 5), WorldVectorEnv(ReachBall, 5)
    assert isinstance(envs.task, Far)
    assert not envs.task.runs_in_core()
    np.testing.assert_array_equal(envs.reset(seed=3)[0], plain.reset(seed=3)[0])
    for _ in range(80):
        actions = np.full((5, 1), 0.5, np.float32)
        seen, _, terminated, _, info = envs.step(actions)
        plain_seen, _, ended, _, plain_info = plain.step(actions)
        np.testing.assert_array_equal(seen, plain_seen)
        np.testing.assert_array_equal(terminated, ended)
        np.testing.assert_array_equal(
            info["reward"]["nearing"], 0.0 - plain_info["reward"]["nearing"]
        )


def test_it_can_be_seen() -> None:
    env = gym.make("rcssgym/Disc-ReachBall-v0", render_mode="rgb_array", width=320, height=240)
    env.reset(seed=0)
    frame: Any = env.render()
    assert frame.shape == (240, 320, 3)
    assert len(np.unique(frame)) > 10


class Odd(DiscTask):
    """Requests something that only robots have."""

    def declare(self) -> Terms:
        return Terms(observations=("gyro",), start=(), privileged=())


def too_much(env: WorldEnv) -> None:
    env.reset(seed=0)
    env.step(np.full(1, 2.0, np.float32))


def rolling_at(x: float, y: float) -> ReachBall:
    return ReachBall(change_ball_position=False, ball_position=(x, y), change_ball_velocity=True)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: WorldVectorEnv(ReachBall, frame_skip=2), "frame_skip: is 1 in the 2D game, not 2"),
        (
            lambda: WorldVectorEnv(ReachBall, randomization=rcssgym.Randomization(friction=0.1)),
            "randomization: is for robots",
        ),
        (lambda: WorldVectorEnv(ReachBall, precision="single"), "precision: the 2D game has"),
        (
            lambda: WorldVectorEnv(ReachBall, render_mode="rgb_array", camera="ball"),
            "camera: the 2D game is seen from above",
        ),
        (Odd, "gyro: is for robots"),
        (
            lambda: WorldVectorEnv(ReachBall(max_steps=0)),
            "steps: 0 is not a positive number of steps",
        ),
        (lambda: WorldVectorEnv(rolling_at(52.5, 34.1)), r"place: \(52.5, 34.1\) is off the pitch"),
        (type("Some", (ReachBall,), {"players": (1.0, 0)}), "players: 1.0 is not an integer"),
        (lambda: too_much(WorldEnv("Disc-ReachBall-v0")), "actions"),
    ],
)
def test_what_it_cannot_do(make: Any, message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        make()


def test_a_subclass_sets_defaults() -> None:
    class Near(ReachBall):
        min_distance_to_ball, max_steps = 1.0, 7

    near = Near()
    assert (near.min_distance_to_ball, near.max_steps, near.punish_out) == (1.0, 7, False)
    assert MendedReachBall().punish_out
    assert not MendedReachBall(punish_out=False).punish_out
    envs = WorldVectorEnv(near, 1)
    envs.reset(seed=0)
    ends = [envs.step(np.zeros((1, 1), np.float32))[4]["is_timeout"][0] for _ in range(8)]
    assert ends.index(True) == 7
