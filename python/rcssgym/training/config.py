"""Settings of a training run, which are the command-line options. Nothing here needs torch."""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import Field, dataclass, field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rcssgym.envs.asynchronous import processors
from rcssgym.envs.checks import MOST_ENVS
from rcssgym.envs.discs.task import DiscTask
from rcssgym.envs.lookup import new_task
from rcssgym.envs.options import known_space
from rcssgym.envs.registration import newest
from rcssgym.envs.task import Task
from rcssgym.envs.task_options import read_options, with_options
from rcssgym.envs.vector import WorldVectorEnv
from rcssgym.errors import ArgumentError
from rcssgym.policy.metadata import policy_task
from rcssgym.randomization import Randomization
from rcssgym.training.players import Players, in_rows
from rcssgym.training.presets import PRESETS

AS_TASK = -1.0
"""Value of an option that keeps the task's own value."""
OF_TASK = {"late": "late", "noise": "noise", "push": "push_speed"}
"""Options that have such a value, and the task's attribute that each sets."""
MOST_UNITS = 2**14
"""Most units of a layer: their memory grows with the square, and torch fails where it ends."""
LARGEST_SEED = 2**62
"""Largest seed: torch takes twice as much, but no more."""
DIFFERENT = Randomization(
    friction=(0.6, 1.3),
    mass=(0.9, 1.1),
    center_of_mass=(-0.01, 0.01),
    joint_damping=(0.8, 1.2),
    joint_frictionloss=(0.8, 1.2),
    kp=(0.85, 1.15),
    kd=(0.85, 1.15),
)
"""Randomization of worlds with ``randomize``."""


def setting(
    default: Any,
    meaning: str,
    *,
    least: float | None = None,
    most: float = sys.float_info.max,
    shown: str = "",
) -> Any:
    """Return a field of :class:`Config`.

    :param meaning: help of its option.
    :param least: smallest number; by default 1 for integers, and just above 0 for others.
    :param most: largest number; by default any finite one.
    :param shown: text of the default in the help, if that is not its value.
    """
    if least is None:
        least = 1 if isinstance(default, int) else 1e-9
    shown = shown or str(default) or "none"
    metadata = {"meaning": meaning, "least": least, "most": most, "shown": shown}
    return field(default=default, metadata=metadata)


