"""Terms of the core agree with numpy, whoever else is Python's and whatever else runs."""

from typing import Any

import numpy as np
import pytest
import rcssgym
from gymnasium.vector import AutoresetMode
from rcssgym.envs import TASKS, WorldVectorEnv
from rcssgym.envs.task import Task, new_task

from envs import numpy_tasks

NUM, STEPS, EPISODE = 6, 130, 40
NOISE = rcssgym.Randomization(
    friction=(0.5, 1.25),
    joint_position_noise=0.05,
    joint_velocity_noise=0.5,
    gyro_noise=(0.0, 0.5),
    orientation_noise=0.1,
)


def pair(name: str, progress: float, **options: Any) -> tuple[WorldVectorEnv, WorldVectorEnv]:
    """The environment of a task, and the same in numpy."""
    ours, theirs = (
        WorldVectorEnv(task, NUM, max_episode_steps=EPISODE, **options)
        for task in (name, getattr(numpy_tasks, name))
    )
    for envs in (ours, theirs):
        envs.set_progress(progress)
    assert ours.task.runs_in_core()  # type: ignore[attr-defined]
    return ours, theirs


def agree(found: Any, wanted: Any) -> None:
    """Observations to the last digits of float32, all else nearly to those of float64."""
    for name, left, right in zip(("o", "r"), found[:2], wanted[:2], strict=True):
        np.testing.assert_allclose(left, right, atol=2e-6, rtol=1e-6, err_msg=name)
    assert found[2].tolist() == wanted[2].tolist()
    assert found[3].tolist() == wanted[3].tolist()
    same_info(found[4], wanted[4])


def same_info(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    assert list(found) == list(wanted)
    for name, left in found.items():
        right = wanted[name]
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


@pytest.mark.parametrize("progress", [1.0, 0.3])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("name", TASKS)
def test_every_task_is_as_in_numpy(name: str, mode: AutoresetMode, progress: float) -> None:
    ours, theirs = pair(name, progress, autoreset_mode=mode)
    np.testing.assert_allclose(ours.reset(seed=3)[0], theirs.reset(seed=3)[0], atol=2e-6)
    rng, ends = np.random.default_rng(0), 0
    for _ in range(STEPS):
        # From the same state; the last digits would grow with every contact.
        theirs.worlds.restore(ours.worlds.snapshot())
        actions = rng.uniform(-0.4, 0.4, ours.action_space.shape).astype(np.float32)
        found, wanted = ours.step(actions), theirs.step(actions)
        agree(found, wanted)
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


def overriding(name: str, method: str) -> Task:
    """A task whose method is Python's, and calls the core's."""
    base = type(new_task(name))

    def same(self: Any, *arguments: Any) -> Any:
        return getattr(super(made, self), method)(*arguments)

    made: Any = type("Mine", (base,), {method: same})
    task: Task = made()
    return task


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


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["T1Walk", "T1Kick", "K1GetUp"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_method_of_one_s_own_changes_nothing_else(
    name: str, method: str, mode: AutoresetMode
) -> None:
    """The whole step in the core is the same, bit by bit, as one with a part in Python."""
    options: dict[str, Any] = {"max_episode_steps": EPISODE, "autoreset_mode": mode}
    mine, ours = overriding(name, method), new_task(name)
    if name == "K1GetUp" and method == "fallen":
        pytest.skip("nobody asks who has fallen there")
    pythons, cores = (WorldVectorEnv(task, 3, **options) for task in (mine, ours))
    assert not pythons.task.runs_in_core() or name == ""  # type: ignore[attr-defined]
    assert pythons.reset(seed=5)[0].tobytes() == cores.reset(seed=5)[0].tobytes()
    rng = np.random.default_rng(1)
    for _ in range(2 * EPISODE):
        actions = rng.uniform(-0.4, 0.4, cores.action_space.shape).astype(np.float32)
        found, wanted = pythons.step(actions), cores.step(actions)
        for left, right in zip(found[:4], wanted[:4], strict=True):
            assert left.tobytes() == right.tobytes()
        assert repr(found[4]) == repr(wanted[4])
        over = found[2] | found[3]
        if mode is AutoresetMode.DISABLED and over.any():
            again = [e.reset(options={"reset_mask": over.copy()})[0] for e in (pythons, cores)]
            assert again[0].tobytes() == again[1].tobytes()
