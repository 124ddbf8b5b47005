"""Print where the time of training goes, in us per step, by the number of threads.

    python -m benches.training_time --threads 1 2 4
    python -m benches.training_time --tasks AntRun --options --num-envs 2048

This measures wall time, so nothing else should run on the machine meanwhile.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

# Otherwise, torch's threads would spin while the worlds step and take processor time from them.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

from rcssgym.training.ppo import Trainer
from rcssgym.training.run import configure

PARTS = ("worlds", "policy", "learning")
UNMEASURED = 2
"""Updates at the beginning that are not measured, because they allocate memory."""


def measured(arguments: list[str], updates: int) -> dict[str, float]:
    """Return us per step of each part and of the whole, including the time between parts."""
    config, _ = configure(arguments)
    trainer = Trainer(config)
    for _ in range(UNMEASURED):
        trainer.update()
    before, steps, started = dict(trainer.seconds), trainer.steps, time.perf_counter()
    for _ in range(updates):
        trainer.update()
    seconds = time.perf_counter() - started
    count = trainer.steps - steps
    trainer.envs.close()
    parts = {part: 1e6 * (trainer.seconds[part] - before[part]) / count for part in PARTS}
    return {**parts, "all": 1e6 * seconds / count}


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tasks", nargs="+", default=["T1Walk", "AntRun"])
    parser.add_argument("--threads", nargs="+", default=["1"])
    parser.add_argument("--updates", type=int, default=6)
    parser.add_argument(
        "--options", nargs=argparse.REMAINDER, default=[], help="options of rcssgym train"
    )
    options = parser.parse_args()
    print("| task | threads | worlds | policy | learning | all, us a step | steps/s |")
    print("|---|---|---|---|---|---|---|")
    for task in options.tasks:
        for threads in options.threads:
            words = ["--task", task, "--threads", threads, "--precision", "single"]
            found = measured([*words, *options.options], options.updates)
            cells = [f"{found[part]:.1f}" for part in (*PARTS, "all")]
            print(f"| {task} | {threads} | {' | '.join(cells)} | {1e6 / found['all']:,.0f} |")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
