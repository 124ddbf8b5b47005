"""Attacking scenes: where they begin, what they reward, how they end."""

import math
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray
from rcssgym.envs import Streams, WorldVectorEnv
from rcssgym.envs.discs import Academy, academy

from envs.discs.company import check_company

SCENES = {
    "EmptyGoal": academy.EmptyGoal,
    "RunToScore": academy.RunToScore,
    "PassAndShoot": academy.PassAndShoot,
    "3v1": academy.ThreeOnOne,
    "Corner": academy.Corner,
    "CounterAttack": academy.CounterAttack,
}
HIGH = ("shoot", "dribble_to", "intercept", "pass")


def attack(envs: WorldVectorEnv, random: np.random.Generator) -> NDArray[np.float32]:
    """Go for the ball, run with it to the goal and shoot; now and then act at random."""
    worlds, count = envs.worlds, envs.num_envs
    actions = np.full((count, envs.action_space.shape[-1]), -1.0, np.float32)  # type: ignore[index]
    has_ball = worlds.can_kick[:, 0] == 1
    near = worlds.position[:, 0, 0] > 41
    actions[:, 0] = np.where(has_ball & near, 1, -1)
    actions[:, 1] = np.where(has_ball & ~near, 1, -1)
    actions[:, 2] = np.where(has_ball, -1, 1)
    # Parameters of `dribble_to`: a point in front of the goal.
    actions[:, 4:6] = [0.7, 0.0]
    is_wild = random.random(count) < 0.05
    actions[is_wild, :4] = random.uniform(-1, 1, (int(is_wild.sum()), 4))
    return actions


@pytest.mark.parametrize("name", SCENES)
def test_every_reward_and_end_is_plain_pythons(name: str) -> None:
    task = SCENES[name](actions=HIGH, frames_per_trial=120)
    envs = WorldVectorEnv(task, 6, autoreset_mode="Disabled", threads=2)
    assert task.runs_in_core()
    envs.reset(seed=2)
    worlds, random = envs.worlds, np.random.default_rng(0)
    attackers = len(task.attackers)
    passed, ages = np.zeros(6, int), np.zeros(6, int)
    for _ in range(400):
        _, rewards, terminated, truncated, info = envs.step(attack(envs, random))
        assert not truncated.any()
        ages += 1
        for env in range(6):
            goal = worlds.score[env, 0] > 0
            ball, places = worlds.ball_position[env], worlds.position[env, :attackers]
            has_ball = any(math.dist(place, ball) <= 1.085 for place in places)
            gap = math.dist(ball, (52.5, 0)) / 52.5
            reached = sum(gap <= 0.99 - 0.08 * index for index in range(10)) if has_ball else 0
            now = 10 if goal else max(passed[env], reached)
            expected = goal + 0.1 * (now - passed[env])
            assert rewards[env] == pytest.approx(expected, abs=1e-9)
            assert info["checkpoints"][env] == now
            assert info["is_success"][env] == goal
            is_late = ages[env] >= 120
            is_out = worlds.play_mode[env] != rcssgym.disc.PLAY_MODES.index("play_on")
            if not goal:
                assert info["is_out"][env] <= is_out
                assert terminated[env] >= is_late
            assert terminated[env] == sum(
                info[f"is_{end}"][env] for end in ("success", "captured", "out", "time")
            )
            passed[env] = now
        if terminated.any():
            envs.reset(options={"reset_mask": terminated})
            passed[terminated], ages[terminated] = 0, 0


@pytest.mark.parametrize("name", SCENES)
def test_scenes_begin_where_they_say(name: str) -> None:
    task = SCENES[name]()
    envs = WorldVectorEnv(task, 30)
    envs.reset(seed=5)
    places = np.array([*task.attackers, *task.defenders])
    found = envs.worlds.position
    np.testing.assert_allclose(envs.worlds.ball_position, np.tile(task.ball, (30, 1)), atol=0.8)
    # Players that overlap are moved apart.
    assert np.abs(found - places).max() < 2.2
    assert len(np.unique(found.sum(axis=1), axis=0)) == 30
    streams = Streams(1)
    streams.seed(np.array([0]), [5])
    streams.uniform(np.array([0]), 1)  # the game's seed
    drawn = streams.uniform(np.array([0]), 3 * len(places))[0].reshape(-1, 3)
    expected = np.clip(places + 2 * drawn[:, :2] - 1, [-52.5, -34], [52.5, 34])
    apart = np.linalg.norm(expected[:, None] - expected, axis=-1) + np.eye(len(places)) * 9
    ball = np.linalg.norm(expected - task.ball, axis=-1)
    alone = (apart.min(axis=1) > 0.7) & (ball > 0.5)
    np.testing.assert_allclose(found[0][alone], expected[alone], atol=1e-9)
    goalies = envs.worlds.goalie[0]
    assert goalies.sum() == (len(task.defenders) > 0)


