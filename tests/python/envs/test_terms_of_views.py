"""Terms and measures may be views of memory that changes: what a step has told stays as it was."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rcssgym.envs import RobotTask, T1Stand, Terms, WorldVectorEnv

Floats = NDArray[np.float64]
STILL = np.zeros((2, 23), np.float32)


def height(task: RobotTask) -> Floats:
    view: Floats = task.position[:, 0, 2]
    return view


class Seen(T1Stand):
    """Is rewarded for the height of its torso, and measures it, without a copy."""

    def declare(self) -> Terms:
        return Terms(rewards={"height": height}, measures={"now": height})

    def total(self, terms: dict[str, Floats]) -> Floats:
        return terms["height"]


class Plain(Seen):
    """The same with copies."""

    def declare(self) -> Terms:
        def copied(task: RobotTask) -> Floats:
            return np.array(height(task))

        return Terms(rewards={"height": copied}, measures={"now": copied})


@pytest.mark.parametrize("frames", [1, 2, 3])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_what_a_step_has_told_stays(mode: str, frames: int) -> None:
    options: dict[str, Any] = {
        "autoreset_mode": mode,
        "frame_skip": frames,
        "max_episode_steps": 3,
    }
    views, copies = WorldVectorEnv(Seen, 2, **options), WorldVectorEnv(Plain, 2, **options)
    steps = []
    for envs in (views, copies):
        envs.reset(seed=0)
        steps.append([envs.step(STILL)[1:] for _ in range(8)])
    for (rewards, _, _, info), (expected, _, _, also) in zip(*steps, strict=True):
        assert rewards.tolist() == expected.tolist()
        assert repr(info) == repr(also)
        assert info["reward"]["height"].tolist() == rewards.tolist()
    assert len({rewards.tobytes() for rewards, *_ in steps[0]}) > 5


def test_rewards_of_steps_are_different_arrays() -> None:
    envs = WorldVectorEnv(Seen, 2)
    envs.reset(seed=0)
    first, second = (envs.step(STILL)[1] for _ in range(2))
    assert not np.shares_memory(first, second)
    assert (first != second).all()
