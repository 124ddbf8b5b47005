"""What all environments did between two updates of the policy."""

from __future__ import annotations

from typing import Any

from rcssgym.envs.task_options import widths
from rcssgym.optional import needed_by
from rcssgym.training.config import Config
from rcssgym.training.over import Over, Worlds

with needed_by("rcssgym.training", "train", "torch"):
    import torch
    from torch import Tensor


def sizes_of(envs: Worlds) -> tuple[int, int, int]:
    """Return the sizes of observations, actions, and critics' observations (0 if none)."""
    task: Any = envs.task
    num_privileged = task.privileged_space.shape[-1] if envs.privileged else 0
    num_observations, num_actions = widths(task)
    if isinstance(envs, Over):
        num_actions = envs.action_space.shape[-1]
    return num_observations, num_actions, num_privileged


class Rollout:
    """Data of all environments between two updates, ``(steps, envs, ...)``."""

    def __init__(self, config: Config, envs: Worlds) -> None:
        shape, device = (config.num_steps, envs.num_envs), config.device
        num_observations, num_actions, num_privileged = sizes_of(envs)
        self.observations = torch.zeros(shape[0] + 1, shape[1], num_observations, device=device)
        self.known = torch.zeros(shape[0] + 1, shape[1], num_privileged, device=device)
        self.actions = torch.zeros(*shape, num_actions, device=device)
        self.means = torch.zeros(*shape, num_actions, device=device)
        self.std = torch.zeros(num_actions, device=device)
        self.rewards = torch.zeros(*shape, device=device)
        self.terminated = torch.zeros(*shape, device=device)
        self.over = torch.zeros(*shape, dtype=torch.bool, device=device)
        # Gymnasium's NEXT_STEP: the step after an episode's last one only starts the next episode.
        self.counts = torch.zeros(*shape, dtype=torch.bool, device=device)
        self.begins = torch.zeros(shape[0] + 1, shape[1], dtype=torch.bool, device=device)
        self.memory = torch.zeros(shape[1], config.recurrent, device=device)
        self.scale = torch.ones(())  # of rewards

    def estimate(self, values: Tensor, scale: float, config: Config) -> Tensor:
        """Estimate advantages of scaled rewards (Schulman et al., 2016).

        The observation after an episode's last step still belongs to that episode, so its value
        stands for the rewards that a time limit has cut off.
        """
        advantages = torch.zeros_like(self.rewards)
        advantage = torch.zeros_like(values[0])
        for t in reversed(range(len(self.rewards))):
            following = config.gamma * (1.0 - self.terminated[t]) * values[t + 1]
            delta = scale * self.rewards[t] + following - values[t]
            advantage = delta + config.gamma * config.gae_lambda * ~self.over[t] * advantage
            advantages[t] = advantage
        return advantages
