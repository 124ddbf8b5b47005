"""Terms of the core agree with numpy, whichever other parts are Python's and run beside them."""

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import rcssgym
from gymnasium.vector import AutoresetMode
from rcssgym.envs import FIRM_T1, TASKS, RobotTask, WorldVectorEnv
from rcssgym.envs.lookup import new_task
from rcssgym.envs.terms import BODY, Computed, Terms, term

from envs import numpy_tasks
from envs.partly_python import equal_step, overriding

NUM, STEPS, EPISODE = 6, 90, 40
NOISE = rcssgym.Randomization(
    friction=(0.5, 1.25),
    joint_position_noise=0.05,
    joint_velocity_noise=0.5,
    gyro_noise=(0.0, 0.5),
    orientation_noise=0.1,
)


def pair(name: str, progress: float, **options: Any) -> tuple[WorldVectorEnv, WorldVectorEnv]:
    """Return the environment of a task, and the same one in numpy."""
    ours, theirs = (
        WorldVectorEnv(task, NUM, max_episode_steps=EPISODE, **options)
        for task in (name, getattr(numpy_tasks, name))
    )
    for envs in (ours, theirs):
        envs.set_progress(progress)
    assert ours.task.runs_in_core()  # type: ignore[attr-defined]
    return ours, theirs


def agree(found: Any, expected: Any) -> None:
    """Compare observations to the precision of float32, all else nearly to that of float64."""
    for name, left, right in zip(("o", "r"), found[:2], expected[:2], strict=True):
        np.testing.assert_allclose(left, right, atol=2e-6, rtol=1e-6, err_msg=name)
    assert found[2].tolist() == expected[2].tolist()
    assert found[3].tolist() == expected[3].tolist()
    same_info(found[4], expected[4])


def same_info(found: dict[str, Any], expected: dict[str, Any]) -> None:
    assert list(found) == list(expected)
    for name, left in found.items():
        right = expected[name]
        if isinstance(left, dict):
            same_info(left, right)
        elif left.dtype == object:
            for one, other in zip(left, right, strict=True):
                assert (one is None) == (other is None)
                if one is not None:
                    np.testing.assert_allclose(one, other, atol=2e-6, rtol=1e-6)
        else:
            assert left.dtype == right.dtype, name
            np.testing.assert_allclose(left, right, atol=1e-9, rtol=1e-9, err_msg=name)


