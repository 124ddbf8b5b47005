"""Imitation of a script in the states that the learner reaches (DAgger).

In some worlds the script acts, in the others the learner, which learns what the script would do
there (Ross, Gordon and Bagnell, "A reduction of imitation learning and structured prediction to
no-regret online learning", 2011). The learner then continues with reinforcement learning.
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
"""Initial step size; it falls to a twentieth."""
SHOWN = 0.25
"""Share of the steps in which only the script acts; then its share of the worlds goes to 0."""
KEPT = 131_072
"""Number of latest states of each kind that are kept; a power of two."""
CHOICES_LIKE = 0.25
"""Exponent for drawing states with the same possible acts, by their frequency: near 0, all such
groups are drawn equally often, however rare they are in a game."""
ACTS_LIKE = 0.5
"""The same for states of a group in which the script chooses the same act."""
BATCH = 1024
NUMBERS = 8.0
"""Weight of the error of a parameter; a wrong act has weight 1."""
SAMPLE = 32_768
"""Number of states from which the normalization is computed."""
LOGIT = 1e-3
"""Weight of the penalty that keeps scores between -1 and 1."""


class Lessons:
    """Latest states of each kind with the script's actions there, ``(n,)`` and ``(m,)``.

    States are of the same kind if the same acts are possible and the script chooses the same one.
    States with many choices are the rarest in a game.
    """

    def __init__(self, num_observations: int, num_actions: int, acts: int) -> None:
        self.widths, self.acts = (num_observations, num_actions), acts
        self.kinds: dict[tuple[bytes, int], Ring] = {}

    def add(
        self, seen: NDArray[np.float32], wanted: NDArray[np.float64], masks: NDArray[np.bool_]
    ) -> None:
        """Add rows; those in which no act does what the script wants are skipped.

        :param seen: observations ``(B, n)``.
        :param wanted: the script's actions ``(B, m)``; NaN where no act does the same.
        :param masks: which acts are possible ``(B, acts)``.
        """
        chosen = np.where(np.isnan(wanted[:, 0]), -1, wanted[:, : self.acts].argmax(1))
        bits = np.packbits(masks, axis=1)
        keys = np.concatenate([bits, chosen.astype(np.uint8)[:, None]], axis=1)
        for key in np.unique(keys[chosen >= 0], axis=0):
            rows = (keys == key).all(axis=1)
            kind = (key[:-1].tobytes(), int(key[-1]))
            ring = self.kinds.setdefault(kind, Ring(*self.widths))
            ring.add(seen[rows], wanted[rows])

    def shares(self) -> NDArray[np.float64]:
        """Return the share of each kind among states that are drawn."""
        counts = np.array([ring.count for ring in self.kinds.values()], np.float64)
        names = [possible for possible, _ in self.kinds]
        _, group = np.unique(names, return_inverse=True)
        together = np.bincount(group, counts)[group]
        shares = together**CHOICES_LIKE * (counts / together) ** ACTS_LIKE
        drawn: NDArray[np.float64] = shares / shares.sum()
        return drawn

    def some(self, random: np.random.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Return rows drawn at random."""
        counts = random.multinomial(size, self.shares())
        drawn = [ring.some(random, n) for ring, n in zip(self.kinds.values(), counts, strict=True)]
        seen, wanted = (np.concatenate(rows) for rows in zip(*drawn, strict=True))
        return torch.from_numpy(seen), torch.from_numpy(wanted)


class Ring:
    """The last rows of two arrays ``(N, n)`` and ``(N, m)``."""

    def __init__(self, *widths: int) -> None:
        self.rows = [np.zeros((1024, width), np.float32) for width in widths]
        self.count = 0

    def add(self, *added: NDArray[Any]) -> None:
        """Add rows, which may overwrite the oldest ones."""
        size = len(self.rows[0])
        while size < min(KEPT, self.count + len(added[0])):
            size *= 2
            self.rows = [np.concatenate([rows, np.zeros_like(rows)]) for rows in self.rows]
        at = (self.count + np.arange(len(added[0]))) % size
        for rows, new in zip(self.rows, added, strict=True):
            rows[at] = new
        self.count += len(at)

    def some(self, random: np.random.Generator, size: int) -> list[NDArray[np.float32]]:
        """Return rows drawn at random."""
        at = random.integers(min(self.count, len(self.rows[0])), size=size)
        return [rows[at] for rows in self.rows]


