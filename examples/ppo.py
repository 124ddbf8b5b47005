"""Train a policy for an rcssgym task by proximal policy optimization.

    python examples/ppo.py                                          # T1Walk, into runs/T1Walk-1
    python examples/ppo.py --task AntRun --total-steps 6000000
    python examples/ppo.py --resume runs/T1Walk-1/checkpoint.pt     # goes on where that was

A run writes into its directory: ``checkpoint.pt`` (all of it, worlds and random numbers included: a
run that is resumed continues as if it had never stopped), ``policy.onnx`` (observations to actions,
normalization inside: for ``rcssgym play`` and ``rcssgym evaluate``), ``curves.png``, and events for
TensorBoard.

The algorithm is that of Schulman et al., "Proximal policy optimization algorithms" (2017), with
what locomotion in many worlds adds to it (Rudin et al., "Learning to walk in minutes", 2021): a
step size adapted to the KL divergence, and values for what time limits cut off. Where a task knows
its mirror image, half of the samples are mirrored (Mittal et al., "Symmetry considerations for
learning task symmetric robot policies", 2024).
"""

from __future__ import annotations

import argparse
import math
import os
import pickle
import shlex
import signal
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal

# Threads of torch that spin while the worlds step would take their processors away.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import numpy as np
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.registration import is_registered
from rcssgym.envs.saved import unpickled
from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by
from rcssgym.policy import metadata, save
from tqdm import tqdm

with needed_by("examples/ppo.py", "train", "matplotlib", "onnx", "tensorboard", "torch"):
    import matplotlib
    import onnx  # noqa: F401  (the policy is written with it, at the end of a long run)
    import torch
    from torch import Tensor, nn
    from torch.distributions import Normal
    from torch.utils.tensorboard import SummaryWriter

    matplotlib.use("Agg")
    from matplotlib import pyplot

Noted = dict[str, list[float]]  # numbers by name, to be averaged
FARTHEST = 10.0  # normalized observations are clipped to plus and minus this


@dataclass
class Config:
    """Settings of a run: the options of the command line."""

    task: str = "T1Walk"  # a name, or module:Class of your own
    episode_steps: int = 0  # time limit; 0 for the one that the task has
    seed: int = 1
    total_steps: int = 60_000_000  # of all worlds together
    minutes: float = math.inf  # stop then, if that is earlier
    run_dir: str = ""  # runs/<task>-<seed> unless given
    initialize: str = ""  # a checkpoint whose networks to start from; their noise is initial_std
    num_envs: int = 512
    num_steps: int = 24  # of each world between two updates
    threads: int = os.cpu_count() or 1  # of the worlds; torch has at most 4 of them
    # --- learning
    epochs: int = 3
    minibatch: int = 3072
    learning_rate: float = 1e-3  # at the start
    target_kl: float = 0.015  # what the learning rate is adapted to
    gamma: float = 0.99
    gae_lambda: float = 0.95
    clip: float = 0.2
    max_gradient: float = 1.0
    initial_std: float = 0.4
    hidden: str = "128,128"  # sizes of the hidden layers, of actor and critic
    mirror: int = 1  # 0: leave mirror images alone
    # --- reports
    save_every: int = 200  # updates
    evaluation_envs: int = 64
    evaluation_steps: int = 500

    def check(self) -> None:
        """Refuse what cannot work."""
        may_be_zero = {"episode_steps", "seed", "mirror", "minutes", "gamma", "gae_lambda"}
        for name, value in asdict(self).items():
            least = 0 if name in may_be_zero else 1 if isinstance(value, int) else 1e-9
            if not isinstance(value, str) and not value >= least:
                raise ArgumentError(f"{name}: {value} is less than {least}")
        for name in ("gamma", "gae_lambda"):
            if getattr(self, name) > 1.0:
                raise ArgumentError(f"{name}: {getattr(self, name)} is more than 1")
        if not all(size.isdecimal() and int(size) > 0 for size in self.hidden.split(",")):
            raise ArgumentError(f"hidden: {self.hidden!r} is not sizes such as '256,128'")

    def make_envs(self, num_envs: int) -> WorldVectorEnv:
        """Return worlds of the task."""
        steps: int | Literal["task"] = self.episode_steps or "task"
        return WorldVectorEnv(
            self.task, num_envs, max_episode_steps=steps, threads=self.threads, copy=False
        )

    def make_agent(self, envs: WorldVectorEnv) -> Agent:
        """Return a new agent that fits worlds."""
        sizes = [int(size) for size in self.hidden.split(",")]
        return Agent(*sizes_of(envs), sizes, self.initial_std)


