"""Actor and critic, and their initialization from another policy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs.core_task import CoreTask
from rcssgym.envs.lookup import new_task
from rcssgym.envs.registration import is_registered
from rcssgym.envs.task import Task
from rcssgym.envs.task_options import widths
from rcssgym.envs.terms import Term
from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by
from rcssgym.policy import Policy
from rcssgym.policy.metadata import name_of
from rcssgym.policy.policy import task_named

with needed_by("rcssgym.training", "train", "onnx", "torch"):
    import onnx
    import torch
    from torch import Tensor, nn

FARTHEST = 10.0
"""Normalized observations are clipped to plus and minus this."""
LEAST_VARIANCE = 1e-8
"""Added to variances, so that numbers that never changed can be normalized."""
ESTIMATOR = 64
"""Hidden units of the estimator."""
KNOWN = 1e12
"""Number of observations for which the normalization of another policy counts, so that it stays
fixed. If it changed, the policy would change with it, beyond the limits that PPO sets for its own
steps."""


class Agent(nn.Module):
    """Maps observations ``(..., n)`` to means of Gaussians of actions ``(..., m)``, and to values.

    With a GRU of ``memory`` units, which reads the normalized observations, actor and critic also
    see its state ``(N, memory)``. A privileged critic sees ``known`` numbers instead of the
    observation. With an estimator, both also see its output for the ``estimator_columns`` of an
    observation; no gradient of theirs changes the estimator.

    :param observations: size of an observation, ``n``.
    :param actions: size of an action, ``m``.
    :param hidden: units of each hidden layer of actor and critic.
    :param std: the initial standard deviation of actions.
    :param memory: units of the GRU; 0: none.
    :param known: how many numbers a privileged critic sees; 0: it sees the observation.
    :param estimator_columns: columns of an observation that the estimator reads.
    :param estimates: size of the estimator's output; 0: there is no estimator.
    """

    def __init__(
        self,
        observations: int,
        actions: int,
        hidden: list[int],
        std: float,
        memory: int = 0,
        known: int = 0,
        estimator_columns: NDArray[np.int64] | None = None,
        estimates: int = 0,
    ) -> None:
        super().__init__()
        self.observed = Scale(observations)
        self.known = Scale(known)
        self.has_privileged_critic = known > 0
        self.num_observations = observations
        more = memory + estimates
        self.actor = mlp([observations + more, *hidden, actions], 0.01)
        self.critic = mlp([(known or observations) + more, *hidden, 1], 1.0)
        self.log_std = nn.Parameter(torch.full((actions,), math.log(std)))
        self.memory = nn.GRUCell(observations, memory) if memory else None
        self.estimator_columns = torch.as_tensor(
            [] if estimator_columns is None else estimator_columns
        )
        self.estimator: nn.Sequential | None = None
        if estimates:
            self.estimator = mlp([len(self.estimator_columns), ESTIMATOR, estimates], 1.0)
            self.estimator.requires_grad_(False)

    def blind(self, columns: NDArray[np.int64]) -> None:
        """Hide some of the observed numbers from the actor."""
        first: Any = self.actor[0]
        kept = torch.ones_like(first.weight[0])
        kept[columns] = 0.0
        with torch.no_grad():
            first.weight.mul_(kept)
        first.weight.register_hook(lambda gradient: gradient * kept.to(gradient))

    def forward(self, observations: Tensor) -> Tensor:
        """Return the actions of the policy without exploration, if it has no memory."""
        features = self.estimated(self.normalize(observations))
        return torch.clamp(self.actor(features), -1.0, 1.0)

    def estimated(self, seen: Tensor) -> Tensor:
        """Return normalized observations ``(..., n)``, with estimates appended."""
        if self.estimator is None:
            return seen
        estimates: Tensor = self.estimator(seen[..., self.estimator_columns.to(seen.device)])
        return torch.cat([seen, estimates], dim=-1)

    def blank(self, num: int) -> Tensor:
        """Return the memories ``(num, memory)`` with which episodes begin."""
        width = self.memory.hidden_size if self.memory is not None else 0
        return torch.zeros(num, width, device=self.log_std.device)

    def look(self, seen: Tensor, state: Tensor, begins: Tensor) -> tuple[Tensor, Tensor]:
        """Return features of normalized observations ``(N, n)`` and the next memories.

        :param begins: whether an episode begins here ``(N,)``.
        """
        if self.memory is None:
            return self.estimated(seen), state
        state = self.memory(seen, state * ~begins[:, None])
        return torch.cat([seen, state], dim=-1), state

    def look_along(self, seen: Tensor, state: Tensor, begins: Tensor) -> Tensor:
        """Return features of whole sequences ``(T, N, n)`` that begin with memories ``(N, M)``."""
        if self.memory is None:
            return self.estimated(seen)
        found = []
        for now, begin in zip(seen, begins, strict=True):
            features, state = self.look(now, state, begin)
            found.append(features)
        return torch.stack(found)

    def value(self, features: Tensor, known: Tensor) -> Tensor:
        """Return values ``(...)`` of features, or of the critic's normalized observations."""
        if self.has_privileged_critic:
            features = torch.cat([known, features[..., self.num_observations :]], dim=-1)
        values: Tensor = self.critic(features).squeeze(-1)
        return values

    def normalize(self, observations: Tensor) -> Tensor:
        """Normalize observations by mean and variance of all observations so far."""
        return self.observed.normalize(observations)

    def scale(self) -> tuple[Tensor, Tensor]:
        """Return mean and standard deviation of what was observed so far."""
        return self.observed.scale()


