"""The package's policies can be loaded by name, in Python and on the command line."""

import json
from pathlib import Path

import numpy as np
import pytest
from rcssgym import ArgumentError, policies
from rcssgym.cli import main
from rcssgym.envs.discs import DiscSoccer
from rcssgym.envs.games import GameVectorEnv


@pytest.mark.parametrize("name", policies.names())
def test_every_policy_acts_in_its_task(name: str) -> None:
    policy = policies.load(name)
    size = policy.task.observation_space.shape[-1]
    actions = policy.act(np.zeros((2, size), np.float32))
    assert actions.shape == (2, policy.task.action_space.shape[-1])
    settings = policy.facts["settings"]
    imitated = int(settings["imitate_steps"]) if settings.get("imitate") else 0
    assert policy.facts["env_steps"] + imitated > 1_000_000


@pytest.mark.parametrize("name", policies.names())
def test_a_damaged_copy_of_a_policy_is_refused(name: str, tmp_path: Path) -> None:
    data = bytearray(policies.path(name).read_bytes())
    data[len(data) // 3] ^= 1  # within a weight
    copy = tmp_path / "policy.onnx"
    copy.write_bytes(data)
    with pytest.raises(ArgumentError, match="was damaged or changed after it was written"):
        policies.opened(str(copy))


def test_five_players_draw_with_the_script_at_least() -> None:
    """Against scripted players, with one policy for the whole team."""
    policy = policies.load("DiscSoccer5v5")
    task = DiscSoccer("5v5", agents="left", opponents="scripted", actions="high", features="high")
    envs = GameVectorEnv(task, 64, autoreset_mode="SameStep", threads=2)
    seen, _ = envs.reset(seed=77)
    goals = np.zeros(2)
    for _ in range(900):
        actions = policy.act(seen.reshape(-1, seen.shape[-1])).reshape(64, 5, -1)
        seen, _, terminated, truncated, info = envs.step(actions)
        over = terminated | truncated
        if over.any():
            ended = info["final_info"]
            goals += [ended[name][over].sum() for name in ("goals_for", "goals_against")]
    assert goals.sum() > 60
    assert goals[0] > 0.4 * goals.sum()


def test_they_are_asked_for_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--worlds", "2", "--seconds", "0.2", "--json"]
    assert main(["evaluate", "--policy", "T1Walk", *options]) == 0
    assert json.loads(capsys.readouterr().out)["task"] == "T1Walk"
    with pytest.raises(ArgumentError, match=r"there is no 'T1Fly' here, but .*T1Walk"):
        policies.path("T1Fly")


def test_they_lie_in_the_package() -> None:
    """Wheels include all files beside the module."""
    for name in policies.names():
        assert policies.path(name).parent == Path(policies.__file__).parent
        assert not policies.path(name).is_symlink()


@pytest.mark.parametrize(
    ("name", "success"), [("DiscReachBall", 0.95), ("DiscHFO1v1", 0.8), ("DiscHFO2v1", 0.82)]
)
def test_policies_of_the_2d_game_succeed(
    name: str, success: float, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--worlds", "200", "--seconds", "60", "--seed", "77", "--json"]
    assert main(["evaluate", "--policy", name, *options]) == 0
    measures = json.loads(capsys.readouterr().out)["measures"]
    assert measures["is_success"]["mean"] > success
