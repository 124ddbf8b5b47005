"""Train all tasks of the table in ``docs/training-results.md`` with several seeds; write the table.

    python -m benches.training                          # everything; takes hours
    python -m benches.training --tasks T1Stand AntRun --seeds 1
    python -m benches.training --only-table             # from the results that exist

A run that was interrupted continues from its checkpoint, and finished runs are not repeated: their
results are kept beside them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rcssgym._core import CYCLE
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.asynchronous import processors
from rcssgym.policy import Policy
from rcssgym.training.config import configured

from benches import training_curves

PAGE = Path(__file__).parents[1] / "docs" / "training-results.md"
BEGIN, END = "<!-- table of runs -->", "<!-- end of table -->"
WORLDS, SEED = 256, 2_000_000
THREADS = processors()
PLAIN = {"late": 0.0, "noise": 0.0, "push_speed": 0.0}
Figures = dict[str, float]


@dataclass
class Play:
    """What a policy did in one episode of each world, ``(T, W)`` each."""

    is_on: Any
    fell: Any
    measures: dict[str, Any]
    motion: Any
    """Velocity forwards and to the left, m/s, and yaw rate, rad/s ``(T, W, 3)``."""

    def last(self, name: str) -> Any:
        """Return a measure in the last step of each episode."""
        steps = self.is_on.sum(axis=0) - 1
        return self.measures[name][steps, np.arange(len(steps))]

    def falls_a_minute(self) -> float:
        """Return the number of falls per minute that robots were on their feet."""
        return float(self.fell.sum() / (self.is_on.sum() * CYCLE / 60.0))

    def share_fallen(self) -> float:
        """Return the share of episodes that ended with a fall."""
        return float(self.fell.any(axis=0).mean())


def play(policy: Policy, steps: int, command: Any = None, **attributes: float) -> Play:
    """Let a policy act in worlds whose task has these attributes."""
    task: Any = policy.new_task()
    if command is not None:
        task.fixed_command = np.array(command)
    envs = WorldVectorEnv(task, WORLDS, max_episode_steps=steps, threads=THREADS)
    for name, value in attributes.items():
        setattr(task, name, value)
    seen, _ = envs.reset(seed=SEED)
    is_on, fell, motion, infos = np.ones(WORLDS, dtype=bool), [], [], []
    on, measures = [], {}
    for _ in range(steps):
        seen, _, terminated, _, info = envs.step(policy.act(seen))
        on.append(is_on.copy())
        fell.append(is_on & terminated & task.fallen())
        motion.append(np.column_stack([task.heading_velocity()[:, :2], task.gyro[:, 0, 2]]))
        infos.append({name: one for name, one in info.items() if np.ndim(one) == 1})
        is_on &= ~terminated
    measures = {name: np.stack([row[name] for row in infos]) for name in infos[0] if name[0] != "_"}
    return Play(np.stack(on), np.stack(fell), measures, np.stack(motion))


def stand(policy: Policy) -> Figures:
    """Return falls a minute under pushes, and the share that falls in 10 s."""
    found = play(policy, 500)
    return {"falls a minute": found.falls_a_minute(), "fallen": found.share_fallen()}


def run(policy: Policy) -> Figures:
    """Return the speed along x, and the share that falls in 20 s."""
    found = play(policy, 1000)
    speed = found.last("distance") / (found.is_on.sum(axis=0) * CYCLE)
    return {"m/s": float(speed.mean()), "fallen": found.share_fallen()}


def walk(policy: Policy) -> Figures:
    """Return speeds by command, and the largest share that falls in 20 s."""
    commands = {
        "forwards 1.0": ((1.0, 0.0, 0.0), 0),
        "sideways 0.3": ((0.0, 0.3, 0.0), 1),
        "back -0.3": ((-0.3, 0.0, 0.0), 0),
        "turning 0.6": ((0.0, 0.0, 0.6), 2),
        "standing": ((0.0, 0.0, 0.0), 0),
    }
    found, fallen = {}, []
    for name, (command, axis) in commands.items():
        played = play(policy, 1000, command, **PLAIN)
        found[name] = float(played.motion[100:, :, axis][played.is_on[100:]].mean())
        fallen.append(played.share_fallen())
    return {**found, "fallen": max(fallen)}


def get_up(policy: Policy) -> Figures:
    """Return the share of robots that have stood for half a second within 5 s."""
    found = play(policy, 250, **PLAIN)
    up = found.measures["is_success"].any(axis=0)
    return {"up within 5 s": float(up.mean())}


def go_to_ball(policy: Policy) -> Figures:
    """Return the share that arrives within 20 s, and that falls."""
    found = play(policy, 1000, **PLAIN)
    arrived = (found.measures["is_success"] & found.is_on).any(axis=0)
    touched = float(found.last("touched").mean())
    return {"arrive": float(arrived.mean()), "fallen": found.share_fallen(), "touch": touched}


def kick(policy: Policy) -> Figures:
    """Return the median distance that the ball moves, and the share of robots that fall."""
    found = play(policy, 300, **PLAIN)
    median = {name: float(np.median(found.last(name))) for name in ("distance", "score")}
    return {"m": median["distance"], "score, m": median["score"], "fallen": found.share_fallen()}


def dribble(policy: Policy) -> Figures:
    """Return the distance that the ball moves and the share of robots that fall.

    Both are also measured with actions that take effect one step late.
    """
    found = {}
    for late, name in ((0.0, ""), (1.0, " late")):
        played = play(policy, 1000, **{**PLAIN, "late": late})
        found[f"m{name}"] = float(played.last("distance").mean())
        found[f"fallen{name}"] = played.share_fallen()
    return found


@dataclass(frozen=True)
class Row:
    """A row of the table."""

    task: str
    judge: Callable[[Policy], Figures]
    options: tuple[str, ...] = ()
    """Options that differ from the task's own settings in ``rcssgym.training.presets``."""


