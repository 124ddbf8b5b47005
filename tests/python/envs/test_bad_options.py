"""Options and actions that cannot be are refused with their name and value, wherever they go."""

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from rcssgym.envs import (
    T1,
    RobotTask,
    SoccerTask,
    SoccerVectorEnv,
    T1Stand,
    Terms,
    WorldEnv,
    WorldVectorEnv,
    make_async,
)
from rcssgym.envs.discs.academy import ThreeOnOne
from rcssgym.envs.discs.half_field import HalfField
from rcssgym.envs.discs.keepaway import Keepaway, KeepawayGame
from rcssgym.envs.discs.reach_ball import ReachBall
from rcssgym.envs.discs.soccer import DiscSoccer
from rcssgym.envs.games import game_vector_env
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.balance import BALANCE
from rcssgym.envs.tasks.v1.dribble import T1Dribble

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"clip_actions": "no"}, "clip_actions: 'no' is neither True nor False"),
    ({"clip_actions": None}, "clip_actions: None is neither True nor False"),
    ({"precision": None}, "precision: must be 'double' or 'single', not NoneType"),
    ({"precision": "half"}, "precision: must be 'double' or 'single', not 'half'"),
]


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_options_of_all_environments(options: dict[str, Any], message: str) -> None:
    makers: list[Callable[..., Any]] = [
        lambda **given: WorldVectorEnv("T1Stand", 2, **given),
        lambda **given: WorldVectorEnv("Disc-ReachBall", 2, **given),
        lambda **given: gym.make("rcssgym/T1Stand-v0", **given),
        lambda **given: rcssgym.parallel_env("1v1", **given),
        lambda **given: make_async("rcssgym/T1Stand-v0", 2, 1, **given),
    ]
    for make in makers:
        with pytest.raises(rcssgym.ArgumentError, match=f"^{message}$"):
            make(**options)


def test_copy() -> None:
    with pytest.raises(rcssgym.ArgumentError, match=r"^copy: 'no' is neither True nor False$"):
        WorldVectorEnv("T1Stand", 2, copy="no")  # type: ignore[arg-type]
    assert WorldVectorEnv("T1Stand", 2, copy=np.False_).copy is False  # type: ignore[arg-type]


def test_flags_of_games() -> None:
    words = "^end_on_goal: 'no' is neither True nor False$"
    makers: list[Callable[..., Any]] = [SoccerVectorEnv, rcssgym.parallel_env, DiscSoccer]
    for make in makers:
        with pytest.raises(rcssgym.ArgumentError, match=words):
            make("1v1", end_on_goal="no")
    with pytest.raises(rcssgym.ArgumentError, match=r"^goalies: 'no' is neither True nor False$"):
        DiscSoccer("2v2", goalies="no")  # type: ignore[arg-type]


@pytest.mark.parametrize("words", [np.array(["low", "high"]), np.array("low"), np.array([])])
def test_arrays_are_no_words(words: Any) -> None:
    makers: list[tuple[Callable[..., Any], str]] = [
        (partial(WorldVectorEnv, "T1Stand", 2), "max_episode_steps privileged precision"),
        (partial(WorldVectorEnv, "T1Stand", 2), "render_mode"),
        (SoccerVectorEnv, "observation reward field"),
        (HalfField, "actions features reward"),
        (DiscSoccer, "agents actions features observation reward"),
        (Keepaway, "steps"),
        (T1Dribble, "reward"),
        (partial(replace, T1), "drive"),
        (partial(gym.make_vec, "rcssgym/Disc-Coach-v0"), "reward"),
    ]
    for make, names in makers:
        for name in names.split():
            with pytest.raises(rcssgym.ArgumentError, match=f"^{name}: "):
                make(**{name: words})
    with pytest.raises(rcssgym.ArgumentError, match=r"^numbers: .* is not a list of one player or"):
        HalfField(2, 2, numbers=np.array("low"))  # type: ignore[arg-type]


@pytest.mark.parametrize("progress", ["x", None, True, [0.5]])
def test_progress_is_a_number(progress: Any) -> None:
    envs = WorldVectorEnv("T1GetUp", 1)
    envs.set_progress(0.25)
    for each in (envs, WorldEnv("T1GetUp")):
        with pytest.raises(rcssgym.ArgumentError, match=r"^progress: .* is not a number$"):
            each.set_progress(progress)
    assert envs.task.progress == 0.25


