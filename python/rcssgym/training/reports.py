"""Reports of a run: a progress bar, evaluations, curves, the policy's file, TensorBoard, wandb."""

from __future__ import annotations

import math
import shlex
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from tqdm import tqdm

from rcssgym._core import CYCLE
from rcssgym.optional import needed_by
from rcssgym.policy import metadata, save
from rcssgym.replacing import replacing
from rcssgym.training.config import Config
from rcssgym.training.episodes import fell, measures
from rcssgym.training.network import FARTHEST, Agent
from rcssgym.training.over import Over, Worlds, chain, joined

with needed_by("rcssgym.training", "train", "matplotlib", "tensorboard", "torch"):
    import matplotlib
    import torch
    from torch.utils.tensorboard import SummaryWriter

    matplotlib.use("Agg")
    from matplotlib import pyplot

if TYPE_CHECKING:
    from rcssgym.training.ppo import Trainer

LONGEST = 1000
"""Maximum number of steps of an evaluation, unless set otherwise."""
SHOWN = {"return": ".3g", "length": ".0f", "success": ".0%", "falls": ".0%", "distance": ".2f"}
"""Statistics of episodes that the bar shows, with their formats."""
STYLES = ("-", "--", ":")
"""Styles of the lines in a panel, the second after ten lines."""
DRAWING = 0.02
"""Share of a run's time that drawing curves may take."""


@torch.no_grad()
def evaluate(agent: Agent, config: Config, envs: Worlds) -> dict[str, float]:
    """Let the policy act without exploring; return means over one episode of each world.

    ``falls`` is the share of episodes that a fall has ended, ``falls_per_minute`` the number of
    falls per minute. A task's measures are those of each episode's last step.
    """
    steps = config.evaluation_steps or min(envs.max_episode_steps or LONGEST, LONGEST)
    observations, _ = envs.reset(seed=config.seed + 1_000_000)
    num, device = envs.num_envs, agent.log_std.device
    memory, begins = agent.blank(num), torch.zeros(num, dtype=torch.bool, device=device)
    found: dict[str, Any] = defaultdict(lambda: np.zeros(num))
    is_on = np.ones(num, dtype=np.bool_)
    for _ in range(steps):
        seen = agent.normalize(torch.from_numpy(observations).to(device))
        features, memory = agent.look(seen, memory, begins)
        actions = agent.actor(features).clamp(-1.0, 1.0).cpu().numpy()
        observations, rewards, terminated, truncated, info = envs.step(actions)
        found["return"] += is_on * rewards
        found["length"] += is_on
        found["falls"] += is_on & fell(envs.task, terminated, info)
        for name, value in measures(info).items():
            found[name] = np.where(is_on, value, found[name])
        is_on &= ~(terminated | truncated)
        if not is_on.any():
            break
    minutes = found["length"].sum() * CYCLE / 60.0
    per_minute = {"falls_per_minute": found["falls"].sum() / minutes}
    means = {name: values.mean() for name, values in found.items()}
    return {f"evaluation/{name}": float(value) for name, value in {**means, **per_minute}.items()}


def revision() -> str:
    """Return the revision of this package's sources, or ``"unknown"`` if git does not know it."""
    git = ["git", "describe", "--always", "--dirty", "--abbrev=40"]
    here = Path(__file__).parent
    try:
        found = subprocess.run(git, cwd=here, capture_output=True, text=True, check=False)
    except OSError:  # git is not installed
        return "unknown"
    return found.stdout.strip() or "unknown"


def export(trainer: Trainer, path: Path) -> None:
    """Write the policy as ONNX, including its origin and the normalization of observations."""
    config, agent = trainer.config, trainer.agent
    facts: dict[str, Any] = {
        "command": shlex.join(["rcssgym", "train", *sys.argv[1:]]).replace("train train", "train"),
        "seed": config.seed,
        "git_revision": revision(),
        "env_steps": trainer.steps,
        "training_seconds": round(sum(trainer.seconds.values()), 1),
        "settings": {name: str(value) for name, value in asdict(config).items()},
    }
    strings = metadata(config.task, **facts)
    layers = chain(agent)
    mean, std = (one.cpu().numpy() for one in agent.scale())
    clipped: Sequence[int] = ()
    if isinstance(trainer.envs, Over):
        clipped = (len(layers) - 1, len(layers))
        layers, mean, std = joined(layers, mean, std, trainer.envs.below)
    with replacing(path) as new:
        save(new, layers, mean=mean, std=std, limit=FARTHEST, clipped=clipped, strings=strings)


