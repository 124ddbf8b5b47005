"""A step of several control steps equals a loop of steps with the same action."""

import copy
import pickle
from dataclasses import replace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from rcssgym.envs import TASKS, SoccerTask, SoccerVectorEnv, T1Stand, WorldVectorEnv
from rcssgym.envs.lookup import new_task

from envs.partly_python import equal_step, overriding, with_override

NUM = 4
LIMITS = {2: 36, 5: 15}
"""Control steps per step, and the number of steps after which episodes are truncated."""


class Loop:
    """Single envs with steps of 20 ms, each called several times; resets as the mode prescribes."""

    def __init__(self, name: str, frames: int) -> None:
        self.envs: list[Any] = [gym.make(name, max_episode_steps=-1) for _ in range(NUM)]
        self.frames = frames
        self.limit = LIMITS[frames]
        self.count = [0] * NUM
        self.is_over = [False] * NUM
        self.final: list[Any] = [None] * NUM

    def reset(self) -> NDArray[np.float32]:
        return np.stack([env.reset(seed=4 + i)[0] for i, env in enumerate(self.envs)])

    def step(self, i: int, action: Any, mode: AutoresetMode) -> tuple[Any, ...]:
        env = self.envs[i]
        if self.is_over[i]:
            self.is_over[i] = False
            self.count[i] = 0
            return env.reset()[0], 0.0, False, False, {}, {}
        reward, terms = 0.0, dict[str, float]()
        for _ in range(self.frames):
            observation, one, terminated, _, info = env.step(action)
            reward += one
            for name, term in info.pop("reward").items():
                terms[name] = terms.get(name, 0.0) + term
            if terminated:
                break
        self.count[i] += 1
        truncated = self.count[i] >= self.limit
        if terminated or truncated:
            self.final[i] = observation
            if mode is AutoresetMode.NEXT_STEP:
                self.is_over[i] = True
            else:
                observation, self.count[i] = env.reset()[0], 0
        return observation, reward, terminated, truncated, terms, info


MODES = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP
LOOPS = [
    pytest.param(name, mode, frames, marks=[pytest.mark.long] * ((i + j + k) % 2))
    for i, name in enumerate(TASKS)
    for j, mode in enumerate(MODES)
    for k, frames in enumerate(LIMITS)
]
"""The short form has both modes and both numbers of control steps for every task, in two cases."""


@pytest.mark.parametrize(("name", "mode", "frames"), LOOPS)
def test_a_step_is_a_loop(name: str, mode: AutoresetMode, frames: int) -> None:
    options: dict[str, Any] = {"max_episode_steps": LIMITS[frames], "frame_skip": frames}
    envs = WorldVectorEnv(name, NUM, autoreset_mode=mode, **options)
    assert envs.task.runs_in_core()  # type: ignore[attr-defined]
    loop = Loop(f"rcssgym/{name}-v0", frames)
    assert envs.reset(seed=4)[0].tobytes() == loop.reset().tobytes()
    rng, ends = np.random.default_rng(0), np.zeros(2, int)
    for _ in range(3 * LIMITS[frames]):
        actions = rng.uniform(-0.6, 0.6, envs.action_space.shape).astype(np.float32)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        expected = [loop.step(i, actions[i], mode) for i in range(NUM)]
        assert observations.tobytes() == np.stack([one[0] for one in expected]).tobytes()
        assert rewards.tolist() == [one[1] for one in expected]
        assert terminated.tolist() == [one[2] for one in expected]
        assert truncated.tolist() == [one[3] for one in expected]
        same_step = mode is AutoresetMode.SAME_STEP
        for i, (*_, terms, measures) in enumerate(expected):
            assert {name: infos["reward"][name][i] for name in terms} == terms
            assert {name: infos[name][i] for name in measures} == measures
            if same_step and (terminated | truncated)[i]:
                assert infos["final_obs"][i].tobytes() == loop.final[i].tobytes()
        ends += (int(terminated.sum()), int(truncated.sum()))
    assert ends.sum() > NUM
    if name == "T1Walk" and frames == 2:
        assert ends.all()