def sizes_of(envs: WorldVectorEnv) -> tuple[int, int]:
    """Return how many numbers observations and actions have."""
    return envs.task.observation_space.shape[0], envs.task.action_space.shape[0]


class Agent(nn.Module):
    """Actor and critic: observations ``(N, n)`` to Gaussians of actions ``(N, m)``, and values."""

    def __init__(self, observations: int, actions: int, hidden: list[int], std: float) -> None:
        super().__init__()
        self.register_buffer("count", torch.tensor(1e-4, dtype=torch.float64))
        self.register_buffer("mean", torch.zeros(observations, dtype=torch.float64))
        self.register_buffer("variance", torch.ones(observations, dtype=torch.float64))
        self.actor = mlp([observations, *hidden, actions], 0.01)
        self.critic = mlp([observations, *hidden, 1], 1.0)
        self.log_std = nn.Parameter(torch.full((actions,), math.log(std)))

    def forward(self, observations: Tensor) -> Tensor:
        """Return the actions of the policy that explores no more."""
        return torch.clamp(self.actor(self.normalize(observations)), -1.0, 1.0)

    def normalize(self, observations: Tensor) -> Tensor:
        """Bring what was observed so far to mean 0 and variance 1."""
        mean, std = self.scale()
        return torch.clamp((observations - mean) / std, -FARTHEST, FARTHEST)

    def scale(self) -> tuple[Tensor, Tensor]:
        """Return mean and standard deviation of what was observed so far."""
        return self.mean.float(), self.variance.add(1e-8).sqrt().float()

    def learn_scale(self, observations: Tensor) -> None:
        """Take observations ``(N, n)`` into mean and variance (Chan, Golub and LeVeque, 1979)."""
        batch = observations.double()
        count, variance, mean = len(batch), batch.var(0, unbiased=False), batch.mean(0)
        total = self.count + count
        shift = mean - self.mean
        between = shift.square() * (self.count * count / total)
        self.variance.copy_((self.variance * self.count + variance * count + between) / total)
        self.mean.add_(shift * (count / total))
        self.count.copy_(total)


def mlp(sizes: list[int], gain: float) -> nn.Sequential:
    """Return layers with ELU in between and orthogonal weights; the last has its own gain."""
    layers: list[nn.Module] = []
    for i in range(1, len(sizes)):
        is_last = i == len(sizes) - 1
        layer = nn.Linear(sizes[i - 1], sizes[i])
        nn.init.orthogonal_(layer.weight, gain if is_last else math.sqrt(2.0))
        nn.init.zeros_(layer.bias)
        layers += [layer] if is_last else [layer, nn.ELU()]
    return nn.Sequential(*layers)


