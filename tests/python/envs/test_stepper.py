"""Steps made by one object of the core equal those that Python makes around the core."""

import copy
import gc
import pickle
import weakref
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray
from rcssgym.envs import SoccerVectorEnv, WorldVectorEnv
from rcssgym.envs.core_task import CoreTask
from rcssgym.envs.discs import DiscSoccer
from rcssgym.envs.games.task import SoccerTask
from rcssgym.envs.tasks.walk import T1Walk
from rcssgym.errors import ArgumentError, RcssGymError

STEPS = 14


class PlainVector(WorldVectorEnv):
    """Every step goes through Python."""

    def _make_stepper(self, task: CoreTask) -> None:
        pass


class PlainGames(SoccerVectorEnv):
    """The same for games."""

    def _make_stepper(self, task: CoreTask) -> None:
        pass


OPTIONS: list[dict[str, Any]] = [
    {},
    {"copy": False},
    {"autoreset_mode": "SameStep"},
    {"autoreset_mode": "SameStep", "copy": False, "delay": 1},
    {"frame_skip": 2, "history": 2},
    {"delay": (0, 2), "copy": False},
    {"privileged": "info"},
    {"privileged": "dict", "autoreset_mode": "SameStep"},
    {"clip_actions": True},
]


def _same(one: Any, other: Any, where: str = "") -> None:
    assert type(one) is type(other), where
    if isinstance(one, dict):
        assert list(one) == list(other), where
        for name in one:
            _same(one[name], other[name], f"{where}.{name}")
    elif isinstance(one, tuple | list):
        assert len(one) == len(other), where
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            _same(left, right, f"{where}[{index}]")
    elif isinstance(one, np.ndarray) and one.dtype == object:
        _same(list(one), list(other), where)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype, where
        assert one.shape == other.shape, where
        assert np.array_equal(one, other), where
    else:
        assert one == other, where


def _actions(envs: WorldVectorEnv, scale: float = 1.0) -> Iterator[NDArray[np.float32]]:
    rng = np.random.default_rng(3)
    while True:
        yield rng.uniform(-scale, scale, envs.action_space.shape or ()).astype(np.float32)


def _as_python_makes_them(fast: WorldVectorEnv, plain: WorldVectorEnv, scale: float = 1.0) -> None:
    _same(fast.reset(seed=5), plain.reset(seed=5))
    for step, actions in zip(range(STEPS), _actions(fast, scale), strict=False):
        if step in (4, 9):
            mask = np.arange(fast.num_envs) % 2 == 0
            one, other = (envs.reset(options={"reset_mask": mask.copy()}) for envs in (fast, plain))
            _same(one, other)
        _same(fast.step(actions), plain.step(actions), f"step {step}: ")
        _same(fast.episode_starts, plain.episode_starts)
        _same(fast.elapsed, plain.elapsed)
        assert fast._stepper is not None
        assert plain._stepper is None
    fast.close()
    plain.close()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_steps_are_those_that_python_makes(options: dict[str, Any]) -> None:
    scale = 2.0 if options.get("clip_actions") else 1.0
    fast, plain = (kind("T1Walk", 5, max_episode_steps=3, **options) for kind in KINDS)
    _as_python_makes_them(fast, plain, scale)


KINDS = (WorldVectorEnv, PlainVector)


@pytest.mark.parametrize("options", [{}, {"copy": False}, {"autoreset_mode": "SameStep"}], ids=str)
def test_steps_of_games_are_those_that_python_makes(options: dict[str, Any]) -> None:
    kinds = (SoccerVectorEnv, PlainGames)
    fast, plain = (kind("2v2", 3, max_episode_steps=4, **options) for kind in kinds)
    _as_python_makes_them(fast, plain)


@pytest.mark.parametrize("teams", ["3v3", "7v7"])
def test_a_team_is_rewarded_with_its_mean(teams: str) -> None:
    fast, plain = (kind(SoccerTask(teams), 2, max_episode_steps=4) for kind in KINDS)
    _as_python_makes_them(fast, plain)


# The order in which eleven numbers are added differs from that for seven.
@pytest.mark.parametrize("teams", ["8v8", "11v11"])
def test_large_teams_are_rewarded_with_their_mean(teams: str) -> None:
    fast, plain = (kind(DiscSoccer(teams, agents="left"), 2, max_episode_steps=4) for kind in KINDS)
    _as_python_makes_them(fast, plain)


DISC_TASKS = [
    "Disc-ReachBall",
    "Disc-Keepaway-3v2",
    "Disc-HFO-2v2",
    "Disc-Soccer-1v1",
    "Disc-Soccer-3v3",
]


@pytest.mark.parametrize("name", DISC_TASKS)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"copy": False},
        {"autoreset_mode": "SameStep"},
        {"privileged": "dict", "autoreset_mode": "SameStep"},
        {"delay": (0, 2), "history": 2, "copy": False},
        {"clip_actions": True},
    ],
    ids=str,
)
def test_steps_of_2d_tasks_are_those_that_python_makes(name: str, options: dict[str, Any]) -> None:
    scale = 2.0 if options.get("clip_actions") else 1.0
    fast, plain = (kind(name, 5, max_episode_steps=3, **options) for kind in KINDS)
    _as_python_makes_them(fast, plain, scale)


