"""Learning above a policy that walks: what is learned commands it, and it moves the joints.

Such hierarchies are those of Heess et al., "Learning and transfer of modulated locomotor
controllers" (2016), and the "pre-trained policy action" of Isaac Lab. The policy below stays as it
is. An action is three numbers instead of one for each joint, and who tries something does not fall.
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
from rcssgym.training.network import FARTHEST, KNOWN, Agent, Scale, columns_of, parts_of
from rcssgym.training.players import Players
from rcssgym.training.sources import known_of
from rcssgym.training.symmetry import cut
from rcssgym.training.wrapped import Wrapped

with needed_by("rcssgym.training", "train", "torch"):
    import torch
    from torch import Tensor
    from torch.nn import functional

WIDER = 0.4
"""By how many halves of its range a command may exceed it: the T1 walks 0.99 m/s where 1.0 is
commanded, 1.05 at 1.35 and 1.10 at 1.5, which it was never trained on."""

Layers = list[tuple[NDArray[Any], NDArray[Any]]]


class Below:
    """A trained policy that walks as commanded, for observations ``(N, n)`` of another task.

    :param known: its actor and normalization, by the names of an ``Agent``.
    :param task: whose observations there are, a command among them.
    :param other: name of the task that it was trained on.
    :param reach: by how many halves of its range an action of 1 changes the command.

    Raises :class:`ArgumentError` for a task that observes no command, or less than the policy
    does, and for a policy with a memory or with another number of actions.
    """

    def __init__(self, known: dict[str, Tensor], task: Any, other: str, reach: float) -> None:
        parts = parts_of(task)
        if "command" not in parts or not hasattr(task, "lowest_command"):
            raise ArgumentError("over: the task observes no command")
        if any(name.startswith("memory.") for name in known):
            raise ArgumentError("over: a policy with a memory is never below another")
        begin, width = parts["command"]
        self.command = np.arange(begin, begin + width)
        """Which numbers of the observation are the command ``(3,)``."""
        names: list[Any] = [use.name if isinstance(use, Term) else use for use in BODY]
        bodies = [parts[name] for name in names]
        self.body = np.concatenate([np.arange(first, first + size) for first, size in bodies])
        """Which of them are the body's, that only the policy below needs."""
        low, high = (np.asarray(one) for one in (task.lowest_command, task.highest_command))
        half = 0.5 * (high - low)
        self.middle = (0.5 * (low + high)).astype(np.float32)
        """Of what may be commanded ``(3,)``, m/s, m/s, rad/s,"""
        self.half = ((1.0 + WIDER) * half).astype(np.float32)
        """and how far that reaches to both sides ``(3,)``."""
        self.change = (reach * half).astype(np.float32)
        """By what an action of 1 changes the command ``(3,)``."""
        sees, has = len(known["observed.mean"]), task.observation_space.shape[-1]
        to, source = np.array(columns_of(task, other, sees, has)).T
        if len(to) != sees or not np.isin(self.command, to).all():
            raise ArgumentError(f"over: the task observes less than {other} does")
        self.columns = to[np.argsort(source)]
        """Which number of the observation is each that the policy sees."""
        self.told = np.flatnonzero(np.isin(self.columns, self.command))
        """Which of those that it sees are the command, in the same order."""
        variance = known["observed.variance"].add(1e-8)
        self.mean, self.std = (
            one.float().cpu().numpy() for one in (known["observed.mean"], variance.sqrt())
        )
        weights = [name for name in known if name.startswith("actor.") and name.endswith("weight")]
        self.layers: Layers = [
            (known[name].cpu().numpy(), known[name.replace("weight", "bias")].cpu().numpy())
            for name in sorted(weights, key=lambda name: int(name.split(".")[1]))
        ]
        if (does := len(self.layers[-1][1])) != task.action_space.shape[-1]:
            raise ArgumentError(f"over: {other} has {does} actions")

    @torch.no_grad()
    def __call__(
        self, observations: NDArray[np.float32], actions: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return what the policy does ``(N, J)`` where actions ``(N, 3)`` change its command."""
        seen = torch.from_numpy(observations[:, self.columns])
        low, high = (torch.from_numpy(self.middle + side * self.half) for side in (-1.0, 1.0))
        command = seen[:, self.told] + torch.from_numpy(self.change * actions)
        seen[:, self.told] = torch.minimum(torch.maximum(command, low), high)
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
    """Worlds whose actions ``(W, 3)`` change the command that the policy below gets."""

    def __init__(self, envs: WorldVectorEnv, below: Below) -> None:
        super().__init__(envs)
        self.below = below
        self.action_space = Box(-1.0, 1.0, below.command.shape, np.float32)
        self._seen: Any = None

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode in every world, or in those of ``reset_mask``."""
        told, info = self.envs.reset(seed=seed, options=options)
        return self._kept(told), info

    def step(self, actions: NDArray[np.float32]) -> Step:
        """Let the policy below act, its commands changed by actions ``(W, 3)``, -1 to 1."""
        told, rewards, terminated, truncated, info = self.envs.step(self.below(self._seen, actions))
        return self._kept(told), rewards, terminated, truncated, info

    def _kept(self, told: Any) -> Any:
        self._seen = told["policy"] if self.privileged else told
        return told

    def images(self) -> list[tuple[Mirror, Mirror]]:
        """Return what observations and actions become in a mirror, if the task knows one."""
        task: Any = self.task
        if not hasattr(task, "observation_mirror"):
            return []
        mirror = task.observation_mirror()
        begin = int(self.below.command[0])
        return [(mirror, cut(mirror, slice(begin, begin + len(self.below.command))))]

    def settle(self, scale: Scale) -> None:
        """Normalize observations as the policy below does, and as until now what it does not see.

        Both as in a mirror, too, if there is one. From now on it stays as it is.
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


def worlds(config: Config, num_envs: int, *, privileged: bool = False) -> Worlds:
    """Return the worlds of a run, above a policy if it names one."""
    envs = config.make_envs(num_envs, privileged=privileged)
    if not config.over:
        return envs
    if isinstance(envs, Players):
        raise ArgumentError(f"over: {config.task} has several players")
    known, other = known_of(config.over)
    return Over(envs, Below(known, envs.task, other, config.reach))


def chain(agent: Agent) -> Layers:
    """Return an agent's actor as layers with ELU in between, from normalized observations on.

    What it estimates is part of them: the estimator's hidden units stand beside the numbers that
    the actor sees, which are raised so that ELU leaves them as they are.
    """
    layers = _dense_layers(agent.actor)
    if agent.estimator is None:
        return layers
    (told, lift), (told_last, lift_last) = _dense_layers(agent.estimator)
    (weight, bias), *others = layers
    own, estimated = weight[:, : agent.sees], weight[:, agent.sees :]
    kept, raised = np.flatnonzero(own.any(axis=0)), 2.0 * FARTHEST
    units = len(lift)
    first = np.zeros((units + len(kept), agent.sees))
    first[:units, agent.told_by.cpu().numpy()] = told
    first[units + np.arange(len(kept)), kept] = 1.0
    beside = own[:, kept]
    second = np.hstack([estimated @ told_last, beside])
    bias = bias + estimated @ lift_last - raised * beside.sum(axis=1)
    return [(first, np.append(lift, np.full(len(kept), raised))), (second, bias), *others]


def _dense_layers(network: torch.nn.Sequential) -> Layers:
    return [
        (layer.weight.detach().cpu().numpy(), layer.bias.detach().cpu().numpy())
        for layer in network
        if isinstance(layer, torch.nn.Linear)
    ]


def joined(head: Layers, mean: Floats, std: Floats, below: Below) -> tuple[Layers, Floats, Floats]:
    """Return the network above a policy and the policy below as one chain of layers.

    Beside the head's own numbers go those that the policy below sees, normalized as there, and
    clipped to :data:`FARTHEST` on either side; raised by as much, ELU leaves them as they are. Two
    layers behind the head change the command. What they return is clipped to -1 and 1 instead; what
    is not clipped in training is scaled so that it is smaller.

    :param head: weights and biases, with ELU in between, from observations to changes of commands.
    :param mean: with which observations are normalized for the head ``(n,)``,
    :param std: and this ``(n,)``.

    Returns the layers, with ELU in between but for the two clips behind layers ``len(head) - 1``
    and ``len(head)``, and mean and standard deviation with which observations are normalized.
    """
    columns, size, does = below.columns, len(below.columns), len(below.command)
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
    # What is between -1 and 1 when it is clipped: actions, commands, and all others by FARTHEST.
    offset, scale = np.zeros(size), np.full(size, FARTHEST)
    offset[below.told] = (below.middle - below.mean[below.told]) / below.std[below.told]
    scale[below.told] = below.half / below.std[below.told]
    raised = FARTHEST if len(hidden) > 1 else 0.0
    weight, bias = hidden[-1]
    own = np.pad(weight, ((0, 0), (0, take.shape[1] - weight.shape[1])))
    rest, lift = take / scale[:, None], (-raised - offset) / scale
    layers.append((np.vstack([own, rest]), np.append(bias, lift)))
    changed = np.eye(size, does + size, does)
    changed[below.told, np.arange(does)] = below.change / below.half
    layers.append((changed, np.zeros(size)))
    (weight, bias), *others = below.layers
    layers += [(weight * scale, bias + weight @ offset), *others]
    return layers, shared_mean, shared_std