class Rollout:
    """What all environments do between two updates, ``(steps, envs, ...)``."""

    def __init__(self, config: Config, envs: WorldVectorEnv) -> None:
        shape = config.num_steps, config.num_envs
        sees, does = sizes_of(envs)
        self.observations = torch.zeros(shape[0] + 1, shape[1], sees)
        self.actions = torch.zeros(*shape, does)
        self.means = torch.zeros(*shape, does)
        self.std = torch.zeros(does)
        self.rewards = torch.zeros(*shape)
        self.terminated = torch.zeros(*shape)
        self.over = torch.zeros(*shape, dtype=torch.bool)
        # Gymnasium's NEXT_STEP: the step after an episode's last one only begins the next.
        self.counts = torch.zeros(*shape, dtype=torch.bool)

    def estimate(self, values: Tensor, scale: float, config: Config) -> Tensor:
        """Estimate advantages of scaled rewards (Schulman et al., 2016).

        The observation after a last step is still of that episode, so its value stands for what a
        time limit has cut off.
        """
        advantages = torch.zeros_like(self.rewards)
        advantage = torch.zeros_like(values[0])
        for t in reversed(range(len(self.rewards))):
            following = config.gamma * (1.0 - self.terminated[t]) * values[t + 1]
            delta = scale * self.rewards[t] + following - values[t]
            advantage = delta + config.gamma * config.gae_lambda * ~self.over[t] * advantage
            advantages[t] = advantage
        return advantages


