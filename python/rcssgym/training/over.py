"""Learning above a policy that walks: the learned policy commands it, and it moves the joints.

Such hierarchies are those of Heess et al., "Learning and transfer of modulated locomotor
controllers" (2016), and the "pre-trained policy action" of Isaac Lab. The policy below stays
fixed. An action is three numbers instead of one for each joint, and exploration does not make the
robot fall.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.mirror import Mirror
from rcssgym.envs.terms import BODY, Term
from rcssgym.envs.vector import Step, WorldVectorEnv
from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by
from rcssgym.training.config import Config
from rcssgym.training.network import (
    FARTHEST,
    KNOWN,
    LEAST_VARIANCE,
    Agent,
    Scale,
    columns_of,
    parts_of,
)
from rcssgym.training.players import Players
from rcssgym.training.sources import known_of
from rcssgym.training.symmetry import cut
from rcssgym.training.wrapped import Wrapped

with needed_by("rcssgym.training", "train", "torch"):
    import torch
    from torch import Tensor
    from torch.nn import functional

WIDER = 0.4
"""By how much a command may exceed its range, in halves of the range. At commands of 1.0, 1.35 and
1.5 m/s, the T1 walks 0.99, 1.05 and 1.10 m/s, although it was never trained beyond the range."""

Layers = list[tuple[NDArray[Any], NDArray[Any]]]


class Below:
    """A trained policy that walks as commanded, for observations ``(N, n)`` of another task.

    :param known: the policy's actor and normalization, by the names of an ``Agent``.
    :param task: task whose observations are given, with a command among them.
    :param other: name of the task that the policy was trained on.
    :param reach: change of the command by an action of 1, in halves of the command's range.

    Raises :class:`ArgumentError` for a task that observes no command, or less than the policy
    does, and for a policy with a memory or with another number of actions.
    """

    def __init__(self, known: dict[str, Tensor], task: Any, other: str, reach: float) -> None:
        parts = parts_of(task, "over")
        if "command" not in parts or not hasattr(task, "lowest_command"):
            raise ArgumentError("over: the task observes no command")
        if any(name.startswith("memory.") for name in known):
            raise ArgumentError("over: cannot train above a policy with a memory")
        begin, width = parts["command"]
        self.command = np.arange(begin, begin + width)
        """Columns of the observation with the command ``(3,)``."""
        names: list[Any] = [use.name if isinstance(use, Term) else use for use in BODY]
        bodies = [parts[name] for name in names]
        self.body = np.concatenate([np.arange(first, first + size) for first, size in bodies])
        """Columns of the observation with the body, which only the policy below needs."""
        low, high = (np.asarray(one) for one in (task.lowest_command, task.highest_command))
        half = 0.5 * (high - low)
        self.middle = (0.5 * (low + high)).astype(np.float32)
        """Middle of the range of allowed commands ``(3,)``, m/s, m/s, rad/s."""
        self.half = ((1.0 + WIDER) * half).astype(np.float32)
        """Half the width of that range ``(3,)``."""
        self.change = (reach * half).astype(np.float32)
        """Change of the command by an action of 1 ``(3,)``."""
        num_inputs, num_observations = len(known["observed.mean"]), task.observation_space.shape[-1]
        to, source = np.array(columns_of(task, other, num_inputs, num_observations, "over")).T
        if len(to) != num_inputs or not np.isin(self.command, to).all():
            raise ArgumentError(f"over: the task observes less than {other} does")
        self.columns = to[np.argsort(source)]
        """Columns of the observation that the policy sees, in its own order."""
        self.command_inputs = np.flatnonzero(np.isin(self.columns, self.command))
        """Indices of the command among the numbers that the policy sees, in the same order."""
        variance = known["observed.variance"].add(LEAST_VARIANCE)
        self.mean, self.std = (
            one.float().cpu().numpy() for one in (known["observed.mean"], variance.sqrt())
        )
        weights = [name for name in known if name.startswith("actor.") and name.endswith("weight")]
        self.layers: Layers = [
            (known[name].cpu().numpy(), known[name.replace("weight", "bias")].cpu().numpy())
            for name in sorted(weights, key=lambda name: int(name.split(".")[1]))
        ]
        if (num_actions := len(self.layers[-1][1])) != task.action_space.shape[-1]:
            raise ArgumentError(f"over: {other} has {num_actions} actions")

    @torch.no_grad()
    def __call__(
        self, observations: NDArray[np.float32], actions: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the policy's actions ``(N, J)`` when ``actions`` ``(N, 3)`` change its command."""
        seen = torch.from_numpy(observations[:, self.columns])
        low, high = (torch.from_numpy(self.middle + side * self.half) for side in (-1.0, 1.0))
        command = seen[:, self.command_inputs] + torch.from_numpy(self.change * actions)
        seen[:, self.command_inputs] = torch.minimum(torch.maximum(command, low), high)
        row = (seen - torch.from_numpy(self.mean)) / torch.from_numpy(self.std)
        row = row.clamp(-FARTHEST, FARTHEST)
        for weight, bias in self.layers[:-1]:
            row = functional.elu(self._dense(row, weight, bias))
        found: NDArray[np.float32] = self._dense(row, *self.layers[-1]).clamp(-1.0, 1.0).numpy()
        return found

    @staticmethod
    def _dense(row: Tensor, weight: NDArray[Any], bias: NDArray[Any]) -> Tensor:
        return functional.linear(row, torch.from_numpy(weight), torch.from_numpy(bias))


