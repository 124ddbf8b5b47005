"""How often tasks of the 2D game succeed: by chance, by a script, by a teacher, by a policy.

    python examples/disc_baselines.py Disc-HFO-1v1 Disc-HFO-2v1 --trials 1000
    python examples/disc_baselines.py Disc-HFO-1v1-Skills --policy runs/HFO-1/policy.onnx
    python examples/disc_baselines.py Disc-HFO-2v2-Skills --policy runs/team/policy.onnx --team
    python examples/disc_baselines.py Disc-Soccer-3v3-High --players scripted teacher --seed 3000000

The teacher is what `rcssgym train --imitate scripted` learns from: it does what the script would do
in the learner's place, but with the learner's own actions.

For each task and player it prints how often each outcome occurs, and the mean return of an episode.
Every env contributes the same number of episodes, its first ones, so that short episodes do not
count more often. In games the left team plays against scripted players, and the goals of both teams
are printed; the first goal ends a game.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import rcssgym
from numpy.typing import NDArray
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import DiscSoccer, DiscTask, HalfField
from rcssgym.envs.lookup import new_task

Array = NDArray[np.float32]
PLAYERS = ("random", "scripted", "teacher")


def play(envs: WorldVectorEnv, act: Callable[[Array], Array], trials: int, seed: int) -> Any:
    """Return means over about ``trials`` episodes, the same number from each env."""
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
            last = info["final_info"]
            for name in (name for name in last if name.startswith(("is_", "goals_"))):
                found[name.removeprefix("is_")] += last[name][counted].tolist()
            found["return"] += returns[counted].tolist()
            returns[over] = 0.0
        made += over
    return {name: float(np.mean(values)) for name, values in found.items()}


def scripted(task: str) -> Any:
    """Return the task with a scripted player in the learner's place; in games, in all places."""
    if issubclass(type(new_task(task)), DiscSoccer):
        # Nothing uses the observations, and the smallest are computed fastest.
        return game(task, actions=("scripted",), features="low")
    kind: Any = type(new_task(task))
    return kind(actions=("scripted",))


def game(task: str, **options: Any) -> DiscSoccer:
    """Return a game in which the right team's players act by the script."""
    kind: Any = type(new_task(task))
    if kind.size != "1v1":
        return kind(agents="left", opponents="scripted", **options)  # type: ignore[no-any-return]

    class Duel(kind):  # type: ignore[misc]
        def action_mode_of(self, player: int) -> Any:
            return self.action_mode if player < self.left_agents else ("scripted",)

    return Duel(**options)


def made(task: str, *, team: bool) -> Any:
    """Return the task as a learner plays it; with ``team``, one that commands the whole team."""
    plain: Any = new_task(task)
    if not isinstance(plain, DiscTask):
        raise rcssgym.ArgumentError(f"tasks: {task!r} is not a task of the 2D game")
    if isinstance(plain, DiscSoccer):
        return game(task)
    if team:
        if not isinstance(plain, HalfField):
            raise rcssgym.ArgumentError(f"--team: {task!r} has no team that one policy commands")
        size = plain.players[int(plain.defends)]
        return type(plain)(numbers=tuple(range(1, size + 1)))
    return plain


def shown(task: str, player: str, means: dict[str, float]) -> str:
    """Return a row of a table."""
    ends = ", ".join(f"{name} {share:.1%}" for name, share in means.items() if name != "return")
    return f"| `{task}` | {player} | {ends} | {means['return']:.2f} |"


def compare(task: str, policy: str | None, options: argparse.Namespace) -> None:
    """Print how a task ends for a policy, or for the players that the options name."""

    def run(player: str, given: Any, act: Callable[[Array], Array]) -> None:
        envs = WorldVectorEnv(
            given, options.envs, autoreset_mode="SameStep", threads=options.threads
        )
        means = play(envs, act, options.trials, options.seed)
        print(shown(task, player, means), flush=True)

    given = made(task, team=options.team)
    if policy is not None:
        from rcssgym.policies import opened

        loaded = opened(policy)

        def act(seen: Array) -> Array:
            rows = seen.reshape(-1, seen.shape[-1])
            return loaded.act(rows).reshape(*seen.shape[:-1], -1)

        run("trained", given, act)
        return
    players = options.players or PLAYERS[:2]
    if "random" in players:
        random, shape = (
            np.random.default_rng(options.seed),
            (options.envs, *given.action_space.shape),
        )
        run("random", given, lambda _: random.uniform(-1, 1, shape).astype(np.float32))
    if "scripted" in players and isinstance(given, HalfField | DiscSoccer):
        by_script = scripted(task)
        still = np.zeros((options.envs, *by_script.action_space.shape), np.float32)
        run("scripted", by_script, lambda _: still)
    elif "scripted" in (options.players or ()):
        raise rcssgym.ArgumentError(f"--players: scripted: {task!r} has no script for the learner")
    if "teacher" in players:
        taught = made(task, team=options.team)
        taught.teaches = True
        # Where none of the learner's actions does what the script wants, take the first one.
        run("teacher", taught, lambda _: np.nan_to_num(taught.scripted_actions()))


def main() -> None:
    """Play."""
    parser = argparse.ArgumentParser(description="How often tasks of the 2D game succeed.")
    parser.add_argument("tasks", nargs="+", help="names, such as Disc-HFO-1v1")
    parser.add_argument(
        "--policy", help="file or name of a policy for the task; only it plays then"
    )
    parser.add_argument(
        "--players",
        nargs="+",
        choices=PLAYERS,
        help="who acts; by default random and, where the task has it, scripted",
    )
    parser.add_argument(
        "--team", action="store_true", help="policy or teacher commands its whole team"
    )
    parser.add_argument(
        "--trials",
        type=int,
        default=1000,
        help="number of episodes (1000), rounded up to the same number for each of --envs",
    )
    parser.add_argument(
        "--seed", type=int, default=1_000_000, help="seed of the first game (1000000)"
    )
    parser.add_argument(
        "--envs",
        type=int,
        default=128,
        help="games at once (128); with fewer, fewer steps are wasted",
    )
    parser.add_argument("--threads", type=int, default=1, help="number of threads (1)")
    options = parser.parse_args()
    if options.trials < 1:
        parser.error(f"--trials: {options.trials} is less than 1")
    if options.seed < 0:
        parser.error(f"--seed: {options.seed} is less than 0")
    try:
        for task in options.tasks:
            compare(task, options.policy, options)
    except rcssgym.ArgumentError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
