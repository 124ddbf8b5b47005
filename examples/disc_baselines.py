"""How often tasks of the 2D game succeed: by chance, by a script, by a trained policy.

    python examples/disc_baselines.py Disc-HFO-1v1 Disc-HFO-2v1 --trials 1000
    python examples/disc_baselines.py Disc-HFO-1v1-Skills --policy runs/HFO-1/policy.onnx

For each task and player it prints the shares of all ends, and the mean return of an episode: of the
first so many of each env's episodes, so that short ones do not count more often.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import HalfField
from rcssgym.envs.lookup import new_task

Array = NDArray[np.float32]
ENVS = 128


def play(envs: WorldVectorEnv, act: Callable[[Array], Array], trials: int, seed: int) -> Any:
    """Return means over so many episodes, as many of each env."""
    each = -(-trials // envs.num_envs)
    observations, _ = envs.reset(seed=seed)
    made, returns = np.zeros(envs.num_envs, np.int64), np.zeros(envs.num_envs)
    found: dict[str, list[float]] = defaultdict(list)
    while made.min() < each:
        observations, rewards, terminated, truncated, info = envs.step(act(observations))
        returns += rewards
        over = terminated | truncated
        counted = over & (made < each)
        if over.any():
            told = info["final_info"]
            for name in (name for name in told if name.startswith("is_")):
                found[name.removeprefix("is_")] += told[name][counted].tolist()
            found["return"] += returns[counted].tolist()
            returns[over] = 0.0
        made += over
    return {name: float(np.mean(values)) for name, values in found.items()}


def scripted(task: str) -> HalfField:
    """Return the task with a scripted player in the learner's place."""
    kind: Any = type(new_task(task))
    return kind(actions=("scripted",))  # type: ignore[no-any-return]


def shown(task: str, player: str, means: dict[str, float]) -> str:
    """Return a row of a table."""
    ends = ", ".join(f"{name} {share:.1%}" for name, share in means.items() if name != "return")
    return f"| `{task}` | {player} | {ends} | {means['return']:.2f} |"


def compare(task: str, policy: str | None, trials: int, seed: int, threads: int) -> None:
    """Print how a task ends for a policy, or by chance and by a script."""

    def run(player: str, given: Any, act: Callable[[Array], Array]) -> None:
        envs = WorldVectorEnv(given, ENVS, autoreset_mode="SameStep", threads=threads)
        print(shown(task, player, play(envs, act, trials, seed)), flush=True)

    if policy is not None:
        from rcssgym import policies
        from rcssgym.policy import Policy

        is_ours = policy in policies.names()
        run("trained", task, (policies.load(policy) if is_ours else Policy.load(policy)).act)
        return
    random, made = np.random.default_rng(seed), new_task(task)
    shape = (ENVS, *made.action_space.shape)
    run("random", task, lambda _: random.uniform(-1, 1, shape).astype(np.float32))
    if isinstance(made, HalfField):
        run("scripted", scripted(task), lambda _: np.zeros((ENVS, 1), np.float32))


def main() -> None:
    """Play."""
    parser = argparse.ArgumentParser(description="How often tasks of the 2D game succeed.")
    parser.add_argument("tasks", nargs="+")
    parser.add_argument("--policy", help="file or name of a policy for the task")
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    for task in options.tasks:
        compare(task, options.policy, options.trials, options.seed, options.threads)


if __name__ == "__main__":
    main()
