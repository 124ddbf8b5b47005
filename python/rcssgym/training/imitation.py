"""To begin as a script would act: what it does in the states that the learner comes to (DAgger).

In some worlds the script acts, in the others the learner; what the script would do there is learned
(Ross, Gordon and Bagnell, "A reduction of imitation learning and structured prediction to no-regret
online learning", 2011). The learner then goes on by reinforcement.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by
from rcssgym.training.exploration import SHARPNESS, Hybrid
from rcssgym.training.network import KNOWN, Agent

with needed_by("rcssgym.training", "train", "torch"):
    import torch
    from torch import Tensor, nn
    from torch.nn import functional

if TYPE_CHECKING:
    from rcssgym.training.ppo import Trainer

FAST = 2e-3
"""The step size at first, which goes to a twentieth."""
SHOWN = 0.25
"""Share of the steps in which the script alone acts; then its share of the worlds goes to 0."""
KEPT = 500_000
"""States that are remembered, the last ones."""
BATCH = 1024
REUSE = 12
"""How often each state is learned from, on average."""
NUMBERS = 8.0
"""What a number's error counts, where a wrong act is 1."""
RARE = 8.0
"""How much more an act counts at most than the one that is done most often."""
LOGIT = 1e-3
"""What keeps scores between -1 and 1."""


class Lessons:
    """States and what the script does there, ``(N, n)`` and ``(N, m)``: the last ones."""

    def __init__(self, sees: int, does: int, size: int) -> None:
        self.seen = np.zeros((size, sees), np.float32)
        self.wanted = np.zeros((size, does), np.float32)
        self.count = 0

    def add(self, seen: NDArray[np.float32], wanted: NDArray[np.float32]) -> None:
        """Take in rows; those that no act does teach nothing."""
        known = ~np.isnan(wanted[:, 0])
        rows = (self.count + np.arange(known.sum())) % len(self.seen)
        self.seen[rows], self.wanted[rows] = seen[known], wanted[known]
        self.count += len(rows)

    def some(self, random: np.random.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Return rows, drawn from all."""
        rows = random.integers(min(self.count, len(self.seen)), size=size)
        return torch.from_numpy(self.seen[rows]), torch.from_numpy(self.wanted[rows])


class Imitation:
    """What a trainer's agent learns from the script before it learns by itself.

    Raises :class:`ArgumentError` for a task whose script does not teach, and for a memory.

    :param steps: of all players together.
    """

    def __init__(self, trainer: Trainer, steps: int) -> None:
        config = trainer.config
        task: Any = trainer.envs.task
        if config.recurrent:
            raise ArgumentError("imitate: not with --recurrent, whose memory needs sequences")
        self.trainer, self.task, self.steps = trainer, task, steps
        sees, does = task.observation_space.shape[-1], task.action_space.shape[-1]
        self.lessons = Lessons(sees, does, min(steps + trainer.envs.num_envs, KEPT))
        self.random = np.random.default_rng(config.seed)
        self.acts = Hybrid(task.acts, does, config.device)
        self.often = np.ones(len(task.acts))
        self.descent = torch.optim.Adam(trainer.agent.actor.parameters(), FAST)

    def learn(self) -> dict[str, float]:
        """Play and learn; return means of the last turn."""
        trainer, config = self.trainer, self.trainer.config
        turn = config.num_steps * trainer.envs.num_envs
        turns = max(1, round(self.steps / turn))
        told: dict[str, float] = {}
        with tqdm(total=turns * turn, unit="step", unit_scale=True, mininterval=5.0) as bar:
            for index in range(turns):
                done = index / turns
                told = self.play(1.0 if done < SHOWN else 0.5 * (1.0 - done))
                if done < SHOWN or index == 0:
                    self.normalize()
                self.descent.param_groups[0]["lr"] = FAST * (1.0 - 0.95 * done)
                for _ in range(max(1, REUSE * turn // BATCH)):
                    told["loss"] = self.descend()
                bar.update(turn)
                bar.set_postfix({name: f"{value:.3g}" for name, value in told.items()})
        trainer.agent.observed.count.fill_(KNOWN)
        return told

    def play(self, shown: float) -> dict[str, float]:
        """Play a turn, in a share of the worlds by the script; return how the learner does."""
        trainer, task = self.trainer, self.task
        rows, agent = trainer.envs.num_envs, trainer.agent
        each = rows // trainer.config.num_envs
        by_script = np.repeat(self.random.random(trainer.config.num_envs) < shown, each)
        alike, count, begun = 0, 0, time.perf_counter()
        for _ in range(trainer.config.num_steps):
            wanted = task.scripted_actions().reshape(rows, -1)
            with torch.no_grad():
                told = agent(torch.from_numpy(trainer.observations).to(agent.log_std.device))
            own = told.cpu().numpy()
            self.lessons.add(trainer.observations, wanted)
            known = ~np.isnan(wanted[:, 0])
            acts = wanted[:, : self.acts.acts].argmax(1)
            self.often += np.bincount(acts[known], minlength=self.acts.acts)
            alike += int((own[:, : self.acts.acts].argmax(1) == acts)[known].sum())
            count += int(known.sum())
            taken = np.where((by_script & known)[:, None], wanted, own)
            observed, *_ = trainer.envs.step(taken)
            trainer.look(observed)
        trainer.seconds["worlds"] += time.perf_counter() - begun
        return {"alike": alike / max(1, count)}

    def normalize(self) -> None:
        """Let the normalization be that of all states so far."""
        observed, rows = self.trainer.agent.observed, self.lessons.seen[: self.lessons.count]
        observed.count.fill_(1e-4)
        observed.learn(torch.from_numpy(rows).to(observed.mean.device))

    def descend(self) -> float:
        """Take a step towards what the script does."""
        agent = self.trainer.agent
        device = agent.log_std.device
        seen, wanted = (one.to(device) for one in self.lessons.some(self.random, BATCH))
        loss = self.loss(agent, seen, wanted)
        self.descent.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(agent.actor.parameters(), 5.0)
        self.descent.step()
        return float(loss.detach())

    def loss(self, agent: Agent, seen: Tensor, wanted: Tensor) -> Tensor:
        """Return how far actions are from the script's: the act, and its own parameters."""
        count = self.acts.acts
        told = agent.actor(agent.normalize(seen))
        act = wanted[:, :count].argmax(1)
        rare = np.clip(np.sqrt(self.often.max() / self.often), 1.0, RARE)
        weight = torch.as_tensor(rare, dtype=torch.float32, device=seen.device)[act]
        choice = functional.cross_entropy(SHARPNESS * told[:, :count], act, reduction="none")
        apart = functional.smooth_l1_loss(
            told[:, count:], wanted[:, count:], reduction="none", beta=0.02
        )
        numbers = (apart * self.acts.matters[act]).sum(1)
        each = choice + NUMBERS * numbers
        bounds = told[:, :count].square().sum(1).mean()
        return (weight * each).sum() / weight.sum() + LOGIT * bounds


def imitate(trainer: Trainer) -> dict[str, Any]:
    """Let a trainer's agent learn from the script, as its settings say."""
    return Imitation(trainer, trainer.config.imitate_steps).learn()
