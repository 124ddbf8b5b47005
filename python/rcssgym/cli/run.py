"""The subcommand that steps worlds and reports the speed: ``run``."""

import argparse
import time

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from rcssgym import WorldBatch, simd_level
from rcssgym._core import SUBSTEPS
from rcssgym.cli.options import Parser, add_physics, positive
from rcssgym.soccer.fields import FIELD_NAMES
from rcssgym.startup import interrupted_code

STEPS = 500
NEW_TARGETS_EVERY = 25


def fill(run: Parser) -> None:
    """Give ``rcssgym run`` its arguments."""
    run.description = (
        "Step many worlds of robots and a ball and report the speed. "
        "Ctrl-C or SIGTERM stops early and still prints the report."
    )
    run.set_defaults(run=_run)
    run.add_argument(
        "--worlds", type=positive(int), default=256, metavar="N", help="number of worlds"
    )
    run.add_argument(
        "--left", nargs="*", metavar="MODEL", help="robots of the left team; default: one T1"
    )
    run.add_argument(
        "--right", nargs="*", metavar="MODEL", help="robots of the right team; default: none"
    )
    run.add_argument("--field", choices=FIELD_NAMES, default="fifa7vs7", help="pitch")
    run.add_argument(
        "--motion",
        choices=["random", "stand"],
        default="random",
        help="random: new random joint targets twice a second; stand: hold the initial pose",
    )
    length = run.add_mutually_exclusive_group()
    length.add_argument(
        "--steps",
        type=positive(int),
        default=STEPS,
        metavar="N",
        help="number of control steps of 20 ms",
    )
    length.add_argument(
        "--seconds",
        type=positive(float),
        default=argparse.SUPPRESS,
        metavar="S",
        help="simulated time, s, instead of --steps",
    )
    add_physics(run)
    run.add_argument("--seed", type=int, default=0, metavar="N", help="seed of worlds and targets")


def _run(options: argparse.Namespace) -> int:
    worlds = WorldBatch(
        options.worlds,
        left=["T1"] if options.left is None else options.left,
        right=options.right or [],
        field=options.field,
        threads=options.threads,
        seed=options.seed,
        precision=options.precision,
    )
    control_step = SUBSTEPS * worlds.timestep
    steps = options.steps
    if hasattr(options, "seconds"):
        steps = max(1, round(options.seconds / control_step))
    print(f"{worlds!r}, simd {simd_level()}")

    targets = worlds.joint_positions
    rng = np.random.default_rng(options.seed)
    done = 0
    interrupted = False
    start = time.perf_counter()
    with tqdm(total=steps, unit="step", disable=None) as progress:
        try:
            for done in range(steps):
                if options.motion == "random" and done % NEW_TARGETS_EVERY == 0:
                    targets = _random_targets(rng, worlds)
                worlds.step(targets, substeps=SUBSTEPS)
                progress.update()
            done = steps
        except KeyboardInterrupt:
            interrupted = True
    _report(worlds, done, control_step, time.perf_counter() - start)
    return interrupted_code() if interrupted else 0


def _random_targets(rng: np.random.Generator, worlds: WorldBatch) -> NDArray[np.float64]:
    """Return random angles from the middle half of every joint's range, (W, R, J)."""
    low, high = np.clip(worlds.joint_ranges, -np.pi, np.pi).transpose(2, 0, 1)
    share = rng.uniform(0.25, 0.75, size=(len(worlds), *low.shape))
    targets: NDArray[np.float64] = low + share * (high - low)
    return targets


def _report(worlds: WorldBatch, steps: int, control_step: float, elapsed: float) -> None:
    per_second = steps / elapsed
    world_steps = per_second * len(worlds)
    print(f"worlds            {len(worlds):>12,}  (a ball and robots in each: {worlds.num_robots})")
    print(f"control steps     {steps:>12,}  ({steps * control_step:.2f} s simulated)")
    print(f"control steps/s   {per_second:>12,.1f}")
    print(f"world-steps/s     {world_steps:>12,.0f}")
    print(f"real-time factor  {world_steps * control_step:>12,.0f}  (all worlds together)")
    if frozen := int(worlds.frozen.sum()):
        print(f"frozen worlds     {frozen:>12,}")
