"""Settings of a training run: the options of the command line. Nothing here needs torch."""

from __future__ import annotations

import argparse
import json
import math
import os
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from rcssgym.envs.lookup import new_task
from rcssgym.envs.registration import newest
from rcssgym.envs.task import Task
from rcssgym.envs.vector import WorldVectorEnv
from rcssgym.errors import ArgumentError
from rcssgym.randomization import Randomization
from rcssgym.training.players import Players, in_rows, widths
from rcssgym.training.presets import PRESETS

AS_TASK = -1.0
"""Of an option: as the task has it."""
DIFFERENT = Randomization(
    friction=(0.6, 1.3),
    mass=(0.9, 1.1),
    center_of_mass=(-0.01, 0.01),
    joint_damping=(0.8, 1.2),
    joint_frictionloss=(0.8, 1.2),
    kp=(0.85, 1.15),
    kd=(0.85, 1.15),
)
"""How worlds differ with ``randomize``."""


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass
class Config:
    """Settings of a run."""

    task: str = "T1Walk"  # a name, of its newest version unless it says one, or module:Class
    task_options: str = ""  # of the task, as JSON, such as '{"opponents": "scripted:0.5"}'
    episode_steps: int = 0  # time limit; 0 for the one that the task has
    seed: int = 1
    total_steps: int = 60_000_000  # of all worlds together
    curriculum_steps: int = 0  # after which progress is 1; 0: total_steps of the first run
    minutes: float = math.inf  # stop then, if that is earlier
    run_dir: str = ""  # runs/<task>-<seed> unless given
    imitate: Literal["", "scripted"] = ""  # what to learn from first: what a script would do
    imitate_steps: int = 200_000  # of all worlds together, before total_steps
    imitate_reuse: float = 12.0  # how often each step is learned from, on average
    initialize: str = ""  # checkpoint, ONNX file or shipped policy, perhaps of another task
    over: str = ""  # the same, of a task with a command: it walks, its command is learned
    estimate: str = ""  # with over: what critics know that it estimates and sees, such as "late"
    reach: float = 1.0  # halves of the command's range by which an action of 1 changes it
    num_envs: int = 512
    num_steps: int = 24  # of each world between two updates
    threads: int = processors()  # of the worlds and of torch, each
    precision: Literal["double", "single"] = "double"  # of the physics
    device: str = "cpu"  # of torch, such as cuda
    compile: int = 0  # 1: torch.compile what is learned
    overlap: int = 0  # 1: learn from one rollout while the next is collected
    # --- worlds as they are where a policy is to be played; -1: as the task has it
    late: float = AS_TASK  # share of episodes in which actions come one step late
    noise: float = AS_TASK  # size of the errors of senses
    push: float = AS_TASK  # hardest push, m/s
    randomize: float = 0.0  # share of episodes in other physics
    # --- learning
    epochs: int = 3
    minibatch: int = 3072
    learning_rate: float = 1e-3  # at the start; with --initialize a twentieth of it
    target_kl: float = 0.015  # what the learning rate is adapted to
    final_kl: float = 0.0  # to which that goes by the end; 0: it stays
    gamma: float = 0.99
    gae_lambda: float = 0.95
    clip: float = 0.2
    entropy: float = 0.0  # what a nat of it is worth
    max_gradient: float = 1.0
    initial_std: float = 0.4  # of actions
    noise_steps: int = 1  # for which what is added to actions stays the same
    final_std: float = 0.0  # to which it goes by the end; 0: it is learned
    distribution: Literal["gaussian", "hybrid"] = "gaussian"  # hybrid: acts by softmax of scores
    critic_epochs: int = 0  # of the critic by itself, in small minibatches; 0: with the actor
    critic_updates: int = 20  # after --initialize or --imitate, in which only the critic learns
    hidden: str = "128,128"  # sizes of the hidden layers, of actor and critic
    recurrent: int = 0  # units of a memory before them, a GRU; 0: none
    mirror: Literal["auto", "data", "loss", "exact", "none"] = "auto"  # of mirror images
    privileged: int = 1  # 1: the critic knows what only the simulator does, as it is
    # --- reports
    save_every: int = 200  # updates
    evaluation_envs: int = 64
    evaluation_steps: int = 0  # 0 for an episode of the task
    wandb: str = ""  # project of Weights & Biases to report to

    def check(self) -> None:
        """Refuse what cannot work."""
        may_be_zero = {"episode_steps", "seed", "minutes", "gamma", "gae_lambda", "entropy"}
        may_be_zero |= {
            "critic_epochs",
            "curriculum_steps",
            "compile",
            "overlap",
            "randomize",
            "critic_updates",
        }
        may_be_zero |= {"recurrent", "evaluation_steps", "privileged", "final_std", "final_kl"}
        for name, value in asdict(self).items():
            least = 0 if name in may_be_zero else 1 if isinstance(value, int) else 1e-9
            if name in ("late", "noise", "push") and value == AS_TASK:
                continue
            least = 0 if name in ("late", "noise", "push") else least
            if not isinstance(value, str) and not value >= least:
                raise ArgumentError(f"{name}: {value} is less than {least}")
        for name in (
            "gamma",
            "gae_lambda",
            "late",
            "randomize",
            "compile",
            "overlap",
            "privileged",
        ):
            if getattr(self, name) > 1.0:
                raise ArgumentError(f"{name}: {getattr(self, name)} is more than 1")
        if not all(size.isdecimal() and int(size) > 0 for size in self.hidden.split(",")):
            raise ArgumentError(f"hidden: {self.hidden!r} is not sizes such as '256,128'")
        for name, known in CHOICES.items():
            if getattr(self, name) not in known:
                raise ArgumentError(
                    f"{name}: {getattr(self, name)!r} is not {' or '.join(filter(None, known))}"
                )
        if self.estimate and (not self.over or not self.privileged or self.recurrent):
            raise ArgumentError("estimate: only with --over and --privileged 1, and no --recurrent")
        if self.critic_epochs and self.recurrent:
            raise ArgumentError("critic_epochs: not with --recurrent, whose memory needs sequences")
        if self.recurrent and self.mirror in ("data", "exact"):
            raise ArgumentError(
                f"mirror: {self.mirror!r} has no mirrored memory: use 'none' or 'loss'"
            )

    @property
    def estimates(self) -> list[str]:
        """Names of what is estimated."""
        return [name.strip() for name in self.estimate.split(",") if name.strip()]

    @property
    def layers(self) -> list[int]:
        """Sizes of the hidden layers."""
        return [int(size) for size in self.hidden.split(",")]

    def make_task(self) -> Task:
        """Return the task, made with its options.

        Raises :class:`ArgumentError` for options that are no JSON, that the task does not take, and
        with which an agent sees or does something else than the policy's file will say.
        """
        task = new_task(newest(self.task))
        if not self.task_options:
            return task
        where = f"task_options: {self.task_options}"
        try:
            options = json.loads(self.task_options)
        except (ValueError, RecursionError) as error:
            raise ArgumentError(f"{where}: is not JSON: {error}") from error
        if not isinstance(options, dict):
            raise ArgumentError(f"{where}: is not like '{{\"name\": value}}'")
        try:
            made = type(task)(**options)
        except TypeError as error:
            raise ArgumentError(f"{where}: {self.task} does not take it: {error}") from error
        sizes, plain = widths(made), widths(task)
        if sizes != plain:
            raise ArgumentError(
                f"{where}: agents see and act by {sizes} numbers, those of {self.task} by {plain}: "
                "give a task of your own as module:Class"
            )
        return made

    def make_envs(self, num_envs: int, *, privileged: bool = False) -> WorldVectorEnv | Players:
        """Return worlds of the task, which also tell what critics know if that is wanted."""
        steps: int | Literal["task"] = self.episode_steps or "task"
        task: Any = self.make_task()
        if self.imitate:
            if not getattr(task, "acts", ()) or not hasattr(task, "teaches"):
                raise ArgumentError(f"imitate: {self.task} has no acts that a script could choose")
            task.teaches = True
        envs = in_rows(
            task,
            num_envs,
            max_episode_steps=steps,
            threads=self.threads,
            precision=self.precision,
            randomization=DIFFERENT if self.randomize else None,
            randomize_fraction=self.randomize or 1.0,
            copy=False,
            privileged="dict" if privileged else None,
        )
        for option, attribute in (("late", "late"), ("noise", "noise"), ("push", "push_speed")):
            if (value := getattr(self, option)) != AS_TASK:
                if not hasattr(envs.task, attribute):
                    raise ArgumentError(f"{option}: {self.task} has no {attribute}")
                setattr(envs.task, attribute, value)
        return envs


