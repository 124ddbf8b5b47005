"""Compares the networked server with rcsssmj's; ``benches/clients`` loads both."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benches.peers.servers import OURS, THEIRS, Kind, Server, serving

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 900.0
"""Time limit of one run of the clients, s; rcsssmj takes minutes to let 22 agents join."""
MOST_ROUNDS = 3

Figures = dict[str, Any]


class NoClientsError(Exception):
    """The clients cannot be built."""


@dataclass(frozen=True)
class Load:
    """Who connects, and what is expected of our server."""

    name: str
    realtime: bool
    agents: int
    monitors: int
    rules: str
    cycles: tuple[int, int]
    """Number of measured cycles, of our server and of theirs."""
    ratio: float | None = None
    """Least ratio of our cycles per second to theirs."""
    jitter: float | None = None
    """Limit of the 99th percentile of deviations from 20 ms, ms."""
    cpu: float | None = None
    """Share of a core that our server must stay below."""


LOADS = (
    Load("14 T1, as fast as they answer", False, 14, 0, "ssim", (2000, 150), ratio=12.0),
    Load("14 T1, 3 monitors, as fast as they answer", False, 14, 3, "ssim", (2000, 150)),
    Load("22 T1, 3 monitors, real time", True, 22, 3, "fifa", (1500, 150), jitter=1.0, cpu=0.15),
)


@dataclass
class Loaded:
    """What the clients measured in each round."""

    load: Load
    ours: list[Figures] = field(default_factory=list)
    theirs: list[Figures] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """Our server's cycles per second, relative to theirs."""
        return middle(self.ours, "cycles_per_second") / middle(self.theirs, "cycles_per_second")

    @property
    def cpu_ratio(self) -> float:
        """Our cycles per second of the server's processor time, relative to theirs."""
        shares = middle(self.theirs, "server_cpu") / middle(self.ours, "server_cpu")
        return self.ratio * shares


def middle(rounds: list[Figures], *path: str) -> float:
    """Return the median over rounds of a figure, found by the names along its path."""
    values = []
    for figures in rounds:
        value: Any = figures
        for name in path:
            value = value[name]
        values.append(float(value))
    return median(values)


def measure(rounds: int, match: str = "") -> list[Loaded]:
    """Load both servers in turn. Raises :class:`NoClientsError` without Rust."""
    clients = build_clients()
    results = [Loaded(load) for load in LOADS if match in load.name]
    for loaded in results:
        for number in range(min(rounds, MOST_ROUNDS)):
            runs = [(OURS, loaded.ours, 0), (THEIRS, loaded.theirs, 1)]
            # reverse the order in every other round, so that neither always runs first
            for kind, figures, index in runs if number % 2 == 0 else reversed(runs):
                figures.append(run(clients, kind, loaded.load, loaded.load.cycles[index]))
        print(f"measured {loaded.load.name}", file=sys.stderr)
    return results


def run(clients: Path, kind: Kind, load: Load, cycles: int) -> Figures:
    """Load one server once."""
    flags = ["--rules", load.rules, *(() if load.realtime else ("--no-realtime",))]
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(kind, Path(folder), *flags) as server,
    ):
        return ask(
            clients,
            server,
            mport=server.mport,
            agents=load.agents,
            monitors=load.monitors,
            cycles=cycles,
            mode="realtime" if load.realtime else "sync",
        )


def ask(clients: Path, server: Server, **options: object) -> Figures:
    """Load a running server; return what the clients measured."""
    options = {"aport": server.aport, "pid": server.process.pid, **options}
    arguments = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    done = subprocess.run(
        [str(clients), *arguments], capture_output=True, text=True, timeout=PATIENCE
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: {done.stderr}{server.last_words()}")
    figures: Figures = json.loads(done.stdout)
    return figures


def build_clients() -> Path:
    """Build the clients and return the path of their executable."""
    if shutil.which("cargo") is None:
        raise NoClientsError("cargo is not installed: the clients that load a server need Rust")
    command = ["cargo", "bench", "--locked", "--workspace", "--bench", "clients", "--no-run"]
    done = subprocess.run(
        [*command, "--message-format=json"], cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode:
        raise NoClientsError(f"the clients that load a server do not build: {done.stderr[-2000:]}")
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    built = next(m for m in messages if m.get("target", {}).get("name") == "clients")
    return Path(built["executable"])


def rows(loaded: Loaded) -> list[str]:
    """Return lines that say what was measured, and which figures miss their goals."""
    header = f"  {'':10s} {'cycles/s':>10s} {'CPU':>7s}  "
    lines = [loaded.load.name, header + ("jitter p50, p99, max ms" if loaded.load.realtime else "")]
    for name, rounds in ((OURS.name, loaded.ours), (THEIRS.name, loaded.theirs)):
        cpu = f"{100 * middle(rounds, 'server_cpu'):5.0f} %"
        line = f"  {name:10s} {middle(rounds, 'cycles_per_second'):10,.1f} {cpu}  "
        if loaded.load.realtime:
            names = ("p50_ms", "p99_ms", "max_ms")
            line += ", ".join(f"{middle(rounds, 'jitter', 'all', n):.3f}" for n in names)
        lines.append(line)
    return lines + [f"  {line}" for line in _verdicts(loaded)]


def _verdicts(loaded: Loaded) -> list[str]:
    load = loaded.load
    standing = f"{middle(loaded.ours, 'standing'):.0f} and {middle(loaded.theirs, 'standing'):.0f}"
    lines = [f"robots that stood at the end: {standing} of {load.agents}"]
    if not load.realtime:
        lines.append(
            f"{loaded.ratio:.1f}x, by CPU {loaded.cpu_ratio:.1f}x"
            f"{_goal(load.ratio, 'at least', 'x', loaded.ratio)}"
        )
    if load.jitter is not None:
        jitter = middle(loaded.ours, "jitter", "all", "p99_ms")
        lines.append(f"jitter p99 {jitter:.3f} ms{_goal(load.jitter, 'below', ' ms', jitter)}")
    if load.cpu is not None:
        cpu, least = 100 * middle(loaded.ours, "server_cpu"), 100 * load.cpu
        lines.append(f"{cpu:.1f} % of a core{_goal(least, 'below', ' %', cpu)}")
    return lines


def _goal(goal: float | None, relation: str, unit: str, value: float) -> str:
    if goal is None:
        return ""
    reached = value >= goal if relation == "at least" else value < goal
    return f"  ({relation} {goal:g}{unit}: {'yes' if reached else 'no'})"
