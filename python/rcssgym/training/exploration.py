"""Exploration of policies: distributions of actions around a policy's means."""

from __future__ import annotations

from typing import Any, Protocol

from rcssgym.envs.discs.task import ACTS
from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by

with needed_by("rcssgym.training", "train", "torch"):
    import torch
    from torch import Tensor
    from torch.distributions import Normal
    from torch.nn import functional

SHARPNESS = 10.0
"""Factor from scores of acts to logits, so that scores from -1 to 1 can separate acts clearly."""


class Exploration(Protocol):
    """A distribution of actions ``(..., m)`` with given means and standard deviations ``(m,)``."""

    def noise(self, mean: Tensor, generator: torch.Generator) -> Tensor:
        """Draw the noise for means ``(..., m)``, in the same shape."""

    def draw(self, mean: Tensor, std: Tensor, noise: Tensor) -> Tensor:
        """Return the actions for given means and noise."""

    def log_prob(self, mean: Tensor, std: Tensor, actions: Tensor) -> Tensor:
        """Return logarithms of probabilities ``(...)``, or of probability densities."""

    def divergence(self, old: tuple[Tensor, Tensor], new: tuple[Tensor, Tensor]) -> Tensor:
        """Return the Kullback-Leibler divergence ``(...)`` of the old distribution from the new."""

    def entropy(self, mean: Tensor, std: Tensor) -> Tensor:
        """Return the mean entropy, up to a constant."""


class Gaussian:
    """Independent Gaussians for all numbers of an action."""

    def noise(self, mean: Tensor, generator: torch.Generator) -> Tensor:
        """Draw normal numbers."""
        return torch.randn(mean.shape, generator=generator, device=mean.device)

    def draw(self, mean: Tensor, std: Tensor, noise: Tensor) -> Tensor:
        """Return the actions for given means and noise."""
        return mean + std * noise

    def log_prob(self, mean: Tensor, std: Tensor, actions: Tensor) -> Tensor:
        """Return logarithms of densities."""
        return Normal(mean, std, validate_args=False).log_prob(actions).sum(-1)

    def divergence(self, old: tuple[Tensor, Tensor], new: tuple[Tensor, Tensor]) -> Tensor:
        """Return the divergence."""
        return _apart(old, new).sum(-1)

    def entropy(self, mean: Tensor, std: Tensor) -> Tensor:  # noqa: ARG002
        """Return the entropy, which is the same everywhere."""
        return std.log().sum()


class Hybrid:
    """A softmax of the scores for the act, and Gaussians for its parameters.

    Parameters of acts that are not chosen do not count, as in Fan et al., "Hybrid actor-critic
    reinforcement learning in parameterized action space" (2019). Drawn actions have the score 1 for
    the chosen act and -1 for all others, so that code that executes the act with the highest score
    works with and without exploration.

    :param acts: names, in the order of their scores.
    :param numbers: size of an action; numbers after the acts' parameters always count.
    """

    def __init__(self, acts: tuple[str, ...], numbers: int, device: str) -> None:
        self.acts = len(acts)
        owners = [index for index, name in enumerate(acts) for _ in range(ACTS.get(name, 0))]
        always = numbers - self.acts - len(owners)
        matters = torch.zeros(self.acts, numbers - self.acts, device=device)
        for number, owner in enumerate(owners):
            matters[owner, number] = 1.0
        matters[:, len(owners) : len(owners) + always] = 1.0
        self.matters = matters
        """Whether a parameter matters to an act ``(acts, parameters)``: 0 or 1."""

    def logits(self, mean: Tensor) -> Tensor:
        """Return normalized logits ``(..., acts)``."""
        return functional.log_softmax(SHARPNESS * mean[..., : self.acts], dim=-1)

    def noise(self, mean: Tensor, generator: torch.Generator) -> Tensor:
        """Draw Gumbel numbers for the acts, normal ones for their parameters."""
        noise = torch.randn(mean.shape, generator=generator, device=mean.device)
        acts = noise[..., : self.acts]
        acts.exponential_(generator=generator).log_().neg_()
        return noise

    def draw(self, mean: Tensor, std: Tensor, noise: Tensor) -> Tensor:
        """Return the actions for given means and noise."""
        # The argmax of logits plus Gumbel noise is distributed according to the softmax.
        chosen = (self.logits(mean) + noise[..., : self.acts]).argmax(-1)
        scores = 2.0 * functional.one_hot(chosen, self.acts) - 1.0
        parameters = mean[..., self.acts :] + std[self.acts :] * noise[..., self.acts :]
        return torch.cat([scores.to(mean.dtype), parameters], dim=-1)

    def log_prob(self, mean: Tensor, std: Tensor, actions: Tensor) -> Tensor:
        """Return logarithms of probabilities times densities."""
        chosen = actions[..., : self.acts].argmax(-1)
        of_act = self.logits(mean).gather(-1, chosen[..., None]).squeeze(-1)
        own = Normal(mean[..., self.acts :], std[self.acts :], validate_args=False)
        each = own.log_prob(actions[..., self.acts :])
        return of_act + (each * self.matters[chosen]).sum(-1)

    def divergence(self, old: tuple[Tensor, Tensor], new: tuple[Tensor, Tensor]) -> Tensor:
        """Return the divergence."""
        was, now = self.logits(old[0]), self.logits(new[0])
        chances = was.exp()
        behind = [(mean[..., self.acts :], std[self.acts :]) for mean, std in (old, new)]
        return (chances * (was - now)).sum(-1) + (
            chances @ self.matters * _apart(behind[0], behind[1])
        ).sum(-1)

    def entropy(self, mean: Tensor, std: Tensor) -> Tensor:
        """Return the mean entropy."""
        logits = self.logits(mean)
        chances = logits.exp()
        spread = chances @ self.matters * std[self.acts :].log()
        return (spread.sum(-1) - (chances * logits).sum(-1)).mean()


def _apart(old: tuple[Tensor, Tensor], new: tuple[Tensor, Tensor]) -> Tensor:
    """Return the divergences of Gaussians ``(..., m)``."""
    (old_mean, old_std), (mean, std) = old, new
    return (std / old_std).log() + (old_std**2 + (old_mean - mean) ** 2) / (2 * std**2) - 0.5


def exploration(name: str, task: Any, device: str) -> Exploration:
    """Return the distribution with this name.

    Raises :class:`ArgumentError` for ``"hybrid"`` if the task's actions have no acts.
    """
    if name == "gaussian":
        return Gaussian()
    acts = getattr(task, "acts", ())
    if not acts:
        raise ArgumentError(f"distribution: {type(task).__name__} has no acts to choose from")
    return Hybrid(acts, task.action_space.shape[-1], device)