class Trainer:
    """A run: environments, agent, optimizer, random numbers, and what was noted so far."""

    def __init__(self, config: Config) -> None:
        self.config = config
        torch.set_num_threads(min(config.threads, 4))
        torch.manual_seed(config.seed)
        self.envs = config.make_envs(config.num_envs)
        self.agent = config.make_agent(self.envs)
        self.optimizer = torch.optim.Adam(self.agent.parameters(), config.learning_rate)
        self.rollout = Rollout(config, self.envs)
        task: Any = self.envs.task
        knows = config.mirror > 0 and hasattr(task, "observation_mirror")
        mirrors = (task.observation_mirror(), task.action_mirror()) if knows else ()
        self.mirrors = [
            (torch.as_tensor(index), torch.as_tensor(sign).float()) for index, sign in mirrors
        ]
        self.observations, _ = self.envs.reset(seed=config.seed)
        num = config.num_envs
        self.was_over = torch.zeros(num, dtype=torch.bool)
        self.returns = torch.zeros(num, dtype=torch.float64)  # of the episodes under way
        self.lengths = torch.zeros(num, dtype=torch.float64)
        self.discounted = torch.zeros(num, dtype=torch.float64)
        self.reward_moments = torch.tensor([1e-4, 1e-4], dtype=torch.float64)
        self.steps = 0
        self.updates = 0
        self.history: list[dict[str, float]] = []
        self.seconds = {"worlds": 0.0, "policy": 0.0, "learning": 0.0, "reports": 0.0}

    # --- collecting

    @torch.no_grad()
    def collect(self) -> dict[str, float]:
        """Act for some steps; return means over steps and over episodes that ended."""
        rollout, agent = self.rollout, self.agent
        self.envs.set_progress(min(1.0, self.steps / self.config.total_steps))
        noted: Noted = defaultdict(list)
        rollout.std = agent.log_std.exp()
        for t in range(self.config.num_steps):
            started = time.perf_counter()
            observations = rollout.observations[t].copy_(torch.from_numpy(self.observations))
            mean = agent.actor(agent.normalize(observations))
            actions = torch.normal(mean, rollout.std)
            rollout.means[t], rollout.actions[t] = mean, actions
            bounded = actions.clamp(-1.0, 1.0).numpy()
            self.seconds["policy"] += time.perf_counter() - started
            started = time.perf_counter()
            self.observations, rewards, terminated, truncated, info = self.envs.step(bounded)
            self.seconds["worlds"] += time.perf_counter() - started
            over = torch.from_numpy(terminated | truncated)
            rollout.counts[t] = ~self.was_over
            rollout.rewards[t] = torch.from_numpy(rewards)
            rollout.terminated[t] = torch.from_numpy(terminated)
            rollout.over[t] = over | self.was_over
            self.note(noted, info, torch.from_numpy(rewards), over, torch.from_numpy(terminated))
            self.was_over = over
        rollout.observations[-1].copy_(torch.from_numpy(self.observations))
        self.steps += rollout.rewards.numel()
        return {name: float(np.mean(values)) for name, values in noted.items()}

    def note(
        self, noted: Noted, info: dict[str, Any], rewards: Tensor, over: Tensor, failed: Tensor
    ) -> None:
        """Note the terms of the reward, and the episodes that are over."""
        for name, term in info["reward"].items():
            if not name.startswith("_"):
                noted[f"reward/{name}"].append(float(term.mean()))
        self.discounted = self.config.gamma * self.discounted * ~self.was_over + rewards
        self.reward_moments[0] += len(over)
        self.reward_moments[1] += self.discounted.square().sum()
        self.returns += rewards
        self.lengths += ~self.was_over
        if over.any():
            noted["episode/return"] += self.returns[over].tolist()
            noted["episode/length"] += self.lengths[over].tolist()
            noted["episode/failed"] += failed[over].double().tolist()
            self.returns[over] = 0.0
            self.lengths[over] = 0.0

    # --- learning

    def learn(self) -> dict[str, float]:
        """Improve actor and critic by the last rollout; return means over its minibatches."""
        started = time.perf_counter()
        rollout, agent, config = self.rollout, self.agent, self.config
        flat = rollout.observations.flatten(0, 1)
        if self.updates == 0:
            agent.learn_scale(flat)
        with torch.no_grad():
            values = agent.critic(agent.normalize(flat)).view(config.num_steps + 1, -1)
            # Returns of about 1 suit the critic's step size.
            count, squares = self.reward_moments.tolist()
            advantages = rollout.estimate(values, math.sqrt(count / squares), config)
            data = self.samples(advantages, values[:-1])
        noted: Noted = defaultdict(list)
        for _ in range(config.epochs):
            for chosen in torch.randperm(len(data[0])).split(config.minibatch):
                self.descend([values[chosen] for values in data], noted)
        if self.updates > 0:
            agent.learn_scale(flat)
        self.updates += 1
        self.seconds["learning"] += time.perf_counter() - started
        return {f"learning/{name}": float(np.mean(values)) for name, values in noted.items()}

    def samples(self, advantages: Tensor, values: Tensor) -> list[Tensor]:
        """Return observations, actions, means, log-probabilities, advantages and targets."""
        rollout, counts = self.rollout, self.rollout.counts
        observations = rollout.observations[:-1][counts]
        actions, means = rollout.actions[counts], rollout.means[counts]
        log_probs = Normal(means, rollout.std).log_prob(actions).sum(-1)
        advantages = advantages[counts]
        targets = advantages + values[counts]
        half = torch.zeros(len(actions), 1, dtype=torch.bool)
        if self.mirrors:
            half = torch.rand(len(actions), 1) < 0.5
            (index, sign), (other_index, other_sign) = self.mirrors
            observations = torch.where(half, observations[:, index] * sign, observations)
            actions = torch.where(half, actions[:, other_index] * other_sign, actions)
        scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        seen = self.agent.normalize(observations)
        return [seen, actions, means, ~half, log_probs, scaled, targets]

    def descend(self, minibatch: list[Tensor], noted: Noted) -> None:
        """Take one step down the gradient."""
        seen, actions, old_mean, is_own, old_log_probs, advantages, targets = minibatch
        agent, config, old_std = self.agent, self.config, self.rollout.std
        mean, std = agent.actor(seen), agent.log_std.exp()
        with torch.no_grad():
            moved = (std / old_std).log() + (old_std**2 + (old_mean - mean) ** 2) / (2 * std**2)
            divergence = float((moved - 0.5)[is_own[:, 0]].sum(-1).mean())
        self.adapt(divergence)
        policy = Normal(mean, std, validate_args=False)
        ratio = (policy.log_prob(actions).sum(-1) - old_log_probs).exp()
        clipped = ratio.clamp(1.0 - config.clip, 1.0 + config.clip)
        gain = torch.min(ratio * advantages, clipped * advantages).mean()
        value_error = (agent.critic(seen).squeeze(-1) - targets).square().mean()
        loss = value_error - gain
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(agent.parameters(), config.max_gradient)
        self.optimizer.step()
        noted["value_error"].append(float(value_error.detach()))
        noted["divergence"].append(divergence)
        noted["std"].append(float(std.detach().mean()))
        noted["rate"].append(self.optimizer.param_groups[0]["lr"])

    def adapt(self, divergence: float) -> None:
        """Choose the step size by how far the policy has moved since it acted."""
        group, target = self.optimizer.param_groups[0], self.config.target_kl
        if divergence > 2.0 * target:
            group["lr"] = max(1e-5, group["lr"] / 1.5)
        elif divergence < 0.5 * target:
            group["lr"] = min(1e-2, group["lr"] * 1.5)

    # --- checkpoints

    def save(self, path: Path) -> None:
        """Write everything that :meth:`load` needs to go on."""
        whole = {name: getattr(self, name) for name in _SAVED}
        whole["observations"] = torch.from_numpy(self.observations)
        whole["agent"] = self.agent.state_dict()
        whole["optimizer"] = self.optimizer.state_dict()
        whole["envs"] = pickle.dumps(self.envs)
        whole["random"] = torch.get_rng_state()
        whole["config"] = asdict(self.config)
        written = path.with_suffix(".new")
        torch.save(whole, written)
        written.replace(path)

    def initialize(self, agent: dict[str, Tensor]) -> None:
        """Start from the networks of another run."""
        noise = self.agent.state_dict()["log_std"].clone()
        try:
            self.agent.load_state_dict({**agent, "log_std": noise})
        except RuntimeError as error:
            raise ArgumentError(f"initialize: networks of other sizes: {error}") from error

    def load(self, whole: dict[str, Any]) -> None:
        """Go on where a checkpoint was written, whose task is known or trusted."""
        for name in _SAVED:
            setattr(self, name, whole[name])
        self.agent.load_state_dict(whole["agent"])
        self.optimizer.load_state_dict(whole["optimizer"])
        self.observations = whole["observations"].numpy()
        module, _, _ = self.config.task.rpartition(":")
        self.envs = unpickled(whole["envs"], trusted=module)
        torch.set_rng_state(whole["random"])


