"""Estimates of what only the simulator knows, from the body sensors of a walking robot.

The walk of :mod:`rcssgym.training.over` is played with randomly changed commands, and a small
network learns by supervision to predict what critics know from the body's observations. The policy
that is learned above the walk sees these estimates. The idea is that of Ji et al., "Concurrent
training of a control policy and a state estimator for dynamic and robust legged locomotion" (2022);
here the estimator is learned first and then stays fixed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.terms import Term
from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by
from rcssgym.training.network import ESTIMATOR, Agent, mlp

with needed_by("rcssgym.training", "train", "torch"):
    import torch
    from torch import Tensor, nn
    from torch.nn import functional

if TYPE_CHECKING:
    from rcssgym.training.ppo import Trainer

STEPS = 200
"""Steps of each world, from the start of an episode: the first steps tell something as well."""
EVERY = 2
"""Interval of steps that are learned from: steps in between are very similar."""
CHANGE, KEPT = 0.3, 25
"""Standard deviation of the changes of commands, and for how many steps a change is kept."""
BATCH, EPOCHS, RATE = 256, 8, 3e-3


def columns_known(task: Any, names: list[str]) -> list[int]:
    """Return the columns of the critics' observations that have these names.

    Raises :class:`ArgumentError` for names that critics do not know, and for names with more than
    one number, which a mirror could change.
    """
    widths, more = task._widths()
    begin, found = sum(widths), {}
    for use, width in zip(task.declare().privileged, more, strict=True):
        found[use.name if isinstance(use, Term) else use] = (begin, width)
        begin += width
    for name in names:
        if name not in found:
            known = ", ".join(str(one) for one, (_, width) in found.items() if width == 1)
            raise ArgumentError(f"estimate: critics do not know {name!r}, but {known}")
        if found[name][1] != 1:
            raise ArgumentError(f"estimate: {name} is {found[name][1]} numbers, must be one")
    return [found[name][0] for name in names]


def learn_to_estimate(trainer: Trainer) -> float:
    """Give a trainer's agent its estimator and its normalization, and reset its worlds.

    Returns the share of the estimated quantities' variance that the estimator explains, in worlds
    that it has not learned from.
    """
    config, agent = trainer.config, trainer.agent
    seen, known = walked(trainer)
    known = known[..., columns_known(trainer.envs.task, config.estimates)]
    trainer.take_in(agent.observed, seen.flatten(0, 1))
    body = agent.normalize(seen)[..., agent.estimator_columns]
    mean, std = known.mean((0, 1)), known.std((0, 1)).clamp(min=1e-3)
    wanted = (known - mean) / std
    held = max(1, body.shape[1] // 8)
    network = fitted(body[:, held:].flatten(0, 1), wanted[:, held:].flatten(0, 1), trainer.learning)
    image = _image(trainer)
    _put(agent, network, image)
    with torch.no_grad():
        estimator: Any = agent.estimator
        missed = (estimator(body[:, :held]) - wanted[:, :held]).square().mean()
    trainer.look(trainer.envs.reset(seed=config.seed)[0])
    return 1.0 - float(missed / wanted[:, :held].square().mean())


@torch.no_grad()
def walked(trainer: Trainer) -> tuple[Tensor, Tensor]:
    """Return the observations of policy and critic during walks, ``(T, N, n)`` each."""
    envs, seen, known = trainer.envs, [], []
    observations: Any
    envs.set_progress(min(1.0, 1.0 / trainer.config.curriculum_steps))
    size, device = trainer.rollout.actions.shape[1:], trainer.config.device
    actions = torch.zeros(size, device=device)
    for step in range(STEPS):
        if step % KEPT == 0:
            actions = CHANGE * torch.randn(size, generator=trainer.acting, device=device)
        observations, *_ = envs.step(actions.clamp(-1.0, 1.0).cpu().numpy())
        if step % EVERY == 0:
            seen.append(torch.tensor(observations["policy"], device=device))
            known.append(torch.tensor(observations["critic"], device=device))
    return torch.stack(seen), torch.stack(known)


def fitted(inputs: Tensor, wanted: Tensor, generator: torch.Generator) -> nn.Sequential:
    """Return a network, half as wide as the estimator, fitted to map ``inputs`` to ``wanted``.

    :param inputs: rows ``(N, n)``.
    :param wanted: rows ``(N, m)``.
    """
    device = inputs.device
    network = mlp([inputs.shape[1], ESTIMATOR // 2, wanted.shape[1]], 1.0).to(device)
    optimizer = torch.optim.Adam(network.parameters(), RATE)
    steps = EPOCHS * -(-len(inputs) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    for _ in range(EPOCHS):
        order = torch.randperm(len(inputs), generator=generator, device=device)
        for rows in order.split(BATCH):
            loss = functional.mse_loss(network(inputs[rows]), wanted[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    return network


def _image(trainer: Trainer) -> tuple[NDArray[np.int64], Tensor] | None:
    """Return the mirror image of the estimator's inputs, if the task has a mirror symmetry."""
    images = trainer.images()
    if not images:
        return None
    mirror, _ = images[0]
    columns = trainer.agent.estimator_columns.numpy()
    place = {int(column): i for i, column in enumerate(columns)}
    source = np.array([place[int(one)] for one in mirror.source[columns]])
    return source, torch.from_numpy(mirror.sign[columns]).float()


@torch.no_grad()
def _put(agent: Agent, half: nn.Sequential, image: tuple[NDArray[np.int64], Tensor] | None) -> None:
    """Set the agent's estimator to the mean of a network's outputs for an input and its image."""
    first, last = (one for one in half if isinstance(one, nn.Linear))
    other = first.weight.clone()
    if image is not None:
        source, sign = image
        other = torch.zeros_like(other)
        other[:, source] = first.weight * sign.to(first.weight)
    estimator: Any = agent.estimator
    estimator[0].weight.copy_(torch.cat([first.weight, other]))
    estimator[0].bias.copy_(torch.cat([first.bias, first.bias]))
    estimator[2].weight.copy_(0.5 * torch.cat([last.weight, last.weight], dim=1))
    estimator[2].bias.copy_(last.bias)
