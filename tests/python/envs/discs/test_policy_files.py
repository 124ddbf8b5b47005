"""Policies for other players, by path and by name."""

import pickle
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym import policies
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import Academy, DiscSoccer, HalfField, Keepaway
from rcssgym.envs.discs.half_field_kinds import HFO1v1Defence, Skilled
from rcssgym.policy import Policy, metadata
from rcssgym.policy.network import save

from envs.discs.company import check_copies


class Against(Skilled):
    """The goalie's task: defend against attackers with skills."""

    defends = True

    def __init__(self, opponents: Any) -> None:
        super().__init__(1, 1, actions=("catch", "defend_goal", "go_to_ball"), opponents=opponents)

    def action_mode_of(self, player: int) -> Any:
        return Skilled.actions if player == 0 else self.action_mode


def written(path: Path, task: str, sees: int, acts: int, seed: int = 0) -> str:
    """Write a policy of one layer to a file."""
    random = np.random.default_rng(seed)
    weights = random.normal(0, 0.3, (acts, sees)).astype(np.float32)
    layers = [(weights, np.zeros(acts, np.float32))]
    ones = np.ones(sees, np.float32)
    facts: dict[str, Any] = {"command": "", "seed": 0, "git_revision": "", "env_steps": 0}
    strings = metadata(task, training_seconds=0.0, **facts)
    save(path, layers, mean=0 * ones, std=ones, limit=10.0, strings=strings)
    return str(path)


@pytest.fixture(scope="module")
def goalie(tmp_path_factory: Any) -> str:
    """A policy for the goalie of half field offense, one against one."""
    task = HFO1v1Defence()
    (sees,), (acts,) = task.observation_space.shape, task.action_space.shape or ()
    path = tmp_path_factory.mktemp("policies") / "goalie.onnx"
    return written(path, "Disc-HFO-1v1-Defence", sees, acts)


def rollout(task: HalfField, steps: int = 60) -> list[Any]:
    envs = WorldVectorEnv(task, 4, autoreset_mode="SameStep")
    envs.reset(seed=5)
    random = np.random.default_rng(0)
    found = []
    for _ in range(steps):
        actions = random.uniform(-1, 1, envs.action_space.shape).astype(np.float32)
        found += [one.copy() for one in envs.step(actions)[:3]]
    return found


@pytest.mark.parametrize("kind", ["text", "path"])
def test_a_path_is_the_policy(goalie: str, kind: str) -> None:
    given: Any = goalie if kind == "text" else Path(goalie)
    expected = rollout(HalfField(1, 1, opponents=Policy.load(goalie)))
    for actual, desired in zip(rollout(HalfField(1, 1, opponents=given)), expected, strict=True):
        np.testing.assert_array_equal(actual, desired)


def test_a_name_is_the_shipped_policy() -> None:
    expected = rollout(Against(policies.load("DiscHFO1v1")))
    for actual, desired in zip(rollout(Against("DiscHFO1v1")), expected, strict=True):
        np.testing.assert_array_equal(actual, desired)


def test_files_in_a_pool(goalie: str, tmp_path: Path) -> None:
    other = written(tmp_path / "other.onnx", "Disc-HFO-1v1-Defence", 68, 7, seed=1)
    pool: Any = ["still", goalie, "scripted", Path(other)]
    task = HalfField(1, 1, opponents=pool, untouched_time=5)
    envs = WorldVectorEnv(task, 30, autoreset_mode="SameStep")
    envs.reset(seed=0)
    counts = np.zeros(4, np.int64)
    for _ in range(60):
        _, _, terminated, _, _ = envs.step(np.zeros((30, 8), np.float32))
        counts += np.bincount(task.core.drawn[terminated, 1], minlength=4)
    assert (counts > 40).all()


def test_environments_with_files_are_saved_and_copied(goalie: str) -> None:
    task = HalfField(1, 1, opponents=["scripted", goalie], untouched_time=30)
    envs = WorldVectorEnv(task, 6, autoreset_mode="SameStep", threads=1)
    envs.reset(seed=2)
    random = np.random.default_rng(0)
    actions = random.uniform(-1, 1, (90, 6, 8)).astype(np.float32)
    check_copies(envs, actions, before=40)


def test_a_file_that_is_gone_is_missed_where_it_is_asked(goalie: str, tmp_path: Path) -> None:
    path = tmp_path / "gone.onnx"
    shutil.copy(goalie, path)
    envs = WorldVectorEnv(HalfField(1, 1, opponents=str(path)), 1, autoreset_mode="SameStep")
    envs.reset(seed=0)
    saved = pickle.dumps(envs)
    path.unlink()
    envs.step(np.zeros((1, 8), np.float32))
    again = pickle.loads(saved)
    with pytest.raises(rcssgym.ArgumentError, match=r"opponents: .*gone\.onnx.*cannot be read"):
        again.step(np.zeros((1, 8), np.float32))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda _: HalfField(1, 1, opponents="no/such.onnx"),
            r"opponents: policy: 'no/such\.onnx': cannot be read: No such file",
        ),
        (lambda _: HalfField(1, 1, opponents="NoSuch"), "'NoSuch' is none of 'still'"),
        (
            lambda _: HalfField(1, 1, opponents="T1Walk"),
            "opponents: 'T1Walk' was trained for T1Walk, which is not a task of the 2D game",
        ),
        (
            lambda path: HalfField(2, 1, opponents=path),
            r"opponents: '.*' was trained for Disc-HFO-1v1-Defence, where a player has teammates "
            r"and opponents \(0, 1\), here \(0, 2\)",
        ),
        (
            lambda path: HalfField(2, 1, teammates=path),
            r"teammates: '.*' was trained for Disc-HFO-1v1-Defence, where a player does \('dash', "
            r"'turn', 'tackle'\), here \('dash', 'turn', 'kick'\)",
        ),
        (
            lambda path: HalfField(1, 1, features="high", opponents=path),
            r"where a player observes \['half_field_low'\], here \['half_field_high'\]",
        ),
        (
            lambda path: DiscSoccer("2v1", agents="left", opponents=path),
            r"where a player observes \['half_field_low'\], here \['disc_self', ",
        ),
        (lambda path: Keepaway(3, 2, opponents=[path]), "where a player observes"),
        (
            lambda path: HalfField(2, 2, opponents=["scripted", path], say=1),
            r"where a player observes \['half_field_low'\], here \['half_field_low', 'heard_units",
        ),
    ],
)
def test_policies_that_do_not_fit(make: Any, message: str, goalie: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        make(goalie)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda one: HalfField(2, 1, opponents=one),
            r"opponents: '.*goalie\.onnx' was trained for Disc-HFO-1v1-Defence, where a player has "
            r"teammates and opponents \(0, 1\), here \(0, 2\)",
        ),
        (lambda one: HalfField(2, 1, teammates=["still", one]), "teammates: .* a player does"),
        (lambda one: HalfField(1, 1, features="high", opponents=one), "a player observes"),
    ],
)
def test_a_loaded_policy_is_checked_like_its_file(goalie: str, make: Any, message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        make(Policy.load(goalie))


def test_scenes_take_files_too(goalie: str) -> None:
    class Duel(Academy):
        """One against a goalie."""

        ball = (30.0, 10.0)
        attackers = ((29.0, 10.0),)
        defenders = ((51.0, 0.0),)

    envs = WorldVectorEnv(Duel(opponents=goalie), 2, autoreset_mode="SameStep")
    envs.reset(seed=0)
    envs.step(np.zeros((2, 8), np.float32))