class Curves:
    """The picture of a run's curves, drawn from time to time and at the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.not_before = -math.inf  # s, of time.perf_counter()

    def draw(self, history: list[dict[str, float]], *, is_last: bool) -> None:
        """Draw the curves if ``is_last``, or if drawing takes no more than :data:`DRAWING`."""
        begun = time.perf_counter()
        if is_last or begun >= self.not_before:
            draw(history, self.path)
            ended = time.perf_counter()
            self.not_before = ended + (ended - begun) / DRAWING


def draw(history: list[dict[str, float]], path: Path) -> None:
    """Draw the curves, with related ones in one panel."""
    names = list(dict.fromkeys(name for row in history for name in row))
    alone = {"return", "length", "value_error", "rate", "distance", "falls_per_minute"}
    panels: dict[str, list[str]] = defaultdict(list)
    for name in names[1:]:
        panels[name if name.split("/")[1] in alone else name.split("/")[0]].append(name)
    columns = math.ceil(len(panels) / 2)
    figure, axes = pyplot.subplots(2, columns, figsize=(5 * columns, 7), squeeze=False)
    for axis, (title, members) in zip(axes.flat, panels.items(), strict=False):
        for number, name in enumerate(members):
            points = [(row["steps"] / 1e6, row[name]) for row in history if name in row]
            look = {
                "linestyle": STYLES[number // 10 % len(STYLES)],  # as there are ten colours
                "marker": "." if len(points) == 1 else "",  # nothing is seen of a line of one point
            }
            axis.plot(*zip(*points, strict=True), label=name.split("/")[-1], linewidth=1, **look)
        axis.set_title(title if len(members) > 1 else members[0])
        axis.set_xlabel("million steps")
        axis.locator_params(axis="x", nbins=4)
        if len(members) > 1:
            axis.legend(fontsize=6)
    for axis in axes.flat[len(panels) :]:
        axis.set_axis_off()
    # Fixed margins in inches: `tight_layout` would measure them, which takes as long as drawing.
    width, height = figure.get_size_inches()
    figure.subplots_adjust(
        left=0.6 / width, right=1 - 0.15 / width, wspace=0.2, bottom=0.5 / height,
        top=1 - 0.35 / height, hspace=0.3,
    )  # fmt: skip
    try:
        with replacing(path) as new:
            figure.savefig(new, dpi=80, format="png")
    finally:
        pyplot.close(figure)


def wandb_module() -> Any:
    """Return Weights & Biases' library, or raise :class:`MissingLibraryError`."""
    with needed_by("--wandb", "wandb", "wandb"):
        import wandb
    return wandb


class Board:
    """Destinations of a run's numbers: the bar, TensorBoard, and wandb if wanted."""

    def __init__(self, trainer: Trainer, run_dir: Path) -> None:
        config = trainer.config
        self.run_dir = run_dir
        self.wandb: Any = None
        if config.wandb:
            name = run_dir / "wandb-id"
            self.wandb = wandb_module().init(
                project=config.wandb,
                name=run_dir.name,
                config=asdict(config),
                id=name.read_text() if trainer.steps > 0 and name.exists() else None,
                resume="allow",  # the run of this name, if there is one
            )
            name.write_text(self.wandb.id)
        # TensorBoard drops what it was told of this step and later ones.
        self.writer = SummaryWriter(str(run_dir), purge_step=trainer.steps + 1)
        self.bar = tqdm(
            total=config.total_steps, initial=trainer.steps, unit="step", unit_scale=True
        )
        self.shown: dict[str, str] = {}

    def __enter__(self) -> Board:
        self.hook = threading.excepthook
        threading.excepthook = self.on_error_of_thread
        return self

    def on_error_of_thread(self, error: threading.ExceptHookArgs) -> None:
        """Print the error that ended a thread, unless the writer raises it in :meth:`show`."""
        if not type(error.thread).__module__.startswith("tensorboard."):
            self.hook(error)

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        threading.excepthook = self.hook
        self.bar.close()
        # It would raise its error once more, in place of the one that ends the run.
        with nullcontext() if error is None else suppress(OSError), self.writing():
            self.writer.close()
        if self.wandb is not None:
            self.wandb.finish()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Name the folder in errors of the writer's thread, which may not name any file."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.run_dir)) from error

    def show(self, row: dict[str, float], steps: int) -> None:
        """Show the numbers of an update; the bar keeps those of the last episodes."""
        for name, form in SHOWN.items():
            if (value := row.get(f"episode/{name}")) is not None:
                self.shown[name] = f"{value:{form}}"
        self.bar.set_postfix(self.shown, refresh=False)
        self.bar.update(steps - self.bar.n)
        with self.writing():
            for name, value in row.items():
                self.writer.add_scalar(name, value, steps)
            # TensorBoard's thread opens the file by name for each number, and the folder of that
            # name may be another run's by the next update.
            self.writer.flush()
        if self.wandb is not None:
            self.wandb.log(row, step=steps)


def report(trainer: Trainer, run_dir: Path, curves: Curves, *, is_last: bool) -> dict[str, float]:
    """Evaluate, write curves and policy, and return the evaluation, as the history has it, too."""
    found = evaluate(trainer.agent, trainer.config, trainer.judged)
    trainer.history[-1] |= found
    curves.draw(trainer.history, is_last=is_last)
    if trainer.agent.memory is None:
        export(trainer, run_dir / "policy.onnx")
    values = ", ".join(f"{name.split('/')[1]} {value:.3g}" for name, value in found.items())
    tqdm.write(f"{trainer.steps:,} steps: {values}")
    return found
