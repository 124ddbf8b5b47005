"""The example that collects experience in several processes of a local cluster."""

import importlib.util
import os
import re
import subprocess
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import ray
from snippets import ROOT

EXAMPLE = ROOT / "examples" / "ray_collect.py"
NAME = "rcssgym:rcssgym/T1Stand-v0"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ray_collect", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Workers have no module of this name, so classes are sent to them by value.
    spec.loader.exec_module(module)
    ray.cloudpickle.register_pickle_by_value(sys.modules.setdefault("ray_collect", module))
    return module


def batches(example: ModuleType, num_workers: int) -> list[dict[str, Any]]:
    """Collect twice in eight envs, the second time with the weights improved by the first."""
    remote = ray.remote(num_cpus=0.4)(example.Worker)
    share = 8 // num_workers
    workers = [remote.remote(NAME, share * number, share) for number in range(num_workers)]
    weights = np.zeros((75, 23))
    found = []
    for _ in range(2):
        found.append(example.collected(workers, weights, 150))
        weights = example.improved(weights, found[-1])
    for worker in workers:
        ray.kill(worker)
    return found


def test_the_number_of_workers_changes_nothing(example: ModuleType) -> None:
    one, four = batches(example, 1), batches(example, 4)
    for left, right in zip(one, four, strict=True):
        assert left["observations"].shape == (150, 8, 75)
        assert left["over"].any()
        for key, array in left.items():
            assert array.tobytes() == right[key].tobytes(), key
    assert one[0]["rewards"].tobytes() != one[1]["rewards"].tobytes()


def test_its_step_improves_a_policy(example: ModuleType) -> None:
    """Episodes of one step whose reward is highest for an action of 0.5."""
    rng = np.random.default_rng(0)
    observations, weights = np.full((20, 50, 1), 0.1), np.zeros((1, 1))
    for _ in range(60):
        noise = example.NOISE * rng.standard_normal((20, 50, 1))
        rewards = -np.square(observations @ weights + noise - 0.5)[..., 0]
        over = np.ones(rewards.shape, dtype=np.bool_)
        batch = {"observations": observations, "noise": noise, "rewards": rewards, "over": over}
        weights = example.improved(weights, batch)
    assert abs(0.1 * weights[0, 0] - 0.5) < 0.1


def test_it_collects_in_a_cluster_of_its_own() -> None:
    command = [sys.executable, str(EXAMPLE), "--workers", "3", "--rounds", "4", "--envs", "96"]
    environment = {k: v for k, v in os.environ.items() if k != "RAY_ADDRESS"}
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=300, env=environment, check=False
    )
    assert result.returncode == 0, result.stderr
    line = r"round (\d+): 6144 env-steps .* by 3 workers, reward (\S+), (\d+) ends"
    rounds = re.findall(line, result.stdout)
    assert [number for number, _, _ in rounds] == ["0", "1", "2", "3"]
    assert len({reward for _, reward, _ in rounds}) == 4
    assert sum(int(ends) for _, _, ends in rounds) > 0


def test_bad_numbers_of_workers() -> None:
    for number in ("0", "9"):
        command = [sys.executable, str(EXAMPLE), "--envs", "8", "--workers", number]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert result.returncode == 2
        assert f"--workers: {number} for 8" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--steps", "0"], "--steps: 0 is less than 1"),
        (["--rounds", "0"], "--rounds: 0 is less than 1"),
        (["--seed", "-1"], "--seed: -1 is less than 0"),
        (["--workers", "0"], "--workers: 0 for 128 environments"),
        (["--task", "T1Fly"], "--task: Environment `T1Fly` doesn't exist"),
        (
            ["--task", "Soccer-1v1"],
            "--task: Soccer-1v1 is not for one agent whose actions are real numbers",
        ),
        (
            ["--task", "Disc-Coach"],
            "--task: Disc-Coach is not for one agent whose actions are real numbers",
        ),
    ],
)
def test_wrong_options_are_refused_in_one_line(arguments: list[str], complaint: str) -> None:
    command = [sys.executable, str(EXAMPLE), *arguments]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert refused.returncode == 2
    assert f"ray_collect.py: error: {complaint}" in refused.stderr.splitlines()[-1]