_SAVED = ("steps", "updates", "history", "seconds", "was_over", "returns", "lengths", "discounted",
          "reward_moments")  # fmt: skip


@torch.no_grad()
def evaluate(agent: Agent, config: Config) -> dict[str, float]:
    """Let the policy act without exploring; return means over all steps, and falls a minute."""
    envs = config.make_envs(config.evaluation_envs)
    observations, _ = envs.reset(seed=config.seed + 1_000_000)
    noted: Noted = defaultdict(list)
    failures = 0
    for _ in range(config.evaluation_steps):
        actions = agent(torch.from_numpy(observations)).numpy()
        observations, rewards, terminated, _, info = envs.step(actions)
        noted["reward"].append(float(rewards.mean()))
        failures += int(terminated.sum())
        for name, value in info.items():
            if isinstance(value, np.ndarray) and not name.startswith("_"):
                noted[name].append(float(value.mean()))
    envs.close()
    means = {f"evaluation/{name}": float(np.mean(values)) for name, values in noted.items()}
    frames = config.evaluation_envs * config.evaluation_steps
    minutes = frames / envs.metadata["render_fps"] / 60.0
    return {**means, "evaluation/failures_per_minute": failures / minutes}


def export(trainer: Trainer, path: Path) -> None:
    """Write the policy as ONNX, with where it comes from, normalization of observations inside."""
    config, agent = trainer.config, trainer.agent
    git = ["git", "describe", "--always", "--dirty", "--abbrev=40"]
    here = Path(__file__).parent
    revision = subprocess.run(git, cwd=here, capture_output=True, text=True, check=False)
    facts: dict[str, Any] = {
        "command": shlex.join(["python", *sys.argv]),
        "seed": config.seed,
        "git_revision": revision.stdout.strip() or "unknown",
        "env_steps": trainer.steps,
        "training_seconds": round(sum(trainer.seconds.values()), 1),
        "settings": {name: str(value) for name, value in asdict(config).items()},
    }
    strings = metadata(config.task, **facts)
    dense = [layer for layer in agent.actor if isinstance(layer, nn.Linear)]
    layers = [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in dense]
    mean, std = agent.scale()
    save(path, layers, mean=mean.numpy(), std=std.numpy(), limit=FARTHEST, strings=strings)


