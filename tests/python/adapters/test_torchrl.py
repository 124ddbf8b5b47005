"""TorchRL takes our vector environments as they are."""

from typing import Any

import brief
import gymnasium as gym
import pytest
import torch
from rcssgym.envs.registration import TASKS
from torchrl.data import Unbounded
from torchrl.envs import GymEnv, GymWrapper, check_env_specs, default_info_dict_reader

NAMES = [f"rcssgym/{task}-v0" for task in TASKS]


def wrapped(name: str, num_envs: int = 3, **options: Any) -> Any:
    return GymWrapper(gym.make_vec(name, num_envs=num_envs, autoreset_mode="Disabled", **options))


@pytest.mark.parametrize("name", NAMES)
def test_their_checker_is_content(name: str) -> None:
    check_env_specs(wrapped(name), seed=0)
    check_env_specs(GymEnv(name), seed=0)


def test_a_rollout_is_that_of_the_vector_env() -> None:
    """Through ends of both kinds, with the resets that TorchRL requests."""
    envs = wrapped(brief.NAME)
    first = envs.reset(seed=7)
    found = envs.rollout(60, break_when_any_done=False, auto_reset=False, tensordict=first)
    assert found["next", "terminated"].any()
    assert found["next", "truncated"].any()

    vector: Any = gym.make_vec(brief.NAME, num_envs=3, autoreset_mode="Disabled")
    observations, _ = vector.reset(seed=7)
    for step in range(60):
        assert found["observation"][:, step].numpy().tobytes() == observations.tobytes()
        now = found["next"][:, step]
        observations, rewards, *ends, _ = vector.step(found["action"][:, step].numpy())
        assert now["observation"].numpy().tobytes() == observations.tobytes()
        assert now["reward"][:, 0].tolist() == rewards.astype("float32").tolist()
        assert [now[key][:, 0].tolist() for key in ("terminated", "truncated")] == [
            end.tolist() for end in ends
        ]
        over = ends[0] | ends[1]
        if over.any():
            observations, _ = vector.reset(options={"reset_mask": over})


def test_infos_are_registered_by_name() -> None:
    """As the documentation says."""
    envs = wrapped("rcssgym/T1Walk-v1", num_envs=3)
    spec = {"fallen": Unbounded((3,), dtype=torch.bool)}
    envs.set_info_dict_reader(default_info_dict_reader(["fallen"], spec))
    check_env_specs(envs, seed=0)
    found = envs.rollout(5)["next", "fallen"]
    assert (found.shape, found.dtype) == ((3, 5), torch.bool)


def test_the_next_step_mode_is_refused() -> None:
    with pytest.raises(RuntimeError, match="NEXT_STEP"):
        GymWrapper(gym.make_vec("rcssgym/T1Walk-v0", num_envs=2))


@pytest.mark.parametrize(
    "options",
    [
        {"frame_skip": 2, "history": 3, "delay": (0, 2)},
        {"privileged": "dict", "history": 2},
    ],
)
def test_their_checker_is_content_with_options(options: dict[str, Any]) -> None:
    check_env_specs(wrapped("rcssgym/T1Walk-v0", **options), seed=0)