@pytest.mark.parametrize("kind", ["core", "rewards", "observe"])
def test_a_world_whose_episode_is_over_stands_still(kind: str) -> None:
    """In whatever way the task is stepped; the other worlds go on."""

    def make(frames: int) -> WorldVectorEnv:
        task = new_task("T1Walk") if kind == "core" else overriding("T1Walk", kind)
        return WorldVectorEnv(
            task, 8, frame_skip=frames, autoreset_mode="Disabled", max_episode_steps=None
        )

    envs, one = make(5), make(1)
    observations, _ = envs.reset(seed=1)
    one.reset(seed=1)
    within = 0
    for _ in range(40):
        actions = np.random.default_rng(2).uniform(-0.9, 0.9, (8, 23))
        observations, _, terminated, _, _ = envs.step(actions)
        over = np.zeros(8, bool)
        for frame in range(5):
            seen, _, now, *_ = one.step(actions)
            over |= now
            for env in np.flatnonzero(now):
                within += frame < 4
                assert envs.worlds.qpos[env].tobytes() == one.worlds.qpos[env].tobytes()
                assert envs.worlds.time[env] == one.worlds.time[env]
                assert observations[env].tobytes() == seen[env].tobytes()
            if now.any():
                break
        assert terminated[over].all()
        if over.any():
            # The loop has stopped where the first episode ended; the other worlds have gone on.
            ahead = envs.worlds.time[~terminated] - one.worlds.time[~terminated]
            np.testing.assert_allclose(ahead, 0.02 * (4 - frame), atol=1e-9)
            assert len(ahead) > 0
            break
        assert not terminated.any()
        assert envs.worlds.qpos.tobytes() == one.worlds.qpos.tobytes()
    assert within > 0
    assert not envs.worlds.frozen.any()