@dataclass
class Config:
    """Settings of a run; the text of each is also the help of its option."""

    task: str = setting(
        "T1Walk", "name of a task, in its newest version unless the name has one, or module:Class"
    )
    task_options: str = setting(
        "", 'options of the task, as JSON, such as {"opponents": "scripted:0.5"}'
    )
    episode_steps: int = setting(0, "maximum steps of an episode; 0: those of the task", least=0)
    seed: int = setting(1, "seed of worlds, episodes and networks", least=0, most=LARGEST_SEED)
    total_steps: int = setting(60_000_000, "number of steps of all worlds together")
    curriculum_steps: int = setting(
        0, "steps after which the task is at its hardest; 0: total_steps of the first run", least=0
    )
    minutes: float = setting(
        math.inf,
        "stop after this many minutes, if that is before total_steps",
        least=0,
        most=math.inf,
        shown="no limit",
    )
    run_dir: str = setting("", "folder for all files", shown="runs/TASK-SEED")
    imitate: Literal["", "scripted"] = setting("", "first learn to do what a script would do")
    imitate_steps: int = setting(
        200_000, "steps of imitation, of all worlds together, before total_steps"
    )
    imitate_reuse: float = setting(
        12.0, "how often each step of the imitation is learned from, on average"
    )
    initialize: str = setting(
        "", "checkpoint, ONNX file or shipped policy to start from, also of another task"
    )
    over: str = setting(
        "",
        "checkpoint, ONNX file or shipped policy that walks as commanded and stays as it is; what "
        "is learned changes its command",
    )
    estimate: str = setting(
        "",
        "with --over: quantities that critics know and the learned policy estimates and sees, such "
        "as late",
    )
    reach: float = setting(
        1.0,
        "with --over: change of the command by an action of 1, in halves of the command's range",
    )
    num_envs: int = setting(512, "number of worlds")
    num_steps: int = setting(24, "steps of each world between two updates")
    threads: int = setting(
        processors(), "number of threads of the worlds, and also of torch", shown="one per core"
    )
    precision: Literal["double", "single"] = setting("double", "precision of the physics")
    device: str = setting(
        "cpu", "device on which torch computes, such as cuda; worlds stay on the processor"
    )
    compile: int = setting(0, "1: use torch.compile for the loss", least=0, most=1)
    overlap: int = setting(
        0, "1: learn from one rollout while the next is collected", least=0, most=1
    )
    # --- worlds as they are where a policy will be played; -1: as the task has it
    late: float = setting(
        AS_TASK,
        "share of episodes in which actions come one step late; -1: that of the task",
        least=0,
        most=1,
    )
    noise: float = setting(AS_TASK, "scale of sensor errors; -1: that of the task", least=0)
    push: float = setting(
        AS_TASK, "largest change of velocity by a push, m/s; -1: that of the task", least=0
    )
    randomize: float = setting(0.0, "share of episodes with randomized physics", least=0, most=1)
    # --- learning
    epochs: int = setting(3, "passes over a rollout in an update")
    minibatch: int = setting(3072, "samples in a step of the optimizer")
    learning_rate: float = setting(
        1e-3, "learning rate at the start; with --initialize or --imitate, a twentieth of it"
    )
    target_kl: float = setting(
        0.015,
        "KL divergence by which an update moves the policy; the learning rate is adapted to it",
    )
    final_kl: float = setting(
        0.0, "value that target_kl reaches at the end; 0: it stays the same", least=0
    )
    gamma: float = setting(0.99, "discount factor of a step", least=0, most=1)
    gae_lambda: float = setting(0.95, "lambda of generalized advantage estimation", least=0, most=1)
    clip: float = setting(0.2, "PPO's clipping range of the probability ratio, around 1")
    entropy: float = setting(
        0.0, "weight of the entropy of actions in the objective, per nat", least=0
    )
    max_gradient: float = setting(
        1.0, "maximum norm of the gradient; larger gradients are scaled down to it"
    )
    initial_std: float = setting(0.4, "standard deviation of actions at the start")
    noise_steps: int = setting(1, "steps for which the noise added to actions stays the same")
    final_std: float = setting(
        0.0, "standard deviation of actions at the end; 0: it is learned", least=0
    )
    distribution: Literal["gaussian", "hybrid"] = setting(
        "gaussian", "distribution of actions; hybrid: acts are drawn by softmax of their scores"
    )
    critic_epochs: int = setting(
        0,
        "passes in which the critic learns by itself, in small minibatches; 0: with the actor",
        least=0,
    )
    critic_updates: int = setting(
        20,
        "updates after --initialize, --imitate or --over in which only the critic learns",
        least=0,
    )
    hidden: str = setting("128,128", "sizes of the hidden layers of actor and critic")
    recurrent: int = setting(
        0, "units of a memory (GRU) before the hidden layers; 0: none", least=0, most=MOST_UNITS
    )
    mirror: Literal["auto", "data", "loss", "exact", "none"] = setting(
        "auto", "use of mirror images: samples, a loss, exactly symmetric networks, or none"
    )
    privileged: int = setting(
        1, "1: the critic observes what only the simulator knows", least=0, most=1
    )
    # --- reports
    save_every: int = setting(
        200, "updates between two evaluations, each of which writes checkpoint, policy and curves"
    )
    evaluation_envs: int = setting(64, "worlds in which the policy is evaluated", most=MOST_ENVS)
    evaluation_steps: int = setting(0, "steps of an evaluation; 0: an episode of the task", least=0)
    wandb: str = setting("", "project of Weights & Biases to report to")

    def check(self) -> None:
        """Refuse settings that cannot work.

        Raises :class:`ArgumentError`.
        """
        for one in fields(self):
            bounds = one.metadata["least"], one.metadata["most"]
            _check_number(one.name, getattr(self, one.name), *bounds)
        for name in ("final_std", "final_kl"):
            if 0.0 < getattr(self, name) < 1e-9:
                raise ArgumentError(f"{name}: {getattr(self, name)} is neither 0 nor at least 1e-9")
        if self.num_envs * self.num_steps < 2:
            raise ArgumentError("num_steps: 1 step of 1 world is too little to learn from")
        if not all(size.isdecimal() and int(size) > 0 for size in self.hidden.split(",")):
            raise ArgumentError(f"hidden: {self.hidden!r} is not sizes such as '256,128'")
        if max(self.layers) > MOST_UNITS:
            raise ArgumentError(f"hidden: {max(self.layers)} is more than {MOST_UNITS}")
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
        """Names of the quantities that are estimated."""
        return [name.strip() for name in self.estimate.split(",") if name.strip()]

    @property
    def layers(self) -> list[int]:
        """Sizes of the hidden layers."""
        return [int(size) for size in self.hidden.split(",")]

    def make_task(self) -> Task:
        """Return the task, made with its options.

        Raises :class:`ArgumentError` for options that are not JSON, that the task does not take, or
        that change an agent's observations or actions from what the policy's file will say; and for
        a task whose spaces are not those of such policies.
        """
        task: Any = new_task(newest(self.task))
        if self.task_options:
            task = with_options(task, self.task, read_options(self.task_options))
        policy_task(task)
        low, high = task.action_space.low, task.action_space.high
        if not (low == -1.0).all() or not (high == 1.0).all():
            raise ArgumentError(
                f"task: {self.task} has actions from {low.min()} to {high.max()}, must be from -1 "
                "to 1: let its step() scale them"
            )
        if self.privileged:
            try:
                known_space(task)
            except ArgumentError as error:
                raise ArgumentError(f"{error}: train with --privileged 0") from error
        return task

    def make_envs(self, num_envs: int, *, privileged: bool = False) -> WorldVectorEnv | Players:
        """Return worlds of the task, optionally with observations for critics.

        Raises :class:`ArgumentError` for imitation in a task without acts that a script chooses.
        """
        steps: int | Literal["task"] = self.episode_steps or "task"
        task: Any = self.make_task()
        if self.imitate:
            # A mode that is a text is not a list of acts.
            if not isinstance(task, DiscTask) or isinstance(
                task.action_mode_of(task.commanded[0]), str
            ):
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
        for option, attribute in OF_TASK.items():
            if (value := getattr(self, option)) != AS_TASK:
                if not hasattr(envs.task, attribute):
                    raise ArgumentError(f"{option}: {self.task} has no {attribute}")
                setattr(envs.task, attribute, value)
        return envs