def draw(history: list[dict[str, float]], path: Path) -> None:
    """Draw the curves, a panel for what belongs together."""
    names = list(dict.fromkeys(name for row in history for name in row))
    alone = {"episode/return", "episode/length", "learning/value_error", "learning/rate"}
    panels: dict[str, list[str]] = defaultdict(list)
    for name in names[1:]:
        panels[name if name in alone else name.split("/")[0]].append(name)
    columns = math.ceil(len(panels) / 2)
    figure, axes = pyplot.subplots(2, columns, figsize=(5 * columns, 7), squeeze=False)
    for axis, (title, members) in zip(axes.flat, panels.items(), strict=False):
        for name in members:
            points = [(row["steps"] / 1e6, row[name]) for row in history if name in row]
            axis.plot(*zip(*points, strict=True), label=name.split("/")[-1], linewidth=1)
        axis.set_title(title)
        axis.set_xlabel("million steps")
        if len(members) > 1:
            axis.legend(fontsize=6)
    figure.tight_layout()
    figure.savefig(path, dpi=80)
    pyplot.close(figure)


class CtrlC:
    """Ends a run after the update at hand, with its files written; a second one ends it at once."""

    was_pressed = False

    def __enter__(self) -> CtrlC:
        self.before = signal.signal(signal.SIGINT, self.press)
        return self

    def press(self, *_: object) -> None:
        """Remember it; the next one is Python's own."""
        self.was_pressed = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
        tqdm.write("saving after this update; Ctrl-C once more to stop at once")

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self.before)


def train(trainer: Trainer, run_dir: Path) -> None:
    """Train to the end, with reports."""
    config = trainer.config
    started = time.perf_counter()
    writer = SummaryWriter(str(run_dir), purge_step=trainer.steps)
    bar = tqdm(total=config.total_steps, initial=trainer.steps, unit="step", unit_scale=True)
    is_done = trainer.steps >= config.total_steps
    with writer, bar, CtrlC() as ctrl_c:
        while not is_done:
            row = {**trainer.collect(), **trainer.learn()}
            is_late = time.perf_counter() - started > 60.0 * config.minutes
            is_done = trainer.steps >= config.total_steps or is_late or ctrl_c.was_pressed
            if trainer.updates % config.save_every == 0 or is_done:
                row |= report(trainer, row, run_dir)
            else:
                trainer.history.append({"steps": trainer.steps, **row})
            for name, value in row.items():
                writer.add_scalar(name, value, trainer.steps)
            bar.update(trainer.steps - bar.n)
    total = sum(trainer.seconds.values())
    for part, seconds in trainer.seconds.items():
        print(f"{part:9}{seconds:8.1f} s {seconds / total:6.1%}")
    print(f"{trainer.steps / total:,.0f} steps/s; policy and curves are in {run_dir}")


