"""Tables, JSON and plots of a run."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import rcssgym

from benches import disc_server, playmaker, server
from benches.measure import Timing
from benches.monitors import MonitorCost, rows

REFERENCE = "MuJoCo mj_step"


@dataclass
class Comparison:
    """Timings of one workload; contestants named in `goals` must reach these ratios."""

    workload: str
    timings: list[Timing]
    goals: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    reference: str = REFERENCE

    def ratio(self, timing: Timing) -> float | None:
        """How many times faster than the reference on one core, by wall time."""
        reference = next((t for t in self.timings if t.name == self.reference), None)
        return None if reference is None else reference.wall / timing.wall

    def cpu_ratio(self, timing: Timing) -> float | None:
        """How many times faster by processor time."""
        reference = next((t for t in self.timings if t.name == self.reference), None)
        return None if reference is None else reference.cpu / timing.cpu


@dataclass
class Results:
    """Everything that a run measured."""

    machine: dict[str, Any]
    comparisons: list[Comparison] = field(default_factory=list)
    games: list[Comparison] = field(default_factory=list)
    envs: list[Comparison] = field(default_factory=list)
    threads: list[Timing] = field(default_factory=list)
    scaling: dict[int, float] = field(default_factory=dict)  # worlds -> seconds per world-step
    python: dict[str, float] = field(default_factory=dict)  # seconds
    memory: dict[int, float] = field(default_factory=dict)  # players -> bytes per world
    servers: list[server.Loaded] = field(default_factory=list)
    monitors: list[MonitorCost] = field(default_factory=list)
    disc_loads: list[disc_server.DiscLoad] = field(default_factory=list)
    playmakers: list[playmaker.Rate] = field(default_factory=list)
    disc: list[Timing] = field(default_factory=list)
    disc_tasks: list[Timing] = field(default_factory=list)
    disc_bytes: tuple[int, int] = (0, 0)  # of a world: state, and player types of its own
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> str:
        """All figures, with the ratios."""
        record = asdict(self)
        compared = [*self.comparisons, *self.games, *self.envs]
        entries = [*record["comparisons"], *record["games"], *record["envs"]]
        for comparison, entry in zip(compared, entries, strict=True):
            for timing, row in zip(comparison.timings, entry["timings"], strict=True):
                row["ratio"] = comparison.ratio(timing)
                row["cpu_ratio"] = comparison.cpu_ratio(timing)
        return json.dumps(record, indent=2) + "\n"


def describe_machine() -> dict[str, Any]:
    """Processor, instruction set in use, load before the run, versions."""
    processor = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        processor = names[0].partition(":")[2].strip() if names else processor
    return {
        "processor": processor,
        "cores": os.cpu_count(),
        "simd": rcssgym.simd_level(),
        "load": os.getloadavg(),
        "python": platform.python_version(),
        "mujoco": version("mujoco"),
        "rcsssmj": version("rcsssmj"),
    }


def table(results: Results) -> str:
    """Return the whole report as text."""
    machine = results.machine
    lines = [
        f"{machine['processor']}, {machine['cores']} cores, SIMD {machine['simd']}, "
        f"load before the run {machine['load'][0]:.1f}",
        "One step is a control step of 20 ms of one world. Medians over rounds.",
    ]
    for comparison in [*results.comparisons, *results.games, *results.envs]:
        lines += ["", comparison.workload, *_rows(comparison)]
        lines += [f"  {note}" for note in comparison.notes]
    if results.threads:
        one, *others = results.threads
        lines += ["", "threads, 256 worlds settling"]
        lines += [f"  {t.name:34s} {t.rate:12,.0f} steps/s" for t in results.threads]
        lines += [f"  {t.name} against one: {one.wall / t.wall:.2f}x" for t in others]
    if results.scaling:
        lines += ["", "worlds in a batch, one thread, settling"]
        lines += [f"  {w:6d} worlds {s * 1e6:10.2f} us/step" for w, s in results.scaling.items()]
    lines += _overheads(results)
    for loaded in results.servers:
        lines += ["", *server.rows(loaded)]
    if results.monitors:
        lines += ["", *rows(results.monitors)]
    if results.disc_loads:
        lines += ["", *disc_server.rows(results.disc_loads)]
    if results.playmakers:
        lines += ["", *playmaker.rows(results.playmakers)]
    lines += _disc(results)
    return "\n".join(lines + [f"note: {note}" for note in results.notes])


def _rows(comparison: Comparison) -> list[str]:
    rows = [f"  {'':34s} {'steps/s':>12s} {'us/step':>10s} {'ratio':>8s} {'by CPU':>8s}"]
    for timing in comparison.timings:
        ratio, cpu_ratio = comparison.ratio(timing), comparison.cpu_ratio(timing)
        goal = ""
        least = comparison.goals.get(timing.name)
        if least is not None and ratio is not None:
            goal = f"  (at least {least:g}x: {'yes' if ratio >= least else 'no'})"
        rows.append(
            f"  {timing.name:34s} {timing.rate:12,.0f} {timing.wall * 1e6:10.2f} "
            f"{_times(ratio)} {_times(cpu_ratio)}{goal}"
        )
    return rows


def _times(ratio: float | None) -> str:
    return f"{'-':>8s}" if ratio is None else f"{ratio:7.2f}x"


def _overheads(results: Results) -> list[str]:
    lines = []
    if results.python:
        step, call, read = (results.python[name] for name in ("step", "call", "read"))
        lines += [
            "",
            "Python's part, 256 worlds standing, one thread",
            f"  step {step * 1e6:.0f} us, of which the call itself {call * 1e6:.1f} us "
            f"({100 * call / step:.2f} %); reading all arrays {read * 1e6:.1f} us "
            f"({100 * read / step:.2f} %)",
        ]
    if results.memory:
        lines += ["", "memory per world"]
        lines += [f"  {p:2d} T1: {size / 1024:.1f} KiB" for p, size in results.memory.items()]
    return lines


def _disc(results: Results) -> list[str]:
    if not results.disc:
        return []
    one, *others = results.disc
    state, types = results.disc_bytes
    return [
        "",
        "the 2D game, 11 against 11, random commands of all, cycles a second",
        *(f"  {t.name:34s} {t.rate:12,.0f}, by CPU {1.0 / t.cpu:12,.0f}" for t in results.disc),
        *(f"  {t.name} against one: {one.wall / t.wall:.2f}x" for t in others),
        f"  a world takes {state / 1024:.1f} KiB, its player types {types / 1024:.1f} KiB",
        "",
        "environments of the 2D game, observation, reward and reset included, env-steps a second",
        *(f"  {t.name:40s} {t.rate:12,.0f}, by CPU {1 / t.cpu:11,.0f}" for t in results.disc_tasks),
    ]


def plot(results: Results, folder: Path) -> list[Path]:
    """Write the plots that the run has figures for."""
    import matplotlib as mpl

    mpl.use("Agg")
    files = []
    if results.comparisons:
        files.append(_plot_ratios(results.comparisons, folder / "speed.png"))
    if len(results.scaling) > 1:
        files.append(_plot_scaling(results.scaling, folder / "scaling.png"))
    return files


def _plot_ratios(comparisons: Sequence[Comparison], path: Path) -> Path:
    import matplotlib.pyplot as plt

    names = list(dict.fromkeys(t.name for c in comparisons for t in c.timings))
    colors = dict(zip(names, ("#d95f02", "#7f7f7f", "#1b9e77", "#7570b3", "#e7298a"), strict=False))
    figure, axes = plt.subplots(figsize=(10, 0.9 * len(comparisons) + 2), layout="constrained")
    height = 0.8 / len(names)
    for row, comparison in enumerate(comparisons):
        for slot, timing in enumerate(comparison.timings):
            ratio = comparison.ratio(timing) or float("nan")
            y = row + (slot - (len(comparison.timings) - 1) / 2) * height
            axes.barh(y, ratio, height * 0.9, color=colors[timing.name])
            end = ratio
            if (least := comparison.goals.get(timing.name)) is not None:
                axes.plot([least] * 2, [y - height / 2, y + height / 2], "k--", linewidth=1)
                end = max(ratio, least)
            label = f"{ratio:.3g}x  {timing.rate:,.0f}/s"
            axes.text(end * 1.03, y, label, va="center", fontsize=7)
    axes.set_yticks(range(len(comparisons)), [c.workload for c in comparisons])
    axes.set_ylim(len(comparisons) - 0.5, -0.5)
    axes.set_xscale("log")
    axes.set_xlim(right=axes.get_xlim()[1] * 4)
    axes.set_xlabel("speed relative to mj_step on one core (dashed: what it must reach)")
    handles = [plt.Rectangle((0, 0), 1, 1, color=colors[name]) for name in names]
    figure.legend(handles, names, loc="outside upper center", ncols=len(names), fontsize=8)
    figure.savefig(path, dpi=130)
    plt.close(figure)
    return path


def _plot_scaling(scaling: dict[int, float], path: Path) -> Path:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.plot(list(scaling), [s * 1e6 for s in scaling.values()], "o-", color="#d95f02")
    axes.set_xscale("log", base=2)
    axes.set_xticks(list(scaling), [str(worlds) for worlds in scaling])
    axes.set_ylim(0, 1.15e6 * max(scaling.values()))
    axes.set_xlabel("worlds in the batch")
    axes.set_ylabel("microseconds per world and control step")
    axes.set_title("1 T1 and a ball, settling, one thread", fontsize=10)
    figure.savefig(path, dpi=130)
    plt.close(figure)
    return path