SHAPING: list[tuple[Callable[[], Any], str]] = [
    (T1Stand, "extras"),
    (partial(SoccerTask, "1v1"), "field observation say"),
    (partial(DiscSoccer, "1v1"), "actions features players say"),
    (partial(HalfField, 1, 1), "action_mode actions features"),
    (partial(Keepaway, 3, 2), "observes_own"),
]


@pytest.mark.parametrize(("make", "names"), SHAPING)
def test_what_spaces_depend_on_is_said_when_a_task_is_made(
    make: Callable[[], Any], names: str
) -> None:
    task = make()
    for name in names.split():
        with pytest.raises(rcssgym.ArgumentError, match=f"^{name}: cannot change any more: make a"):
            setattr(task, name, 1)
    WorldVectorEnv(task).reset(seed=0)


def test_attributes_of_an_environment_that_would_change_nothing() -> None:
    envs = WorldVectorEnv("T1Stand", 2)
    for name in ("autoreset_mode", "frame_skip", "num_envs", "privileged", "task", "worlds"):
        value = getattr(envs, name)
        with pytest.raises(rcssgym.ArgumentError, match=f"^{name}: cannot change any more: make a"):
            setattr(envs, name, value)
    with pytest.raises(rcssgym.ArgumentError, match=r"^history: cannot change any more: make a"):
        envs.history = 2
    for name in ("clip_actions", "copy"):
        with pytest.raises(rcssgym.ArgumentError, match=f"^{name}: 'no' is neither True nor False"):
            setattr(envs, name, "no")
    with pytest.raises(rcssgym.ArgumentError, match=r"^max_episode_steps: 0 is not a positive"):
        envs.max_episode_steps = 0


SINGLE = "clip_actions copy delay frame_skip max_episode_steps num_envs precision task threads"
FIXED: list[tuple[Callable[[], Any], str]] = [
    (lambda: WorldEnv("T1Stand"), SINGLE),
    (lambda: rcssgym.parallel_env("1v1"), SINGLE),
    (lambda: make_async("rcssgym/T1Stand-v0", 2, 1), f"{SINGLE} batch_size"),
    (lambda: gym.make("rcssgym/Disc-Coach-v0").unwrapped, "cycles_per_step reward tactics"),
    (
        lambda: gym.make_vec("rcssgym/Disc-Coach-v0", 1).unwrapped,
        "cycles_per_step max_episode_steps num_envs reward tactics team",
    ),
]


@pytest.mark.parametrize(("make", "names"), FIXED)
def test_options_that_no_environment_takes_later(make: Callable[[], Any], names: str) -> None:
    env = make()
    for again in (env, copy.copy(env) if isinstance(env, WorldEnv) else env):
        for name in names.split():
            with pytest.raises(rcssgym.ArgumentError, match=f"^{name}: cannot change any more: ma"):
                setattr(again, name, 1)
    env.close()


def test_a_limit_that_is_none_reads_so() -> None:
    envs = WorldVectorEnv("T1Stand", 1, max_episode_steps=None)
    assert envs.max_episode_steps is None
    envs.max_episode_steps = 2
    envs.reset(seed=0)
    assert [envs.step(np.zeros((1, 23)))[3][0] for _ in range(2)] == [False, True]
    envs.max_episode_steps = None
    envs.elapsed = [10**6]
    assert not envs.step(np.zeros((1, 23)))[3][0]
    assert envs.max_episode_steps is None


LATER: list[tuple[Callable[[], Any], dict[str, Any]]] = [
    (T1Dribble, {"reward": "x", "robot": None}),
    (Keepaway, {"steps": "x", "length": 7.9, "width": 68.5}),
    (partial(HalfField, 1, 1), {"reward": "x", "frames_per_trial": 0, "on_ball": 0.5}),
    (partial(SoccerTask, "1v1"), {"weights": {"x": 1.0}, "end_on_goal": 1}),
    (partial(DiscSoccer, "1v1"), {"weights": 3, "end_on_goal": None}),
]


@pytest.mark.parametrize(("make", "wrong"), LATER)
def test_attributes_of_a_task_are_checked_when_they_are_set(
    make: Callable[[], Any], wrong: dict[str, Any]
) -> None:
    task = make()
    for has_worlds in (False, True):
        if has_worlds:
            WorldVectorEnv(task).reset(seed=0)
        for name, value in wrong.items():
            before = getattr(task, name)
            with pytest.raises(rcssgym.ArgumentError, match=f"^{name}: "):
                setattr(task, name, value)
            assert getattr(task, name) == before