CHOICES = {
    "mirror": ("auto", "data", "loss", "exact", "none"),
    "precision": ("double", "single"),
    "distribution": ("gaussian", "hybrid"),
    "imitate": ("", "scripted"),
}
RESUMABLE = ("total_steps", "minutes", "run_dir", "save_every", "wandb")
"""What a resumed run may be told anew."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add all settings as options, and those about going on with a run."""
    parser.add_argument("--resume", metavar="FILE", help="checkpoint to go on from")
    parser.add_argument(
        "--trust-task", action="store_true", help="import the task of your own that --resume names"
    )
    for field in fields(Config):
        option = "--" + field.name.replace("_", "-")
        kind = type(field.default)
        parser.add_argument(
            option,
            type=kind,
            default=argparse.SUPPRESS,
            help=f"default: {field.default}{_of_tasks(field.name)}",
        )


def _of_tasks(name: str) -> str:
    """Return which tasks have a default of their own, in words."""
    found: dict[str, list[str]] = {}
    for task, preset in PRESETS.items():
        if name in preset:
            shown = "Disc-*" if task.startswith("Disc-") else task.removesuffix("-v1")
            found.setdefault(str(preset[name]), []).append(shown)
    return "".join(f"; {', '.join(dict.fromkeys(one))}: {value}" for value, one in found.items())


def configured(given: dict[str, Any]) -> Config:
    """Return checked settings: those given, the task's own for the others, or else those of all."""
    task = newest(given.get("task", Config.task))
    preset = dict(PRESETS.get(task, {}))
    if given.get("over"):
        # What stands above a policy has other actions, and begins from nothing.
        preset.pop("initialize", None)
    config = Config(**{**preset, **given, "task": task})
    config.curriculum_steps = config.curriculum_steps or config.total_steps
    config.run_dir = config.run_dir or f"runs/{config.task.split(':')[-1]}-{config.seed}"
    config.check()
    if config.task_options:
        config.make_task()
    return config