ROWS = (
    Row("T1Stand", stand),
    Row("NaoStand", stand),
    Row("AntRun", run),
    Row("T1Walk", walk),
    Row("T1GetUp", get_up),
    Row("T1GoToBall", go_to_ball),
    Row("T1Kick", kick),
    Row("T1Dribble", dribble),
)


def command(row: Row, seed: int, runs: Path) -> list[str]:
    """Return the command line that trains a row."""
    words = ["rcssgym", "train", "--task", row.task, "--precision", "single", *row.options]
    where = ["--seed", str(seed), "--run-dir", str(runs / f"{row.task}-{seed}")]
    return [*words, *where]


def train(row: Row, seed: int, runs: Path) -> None:
    """Train a row, or continue its training, and save the result."""
    run_dir = runs / f"{row.task}-{seed}"
    result = run_dir / "result.json"
    if result.exists():
        return
    run_dir.mkdir(parents=True, exist_ok=True)
    spent = run_dir / "processor_seconds"
    before = float(spent.read_text()) if spent.exists() else 0.0
    words, checkpoint = command(row, seed, runs), run_dir / "checkpoint.pt"
    if checkpoint.exists():
        words = ["rcssgym", "train", "--resume", str(checkpoint)]
    else:
        words += ["--threads", str(THREADS)]
    print(" ".join(words), flush=True)
    child = subprocess.Popen([sys.executable, "-m", *words])
    _, status, usage = os.wait4(child.pid, 0)
    seconds = before + usage.ru_utime + usage.ru_stime
    spent.write_text(str(seconds))
    if status != 0:
        sys.exit(f"{row.task}, seed {seed}: training failed; run this again to go on")
    figures = row.judge(Policy.load(run_dir / "policy.onnx"))
    result.write_text(json.dumps({"processor_seconds": seconds, "figures": figures}, indent=2))
    print(row.task, seed, figures, flush=True)


def table(seeds: list[int], runs: Path) -> str:
    """Return the table of the results that exist: medians, and each seed if there are several."""
    rows = ["| command | steps | seeds | processor time | result |", "|---|---|---|---|---|"]
    for row in ROWS:
        paths = [runs / f"{row.task}-{seed}" / "result.json" for seed in seeds]
        found = [json.loads(path.read_text()) for path in paths if path.exists()]
        words = " ".join(command(row, 1, Path("runs"))[:-4])
        steps = f"{configured({'task': row.task}).total_steps / 1e6:g} M"
        if not found:
            rows.append(f"| `{words}` | {steps} | none | | not run |")
            continue
        minutes = np.median([one["processor_seconds"] for one in found]) / 60.0
        cells = []
        for name in found[0]["figures"]:
            values = [one["figures"][name] for one in found]
            every = f" ({', '.join(f'{value:.2f}' for value in values)})" if len(values) > 1 else ""
            cells.append(f"{name}: {np.median(values):.2f}{every}")
        figures = "; ".join(cells)
        rows.append(f"| `{words}` | {steps} | {len(found)} | {minutes:.0f} min | {figures} |")
    return "\n".join(rows)


def write(text: str, page: Path) -> None:
    """Write the table between its marks in the page."""
    head, _, rest = page.read_text().partition(BEGIN)
    _, _, tail = rest.partition(END)
    page.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    known = [row.task for row in ROWS]
    parser.add_argument("--tasks", nargs="+", choices=known, default=known)
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2, 3])
    parser.add_argument("--runs", type=Path, default=Path("runs/table"))
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--only-table", action="store_true")
    options = parser.parse_args()
    for row in () if options.only_table else ROWS:
        for seed in options.seeds if row.task in options.tasks else ():
            train(row, seed, options.runs)
            publish(options)
    publish(options)


def publish(options: argparse.Namespace) -> None:
    """Write the table and draw the curves beside its page."""
    write(table(options.seeds, options.runs), options.page)
    training_curves.draw(options.runs, options.seeds, options.page.with_name("training.png"))


if __name__ == "__main__":
    main()