CHOICES = {
    name: get_args(hint)
    for name, hint in get_type_hints(Config).items()
    if get_origin(hint) is Literal
}
"""Values of the settings that have only a few, by name."""
RESUMABLE = ("total_steps", "minutes", "run_dir", "save_every", "wandb")
"""Settings that may be changed when a run is resumed."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add all settings as options, and the options for resuming a run."""
    parser.add_argument("--resume", metavar="FILE", help="checkpoint to continue from")
    parser.add_argument(
        "--trust-task",
        action="store_true",
        help="import the task of your own that the checkpoint of --resume names",
    )
    for one in fields(Config):
        choices = [choice for choice in CHOICES.get(one.name, ()) if choice]
        meaning = f"{one.metadata['meaning']} (default: {_defaults(one)})"
        parser.add_argument(
            "--" + one.name.replace("_", "-"),
            type=type(one.default),
            default=argparse.SUPPRESS,
            metavar="|".join(choices) or METAVARS[type(one.default)],
            help=meaning.replace("%", "%%"),
        )


def _check_number(name: str, value: object, least: float, most: float) -> None:
    """Refuse a number outside its bounds; texts have none."""
    if not isinstance(value, int | float) or (name in OF_TASK and value == AS_TASK):
        return
    if not value >= least:
        raise ArgumentError(f"{name}: {value} is less than {least}")
    if value == math.inf and most < math.inf:
        raise ArgumentError(f"{name}: {value} is not finite")
    if value > most:
        raise ArgumentError(f"{name}: {value} is more than {most}")


METAVARS = {str: "TEXT", int: "N", float: "X"}


def _defaults(one: Field[Any]) -> str:
    """Return a text with the default and with other defaults of certain tasks."""
    name = one.name
    found: dict[str, list[str]] = {}
    planar = {}
    for task, preset in PRESETS.items():
        if name in preset and task.startswith("Disc-"):
            planar[str(preset[name])] = preset[name]
        elif name in preset:
            found.setdefault(str(preset[name]), []).append(task.removesuffix("-v1"))
    words = [one.metadata["shown"]]
    words += [f"{', '.join(tasks)}: {value}" for value, tasks in found.items()]
    if len(planar) == 1:
        words.append(f"some Disc- tasks: {next(iter(planar))}")
    elif planar and not isinstance(one.default, str):
        words.append(f"some Disc- tasks: {min(planar.values())} to {max(planar.values())}")
    elif planar:
        words.append("some Disc- tasks: their own")
    return "; ".join(words)


def configured(given: dict[str, Any]) -> Config:
    """Return checked settings: the given ones, then the task's own, then general defaults."""
    if unknown := given.keys() - {one.name for one in fields(Config)}:
        raise ArgumentError(f"{min(unknown)}: there is no such option of training")
    if not isinstance(given.get("task", ""), str):
        raise ArgumentError(f"task: {given['task']!r} is not the name of a task")
    task = newest(given.get("task", Config.task))
    preset = dict(PRESETS.get(task, {}))
    if given.get("over"):
        # A policy above another one has other actions, so it starts from scratch.
        preset.pop("initialize", None)
    config = Config(**{**preset, **given, "task": task})
    config.curriculum_steps = config.curriculum_steps or config.total_steps
    config.run_dir = config.run_dir or f"runs/{config.task.split(':')[-1]}-{config.seed}"
    config.check()
    config.make_task()
    return config
