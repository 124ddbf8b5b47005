"""Let a policy play against itself in many games at once and print what both teams earn.

One policy acts for all robots of both teams: each team sees the pitch as if it played towards
positive x. Replace ``random_policy`` with a network to train it by self-play.
Run with ``python examples/self_play.py [--teams 3v3] [--games W] [--seconds S] [--policy random]``.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import rcssgym
from numpy.typing import NDArray
from rcssgym.envs import SoccerVectorEnv

Array = NDArray[Any]
Policy = Callable[[Array], Array]
"""Maps observations ``(N, n)`` of ``N`` robots to their actions ``(N, J)``."""


def random_policy(motors: int, seed: int) -> Policy:
    rng = np.random.default_rng(seed)
    return lambda observations: rng.uniform(-0.3, 0.3, (len(observations), motors))


def zero_policy(motors: int, _seed: int) -> Policy:
    return lambda observations: np.zeros((len(observations), motors))


POLICIES = {"random": random_policy, "zero": zero_policy}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--teams", default="3v3", help="sizes of the teams, 1v1 to 7v7 (3v3)")
    parser.add_argument("--games", type=int, default=16, help="number of games at once (16)")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of every game, s (10)")
    parser.add_argument(
        "--policy", choices=POLICIES, default="random", help="policy that plays (random)"
    )
    parser.add_argument("--observation", choices=("perception", "state"), default="perception")
    parser.add_argument("--reward", choices=("individual", "shared"), default="individual")
    parser.add_argument("--seed", type=int, default=0, help="seed of games and actions (0)")
    args = parser.parse_args()
    if not 0.0 <= args.seconds < math.inf:
        parser.error(f"--seconds: {args.seconds} is not a length of time")
    if args.seed < 0:
        parser.error(f"--seed: {args.seed} is less than 0")

    try:
        envs = SoccerVectorEnv(
            args.teams, args.games, observation=args.observation, reward=args.reward
        )
    except rcssgym.ArgumentError as error:
        parser.error(str(error))
    agents, motors = envs.task.lineup.motors.shape
    policy = POLICIES[args.policy](motors, args.seed)
    observations, _ = envs.reset(seed=args.seed)
    returns = np.zeros((args.games, agents))
    goals = np.zeros(2, dtype=np.int64)
    start = time.perf_counter()
    steps = round(args.seconds / (envs.task.cycle * envs.frame_skip))
    for _ in range(steps):
        robots = observations.reshape(args.games * agents, -1)
        actions = policy(robots).reshape(args.games, agents, motors)
        observations, rewards, _, _, info = envs.step(actions)
        returns += rewards
        goals += (info["reward"]["goal"][:, [0, -1]] > 0.0).sum(axis=0)
    rate = steps * args.games * agents / (time.perf_counter() - start)

    for name, mean, spread in zip(
        envs.agents, returns.mean(axis=0), returns.std(axis=0), strict=True
    ):
        print(f"{name:8} return {mean:+.3f} +- {spread:.3f}")
    print(f"goals: {goals[0]} of the left teams, {goals[1]} of the right ones")
    print(f"{rate:,.0f} steps of an agent per second")


if __name__ == "__main__":
    main()