class Scale(nn.Module):
    """Running mean and variance of rows ``(n,)``."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.register_buffer("count", torch.tensor(1e-4, dtype=torch.float64))
        self.register_buffer("mean", torch.zeros(size, dtype=torch.float64))
        self.register_buffer("variance", torch.ones(size, dtype=torch.float64))

    def normalize(self, rows: Tensor) -> Tensor:
        """Normalize rows ``(..., n)`` to mean 0 and variance 1."""
        mean, std = self.scale()
        return torch.clamp((rows - mean) / std, -FARTHEST, FARTHEST)

    def scale(self) -> tuple[Tensor, Tensor]:
        """Return mean and standard deviation ``(n,)``."""
        return self.mean.float(), self.variance.add(LEAST_VARIANCE).sqrt().float()

    def learn(self, rows: Tensor) -> None:
        """Update mean and variance with rows ``(N, n)`` (Chan, Golub and LeVeque, 1979)."""
        if rows.shape[1] == 0:
            return  # torch warns about variances of empty tensors
        batch = rows.double()
        count, variance, mean = len(batch), batch.var(0, unbiased=False), batch.mean(0)
        total = self.count + count
        shift = mean - self.mean
        between = shift.square() * (self.count * count / total)
        self.variance.copy_((self.variance * self.count + variance * count + between) / total)
        self.mean.add_(shift * (count / total))
        self.count.copy_(total)


def mlp(sizes: list[int], gain: float) -> nn.Sequential:
    """Return linear layers with ELU in between and orthogonal weights.

    :param gain: gain of the last layer's weights.
    """
    layers: list[nn.Module] = []
    for i in range(1, len(sizes)):
        is_last = i == len(sizes) - 1
        layer = nn.Linear(sizes[i - 1], sizes[i])
        nn.init.orthogonal_(layer.weight, gain if is_last else math.sqrt(2.0))
        nn.init.zeros_(layer.bias)
        layers += [layer] if is_last else [layer, nn.ELU()]
    return nn.Sequential(*layers)


# --- initialization from another policy


def of_file(path: str, option: str, own: str) -> tuple[dict[str, Tensor], str]:
    """Return the actor and the normalization in an ONNX file, and the name of its task.

    :param option: name of the option that names the file, for error messages.
    :param own: the run's own task, which has been imported anyway.

    Raises :class:`ArgumentError` for what :meth:`Policy.load` refuses, for other tasks that would
    have to be imported, and for networks other than those that :func:`rcssgym.policy.save` writes.
    """
    task = task_named(path)
    if ":" in task and task != own and not is_registered(task):
        raise ArgumentError(
            f"{option}: {path} would import its task {task!r}: use the checkpoint of that run, or "
            "register the task first with rcssgym.envs.register_task"
        )
    policy = Policy.load(path, trust_task=task == own)
    if (policy.frame_skip, policy.history) != (1, 1):
        raise ArgumentError(
            f"{option}: {path} has frame_skip={policy.frame_skip} and history={policy.history}, "
            "must have 1 and 1, as this training"
        )
    graph = onnx.load(path).graph
    values = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    layers = sum(name.startswith("weight") for name in values)
    if sum(node.op_type == "Clip" for node in graph.node) > 2:
        instead = ": use its checkpoint" if option == "initialize" else " itself"
        raise ArgumentError(f"{option}: {path} was learned above a policy{instead}")
    wanted = {f"{part}{i}" for part in ("weight", "bias") for i in range(layers)}
    if not layers or not {*wanted, "mean", "std"} <= values.keys():
        raise ArgumentError(f"{option}: {path} is not a network that rcssgym.policy.save wrote")
    variance = np.square(values["std"].astype(np.float64)) - LEAST_VARIANCE
    known = {
        "observed.mean": torch.from_numpy(values["mean"].astype(np.float64)),
        "observed.variance": torch.from_numpy(variance.clip(0.0)),
    }
    for i in range(layers):
        known[f"actor.{2 * i}.weight"] = torch.from_numpy(values[f"weight{i}"].copy())
        known[f"actor.{2 * i}.bias"] = torch.from_numpy(values[f"bias{i}"].copy())
    return known, task


def begin_with(agent: Agent, known: dict[str, Tensor], task: Task, other: str) -> None:
    """Initialize an agent with the networks of another policy; the agent keeps its own noise.

    Parts of the observation are matched by name. Parts that only the new task observes start with
    weights of zero; parts that only the other task observes count as if they were always average.
    The agent keeps its own critic if the other policy has none or a privileged one, unless both
    critics know the same numbers of the same task.

    Raises :class:`ArgumentError` for another number of actions, other layers, or observations that
    have no part with the same name.
    """
    whole = agent.state_dict()
    their_privileged, our_privileged = (len(one.get("known.mean", ())) for one in (known, whole))
    is_same = other == name_of(task) and their_privileged == our_privileged
    is_new = (their_privileged or our_privileged) and not is_same
    dropped = ("log_std", *(("critic.", "known.") if is_new else ()))
    theirs = {name: value for name, value in known.items() if not name.startswith(dropped)}
    our_size, their_size = len(whole["observed.mean"]), len(theirs["observed.mean"])
    columns = columns_of(task, other, their_size, our_size, "initialize")
    theirs["observed.count"] = torch.tensor(KNOWN, dtype=torch.float64)
    for name in ("observed.mean", "observed.variance"):
        theirs[name] = _moved(theirs[name], columns, whole[name])
    units = theirs["memory.weight_hh"].shape[1] if "memory.weight_hh" in theirs else 0
    memory = [(our_size + i, their_size + i) for i in range(units)]
    first = {"actor.0.weight": memory, "memory.weight_ih": []}
    if not our_privileged:
        first["critic.0.weight"] = memory
    for name in first.keys() & theirs.keys() & whole.keys():
        inputs = torch.zeros_like(whole[name])
        most = our_size + len(first[name])
        if theirs[name].shape[:-1] == inputs.shape[:-1] and inputs.shape[-1] >= most:
            theirs[name] = _moved(theirs[name], columns + first[name], inputs)
    for name, value in theirs.items():
        if name not in whole or whole[name].shape != value.shape:
            raise ArgumentError(f"initialize: networks of other sizes: {name} {tuple(value.shape)}")
    agent.load_state_dict({**whole, **theirs})


def _moved(values: Tensor, columns: list[tuple[int, int]], into: Tensor) -> Tensor:
    moved = into.clone().to(values.dtype)
    for to, source in columns:
        moved[..., to] = values[..., source]
    return moved


def columns_of(
    task: Task, other: str, theirs: int, ours: int, option: str
) -> list[tuple[int, int]]:
    """Return pairs of columns: of our observation and of theirs.

    :param task: our task.
    :param other: name of the task of the other policy.
    :param theirs: size of that task's observation.
    :param ours: size of our observation.
    :param option: name of the option that names the other policy, for error messages.

    A task of another module is not imported: all columns are paired in order.

    Raises :class:`ArgumentError` if there are no pairs, or if sizes differ for such a task.
    """
    if ":" in other and not is_registered(other):
        # The user has not asked to import that task's module.
        if theirs != ours:
            raise ArgumentError(f"{option}: {theirs} observations of {other}, must be {ours}")
        return [(i, i) for i in range(ours)]
    their_task = new_task(other)
    parts, known = parts_of(task, option), parts_of(their_task, option)
    if (size := widths(their_task)[0]) != theirs:
        raise ArgumentError(f"{option}: it observes {theirs} numbers, {other} has {size}")
    pairs = [
        (to + i, known[name][0] + i)
        for name, (to, width) in parts.items()
        if name in known and known[name][1] == width
        for i in range(width)
    ]
    if not pairs:
        raise ArgumentError(f"{option}: {other} observes nothing of what this task does")
    return pairs


def parts_of(task: Task, option: str) -> dict[str, tuple[int, int]]:
    """Return the first column and the width of each part of an observation, by name.

    Raises :class:`ArgumentError` that names ``option`` for a task without declared observations.
    """
    if not isinstance(task, CoreTask):
        raise ArgumentError(f"{option}: only observations that are declared have parts with names")
    found: dict[str, tuple[int, int]] = {}
    begin = 0
    for use, width in zip(task.declare().observations, task._widths()[0], strict=True):
        name: Any = use.name if isinstance(use, Term) else use
        if isinstance(name, str) and name != "zeros":
            found[name] = (begin, width)
        if name == "half_field_high":
            found |= _of_company(task, begin)
        begin += width
    return found


def _of_company(task: Any, begin: int) -> dict[str, tuple[int, int]]:
    """Return first column and width of HFO's high-level features, by mate and opponent.

    With these, policies for different numbers of players have parts in common.
    """
    mates, opponents = (task.players[0] - 1, task.players[1])
    if task.defends:
        mates, opponents = (task.players[1] - 1, task.players[0])
    found = {"hfo_own": (begin, 10)}
    for mate in range(mates):
        for index, name in enumerate(("goal", "opponent", "pass")):
            found[f"hfo_mate_{mate}_{name}"] = (begin + 10 + index * mates + mate, 1)
        found[f"hfo_mate_{mate}"] = (begin + 10 + 3 * (mates + mate), 3)
    behind = begin + 10 + 6 * mates
    for opponent in range(opponents):
        found[f"hfo_opponent_{opponent}"] = (behind + 3 * opponent, 3)
    found["hfo_state"] = (behind + 3 * opponents, 2)
    return found
