"""What Python adds to a step, and how much memory a world takes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from benches.contestants import Ours
from benches.workloads import Workload

ROOT = Path(__file__).parents[1]
OBSERVED = (
    "joint_positions",
    "joint_velocities",
    "root_position",
    "root_quaternion",
    "root_velocity",
    "gyro",
    "accelerometer",
    "ball_position",
    "ball_velocity",
)


def python_share(workload: Workload, rounds: int) -> dict[str, float]:
    """Seconds of a whole control step, of the call alone (no substep), and of reading all arrays.

    The call without substeps checks, broadcasts and stores the command, and crosses into Rust and
    back. Its time is an upper bound of what Python adds to `step`.
    """
    ours = Ours(workload)
    batch = ours.batch
    kp, kd = workload.gains
    targets = np.array(batch.joint_positions)

    def read() -> None:
        for name in OBSERVED:
            getattr(batch, name)

    parts: dict[str, Callable[[], object]] = {
        "step": lambda: batch.step(targets, kp=kp, kd=kd),
        "call": lambda: batch.step(targets, kp=kp, kd=kd, substeps=0),
        "read": read,
    }
    times: dict[str, list[float]] = {name: [] for name in parts}
    for _ in range(rounds * 10):
        for name, part in parts.items():
            start = time.perf_counter()
            part()
            times[name].append(time.perf_counter() - start)
    return {name: median(values) for name, values in times.items()}


def bytes_per_world(players: int, few: int, many: int) -> float:
    """Growth of resident memory per additional world, each batch in a process of its own."""
    small, large = (_resident(players, worlds) for worlds in (few, many))
    return (large - small) / (many - few)


def _resident(players: int, worlds: int) -> int:
    command = [sys.executable, str(Path(__file__)), str(players), str(worlds)]
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    result = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    return int(result.stdout)


def _probe(players: int, worlds: int) -> int:
    """Resident bytes after some control steps under random targets."""
    import rcssgym

    left = ("T1",) * (players - players // 2)
    batch = rcssgym.WorldBatch(worlds, left=left, right=("T1",) * (players // 2), threads=1)
    rng = np.random.default_rng(0)
    for _ in range(5):
        batch.step(rng.uniform(-1.0, 1.0, batch.joint_positions.shape))
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    print(_probe(int(sys.argv[1]), int(sys.argv[2])))