@pytest.mark.parametrize(
    ("mode", "progress"),
    [
        (AutoresetMode.NEXT_STEP, 1.0),
        (AutoresetMode.SAME_STEP, 0.3),
        pytest.param(AutoresetMode.NEXT_STEP, 0.3, marks=pytest.mark.long),
        pytest.param(AutoresetMode.SAME_STEP, 1.0, marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("name", TASKS)
def test_every_task_is_as_in_numpy(name: str, mode: AutoresetMode, progress: float) -> None:
    ours, theirs = pair(name, progress, autoreset_mode=mode)
    np.testing.assert_allclose(ours.reset(seed=3)[0], theirs.reset(seed=3)[0], atol=2e-6)
    rng, ends = np.random.default_rng(0), 0
    for _ in range(STEPS):
        # Start from the same state; differences in the last digits would grow with every contact.
        theirs.worlds.restore(ours.worlds.snapshot())
        actions = rng.uniform(-0.4, 0.4, ours.action_space.shape).astype(np.float32)
        found, expected = ours.step(actions), theirs.step(actions)
        agree(found, expected)
        ends += int((found[2] | found[3]).sum())
        assert ours._streams.state.tolist() == theirs._streams.state.tolist()
    assert ends > NUM


@pytest.mark.parametrize("name", ["T1Walk", "T1Stand", "K1GetUp", "AntRun", "T1Dribble"])
def test_sensors_err_as_in_numpy(name: str) -> None:
    options: dict[str, Any] = {"randomization": NOISE, "randomize_fraction": 0.7}
    ours, theirs = pair(name, 1.0, autoreset_mode="SameStep", **options)
    np.testing.assert_allclose(ours.reset(seed=3)[0], theirs.reset(seed=3)[0], atol=2e-6)
    rng = np.random.default_rng(0)
    for _ in range(STEPS):
        theirs.worlds.restore(ours.worlds.snapshot())
        actions = rng.uniform(-0.4, 0.4, ours.action_space.shape).astype(np.float32)
        agree(ours.step(actions), theirs.step(actions))


METHODS = [
    "reset",
    "start_states",
    "step",
    "rewards",
    "total",
    "measures",
    "terminated",
    "fallen",
    "observe",
    "parts",
]


def overridden() -> list[Any]:
    """Return tasks, methods and modes; the short form has one of three modes for each method."""
    return [
        pytest.param(name, method, mode, marks=[] if (i + j + k) % 3 == 0 else pytest.mark.long)
        for i, name in enumerate(("T1Walk", "T1Kick", "K1GetUp"))
        for j, method in enumerate(METHODS)
        for k, mode in enumerate(AutoresetMode)
    ]


@pytest.mark.parametrize(("name", "method", "mode"), overridden())
def test_a_method_of_one_s_own_changes_nothing_else(
    name: str, method: str, mode: AutoresetMode
) -> None:
    """A step entirely in the core equals, bit by bit, one with a part in Python."""
    options: dict[str, Any] = {"max_episode_steps": EPISODE, "autoreset_mode": mode}
    overridden, original = overriding(name, method), new_task(name)
    if name == "K1GetUp" and method == "fallen":
        pytest.skip("nobody asks who has fallen there")
    in_python, in_core = (WorldVectorEnv(task, 3, **options) for task in (overridden, original))
    assert not in_python.task.runs_in_core()  # type: ignore[attr-defined]
    assert in_python.reset(seed=5)[0].tobytes() == in_core.reset(seed=5)[0].tobytes()
    rng = np.random.default_rng(1)
    for _ in range(2 * EPISODE):
        actions = rng.uniform(-0.4, 0.4, in_core.action_space.shape).astype(np.float32)
        _, _, terminated, truncated, _ = equal_step(in_python, in_core, actions)
        over = terminated | truncated
        if mode is AutoresetMode.DISABLED and over.any():
            again = [e.reset(options={"reset_mask": over.copy()})[0] for e in (in_python, in_core)]
            assert again[0].tobytes() == again[1].tobytes()


# --- declarations of one's own


class Balance(RobotTask):
    """Stand on the right leg, with terms of the library only."""

    robot = FIRM_T1
    patience = 3.0

    def declare(self) -> Terms:
        return Terms(
            observations=(*BODY, "gravity", term("torso_height", 2.0), "command"),
            rewards={
                "alive": "alive",
                "calm": term("torso_motion", -0.1 * self.patience),
                "stands": term("stands", 0.5, height=0.8),
            },
            ends=(term("fallen", lean=0.8),),
            measures={"lean": "lean", "stands": "stands"},
            processes=(
                term("velocity_command", low=(-1.0, 0.0, 0.0), high=1.0, interval=7),
                term("push", speed=0.3, interval=5),
                term("sense_errors", gyro=0.1),
            ),
        )


class Partly(Balance):
    """The same task with some parts in Python."""

    def declare(self) -> Terms:
        terms = super().declare()
        return replace(
            terms,
            observations=(
                *terms.observations[:-1],
                Computed(lambda task: task.cells("command"), 3),
            ),
            rewards={
                "alive": lambda task: np.ones(len(task.worlds)),
                **{name: one for name, one in terms.rewards.items() if name != "alive"},
            },
            ends=(lambda task: (-task.gravity()[:, 2] < np.cos(0.8)) | low(task),),
            measures={**terms.measures, "lean": lambda task: lean(task)},
        )


def low(task: Any) -> Any:
    return task.position[:, 0, 2] < task.robot.lowest


def lean(task: Any) -> Any:
    return np.square(task.gravity()[:, :2]).sum(axis=-1)


def rollout(task: Any, num: int, threads: int) -> list[Any]:
    envs = WorldVectorEnv(task, num, max_episode_steps=25, threads=threads)
    rng = np.random.default_rng(2)
    found = [(envs.reset(seed=9)[0],)]
    for _ in range(60):
        found.append(envs.step(rng.uniform(-0.3, 0.3, (40, 23))[:num]))  # type: ignore[arg-type]
    return found


class Changing(RobotTask):
    """Has another term as soon as it is told to."""

    robot = FIRM_T1
    is_other = False

    def declare(self) -> Terms:
        rewards = {"alive": term("alive"), **({"up": term("lean")} if self.is_other else {})}
        return Terms(observations=BODY, rewards=rewards)


def test_other_terms_are_refused_as_long_as_there_are_any() -> None:
    envs = WorldVectorEnv(Changing, 2)
    envs.reset(seed=0)
    actions = np.zeros((2, 23), np.float32)
    envs.step(actions)
    task: Any = envs.task
    task.is_other = True
    for _ in range(3):
        with pytest.raises(rcssgym.ArgumentError, match="declares other channels or terms"):
            envs.step(actions)
        with pytest.raises(rcssgym.ArgumentError, match="declares other channels or terms"):
            envs.set_progress(0.5)
    task.is_other = False
    assert "alive" in envs.step(actions)[4]["reward"]
    envs.set_progress(0.5)


def test_a_declaration_of_one_s_own_runs_in_the_core_in_any_company() -> None:
    envs = WorldVectorEnv(Balance, 3)
    assert envs.task.runs_in_core()  # type: ignore[attr-defined]
    assert envs.single_observation_space.shape == (3 * 23 + 3 + 3 + 1 + 3,)
    runs = [rollout(Balance, num, threads) for num, threads in ((40, 1), (40, 4), (9, 2), (1, 1))]
    for other in runs[1:]:
        for left, right in zip(runs[0], other, strict=True):
            for one, two in zip(left[:4], right[:4], strict=True):
                assert one[:1].tobytes() == two[:1].tobytes()
    info = runs[0][5][4]
    assert info["stands"].dtype == np.bool_
    np.testing.assert_allclose(info["reward"]["stands"], 0.5 * info["stands"])


def test_parts_of_it_may_be_python_s() -> None:
    assert not WorldVectorEnv(Partly, 1).task.runs_in_core()  # type: ignore[attr-defined]
    for left, right in zip(rollout(Balance, 5, 2), rollout(Partly, 5, 2), strict=True):
        for one, two in zip(left[:4], right[:4], strict=True):
            np.testing.assert_allclose(one, two, atol=1e-12)
        if len(left) == 5:
            assert list(left[4]["reward"]) == list(right[4]["reward"])
            np.testing.assert_allclose(left[4]["lean"], right[4]["lean"], atol=1e-12)


class Paid(RobotTask):
    """Is paid more as training goes on, and in the end for something else."""

    robot = FIRM_T1

    def declare(self) -> Terms:
        """Return a term whose weight depends on the progress of training."""
        more = {"lean": "lean"} if self.progress > 0.9 else {}
        return Terms(rewards={"alive": term("alive", 1.0 + self.progress), **more})


def test_assigned_progress_is_that_of_set_progress() -> None:
    by_method, assigned = (WorldVectorEnv("T1GetUp", 8) for _ in range(2))
    lying, _ = by_method.reset(seed=0)
    assigned.reset(seed=0)
    by_method.set_progress(0.0)
    assigned.task.progress = 0
    np.testing.assert_array_equal(by_method.reset(seed=0)[0], assigned.reset(seed=0)[0])
    assert not np.array_equal(assigned.reset(seed=0)[0], lying)
    with pytest.raises(rcssgym.ArgumentError, match=r"^progress: 2 is not from 0 to 1"):
        assigned.task.progress = 2
    assert assigned.task.progress == 0.0


def test_parameters_follow_the_progress_of_training() -> None:
    task = Paid()
    task.advance(0.5)
    envs = WorldVectorEnv(task, 2)
    envs.reset(seed=0)
    still = np.zeros((2, 23))
    assert envs.step(still)[1].tolist() == [1.5, 1.5]
    envs.set_progress(0.75)
    copied = pickle.loads(pickle.dumps(envs))
    assert envs.step(still)[1].tolist() == copied.step(still)[1].tolist() == [1.75, 1.75]
    with pytest.raises(rcssgym.ArgumentError, match="terms: declares other"):
        envs.set_progress(1.0)
    assert task.progress == 0.75
    assert envs.step(still)[1].tolist() == [1.75, 1.75]


def test_parameters_follow_the_task_s_attributes() -> None:
    envs = WorldVectorEnv(Balance, 2)
    envs.reset(seed=0)
    task: Any = envs.task
    before = task.rewards()["calm"]
    task.patience = 6.0
    np.testing.assert_allclose(task.rewards()["calm"], 2.0 * before)
    envs.step(np.zeros((2, 23)))


def test_cells_show_the_core_s_memory() -> None:
    envs = WorldVectorEnv(Balance, 2)
    envs.reset(seed=0)
    task: Any = envs.task
    task.cells("command")[:] = ((0.1, 0.2, 0.3), (0.4, 0.5, 0.6))
    observations = np.zeros((2, 79), np.float32)
    task.observe(observations)
    np.testing.assert_allclose(observations[:, -3:], task.cells("command"), rtol=1e-6)
    assert task.age.dtype == np.int64
    with pytest.raises(rcssgym.ArgumentError, match="no channel 'speed'; there are age, action"):
        task.cells("speed")
    assert dict(task.core.channels)["command"] == 3
    with pytest.raises(ValueError, match="does not own its data"):
        task.core.observations.resize((40, 79), refcheck=False)


@pytest.mark.parametrize("method", ["applied", "senses", "gravity", "body_observation"])
def test_methods_that_nothing_asks_are_refused(method: str) -> None:
    kind = type("Mine", (Balance,), {method: lambda self: None})  # noqa: ARG005
    with pytest.raises(rcssgym.ArgumentError, match=rf"a {method}\(\) of its own, which nothing"):
        WorldVectorEnv(kind, 1)


def test_terms_that_are_not_finite_are_told() -> None:
    envs = WorldVectorEnv(Balance, 3)
    envs.reset(seed=0)
    task: Any = envs.task
    task.patience = 1e308
    qpos, qvel = envs.worlds.qpos, envs.worlds.qvel
    qvel[1, 6] = 1e3
    envs.worlds.set_state(qpos, qvel)
    with pytest.raises(rcssgym.TaskError, match=r"rewards\(\): term 'calm': -inf in env 1, must"):
        envs.step(np.zeros((3, 23)))


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
def test_actions_of_other_types_are_the_same(dtype: Any) -> None:
    envs, twin = (WorldVectorEnv(Balance, 2) for _ in range(2))
    envs.reset(seed=0)
    twin.reset(seed=0)
    actions = np.tile(np.array([-1, 0, 1, 0] * 6)[:23], (2, 1))
    wide = np.zeros((2, 46), dtype)
    wide[:, ::2] = actions
    assert envs.step(wide[:, ::2])[0].tobytes() == twin.step(actions.astype(float))[0].tobytes()


@pytest.mark.parametrize("task", ["T1Stand", Partly])
def test_actions_may_be_clipped(task: Any) -> None:
    clipping, plain = WorldVectorEnv(task, 2, clip_actions=True), WorldVectorEnv(task, 2)
    for envs in (clipping, plain):
        envs.reset(seed=0)
    actions = np.random.default_rng(0).normal(0.0, 2.0, (2, 23)).astype(np.float32)
    with pytest.raises(rcssgym.ArgumentError, match=r"at index \(0, 1\): must be from -1"):
        plain.step(np.where(np.arange(23) == 1, 1.5, 0.0) * np.ones((2, 1)))
    found = clipping.step(actions)
    assert found[0].tobytes() == plain.step(np.clip(actions, -1.0, 1.0))[0].tobytes()
    for wrong in (np.nan, np.inf):
        actions[1, 3] = wrong
        with pytest.raises(rcssgym.ArgumentError, match=rf"{wrong} at index \(1, 3\)"):
            clipping.step(actions)


def test_an_observation_of_nobody_is_empty() -> None:
    class Alone(RobotTask):
        robot = FIRM_T1

        def declare(self) -> Terms:
            return Terms(observations=("players",))

    envs = WorldVectorEnv(Alone, 3)
    assert envs.reset(seed=0)[0].shape == (3, 0)
    assert envs.step(np.zeros((3, 23)))[0].shape == (3, 0)


class Late(RobotTask):
    """Needs its worlds for parameters."""

    robot = FIRM_T1

    def declare(self) -> Terms:
        error = term("pose_error", weights=lambda: np.ones(self.worlds.num_motors))
        return Terms(
            rewards={"error": error},
            measures={"again": error},
            ends=(term("ball_lost", far=lambda: 100.0 * self.worlds.num_motors),),
        )


def test_functions_that_return_parameters_are_called_when_worlds_are_there() -> None:
    envs = WorldVectorEnv(Late, 3)
    envs.reset(seed=0)
    _, rewards, terminated, _, info = envs.step(np.zeros((3, 23)))
    bent = envs.worlds.joint_positions[:, 0] - FIRM_T1.nominal
    np.testing.assert_allclose(rewards, np.square(bent).sum(axis=1))
    np.testing.assert_array_equal(rewards, info["again"])
    assert not terminated.any()


class Tumbling(RobotTask):
    """Falls only where the torso is too low, but tells how it leans."""

    robot = FIRM_T1
    steepest = 2.0 * np.pi

    def declare(self) -> Terms:
        any_lean = {"lean": 2.0 * np.pi}
        return Terms(
            rewards={"fell": term("fallen", **any_lean)},
            measures={"stands": term("stands", height=0.1, **any_lean)},
            start=("upright",),
        )


def test_every_lean_is_within_a_whole_turn() -> None:
    envs = WorldVectorEnv(Tumbling, 3)
    envs.reset(seed=0)
    for world, half in enumerate((0.2, 0.8, 1.5)):
        turned = [np.cos(half), np.sin(half), 0.0, 0.0]
        envs.worlds.place_robot(world, 0, position=[0.0, 0.0, 2.0], quaternion=turned)
    _, rewards, _, _, info = envs.step(np.zeros((3, 23)))
    task: Any = envs.task
    assert rewards.tolist() == [0.0] * 3
    assert info["stands"].tolist() == [True] * 3
    assert task.fallen().tolist() == [False] * 3