def test_a_class_may_say_what_a_dribble_is_rewarded_for() -> None:
    kind = type("Way", (T1Dribble,), {"reward": "way"})
    assert kind().reward == "way"
    assert kind(reward="speed").reward == "speed"
    with pytest.raises(rcssgym.ArgumentError, match=r"^reward: 'x' is none of"):
        type("Odd", (T1Dribble,), {"reward": "x"})()


class Growing(T1Stand):
    """Shows more once :attr:`more` is set, to policies or only to critics."""

    more: str | None = None

    def declare(self) -> Terms:
        terms = super().declare()
        added = {} if self.more is None else {self.more: (*BALANCE, "torso_velocity")}
        return replace(terms, **added)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("observations", "observe 78 numbers, but 75 when it was made"),
        ("privileged", "tell critics 153 numbers, but 134 when it was made"),
    ],
)
def test_terms_that_change_between_task_and_environment(part: str, message: str) -> None:
    task = Growing()
    task.more = part
    with pytest.raises(rcssgym.ArgumentError, match=f"^task: the terms of Growing {message}: make"):
        WorldVectorEnv(task, privileged="info")
    assert not hasattr(task, "worlds")


def test_terms_that_change_later() -> None:
    envs = WorldVectorEnv(Growing, privileged="info")
    envs.reset(seed=0)
    envs.task.more = "privileged"  # type: ignore[attr-defined]
    with pytest.raises(rcssgym.ArgumentError, match=r"^terms: tell critics 153 numbers, must be"):
        envs.step(np.zeros((1, 23)))


# --- actions

RAGGED: Any = [[0.0] * 23, [0.0] * 22]


class Slow(T1Stand):
    """Is rewarded in Python."""

    def rewards(self) -> dict[str, Floats]:
        return super().rewards()


@pytest.mark.parametrize("task", [T1Stand, Slow])
def test_actions_that_are_no_array(task: type[T1Stand]) -> None:
    envs = WorldVectorEnv(task, 2)
    envs.reset(seed=0)
    before = envs.worlds.snapshot()
    for _ in range(2):
        with pytest.raises(
            rcssgym.ArgumentError, match=r"^actions: cannot become an array: .*homo"
        ):
            envs.step(RAGGED)
        assert envs.worlds.snapshot() == before
        envs.step(np.zeros((2, 23)))
        before = envs.worlds.snapshot()
    with pytest.raises(rcssgym.ArgumentError, match=r"^elapsed: cannot become an array"):
        envs.elapsed = [[1], [1, 2]]
    env = WorldEnv(task)
    env.reset(seed=0)
    with pytest.raises(rcssgym.ArgumentError, match=r"^action: cannot become an array"):
        env.step(RAGGED)


@pytest.mark.parametrize("task", [T1Stand, Slow])
def test_tensors_that_require_a_gradient(task: type[T1Stand]) -> None:
    torch = pytest.importorskip("torch")
    envs = WorldVectorEnv(task, 2)
    envs.reset(seed=0)
    for _ in range(2):
        with pytest.raises(rcssgym.ArgumentError, match=r"^actions: .*detach"):
            envs.step(torch.zeros(2, 23, requires_grad=True))
        envs.step(torch.zeros(2, 23))


def test_blocks_refuse_what_is_no_array() -> None:
    envs = make_async("rcssgym/T1Stand-v0", 2, 2)
    envs.async_reset(seed=0)
    envs.recv()
    with pytest.raises(rcssgym.ArgumentError, match=r"^actions: cannot become an array"):
        envs.send(RAGGED, [0, 1])
    with pytest.raises(rcssgym.ArgumentError, match=r"^env_id: cannot become an array"):
        envs.send(np.zeros((2, 23)), [[0], [0, 1]])
    envs.close()


