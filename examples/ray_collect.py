"""Collect experience in several processes, on one machine or on many, and learn from it with Ray.

Every worker steps environments of its own with the policy's newest weights and sends back what it
saw; the learner takes a step of REINFORCE (Williams, "Simple statistical gradient-following
algorithms for connectionist reinforcement learning", 1992) on a linear policy. This learner is
short, not good: replace it with yours. Results do not depend on how many workers share the envs.

Run with ``python examples/ray_collect.py [--workers N] [--envs N] [--steps N] [--rounds N]``; on a
cluster, add ``--address auto`` on a machine where ``ray start`` has run. Needs ``rcssgym[rllib]``.
"""

from __future__ import annotations

import argparse
import re
import time
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray
from rcssgym.envs import Streams
from rcssgym.optional import needed_by

with needed_by("examples/ray_collect.py", "rllib", "ray"):
    import ray

Floats = NDArray[np.float64]

NOISE = 0.1  # standard deviation of actions around the policy's
DISCOUNT = 0.95
STEP_SIZE = 2.0


class Worker:
    """Some of the environments, and the noise that explores in them.

    :param name: the environment's ID.
    :param seed: seed of the worker's first env; the others have the seeds after it.
    :param num_envs: number of envs.
    """

    def __init__(self, name: str, seed: int, num_envs: int) -> None:
        # Ray runs one worker per core, so more threads would only compete with other workers.
        self.envs = gym.make_vec(name, num_envs=num_envs, threads=1, autoreset_mode="SameStep")
        self.which = np.arange(num_envs)
        self.streams = Streams(num_envs)
        self.streams.seed(self.which, [2**32 + seed + env for env in range(num_envs)])
        self.observations, _ = self.envs.reset(seed=seed)

    def collect(self, weights: Floats, steps: int) -> dict[str, NDArray[Any]]:
        """Act for some steps; return arrays ``(steps, envs, ...)``."""
        kept: dict[str, list[NDArray[Any]]] = {}
        for _ in range(steps):
            noise = NOISE * self.normal(weights.shape[1])
            actions = np.clip(self.observations @ weights + noise, -1.0, 1.0)
            found = self.envs.step(actions)
            row = {
                "observations": self.observations,
                "noise": noise,
                "rewards": found[1],
                "over": found[2] | found[3],
            }
            for key, array in row.items():
                kept.setdefault(key, []).append(np.asarray(array))
            self.observations = found[0]
        return {key: np.stack(arrays) for key, arrays in kept.items()}

    def normal(self, size: int) -> Floats:
        """Return normally distributed numbers ``(envs, size)`` (Box and Muller, 1958)."""
        uniform = self.streams.uniform(self.which, 2 * size)
        length = np.sqrt(-2.0 * np.log1p(-uniform[:, :size]))
        normal: Floats = length * np.cos(2.0 * np.pi * uniform[:, size:])
        return normal


def improved(weights: Floats, batch: dict[str, NDArray[Any]]) -> Floats:
    """Return the weights after one step of REINFORCE."""
    returns = np.zeros_like(batch["rewards"])
    following = np.zeros(returns.shape[1])
    for step in reversed(range(len(returns))):
        following = batch["rewards"][step] + DISCOUNT * np.where(
            batch["over"][step], 0.0, following
        )
        returns[step] = following
    advantages = (returns - returns.mean()) / (returns.std() + 1e-8)
    scores = batch["noise"] * advantages[..., None] / NOISE
    gradient = np.einsum("seo,sea->oa", batch["observations"], scores) / returns.size
    better: Floats = weights + STEP_SIZE * gradient
    return better


def collected(workers: list[Any], weights: Floats, steps: int) -> dict[str, NDArray[Any]]:
    """Let all workers act; return their arrays, joined along the axis of envs."""
    shared = ray.put(weights)  # sent to every machine once, however many workers it has
    parts = ray.get([worker.collect.remote(shared, steps) for worker in workers])
    return {key: np.concatenate([part[key] for part in parts], axis=1) for key in parts[0]}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--task", default="T1Stand", help="task to collect in (T1Stand, the first version)"
    )
    parser.add_argument(
        "--workers", type=int, default=2, help="number of processes that collect (2)"
    )
    parser.add_argument("--envs", type=int, default=128, help="environments of all workers (128)")
    parser.add_argument("--steps", type=int, default=64, help="steps of each env per round (64)")
    parser.add_argument("--rounds", type=int, default=20, help="rounds of collecting (20)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first env (0)")
    parser.add_argument("--address", help="address of a cluster; without it, Ray starts one here")
    args = parser.parse_args()
    if not 1 <= args.workers <= args.envs:
        parser.error(f"--workers: {args.workers} for {args.envs} environments")
    for option, least in (("steps", 1), ("rounds", 1), ("seed", 0)):
        if (given := getattr(args, option)) < least:
            parser.error(f"--{option}: {given} is less than {least}")
    version = "" if re.search(r"-v\d+$", args.task) else "-v0"
    name = f"rcssgym:rcssgym/{args.task}{version}"
    try:
        single: gym.Env[Any, Any] = gym.make(name)
    except gym.error.Error as error:
        parser.error(f"--task: {error}")
    sizes = [
        space.shape[0]
        for space in (single.observation_space, single.action_space)
        if isinstance(space, Box) and len(space.shape) == 1
    ]
    if len(sizes) != 2:
        parser.error(f"--task: {args.task} is not for one agent whose actions are real numbers")

    local = {} if args.address else {"num_cpus": args.workers, "include_dashboard": False}
    ray.init(address=args.address, log_to_driver=False, **local)
    remote = ray.remote(num_cpus=1)(Worker)
    parts = np.array_split(np.arange(args.envs), args.workers)
    workers = [remote.remote(name, args.seed + int(part[0]), len(part)) for part in parts]
    weights = np.zeros(sizes)
    for number in range(args.rounds):
        start = time.perf_counter()
        batch = collected(workers, weights, args.steps)
        rate = batch["rewards"].size / (time.perf_counter() - start)
        weights = improved(weights, batch)
        print(
            f"round {number}: {batch['rewards'].size} env-steps at {rate:.0f}/s by {args.workers} "
            f"workers, reward {batch['rewards'].mean():.6f}, {batch['over'].sum()} ends",
            flush=True,
        )
    ray.shutdown()


if __name__ == "__main__":
    main()
