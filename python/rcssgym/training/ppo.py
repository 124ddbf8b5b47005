"""Proximal policy optimization: collect samples with the policy, then improve it with them.

The algorithm is that of Schulman et al., "Proximal policy optimization algorithms" (2017), with
additions for locomotion in many worlds (Rudin et al., "Learning to walk in minutes", 2021): a step
size adapted to the KL divergence, bootstrapped values at time limits, and first episodes that end
at different times. If a task has a mirror image, half of the samples are mirrored, or the asymmetry
of the policy is a loss (Mittal et al., "Symmetry considerations for learning task symmetric robot
policies", 2024).
"""

from __future__ import annotations

import math
import pickle
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import deepcopy
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from rcssgym.envs.saved import unpickled
from rcssgym.envs.tasks.mirror import Mirror
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.optional import needed_by
from rcssgym.replacing import replacing
from rcssgym.training.config import Config
from rcssgym.training.episodes import Episodes, Noted
from rcssgym.training.exploration import exploration
from rcssgym.training.network import Agent, Scale
from rcssgym.training.over import Over, Worlds, worlds
from rcssgym.training.rollout import Rollout, sizes_of
from rcssgym.training.symmetry import Symmetry

with needed_by("rcssgym.training", "train", "torch"):
    import torch
    from torch import Tensor, nn


CRITIC_RATE, CRITIC_MINIBATCH = 1e-3, 1024
"""Step size and minibatch of a critic that learns separately."""


def check_device(name: str) -> None:
    """Refuse a device that torch does not know or cannot use here."""
    try:
        torch.zeros(1, device=name)
        torch.Generator(name)  # "meta" computes nothing, and has none
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        why = str(error).partition("\n")[0]
        raise ArgumentError(f"device: torch cannot use {name!r}: {why}") from error