class Imitation:
    """Learning of a trainer's agent from the script, before it learns by itself.

    Raises :class:`ArgumentError` for a task whose script does not teach, and for a policy with
    memory.

    :param steps: steps of all players together.
    """

    def __init__(self, trainer: Trainer, steps: int) -> None:
        config = trainer.config
        task: Any = trainer.envs.task
        if config.recurrent:
            raise ArgumentError("imitate: not with --recurrent, whose memory needs sequences")
        self.trainer, self.task, self.steps = trainer, task, steps
        num_actions = task.action_space.shape[-1]
        self.lessons = Lessons(task.observation_space.shape[-1], num_actions, len(task.acts))
        self.random = np.random.default_rng(config.seed)
        self.acts = Hybrid(task.acts, num_actions, config.device)
        self.descent = torch.optim.Adam(trainer.agent.actor.parameters(), FAST)

    def learn(self) -> dict[str, float]:
        """Play and learn in turns; return statistics of the last turn."""
        trainer, config = self.trainer, self.trainer.config
        # That of another policy stays as it is.
        is_normalized = float(trainer.agent.observed.count) >= KNOWN
        turn = config.num_steps * trainer.envs.num_envs
        turns = max(1, round(self.steps / turn))
        statistics: dict[str, float] = {}
        with tqdm(total=turns * turn, unit="step", unit_scale=True, mininterval=5.0) as bar:
            for index in range(turns):
                done = index / turns
                statistics = self.play(1.0 if done < SHOWN else 0.5 * (1.0 - done))
                if (done < SHOWN or index == 0) and not is_normalized:
                    self.normalize()
                self.descent.param_groups[0]["lr"] = FAST * (1.0 - 0.95 * done)
                for _ in range(max(1, round(config.imitate_reuse * turn / BATCH))):
                    statistics["loss"] = self.descend()
                bar.update(turn)
                bar.set_postfix({name: f"{value:.3g}" for name, value in statistics.items()})
        trainer.agent.observed.count.fill_(KNOWN)
        return statistics

    def play(self, shown: float) -> dict[str, float]:
        """Play a turn, in a share of the worlds by the script.

        Returns how often the learner's act is the same as the script's.
        """
        trainer, task = self.trainer, self.task
        rows, agent = trainer.envs.num_envs, trainer.agent
        each = rows // trainer.config.num_envs
        by_script = np.repeat(self.random.random(trainer.config.num_envs) < shown, each)
        alike, count = 0, 0
        for _ in range(trainer.config.num_steps):
            wanted = task.scripted_actions().reshape(rows, -1)
            with torch.no_grad():
                actions = agent(torch.from_numpy(trainer.observations).to(agent.log_std.device))
            own = actions.cpu().numpy()
            masks = task.action_masks().reshape(rows, -1)
            self.lessons.add(trainer.observations, wanted, masks)
            known = ~np.isnan(wanted[:, 0])
            acts = wanted[:, : self.acts.acts].argmax(1)
            alike += int((own[:, : self.acts.acts].argmax(1) == acts)[known].sum())
            count += int(known.sum())
            taken = np.where((by_script & known)[:, None], wanted, own)
            observed, *_ = trainer.envs.step(taken)
            trainer.look(observed)
        return {"alike": alike / max(1, count)}

    def normalize(self) -> None:
        """Compute the normalization from states as they are drawn for learning."""
        observed = self.trainer.agent.observed
        seen, _ = self.lessons.some(self.random, SAMPLE)
        observed.count.fill_(1e-4)
        observed.learn(seen.to(observed.mean.device))

    def descend(self) -> float:
        """Make a gradient step towards what the script does, and return the loss."""
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
        """Return the loss of actions compared with the script's: the act, and its parameters."""
        count = self.acts.acts
        actions = agent.actor(agent.normalize(seen))
        act = wanted[:, :count].argmax(1)
        choice = functional.cross_entropy(SHARPNESS * actions[:, :count], act, reduction="none")
        apart = functional.smooth_l1_loss(
            actions[:, count:], wanted[:, count:], reduction="none", beta=0.02
        )
        numbers = (apart * self.acts.matters[act]).sum(1)
        bounds = actions[:, :count].square().sum(1)
        return (choice + NUMBERS * numbers + LOGIT * bounds).mean()


def imitate(trainer: Trainer) -> dict[str, Any]:
    """Let a trainer's agent learn from the script, according to its settings."""
    begun = time.perf_counter()
    statistics = Imitation(trainer, trainer.config.imitate_steps).learn()
    trainer.seconds["imitation"] = time.perf_counter() - begun
    return statistics