def test_policies_beside_the_learner_act_in_python() -> None:
    class Still:
        """Acts with zeros only."""

        numbers = 0

        def act(self, seen: NDArray[np.float32]) -> NDArray[np.float32]:
            return np.zeros((len(seen), self.numbers), np.float32)

    policy = Still()
    envs = WorldVectorEnv(DiscSoccer("2v2", agents="left", opponents=policy), 2)
    policy.numbers = (envs.action_space.shape or ())[-1]
    envs.reset(seed=0)
    for _ in range(2):
        envs.step(np.zeros(envs.action_space.shape or (), np.float32))
        assert envs._stepper is None
    envs.close()


def test_conditions_are_told_as_truth_values() -> None:
    fast, plain = (kind("T1GoToBall", 4, max_episode_steps=3) for kind in KINDS)
    _as_python_makes_them(fast, plain)


def _begun(**options: Any) -> tuple[WorldVectorEnv, NDArray[np.float32]]:
    """Return an environment that steps in the core, and actions."""
    envs = WorldVectorEnv(T1Walk, 3, **options)
    envs.reset(seed=0)
    actions = np.full((3, 23), 0.5, np.float32)
    envs.step(actions)
    assert envs._stepper is not None
    return envs, actions


def test_arrays_are_fresh_unless_they_need_not_be() -> None:
    for is_fresh in (True, False):
        envs, actions = _begun(copy=is_fresh)
        first, second = envs.step(actions), envs.step(actions)
        assert (first[0] is not second[0]) == is_fresh
        for one, other in zip(first[1:4], second[1:4], strict=True):
            assert not np.shares_memory(one, other)
        envs.close()


def test_attributes_of_the_environment_count_from_the_next_step_on() -> None:
    envs, actions = _begun()
    with pytest.raises(ArgumentError, match="actions"):
        envs.step(4 * actions)
    envs.clip_actions = True
    envs.step(4 * actions)
    envs.max_episode_steps = 3
    assert envs.step(actions)[3].tolist() == [True] * 3


def test_attributes_of_the_task_count_from_the_next_step_on() -> None:
    envs, actions = _begun()
    task = envs.task
    assert isinstance(task, T1Walk)
    task.fixed_command = np.array([0.0, 0.0, 0.0])
    task.rewards = lambda: {"mine": np.full(3, 7.0)}  # type: ignore[method-assign]
    _, rewards, _, _, info = envs.step(actions)
    assert rewards.tolist() == [7.0] * 3
    assert list(info["reward"]) == ["mine", "_mine"]


def test_methods_of_the_class_count_from_the_next_step_on(monkeypatch: pytest.MonkeyPatch) -> None:
    envs, actions = _begun()
    monkeypatch.setattr(T1Walk, "rewards", lambda _: {"mine": np.full(3, 7.0)})
    assert envs.step(actions)[1].tolist() == [7.0] * 3
    monkeypatch.undo()
    assert envs.step(actions)[1].tolist() != [7.0] * 3


def test_progress_is_told() -> None:
    envs, actions = _begun()
    envs.set_progress(0.25)
    envs.step(actions)
    assert envs.task.progress == 0.25


def test_closed_environments_make_no_step() -> None:
    envs, actions = _begun()
    envs.close()
    with pytest.raises(RcssGymError, match="closed"):
        envs.step(actions)


def test_episodes_that_are_over_wait_for_their_reset() -> None:
    envs, actions = _begun(autoreset_mode="Disabled", max_episode_steps=2)
    assert envs.step(actions)[3].all()
    with pytest.raises(RcssGymError, match=r"episodes of envs \[0, 1, 2\] are over"):
        envs.step(actions)
    envs.reset(options={"reset_mask": np.ones(3, np.bool_)})
    assert not envs.step(actions)[3].any()


def test_actions_of_all_kinds_are_taken() -> None:
    envs, actions = _begun()
    for one in (actions.astype(np.float64), actions.tolist(), actions[:, ::-1]):
        assert envs.step(one)[0].shape == (3, 82)
    with pytest.raises(ArgumentError, match="actions"):
        envs.step(actions[:2])
    with pytest.raises(ArgumentError, match="actions"):
        envs.step(np.full((3, 23), np.nan, np.float32))


def test_pages_are_shown_the_steps() -> None:
    envs, actions = _begun()
    envs.view(0)
    shown: list[Any] = []
    envs._renderer.update_window = shown.append  # type: ignore[assignment]
    envs.step(actions)
    assert len(shown) == 1
    envs.close()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_copies_go_on_alike(again: Any) -> None:
    envs, actions = _begun()
    other = again(envs)
    for _ in range(3):
        _same(envs.step(actions), other.step(actions))
    assert other._stepper is not None
    envs.close()
    other.close()


def test_nothing_keeps_environments_alive() -> None:
    class Own(T1Walk):
        """Stores the environment that owns it."""

        known: ClassVar[list[Any]] = []

    envs = WorldVectorEnv(Own, 2)
    Own.known.append(envs)
    envs.reset(seed=0)
    envs.step(np.zeros((2, 23), np.float32))
    assert envs._stepper is not None
    kept = weakref.ref(envs)
    del envs, Own
    gc.collect()
    assert kept() is None