class Over(Wrapped):
    """Worlds whose actions ``(W, 3)`` change the command of the policy below."""

    def __init__(self, envs: WorldVectorEnv, below: Below) -> None:
        super().__init__(envs)
        self.below = below
        self.action_space = Box(-1.0, 1.0, below.command.shape, np.float32)
        self._seen: Any = None

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode in every world, or in those of ``reset_mask``."""
        observations, info = self.envs.reset(seed=seed, options=options)
        return self._kept(observations), info

    def step(self, actions: NDArray[np.float32]) -> Step:
        """Let the policy below act, its commands changed by actions ``(W, 3)``, -1 to 1."""
        observations, rewards, terminated, truncated, info = self.envs.step(
            self.below(self._seen, actions)
        )
        return self._kept(observations), rewards, terminated, truncated, info

    def _kept(self, observations: Any) -> Any:
        self._seen = observations["policy"] if self.privileged else observations
        return observations

    def images(self) -> list[tuple[Mirror, Mirror]]:
        """Return the mirror of observations and actions, if the task has one."""
        task: Any = self.task
        if not hasattr(task, "observation_mirror"):
            return []
        mirror = task.observation_mirror()
        begin = int(self.below.command[0])
        return [(mirror, cut(mirror, slice(begin, begin + len(self.below.command))))]

    def settle(self, scale: Scale) -> None:
        """Fix the normalization of observations to that of the policy below.

        Numbers that it does not see keep their current normalization. If the task has a mirror, the
        result is made symmetric.
        """
        below = self.below
        mean, variance = scale.mean.cpu().numpy(), scale.variance.cpu().numpy()
        mean[below.columns], variance[below.columns] = below.mean, np.square(below.std)
        if hasattr(self.task, "observation_mirror"):
            mirror = self.task.observation_mirror()
            mean = 0.5 * (mean + mirror(mean))
            variance = 0.5 * (variance + variance[mirror.source])
        scale.mean.copy_(torch.from_numpy(mean))
        scale.variance.copy_(torch.from_numpy(variance))
        scale.count.fill_(KNOWN)


Worlds = WorldVectorEnv | Players | Over


def worlds(
    config: Config, num_envs: int, *, privileged: bool = False, like: Worlds | None = None
) -> Worlds:
    """Return the worlds of a run, above a policy if it names one.

    :param like: other worlds of the run, whose policy these share: its file may have changed.

    Raises :class:`ArgumentError` for a policy below a task of several players.
    """
    envs = config.make_envs(num_envs, privileged=privileged)
    if not config.over:
        return envs
    if isinstance(envs, Players):
        raise ArgumentError(f"over: {config.task} has several players")
    if isinstance(like, Over):
        return Over(envs, like.below)
    known, other = known_of(config.over, "over", config.task)
    return Over(envs, Below(known, envs.task, other, config.reach))


def chain(agent: Agent) -> Layers:
    """Return an agent's actor as layers with ELU in between, starting at normalized observations.

    The estimator is merged into them: its hidden units are placed beside the numbers that the actor
    sees. An offset makes these positive, so that ELU does not change them.
    """
    layers = _dense_layers(agent.actor)
    if agent.estimator is None:
        return layers
    (inner, lift), (outer, outer_lift) = _dense_layers(agent.estimator)
    (weight, bias), *others = layers
    own, estimated = weight[:, : agent.num_observations], weight[:, agent.num_observations :]
    kept, raised = np.flatnonzero(own.any(axis=0)), 2.0 * FARTHEST
    units = len(lift)
    first = np.zeros((units + len(kept), agent.num_observations))
    first[:units, agent.estimator_columns.cpu().numpy()] = inner
    first[units + np.arange(len(kept)), kept] = 1.0
    beside = own[:, kept]
    second = np.hstack([estimated @ outer, beside])
    bias = bias + estimated @ outer_lift - raised * beside.sum(axis=1)
    return [(first, np.append(lift, np.full(len(kept), raised))), (second, bias), *others]


def _dense_layers(network: torch.nn.Sequential) -> Layers:
    return [
        (layer.weight.detach().cpu().numpy(), layer.bias.detach().cpu().numpy())
        for layer in network
        if isinstance(layer, torch.nn.Linear)
    ]


def joined(head: Layers, mean: Floats, std: Floats, below: Below) -> tuple[Layers, Floats, Floats]:
    """Return the network above a policy and the policy below as one chain of layers.

    The numbers that the policy below sees are passed through the head's layers beside the head's
    own numbers. They are normalized as in the policy below and clipped to plus and minus
    :data:`FARTHEST`. An offset of the same size makes them positive, so that ELU does not change
    them. Two layers at the end of the head change the command; their outputs are clipped to -1 and
    1 instead of passing through ELU. Numbers that are not clipped in training are scaled down so
    that this clip does not change them.

    :param head: weights and biases, with ELU in between, from observations to changes of commands.
    :param mean: mean for normalizing the head's observations ``(n,)``.
    :param std: standard deviation for normalizing them ``(n,)``.

    Returns the layers, with ELU in between except for the two clips after layers ``len(head) - 1``
    and ``len(head)``, and mean and standard deviation for normalizing observations.
    """
    columns, size, num_commands = below.columns, len(below.columns), len(below.command)
    shared_mean, shared_std = mean.copy(), std.copy()
    shared_mean[columns], shared_std[columns] = below.mean, below.std
    # The head sees the same numbers, normalized in its own way.
    (weight, bias), *others = head
    first = (weight * (shared_std / std), bias + weight @ ((shared_mean - mean) / std))
    hidden = [first, *others]
    layers: Layers = []
    take, raised = np.eye(len(mean))[columns], FARTHEST
    for weight, bias in hidden[:-1]:
        own = np.pad(weight, ((0, 0), (0, take.shape[1] - weight.shape[1])))
        layers.append((np.vstack([own, take]), np.append(bias, np.full(size, raised))))
        take, raised = np.eye(size, len(bias) + size, len(bias)), 0.0
    # Scales for clipping to -1 and 1: actions, commands, and all other numbers by FARTHEST.
    offset, scale = np.zeros(size), np.full(size, FARTHEST)
    inputs = below.command_inputs
    offset[inputs] = (below.middle - below.mean[inputs]) / below.std[inputs]
    scale[inputs] = below.half / below.std[inputs]
    raised = FARTHEST if len(hidden) > 1 else 0.0
    weight, bias = hidden[-1]
    own = np.pad(weight, ((0, 0), (0, take.shape[1] - weight.shape[1])))
    rest, lift = take / scale[:, None], (-raised - offset) / scale
    layers.append((np.vstack([own, rest]), np.append(bias, lift)))
    changed = np.eye(size, num_commands + size, num_commands)
    changed[inputs, np.arange(num_commands)] = below.change / below.half
    layers.append((changed, np.zeros(size)))
    (weight, bias), *others = below.layers
    layers += [(weight * scale, bias + weight @ offset), *others]
    return layers, shared_mean, shared_std
