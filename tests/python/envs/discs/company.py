"""What must not change the games of an environment: threads, other games, and being copied."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.saved import unpickled


def check_company(
    make: Callable[[int, int], Any],
    act: Callable[[Any], NDArray[np.float32]],
    num: int = 70,
    env: int = 33,
    steps: int = 150,
) -> None:
    """Games depend neither on the number of threads nor on the other games.

    :param make: makes environments, given their number and that of threads.
    :param act: returns actions for all of them, given their observations.
    :param env: index of the one that is compared with one that is alone.
    """
    many, few, alone = make(num, 3), make(num, 1), make(1, 1)
    seen, few_seen = many.reset(seed=3)[0], few.reset(seed=3)[0]
    single = alone.reset(seed=3 + env)[0]
    for _ in range(steps):
        assert seen.tobytes() == few_seen.tobytes()
        assert seen[env].tobytes() == single[0].tobytes()
        actions = act(seen)
        seen, rewards, *_ = many.step(actions)
        few_seen, same_rewards, *_ = few.step(actions)
        single, single_rewards, *_ = alone.step(actions[env : env + 1])
        assert rewards.tobytes() == same_rewards.tobytes()
        assert rewards[env].tobytes() == single_rewards[0].tobytes()


def check_copies(envs: WorldVectorEnv, actions: NDArray[np.float32], before: int) -> None:
    """Copies that are made after some of the actions go on as the environments do."""
    for action in actions[:before]:
        envs.step(action)
    saved = pickle.dumps(envs)
    copies = pickle.loads(saved), copy.deepcopy(envs), unpickled(saved)
    for action in actions[before:]:
        expected = envs.step(action)[:4]
        for other in copies:
            for array, same in zip(expected, other.step(action)[:4], strict=True):
                np.testing.assert_array_equal(array, same)