@pytest.mark.parametrize("number", [np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("task", [T1Stand, Slow])
def test_clipped_actions_must_be_finite(task: type[T1Stand], number: float) -> None:
    envs = WorldVectorEnv(task, 2, clip_actions=True)
    envs.reset(seed=0)
    actions = np.full((2, 23), 7.0)
    actions[1, 4] = number
    before = envs.worlds.snapshot()
    for _ in range(2):
        words = rf"^actions: {number} at index \(1, 4\): must be finite$"
        with pytest.raises(rcssgym.ArgumentError, match=words):
            envs.step(actions)
    assert envs.worlds.snapshot() == before
    plain = WorldVectorEnv(task, 2)
    plain.reset(seed=0)
    with pytest.raises(rcssgym.ArgumentError, match=r"must be from -1.0 to 1.0$"):
        plain.step(actions)


# --- names in info


class Masked(T1Stand):
    """Calls a term as the mask of another one."""

    def rewards(self) -> dict[str, Floats]:
        return {"a": np.ones(2), "_a": np.ones(2)}


def one(task: RobotTask) -> Floats:
    return np.ones(len(task.worlds))


def declared(**parts: Any) -> type[T1Stand]:
    class Declared(T1Stand):
        def declare(self) -> Terms:
            return Terms(**parts)

    return Declared


def test_names_of_masks_are_no_terms() -> None:
    envs = WorldVectorEnv(Masked, 2)
    envs.reset(seed=0)
    words = r"^Masked\.rewards\(\): the name '_a' is that of a mask in info$"
    with pytest.raises(rcssgym.TaskError, match=words):
        envs.step(np.zeros((2, 23)))
    for term in ("alive", one):
        words = "^terms: rewards: the name '_a' is that of a mask in info$"
        with pytest.raises(rcssgym.ArgumentError, match=words):
            WorldVectorEnv(declared(rewards={"a": "alive", "_a": term}), 2)


@pytest.mark.parametrize("name", ["episode", "env_id", "terminal_observation", "final_info"])
def test_names_that_others_write_are_no_measures(name: str) -> None:
    for term in ("alive", one):
        words = f"^terms: measures: the name '{name}' has another use in info$"
        with pytest.raises(rcssgym.ArgumentError, match=words):
            WorldVectorEnv(declared(measures={name: term}), 2)


# --- tasks


def test_a_specification_with_a_task_that_is_in_use_says_what_to_do() -> None:
    env = gym.make("rcssgym/Disc-HFO-1v0-v0", task=HalfField(1, 0))
    assert env.spec is not None
    words = r"this HalfField, or had it before env\.spec was copied: make another$"
    with pytest.raises(rcssgym.ArgumentError, match=words):
        gym.make(env.spec)


# --- values of other types


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: HalfField(2, 1, defends=odd("no")), "defends: 'no' is neither True nor False"),
        (lambda: ReachBall(use_turning=odd("no")), "use_turning: 'no' is neither True nor False"),
        (lambda: ReachBall(punish_out=odd(1)), "punish_out: 1 is neither True nor False"),
        (
            lambda: ReachBall(change_ball_position=odd(0)),
            "change_ball_position: 0 is neither True nor False",
        ),
        (
            lambda: ReachBall(change_ball_velocity=odd(None)),
            "change_ball_velocity: None is neither True nor False",
        ),
        (lambda: ThreeOnOne(checkpoint=odd("x")), "checkpoint: 'x' is not a finite number"),
        (lambda: ThreeOnOne(about=odd([1])), r"about: \[1\] is not a finite number"),
        (lambda: Keepaway(length=odd([20])), r"length: \[20\] is not a finite number"),
        (lambda: Keepaway(width=odd("20")), "width: '20' is not a finite number"),
        (lambda: KeepawayGame(keepers=odd("3")), "keepers: '3' is not an integer"),
        (lambda: KeepawayGame(keepers=10**30), f"keepers: {10**30} players are not from 2 to 11"),
        (lambda: DiscSoccer("2v2", features=odd("")), "features: '' is none of low, high"),
        (lambda: DiscSoccer("2v2", say=odd(np.array([2]))), r"say: array\(\[2\]\) is neither"),
        (lambda: game_vector_env(odd(["Disc-Soccer-2v2"])), r"name: \['Disc-Soccer-2v2'\] is none"),
        (lambda: WorldVectorEnv("T1Stand", 1, delay=odd(np.array(2))), r"delay: array\(2\) is no"),
        (
            lambda: WorldVectorEnv("T1Stand", 1, max_episode_steps=2**63),
            f"max_episode_steps: {2**63} is not below 2",
        ),
    ],
)
def test_values_of_other_types(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=f"^{message}"):
        make()


@pytest.mark.parametrize("seed", [np.array(2), np.array(None), b"ab"])
def test_seeds_that_are_no_list(seed: Any) -> None:
    envs = WorldVectorEnv("T1Stand", 2)
    with pytest.raises(rcssgym.ArgumentError, match=r"is not an integer, a list of them"):
        envs.reset(seed=seed)


def odd(value: Any) -> Any:
    """Return a value of a type that annotations exclude."""
    return value
