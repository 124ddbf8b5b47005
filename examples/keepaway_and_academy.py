"""Baselines for keepaway and for the academy's scenes: results of players that do not learn.

    python examples/keepaway_and_academy.py --episodes 512
    python examples/keepaway_and_academy.py --policy runs/1/policy.onnx runs/2/policy.onnx

Prints medians over three seeds of the means of each. Keepaway: random choices, always holding the
ball, and passing to the most open keeper when a taker comes near. Scenes: random commands, and the
scripted player of the 2D game (`rcssgym.disc.Scripted`); all others are scripted, too.
With --policy: how long policies for one keepaway task keep the ball, with one file per seed.
"""

import argparse
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym import ArgumentError
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import Keepaway, academy
from rcssgym.envs.discs.keepaway import UNIT

Array = NDArray[np.float32]
NEAR = 4.0
"""A taker nearer than this makes the keeper that looks for the most open mate pass, m."""
SCENES = (
    academy.EmptyGoal,
    academy.RunToScore,
    academy.PassAndShoot,
    academy.ThreeOnOne,
    academy.Corner,
    academy.CounterAttack,
)


def most_open(seen: Array, keepers: int) -> Array:
    """Hold the ball until a taker is near, then pass to the keeper with the most room."""
    others = keepers - 1
    nearest_taker = UNIT * seen[:, keepers]
    gaps, angles = UNIT * seen[:, -2 * others : -others], 180 * seen[:, -others:]
    best = (gaps + 0.2 * angles).argmax(axis=1)
    scores = np.zeros((len(seen), keepers), np.float32)
    scores[np.arange(len(seen)), np.where(nearest_taker > NEAR, 0, best + 1)] = 1
    return scores


def episodes(
    envs: WorldVectorEnv, choose: Callable[[Array], Array], seed: int, count: int, limit: int
) -> list[dict[str, float]]:
    """Play ``count`` episodes, the same number in each env, in at most ``limit`` steps.

    Episodes that are cut off by a time limit count as they are.
    """
    each = -(-count // envs.num_envs)
    seen, _ = envs.reset(seed=1000 * seed)
    done, found = np.zeros(envs.num_envs, int), []
    for _ in range(limit):
        seen, _, terminated, truncated, info = envs.step(choose(seen))
        for env in np.flatnonzero((terminated | truncated) & (done < each)):
            done[env] += 1
            last = info["final_info"]
            names = [name for name in last if not name.startswith("_") and name != "reward"]
            found.append({name: float(last[name][env]) for name in names})
        if (done >= each).all():
            break
    return found


def median(values: list[float], digits: int = 1) -> str:
    """Return the median and all values."""
    each = ", ".join(f"{value:.{digits}f}" for value in sorted(values))
    return f"{statistics.median(values):.{digits}f} ({each})"


def keeper(name: str, keepers: int, seed: int) -> Callable[[Array], Array]:
    """Return the function by which a keeper with the ball chooses."""
    random, hold = np.random.default_rng(seed), np.eye(keepers, dtype=np.float32)[:1]
    if name == "hold":
        return lambda seen: hold.repeat(len(seen), 0)
    if name == "most open":
        return lambda seen: most_open(seen, keepers)
    return lambda seen: random.uniform(-1, 1, (len(seen), keepers)).astype(np.float32)


def kept(
    task: Keepaway,
    choose: Callable[[Array], Array],
    seed: int,
    count: int,
    limit: int = 2000,
) -> float:
    """Return how long keepers keep the ball, s, in episodes of at most ``limit`` decisions."""
    envs = WorldVectorEnv(
        task, min(256, count), autoreset_mode="SameStep", max_episode_steps=limit, threads=1
    )
    found = episodes(envs, choose, seed, count, 5000)
    return 0.1 * statistics.fmean(one["duration"] for one in found)


def trained(files: list[str], count: int) -> None:
    """Print how long policies keep the ball, s; each policy plays one seed."""
    from rcssgym.policies import opened

    policies = [opened(file) for file in files]
    names = {policy.facts["task"] for policy in policies}
    if len(names) > 1:
        raise ArgumentError(f"--policy: seeds of one task, not of {', '.join(sorted(names))}")
    means = []
    for seed, policy in enumerate(policies, start=1):
        task = policy.new_task()
        if not isinstance(task, Keepaway):
            raise ArgumentError(
                f"--policy: {files[seed - 1]} was trained for another task than keepaway"
            )
        means.append(kept(task, policy.act, seed, count))
    print(f"| `{names.pop()}`, trained | {median(means)} |", flush=True)


def keepaway(count: int) -> None:
    """Print how long keepers keep the ball, s."""
    for size in ((3, 2), (4, 3), (5, 4)):
        row = []
        for name in ("random", "hold", "most open"):
            means = []
            for seed in (1, 2, 3):
                means.append(kept(Keepaway(*size), keeper(name, size[0], seed), seed, count))
            row.append(median(means))
        print(f"| `Disc-Keepaway-{size[0]}v{size[1]}` | " + " | ".join(row) + " |", flush=True)


def anything(shape: tuple[int, ...], seed: int) -> Callable[[Array], Array]:
    """Return a function that chooses actions at random."""
    random = np.random.default_rng(seed)
    return lambda _: random.uniform(-1, 1, shape).astype(np.float32)


def scenes(count: int) -> None:
    """Print the share of episodes that end with a goal, %."""
    for scene in SCENES:
        row = []
        choices: tuple[Any, ...] = ("low", ("scripted",))
        for actions in choices:
            means = []
            for seed in (1, 2, 3):
                task = scene(actions=actions)
                envs = WorldVectorEnv(task, min(64, count), autoreset_mode="SameStep")
                choose = anything(envs.action_space.shape or (), seed)
                found = episodes(envs, choose, seed, count, 4000)
                means.append(100 * statistics.fmean(one["is_success"] for one in found))
            row.append(median(means, 0))
        print(f"| `{scene.__name__}` | " + " | ".join(row) + " |", flush=True)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--episodes", type=int, default=512, help="number of episodes of each seed (512)"
    )
    parser.add_argument(
        "--policy", nargs="+", help="files or names of policies for one keepaway task, one per seed"
    )
    options = parser.parse_args()
    if options.episodes < 1:
        parser.error(f"--episodes: {options.episodes} is less than 1")
    if options.policy:
        try:
            trained(options.policy, options.episodes)
        except ArgumentError as error:
            parser.error(str(error))
        return
    print("| | random | hold always | most open |\n|---|---|---|---|")
    keepaway(options.episodes)
    print("\n| | random | scripted |\n|---|---|---|")
    scenes(options.episodes)


if __name__ == "__main__":
    main()