METHODS = ["step", "rewards", "terminated", "observe", "parts", "measures"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_what_is_python_s_does_the_same(mode: AutoresetMode, method: str) -> None:
    options: dict[str, Any] = {"max_episode_steps": 20, "autoreset_mode": mode, "frame_skip": 3}
    tasks = overriding("T1Walk", method), new_task("T1Walk")
    in_python, in_core = (WorldVectorEnv(task, 3, **options) for task in tasks)
    assert in_python.reset(seed=5)[0].tobytes() == in_core.reset(seed=5)[0].tobytes()
    rng, ends = np.random.default_rng(1), 0
    for _ in range(50):
        actions = rng.uniform(-0.6, 0.6, (3, 23)).astype(np.float32)
        _, _, terminated, truncated, _ = equal_step(in_python, in_core, actions)
        over = terminated | truncated
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            again = [e.reset(options={"reset_mask": over.copy()})[0] for e in (in_python, in_core)]
            assert again[0].tobytes() == again[1].tobytes()
    assert ends > 3


def test_neither_company_nor_threads_matter() -> None:
    rng = np.random.default_rng(1)
    actions = rng.uniform(-0.6, 0.6, (40, 40, 23))
    rows = set()
    for num, threads in ((40, 1), (40, 3), (9, 2), (1, 1)):
        envs = WorldVectorEnv("T1Walk", num, threads=threads, frame_skip=4, max_episode_steps=9)
        found = [envs.reset(seed=3)[0][0].tobytes()]
        for step in actions:
            observations, rewards, *_ = envs.step(step[:num])
            found += [observations[0].tobytes(), rewards[0].tobytes()]
        rows.add(b"".join(found))
    assert len(rows) == 1


def test_a_world_that_freezes_within_ends_its_episode_and_no_other() -> None:
    for task in ("T1Stand", overriding("T1Stand", "rewards")):
        envs = WorldVectorEnv(task, 2, frame_skip=3, autoreset_mode="SameStep")
        envs.reset(seed=0)
        qpos, qvel = envs.worlds.qpos, envs.worlds.qvel
        qvel[1, 6] = 1e12
        envs.worlds.set_state(qpos, qvel)
        terminated = envs.step(np.zeros((2, 23)))[2]
        assert terminated.tolist() == [False, True]
        assert not envs.worlds.frozen.any()


def test_games_skip_as_well() -> None:
    games = SoccerVectorEnv("1v1", 2, observation="state", frame_skip=3, max_episode_steps=4)
    one = SoccerVectorEnv("1v1", 2, observation="state", max_episode_steps=None)
    assert games.reset(seed=0)[0].tobytes() == one.reset(seed=0)[0].tobytes()
    rng = np.random.default_rng(0)
    for step in range(4):
        actions = rng.uniform(-0.5, 0.5, games.action_space.shape or ())
        seen, rewards, _, truncated, _ = games.step(actions)
        total = np.zeros((2, 2))
        for _ in range(3):
            expected, each, *_ = one.step(actions)
            total += each
        assert seen.tobytes() == expected.tobytes()
        assert rewards.tolist() == total.tolist()
        assert truncated.tolist() == [step == 3] * 2


@pytest.mark.parametrize("reward", ["individual", "shared"])
def test_the_mean_reward_of_a_game_is_the_same_in_core_and_python(reward: Any) -> None:
    kinds: list[Any] = [with_override(SoccerTask, "rewards"), SoccerTask]
    in_python, in_core = (
        WorldVectorEnv(kind("3v3", observation="state", reward=reward), 2, frame_skip=5)
        for kind in kinds
    )
    assert in_python.reset(seed=0)[0].tobytes() == in_core.reset(seed=0)[0].tobytes()
    rng = np.random.default_rng(0)
    for _ in range(6):
        actions = rng.uniform(-0.5, 0.5, in_core.action_space.shape or ())
        assert equal_step(in_python, in_core, actions)[1].shape == (2,)


class Firm(T1Stand):
    """Never falls."""

    robot = replace(T1Stand.robot, lowest=-1.0)
    steepest = 4.0


def test_time_limits_count_steps_of_the_environment() -> None:
    envs = WorldVectorEnv(Firm, 1, frame_skip=5, max_episode_steps=3)
    envs.reset(seed=0)
    ends = [envs.step(np.zeros((1, 23)))[3][0] for _ in range(3)]
    assert ends == [False, False, True]
    assert envs.worlds.time[0] == pytest.approx(3 * 5 * 0.02)
    single = gym.make("rcssgym/T1Stand-v0", frame_skip=2, max_episode_steps=2)
    single.reset(seed=0)
    assert [single.step(np.zeros(23, np.float32))[3] for _ in range(2)] == [False, True]


def test_worlds_may_be_held() -> None:
    worlds = rcssgym.WorldBatch(3)
    worlds.hold([1])
    worlds.hold([1])
    assert worlds.frozen.tolist() == [False, True, False]
    worlds.step(worlds.joint_positions)
    assert (worlds.time > 0.0).tolist() == [True, False, True]
    worlds.release()
    worlds.release()
    assert not worlds.frozen.any()
    worlds.step(worlds.joint_positions)
    assert (worlds.time > 0.0).all()
    with pytest.raises(rcssgym.ArgumentError, match="3"):
        worlds.hold([3])


def test_held_worlds_show_their_own_contacts_and_accelerations() -> None:
    worlds = rcssgym.WorldBatch(2)
    worlds.place_robot(0, 0, (0.0, 0.0, 0.15), (0.7, 0.0, 0.7, 0.0))
    worlds.place_robot(1, 0, (0.0, 0.0, 3.0))
    worlds.place_ball(1, (5.0, 5.0, 3.0))
    worlds.step(worlds.joint_positions)
    accelerations = worlds.forward()
    assert worlds.contacts(1) == []
    worlds.hold([1])
    assert worlds.contacts(0) != []
    assert worlds.contacts(1) == []
    assert (worlds.forward() == accelerations).all()


def test_a_world_that_moves_again_may_be_held_again() -> None:
    worlds = rcssgym.WorldBatch(3)
    worlds.hold([1])
    worlds.reset([1])
    assert not worlds.frozen.any()
    worlds.hold([1])
    assert worlds.frozen.tolist() == [False, True, False]
    worlds.step(worlds.joint_positions)
    assert worlds.time[1] == 0.0


def test_copies_of_held_worlds_can_be_released() -> None:
    worlds = rcssgym.WorldBatch(3)
    worlds.hold([1])
    restored = rcssgym.WorldBatch(3)
    restored.restore(worlds.snapshot())
    for other in (pickle.loads(pickle.dumps(worlds)), copy.deepcopy(worlds), restored):
        assert other.frozen.tolist() == [False, True, False]
        other.release()
        assert not other.frozen.any()


def test_actions_do_not_move_a_held_world() -> None:
    worlds = rcssgym.WorldBatch(2, rules="fifa")
    for world in range(2):
        worlds.act(world, 0, [rcssgym.BeamAction("r-0-1-beam", (3.0, 1.0, 0.0))])
    worlds.hold([1])
    before = worlds.qpos
    for _ in range(2):
        worlds.advance()
    assert worlds.frozen.tolist() == [False, True]
    assert (worlds.qpos[1] == before[1]).all()
    assert (worlds.qpos[0] != before[0]).any()


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"frame_skip": 0}, "frame_skip: 0 is not from 1 to 1000"),
    ({"frame_skip": 2.0}, "frame_skip: 2.0 is not an integer"),
    ({"frame_skip": True}, "frame_skip: True is not an integer"),
    ({"history": 1001}, "history: 1001 is not from 1 to 1000"),
    ({"history": "3"}, "history: '3' is not an integer"),
    ({"delay": -1}, "delay: -1 is not from 0 to 1000"),
    ({"delay": (3, 1)}, "delay: the range from 3 to 1 is empty"),
    ({"delay": (1, 2, 3)}, r"delay: \(1, 2, 3\) is neither"),
    ({"delay": (0, 1.5)}, "delay: 1.5 is not an integer"),
    ({"privileged": True}, "privileged: True is none of"),
    ({"privileged": "critic"}, "privileged: 'critic' is none of"),
]


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_wrong_options_are_told(options: dict[str, Any], message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        WorldVectorEnv("T1Stand", 2, **options)
    with pytest.raises(rcssgym.ArgumentError, match=message):
        gym.make("rcssgym/T1Stand-v0", **options)
    with pytest.raises(rcssgym.ArgumentError, match=message):
        rcssgym.parallel_env("1v1", **options)