class Trainer:
    """A run: environments, agent, optimizer, random numbers, and what was noted so far.

    :param envs: the worlds of a checkpoint, for :meth:`load`; new ones if not given.
    """

    def __init__(self, config: Config, envs: Worlds | None = None) -> None:
        self.config = config
        torch.manual_seed(config.seed)
        check_device(config.device)
        self.acting, self.learning = (
            torch.Generator(config.device).manual_seed(2 * config.seed + i) for i in range(2)
        )
        if envs is None:
            self.envs = worlds(config, config.num_envs, privileged=bool(config.privileged))
        else:
            self.envs = envs
        # Made now, before files of other players' policies may change.
        self.judged = worlds(config, config.evaluation_envs, like=self.envs)
        # Only now that the worlds have accepted this number: too many crash torch.
        torch.set_num_threads(config.threads)
        num_observations, num_actions, num_privileged = sizes_of(self.envs)
        std, memory = config.initial_std, config.recurrent
        estimator_columns = self.envs.below.body if isinstance(self.envs, Over) else None
        self.agent = Agent(
            num_observations,
            num_actions,
            config.layers,
            std,
            memory,
            num_privileged,
            estimator_columns,
            len(config.estimates),
        ).to(config.device)
        self.actor = deepcopy(self.agent) if config.overlap else self.agent
        self.exploration = exploration(config.distribution, self.envs.task, config.device)
        critic = list(self.agent.critic.parameters()) if config.critic_epochs else []
        others = {id(one) for one in critic}
        self.optimizer = torch.optim.Adam(
            [one for one in self.agent.parameters() if id(one) not in others],
            config.learning_rate,
        )
        self.critic_optimizer = torch.optim.Adam(critic, CRITIC_RATE) if critic else None
        self.rollout = Rollout(config, self.envs)
        self.pending = Rollout(config, self.envs)  # with overlap, collected and not learned from
        self.pool = ThreadPoolExecutor(1)
        self.mirrors = self.mirror_images()
        self.symmetry = self.exact_images()
        if isinstance(self.envs, Over):
            self.agent.blind(self.envs.below.body)
        self.loss = torch.compile(self.losses) if config.compile else self.losses
        if envs is None:
            self.look(self.envs.reset(seed=config.seed)[0])
        rows = self.envs.num_envs
        self.was_over = torch.zeros(rows, dtype=torch.bool)
        self.begins = torch.ones(rows, dtype=torch.bool)
        self.memory = self.agent.blank(rows)
        self.episodes = Episodes(rows, config.gamma)
        self.steps = 0
        self.updates = 0
        self.is_filled = False  # the pending rollout
        self.warm_up = 0  # updates in which only the critic learns
        self.target_kl = config.target_kl
        self.history: list[dict[str, float]] = []
        self.seconds = {"worlds": 0.0, "policy": 0.0, "learning": 0.0, "reports": 0.0}

    def look(self, observations: Any) -> None:
        """Store the observations of the environments for policy and critic."""
        if self.envs.privileged:
            self.observations, self.known = observations["policy"], observations["critic"]
        else:
            self.observations = observations
            self.known = np.zeros((len(observations), 0), "f4")

    def images(self) -> list[tuple[Mirror, Mirror]]:
        """Return the task's symmetries of observations and actions, the mirror first."""
        task: Any = self.envs.task
        if isinstance(self.envs, Over):
            return self.envs.images()
        if hasattr(task, "symmetries"):
            return list(task.symmetries())
        if hasattr(task, "observation_mirror"):
            return [(task.observation_mirror(), task.action_mirror())]
        return []

    def mirror_images(self) -> list[tuple[Tensor, Tensor]]:
        """Return indices and signs that mirror observations and actions, if they are to be used.

        By default mirror images are used as data if the task has them and the policy has no memory.
        """
        device, config, images = self.config.device, self.config, self.images()
        if not images and config.mirror in ("data", "loss", "exact"):
            raise ArgumentError(f"mirror: {config.task} has no mirror image")
        is_auto = config.mirror == "auto" and not config.recurrent
        if not images or not (is_auto or config.mirror in ("data", "loss")):
            return []
        return [
            (torch.as_tensor(index).to(device), torch.as_tensor(sign).float().to(device))
            for index, sign in images[0]
        ]

    def exact_images(self) -> Symmetry | None:
        """Make the new networks symmetric if wanted, and return what keeps them symmetric."""
        if self.config.mirror != "exact":
            return None
        symmetry = Symmetry(self.images(), self.agent)
        symmetry.begin()
        return symmetry

    def update(self) -> dict[str, float]:
        """Collect a rollout, and learn from it or, with overlap, from the one before."""
        self.narrow()
        row = self.both_at_once() if self.config.overlap else self.one_by_one()
        self.updates += 1
        self.warm_up = max(0, self.warm_up - 1)
        return row

    def narrow(self) -> None:
        """Move noise and target divergence geometrically towards their final values, if any."""
        config = self.config
        share = min(1.0, self.steps / config.total_steps)
        if config.final_std > 0.0:
            std = config.initial_std ** (1.0 - share) * config.final_std**share
            self.agent.log_std.requires_grad_(False)
            self.agent.log_std.fill_(math.log(std))
        if config.final_kl > 0.0:
            self.target_kl = config.target_kl ** (1.0 - share) * config.final_kl**share

    def one_by_one(self) -> dict[str, float]:
        """Collect, then learn."""
        return {**self.collect(self.rollout), **self.learn(self.rollout)}

    def both_at_once(self) -> dict[str, float]:
        """Collect while another thread learns from what was collected last."""
        self.actor.load_state_dict(self.agent.state_dict())
        learned = self.pool.submit(self.learn, self.pending) if self.is_filled else None
        row = self.collect(self.rollout)
        row |= learned.result() if learned is not None else {}
        self.rollout, self.pending, self.is_filled = self.pending, self.rollout, True
        return row

    def abandon_update(self) -> None:
        """Begin new episodes after an error in :meth:`update`, as far as the task lets them."""
        self.pool.submit(int).result()  # a thread may still be learning
        self.is_filled = False
        with suppress(Exception):
            self.look(self.envs.reset()[0])
        rows = self.envs.num_envs
        self.was_over = torch.zeros(rows, dtype=torch.bool)
        self.begins = torch.ones(rows, dtype=torch.bool)
        self.episodes.restart(np.ones(rows, dtype=np.bool_))

    def is_finite(self) -> bool:
        """Return whether all that has been learned are finite numbers."""
        return all(bool(one.isfinite().all()) for one in self.agent.state_dict().values())

    # --- collecting

    @torch.no_grad()
    def collect(self, rollout: Rollout) -> dict[str, float]:
        """Act for some steps; return means over steps and over episodes that ended."""
        agent, config, noted = self.actor, self.config, Noted()
        self.envs.set_progress(min(1.0, self.steps / config.curriculum_steps))
        self.stagger()
        rollout.std.copy_(agent.log_std.exp())
        rollout.memory.copy_(self.memory)
        for t in range(config.num_steps):
            started = time.perf_counter()
            observations = rollout.observations[t].copy_(torch.from_numpy(self.observations))
            rollout.known[t].copy_(torch.from_numpy(self.known))
            begins = rollout.begins[t].copy_(self.begins)
            features, self.memory = agent.look(agent.normalize(observations), self.memory, begins)
            mean = agent.actor(features)
            if t % config.noise_steps == 0:
                noise = self.exploration.noise(mean, self.acting)
            actions = self.exploration.draw(mean, rollout.std, noise)
            rollout.means[t], rollout.actions[t] = mean, actions
            bounded = actions.clamp(-1.0, 1.0).cpu().numpy()
            if np.isnan(bounded).any():
                raise RcssGymError(
                    f"training: after {self.steps:,} steps the policy's actions are not numbers: "
                    "it has diverged"
                )
            self.seconds["policy"] += time.perf_counter() - started
            started = time.perf_counter()
            observed, rewards, terminated, truncated, info = self.envs.step(bounded)
            self.look(observed)
            self.seconds["worlds"] += time.perf_counter() - started
            over = torch.from_numpy(terminated | truncated)
            rollout.counts[t] = ~self.was_over
            rollout.rewards[t] = torch.from_numpy(rewards)
            rollout.terminated[t] = torch.from_numpy(terminated)
            rollout.over[t] = over | self.was_over
            self.episodes.add(self.envs.task, rewards, terminated, over.numpy(), info, noted)
            self.begins, self.was_over = self.was_over, over
        rollout.observations[-1].copy_(torch.from_numpy(self.observations))
        rollout.known[-1].copy_(torch.from_numpy(self.known))
        rollout.begins[-1].copy_(self.begins)
        rollout.scale.copy_(torch.tensor(self.episodes.reward_scale))
        self.steps += rollout.rewards.numel()
        return noted.means()

    def stagger(self) -> None:
        """End some first episodes early, so that later ones do not all start at the same time."""
        share = self.config.num_steps / (self.envs.max_episode_steps or math.inf)
        if self.updates == 0 or self.updates * share >= 1.0:
            return
        worlds, rows = self.config.num_envs, len(self.was_over)
        chances = torch.rand(worlds, generator=self.acting, device=self.config.device)
        chosen = (chances < share).cpu().repeat_interleave(rows // worlds)
        if chosen.any():
            options = {"reset_mask": chosen.numpy()}
            self.look(self.envs.reset(options=options)[0])
            self.was_over &= ~chosen
            self.begins |= chosen
            self.episodes.restart(chosen.numpy())

    # --- learning

    def learn(self, rollout: Rollout) -> dict[str, float]:
        """Improve actor and critic by a rollout; return means over its minibatches."""
        if int(rollout.counts.sum()) < 2:
            return {}  # the advantage of a single sample cannot be scaled
        started = time.perf_counter()
        agent, config, noted = self.agent, self.config, Noted()
        # A new normalization is learned first. An existing one is updated after learning, since
        # the rollout was collected with its old values.
        scales = [(agent.observed, rollout.observations), (agent.known, rollout.known)]
        late = []
        for scale, rows in scales:
            if float(scale.count) < 1.0:
                self.take_in(scale, rows.flatten(0, 1))
            else:
                late.append((scale, rows))
        with torch.no_grad():
            seen = agent.normalize(rollout.observations)
            features = agent.look_along(seen, rollout.memory, rollout.begins)
            values = agent.value(features, agent.known.normalize(rollout.known))
            # Returns of about 1 suit the critic's step size.
            advantages = rollout.estimate(values, float(rollout.scale), config)
            data = self.samples(rollout, advantages, values[:-1])
        # A memory needs whole sequences.
        data = data if config.recurrent else [one.flatten(0, 1)[:, None] for one in data]
        along = 1 if config.recurrent else 0
        size = max(1, config.minibatch // (config.num_steps if config.recurrent else 1))
        # A minibatch in which nothing counts has no mean.
        kept = (data[-1] > 0.0).any(dim=1 - along).nonzero().squeeze(-1)
        data = [one.index_select(along, kept) for one in data]
        memories = rollout.memory[kept] if config.recurrent else rollout.memory[:1]
        is_critics = self.critic_optimizer is not None and self.warm_up > 0
        for _ in range(0 if is_critics else config.epochs):
            order = torch.randperm(
                data[0].shape[along], generator=self.learning, device=config.device
            )
            for chosen in order.split(size):
                memory = memories[chosen] if config.recurrent else memories
                batch = [one.index_select(along, chosen) for one in data]
                self.descend(batch, memory, rollout.std, noted)
        if self.critic_optimizer is not None:
            noted["value_error"] = self.teach_critic(self.critic_optimizer, data)
        for scale, rows in late:
            self.take_in(scale, rows.flatten(0, 1))
        self.seconds["learning"] += time.perf_counter() - started
        return {f"learning/{name}": value for name, value in noted.means().items()}

    def teach_critic(self, optimizer: torch.optim.Adam, data: list[Tensor]) -> list[float]:
        """Let the critic learn separately; return its errors in the last epoch.

        The actor reaches its limit of change in few large steps. A critic needs many steps.
        """
        seen, known, *_, targets, _, _ = data
        errors: list[float] = []
        for _ in range(self.config.critic_epochs):
            errors = []
            order = torch.randperm(len(seen), generator=self.learning, device=seen.device)
            for rows in order.split(CRITIC_MINIBATCH):
                with torch.no_grad():
                    features = self.agent.estimated(seen[rows])
                error = (self.agent.value(features, known[rows]) - targets[rows]).square().mean()
                optimizer.zero_grad()
                error.backward()
                if self.symmetry is not None and not self.agent.has_privileged_critic:
                    self.symmetry.gradients()
                nn.utils.clip_grad_norm_(self.agent.critic.parameters(), self.config.max_gradient)
                optimizer.step()
                errors.append(float(error.detach()))
        # Otherwise these gradients would count when the actor's gradients are clipped.
        optimizer.zero_grad()
        return errors

    def take_in(self, scale: Scale, rows: Tensor) -> None:
        """Update a normalization with rows ``(N, n)``, and with their images if needed."""
        if self.symmetry is not None and scale is self.agent.observed:
            self.symmetry.learn(scale, rows)
        else:
            scale.learn(rows)
        if isinstance(self.envs, Over) and scale is self.agent.observed:
            self.envs.settle(scale)

    def samples(self, rollout: Rollout, advantages: Tensor, values: Tensor) -> list[Tensor]:
        """Return the data for learning, ``(T, N, ...)`` each.

        Observations, critics' observations, actions, means, whether a sample is not a mirror image,
        log-probabilities, advantages, targets, whether an episode begins, and whether the sample
        counts.
        """
        counts = rollout.counts
        observations, actions = rollout.observations[:-1], rollout.actions
        log_probs = self.exploration.log_prob(rollout.means, rollout.std, actions)
        targets = advantages + values
        half = torch.zeros(*counts.shape, 1, dtype=torch.bool, device=counts.device)
        if self.mirrors and self.config.mirror != "loss":
            chances = torch.rand(*half.shape, generator=self.learning, device=half.device)
            half = chances < 0.5
            (index, sign), (other_index, other_sign) = self.mirrors
            observations = torch.where(half, observations[..., index] * sign, observations)
            actions = torch.where(half, actions[..., other_index] * other_sign, actions)
        counted = advantages[counts]
        scaled = (advantages - counted.mean()) / (counted.std() + 1e-8)
        seen = self.agent.normalize(observations)
        begins, weights = rollout.begins[:-1], counts.float()
        own = ~half.squeeze(-1)
        known = self.agent.known.normalize(rollout.known[:-1])
        return [
            seen, known, actions, rollout.means, own, log_probs, scaled, targets, begins, weights
        ]  # fmt: skip

    def losses(self, batch: list[Tensor], memory: Tensor, old_std: Tensor) -> tuple[Tensor, ...]:
        """Return the loss, the critic's error, and how far the policy has moved (KL)."""
        seen, known, actions, old_mean, own, old_log_probs, advantages, targets, begins, weights = (
            batch
        )
        agent, config = self.agent, self.config
        features = agent.look_along(seen, memory, begins)
        mean, std = agent.actor(features), agent.log_std.exp()
        total = weights.sum()
        with torch.no_grad():
            moved = self.exploration.divergence((old_mean, old_std), (mean, std))
            counted = weights * own
            divergence = (moved * counted).sum() / counted.sum().clamp(min=1.0)
        ratio = (self.exploration.log_prob(mean, std, actions) - old_log_probs).exp()
        clipped = ratio.clamp(1.0 - config.clip, 1.0 + config.clip)
        gain = (torch.min(ratio * advantages, clipped * advantages) * weights).sum() / total
        value_error = torch.zeros_like(total)
        # A critic that learns separately reports its error there.
        if not config.critic_epochs:
            errors = (agent.value(features, known) - targets).square()
            value_error = (errors * weights).sum() / total
        loss = value_error
        if self.warm_up == 0:
            loss = loss - gain
            if config.entropy > 0.0:
                loss = loss - config.entropy * self.exploration.entropy(mean, std)
            if self.mirrors and config.mirror == "loss":
                loss = loss + self.asymmetry(seen, mean, memory, begins)
        return loss, value_error, divergence

    def asymmetry(self, seen: Tensor, mean: Tensor, memory: Tensor, begins: Tensor) -> Tensor:
        """Return the mean square difference between the policy's and its mirror image's actions."""
        (index, sign), (other_index, other_sign) = self.mirrors
        average, std = self.agent.scale()
        image = self.agent.normalize((seen * std + average)[..., index] * sign)
        features = self.agent.look_along(image, memory, begins)
        wanted = (mean[..., other_index] * other_sign).detach()
        return (self.agent.actor(features) - wanted).square().mean()

    def descend(self, batch: list[Tensor], memory: Tensor, std: Tensor, noted: Noted) -> None:
        """Make one gradient step."""
        agent = self.agent
        loss, value_error, divergence = self.loss(batch, memory, std)
        if self.warm_up == 0:
            self.adapt(float(divergence))
        self.optimizer.zero_grad()
        loss.backward()
        if self.symmetry is not None:
            self.symmetry.gradients()
        nn.utils.clip_grad_norm_(agent.parameters(), self.config.max_gradient)
        self.optimizer.step()
        noted["value_error"].append(float(value_error.detach()))
        noted["divergence"].append(float(divergence))
        noted["std"].append(float(agent.log_std.detach().exp().mean()))
        noted["rate"].append(self.optimizer.param_groups[0]["lr"])

    def adapt(self, divergence: float) -> None:
        """Adapt the step size to how far the policy has moved since the rollout."""
        group, target = self.optimizer.param_groups[0], self.target_kl
        if divergence > 2.0 * target:
            group["lr"] = max(1e-5, group["lr"] / 1.5)
        elif divergence < 0.5 * target:
            group["lr"] = min(1e-2, group["lr"] * 1.5)

    # --- checkpoints

    def save(self, path: Path) -> None:
        """Write everything that :meth:`load` needs to continue."""
        whole = {name: getattr(self, name) for name in SAVED}
        whole["observations"] = torch.from_numpy(self.observations)
        whole["known"] = torch.from_numpy(self.known)
        whole["agent"] = self.agent.state_dict()
        whole["optimizer"] = self.optimizer.state_dict()
        if self.critic_optimizer is not None:
            whole["critic_optimizer"] = self.critic_optimizer.state_dict()
        whole["envs"] = pickle.dumps(self.envs)
        whole["random"] = [one.get_state() for one in (self.acting, self.learning)]
        whole["episodes"] = self.episodes.state()
        whole["pending"] = vars(self.pending) if self.is_filled else {}
        whole["config"] = asdict(self.config)
        # Written by torch itself, the error of a full disk would not say so.
        data = BytesIO()
        torch.save(whole, data)
        with replacing(path) as new:
            new.write_bytes(data.getbuffer())

    @classmethod
    def restored(cls, config: Config, whole: dict[str, Any]) -> Trainer:
        """Return a run where its checkpoint was written; its task must be known or trusted."""
        module, _, _ = config.task.rpartition(":")
        trainer = cls(config, unpickled(whole["envs"], trusted=module))
        trainer.load(whole)
        return trainer

    def load(self, whole: dict[str, Any]) -> None:
        """Continue from a checkpoint, in whose worlds this has been made."""
        for name in SAVED:
            setattr(self, name, whole[name])
        self.agent.load_state_dict(whole["agent"])
        self.optimizer.load_state_dict(whole["optimizer"])
        if self.critic_optimizer is not None:
            self.critic_optimizer.load_state_dict(whole["critic_optimizer"])
        self.observations = whole["observations"].numpy()
        self.known = whole["known"].numpy()
        for one, state in zip((self.acting, self.learning), whole["random"], strict=True):
            one.set_state(state)
        self.episodes.restore(whole["episodes"])
        # Checkpoints are read on the processor.
        self.memory = self.memory.to(self.config.device)
        for name, values in whole["pending"].items():
            getattr(self.pending, name).copy_(values)


SAVED = ("steps", "updates", "history", "seconds", "was_over", "begins", "memory", "is_filled",
         "warm_up")  # fmt: skip