def test_scenes_of_all_ends() -> None:
    random, found = np.random.default_rng(1), set()
    for name, scene in SCENES.items():
        envs = WorldVectorEnv(scene(actions=HIGH), 96, autoreset_mode="Disabled")
        envs.reset(seed=1)
        over = np.zeros(96, np.bool_)
        goals = 0
        for _ in range(400):
            _, _, terminated, _, info = envs.step(attack(envs, random))
            for end in ("success", "captured", "out", "time"):
                if info[f"is_{end}"][~over].any():
                    found.add(end)
            goals += int(info["is_success"][~over].sum())
            over |= terminated
            if terminated.any():
                envs.reset(options={"reset_mask": terminated})
            if over.all():
                break
        if name == "EmptyGoal":
            assert goals > 75
    assert {"success", "captured", "out"} <= found


@pytest.mark.parametrize("name", SCENES)
def test_names(name: str) -> None:
    envs = gym.make_vec(f"rcssgym/Disc-Academy-{name}-v0", num_envs=2)
    scene = SCENES[name]
    others = len(scene.attackers) - 1 + len(scene.defenders)
    assert envs.single_observation_space.shape == (59 + 9 * others,)
    assert envs.single_action_space.shape == (8,)


def test_threads_and_company_change_nothing() -> None:
    def make(num: int, threads: int) -> WorldVectorEnv:
        return WorldVectorEnv(academy.ThreeOnOne(), num, autoreset_mode="SameStep", threads=threads)

    random = np.random.default_rng(0)
    check_company(
        make,
        lambda _: random.uniform(-1, 1, (40, 8)).astype(np.float32),
        num=40,
        env=21,
        steps=80,
    )


def test_a_scene_of_ones_own() -> None:
    class Duel(Academy):
        """One against one."""

        ball = (20.0, 10.0)
        attackers = ((19.0, 10.0),)
        defenders = ((51.0, 0.0),)

    envs = WorldVectorEnv(Duel(checkpoint=0.5, about=0.0), 2)
    envs.reset(seed=0)
    np.testing.assert_allclose(envs.worlds.position[0], [[19.0, 10.0], [51.0, 0.0]])


def test_a_subclass_sets_defaults() -> None:
    class Brief(academy.EmptyGoal):
        frames_per_trial, checkpoint, about = 7, 0.5, 0.0

    brief, plain = Brief(), academy.EmptyGoal()
    assert (brief.frames_per_trial, brief.untouched_time, brief.checkpoint) == (7, 7, 0.5)
    assert (plain.frames_per_trial, plain.untouched_time, plain.checkpoint) == (400, 400, 0.1)
    assert Brief(frames_per_trial=9, about=2.0).untouched_time == 9


@pytest.mark.parametrize(
    ("scene", "options", "message"),
    [
        ({"attackers": ((0, 0),)}, {}, "ball: Own does not say where"),
        ({"ball": (0, 0)}, {}, "attackers: Own does not say where"),
        ({"ball": (0, 0, 0)}, {}, r"ball: \[\(0, 0, 0\)\] are not rows of x and y"),
        ({"ball": (60, 0)}, {}, r"ball: \(60, 0\) m is not on the pitch"),
        ({"ball": (math.nan, 0)}, {}, r"ball: \(nan, 0.0\) m is not on the pitch"),
        ({"attackers": (1.0, 2.0)}, {}, r"attackers: \(1.0, 2.0\) are not rows of x and y"),
        ({"defenders": 5}, {}, "defenders: 5 are not rows of x and y"),
        ({"about": -1.0}, {}, "about: -1.0 m is below 0"),
        ({}, {"reward": "shaped"}, "reward: the scene says so, it is not an option"),
        ({}, {"defends": True}, "defends: the scene says so, it is not an option"),
    ],
)
def test_what_a_scene_cannot_be(
    scene: dict[str, Any], options: dict[str, Any], message: str
) -> None:
    usual = {"ball": (0.0, 0.0), "attackers": ((0.0, 0.0),)}
    own = type("Own", (Academy,), scene if "does not say" in message else usual | scene)
    with pytest.raises(rcssgym.ArgumentError, match=f"^{message}"):
        own(**options)
