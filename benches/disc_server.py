"""The 2D server, loaded by 22 players, two coaches and a trainer of ``benches/disc_server.rs``."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass, field

from benches.server import ROOT, Figures, NoClientsError, middle

CYCLES = {"synch": 5000, "realtime": 300}
"""Number of measured cycles, by mode."""
JITTER = 1.0
"""Limit of the 99th percentile of deviations from 100 ms in real time, ms."""
PATIENCE = 900.0
"""Time limit of a run, s."""


@dataclass
class DiscLoad:
    """What was measured in a mode, round by round."""

    mode: str
    rounds: list[Figures] = field(default_factory=list)


def measure(rounds: int) -> list[DiscLoad]:
    """Load the server in both modes. Raises :class:`NoClientsError` without Rust."""
    if shutil.which("cargo") is None:
        raise NoClientsError("cargo is not installed: the clients that load a server need Rust")
    loads = [DiscLoad(mode) for mode in CYCLES]
    for _ in range(min(rounds, 3)):
        for load in loads:
            load.rounds.append(_run(load.mode))
    return loads


def _run(mode: str) -> Figures:
    command = ["cargo", "bench", "--locked", "--workspace", "--quiet", "--bench", "disc_server"]
    command += ["--", "--mode", mode, "--cycles", str(CYCLES[mode])]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    if done.returncode:
        raise NoClientsError(f"the 2D server cannot be loaded: {done.stderr[-2000:]}")
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures


def rows(loads: list[DiscLoad]) -> list[str]:
    """Return the lines of the report."""
    lines = ["2D server, 22 players, 2 coaches, a trainer"]
    for load in loads:
        rate = middle(load.rounds, "cycles_per_second")
        cpu = 100 * middle(load.rounds, "server_cpu")
        line = f"  {load.mode:34s} {rate:12,.1f} cycles/s, server {cpu:.1f} % of a core"
        if load.mode == "realtime":
            jitter = middle(load.rounds, "jitter_ms", "p99")
            is_low = "yes" if jitter < JITTER else "no"
            line += f", jitter p99 {jitter:.2f} ms (below {JITTER:g}: {is_low})"
        lines.append(line)
    return lines
