"""Draw the runs in ``docs/training-results.md``: a panel per task, a learning curve per seed."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import torch
from rcssgym._core import CYCLE

mpl.use("Agg")
from matplotlib import pyplot as plt

WINDOW = 25
"""Number of updates averaged; for short runs, a tenth of their updates."""

SHOWN = {
    "T1Stand": ("length", CYCLE, "length of episodes, s"),
    "NaoStand": ("length", CYCLE, "length of episodes, s"),
    "AntRun": ("distance", 1.0, "way along x, m an episode"),
    "T1Walk": ("velocity_error", 1.0, "error of velocity, m/s"),
    "T1GetUp": ("success", 1.0, "share that stands at the end"),
    # Its runs are shorter than an episode: episodes end only by falls.
    "T1GoToBall": ("reward/arrival", 1.0, "for being there, a step"),
    "T1Kick": ("distance", 1.0, "way of the ball, m"),
    "T1Dribble": ("distance", 1.0, "way of the ball, m"),
}
"""The figure shown for each task, from episodes or steps while it explores; the factor that it is
multiplied by; and the panel's title."""


def draw(runs: Path, seeds: list[int], path: Path) -> None:
    """Draw the runs that a folder has, from their checkpoints."""
    columns = math.ceil(len(SHOWN) / 2)
    figure, axes = plt.subplots(2, columns, figsize=(3.4 * columns, 5.4))
    for axis, (task, (name, unit, words)) in zip(axes.flat, SHOWN.items(), strict=False):
        axis.set_title(f"{task}: {words}", fontsize=9)
        axis.set_xlabel("million steps", fontsize=8)
        axis.tick_params(labelsize=8)
        axis.grid(alpha=0.3)
        for seed in seeds:
            checkpoint = runs / f"{task}-{seed}" / "checkpoint.pt"
            if checkpoint.exists():
                steps, values = curve(torch.load(checkpoint, weights_only=True), name)
                axis.plot(steps / 1e6, unit * values, linewidth=1, label=f"seed {seed}")
        if axis.lines:
            axis.legend(fontsize=7)
        if task != "T1Walk":
            axis.set_ylim(bottom=0.0)
    figure.tight_layout()
    figure.savefig(path, dpi=75)
    plt.close(figure)


def curve(checkpoint: dict[str, Any], name: str) -> tuple[Any, Any]:
    """Return steps and a figure, both averaged over some updates.

    A name without a slash means a figure of episodes.
    """
    key = name if "/" in name else f"episode/{name}"
    rows = [(row["steps"], row[key]) for row in checkpoint["history"] if key in row]
    steps, values = np.array(rows).T
    width = min(WINDOW, 1 + len(values) // 10)
    mean = np.ones(width) / width
    return np.convolve(steps, mean, "valid"), np.convolve(values, mean, "valid")