def report(trainer: Trainer, row: dict[str, float], run_dir: Path) -> dict[str, float]:
    """Evaluate, and write all files; return the evaluation."""
    started = time.perf_counter()
    found = evaluate(trainer.agent, trainer.config)
    trainer.history.append({"steps": trainer.steps, **row, **found})
    draw(trainer.history, run_dir / "curves.png")
    export(trainer, run_dir / "policy.onnx")
    trainer.seconds["reports"] += time.perf_counter() - started
    trainer.save(run_dir / "checkpoint.pt")
    told = ", ".join(f"{name.split('/')[1]} {value:.3g}" for name, value in found.items())
    tqdm.write(f"{trainer.steps:,} steps: {told}")
    return found


# What a resumed run may be told anew.
RESUMABLE = ("total_steps", "minutes", "run_dir", "save_every")


def configure(arguments: list[str]) -> tuple[Config, dict[str, Any] | None]:
    """Return the settings, and the checkpoint to go on from, if there is one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--resume", type=Path, help="checkpoint to go on from")
    parser.add_argument(
        "--trust-task", action="store_true", help="import the task of your own that --resume names"
    )
    for field in fields(Config):
        option = "--" + field.name.replace("_", "-")
        kind, default = type(field.default), argparse.SUPPRESS
        parser.add_argument(option, type=kind, default=default, help=f"default: {field.default}")
    given = vars(parser.parse_args(arguments))
    whole = None
    trust = given.pop("trust_task")
    if (resume := given.pop("resume")) is not None:
        if other := given.keys() - set(RESUMABLE):
            raise ArgumentError(f"{sorted(other)[0]}: a resumed run has that from its checkpoint")
        whole = read_checkpoint(resume)
        check_resumed(whole, trust)
        given = {**whole["config"], "minutes": math.inf, **given}
    config = Config(**given)
    config.run_dir = config.run_dir or f"runs/{config.task.split(':')[-1]}-{config.seed}"
    config.check()
    return config, whole


def read_checkpoint(path: str | Path) -> dict[str, Any]:
    """Read what :meth:`Trainer.save` wrote; nothing in a file from elsewhere is run."""
    try:
        whole: dict[str, Any] = torch.load(path, weights_only=True)
    except pickle.UnpicklingError as error:
        # Its message advises to run what is in the file.
        raise ArgumentError(f"{path} is not a checkpoint: it holds more than numbers") from error
    except (OSError, EOFError, RuntimeError) as error:
        raise ArgumentError(f"{path} is not a checkpoint: {error}") from error
    parts = ("agent", "config")
    if not isinstance(whole, dict) or not all(isinstance(whole.get(p), dict) for p in parts):
        raise ArgumentError(f"{path} is not a checkpoint: it has no agent and config")
    return whole


def check_resumed(whole: dict[str, Any], trust: bool) -> None:
    """Refuse a checkpoint of settings that are none, or of a task that nobody has asked for."""
    if missing := {*_SAVED, "optimizer", "envs", "observations", "random"} - whole.keys():
        raise ArgumentError(f"resume: the checkpoint has no {sorted(missing)[0]}")
    if other := whole["config"].keys() ^ {field.name for field in fields(Config)}:
        raise ArgumentError(f"resume: its settings are not those of today: {sorted(other)[0]}")
    task = str(whole["config"]["task"])
    if ":" in task and not trust and not is_registered(task):
        raise ArgumentError(
            f"resume: its task {task!r} would be imported: allow it by --trust-task"
        )


def main(arguments: list[str]) -> None:
    config, whole = configure(arguments)
    run_dir = Path(config.run_dir)
    if whole is None and (run_dir / "checkpoint.pt").exists():
        raise ArgumentError(f"run_dir: {run_dir} has a run already: resume it or name another")
    trainer = Trainer(config)
    if whole is not None:
        trainer.load(whole)
    elif config.initialize:
        trainer.initialize(read_checkpoint(config.initialize)["agent"])
    run_dir.mkdir(parents=True, exist_ok=True)
    train(trainer, run_dir)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except ArgumentError as error:
        sys.exit(f"ppo.py: {error}")
