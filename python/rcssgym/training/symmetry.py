"""Networks that do in each image of a situation the image of what they do in it, exactly.

The images of a task are signed permutations of its observations and actions; with all that follow
one another they are a finite group. Hidden units are permuted by it as its own elements are (the
regular representation), and weights are their own average over the group: such a network is
equivariant, and each of its samples teaches it about all images (Cohen and Welling, "Group
equivariant convolutional networks", 2016; van der Pol et al., "MDP homomorphic networks", 2020).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from rcssgym.envs.streams import Floats, Indices
from rcssgym.envs.tasks.mirror import Mirror, side_by_side
from rcssgym.errors import ArgumentError
from rcssgym.optional import needed_by
from rcssgym.training.network import Agent, Scale

with needed_by("rcssgym.training", "train", "torch"):
    import torch
    from torch import Tensor, nn

LARGEST = 64
"""Images of a group that is not refused, so that one without end ends."""
SAME = 1e-4
"""By how much weights of a symmetric network may differ from their average."""


class Group:
    """All images that follow from some of them, as ``Mirror`` of numbers side by side."""

    def __init__(self, generators: Sequence[Mirror]) -> None:
        size = len(generators[0].source)
        self.elements = [Mirror(np.arange(size), np.ones(size))]
        for element in self.elements:
            for one in generators:
                image = after(one, element)
                if self.find(image) is None:
                    self.elements.append(image)
            if len(self.elements) > LARGEST:
                raise ArgumentError(f"mirror: there are more than {LARGEST} images")

    def find(self, image: Mirror) -> int | None:
        """Return which element an image is, if it is one."""
        for i, other in enumerate(self.elements):
            if all(np.array_equal(a, b) for a, b in zip(image, other, strict=True)):
                return i
        return None

    def regular(self, copies: int) -> list[Mirror]:
        """Return how the elements permute themselves, ``copies`` times each, ``(G copies,)``."""
        found = []
        for one in self.elements:
            order = np.array([self.find(after(one, other)) for other in self.elements])
            source = np.empty_like(order)
            source[order] = np.arange(len(order))
            whole = (source[:, None] * copies + np.arange(copies)).ravel()
            found.append(Mirror(whole, np.ones(len(whole))))
        return found


def after(second: Mirror, first: Mirror) -> Mirror:
    """Return the image of an image."""
    return Mirror(first.source[second.source], first.sign[second.source] * second.sign)


class Symmetry:
    """Keeps actor and critic of an agent without memory symmetric.

    A critic that knows more than is observed, of which no image is known, stays as it is.

    :param images: of observations and actions, from which all others follow.
    """

    def __init__(self, images: Sequence[tuple[Mirror, Mirror]], agent: Agent) -> None:
        group = Group([side_by_side(*pair) for pair in images])
        self.size = len(group.elements)
        sees = agent.sees
        self.observations = [cut(one, slice(0, sees)) for one in group.elements]
        actions = [cut(one, slice(sees, None)) for one in group.elements]
        still = [Mirror(np.arange(1), np.ones(1))] * self.size
        # What is estimated is the same in every image.
        told = agent.estimator[-1].out_features if agent.estimator is not None else 0
        same = Mirror(np.arange(told), np.ones(told))
        self.features = [side_by_side(one, same) for one in self.observations]
        self.averages: list[tuple[Tensor, Average]] = [
            (
                agent.log_std,
                Average([Mirror(one.source, np.ones_like(one.sign)) for one in actions]),
            )
        ]
        self.of_layers(group, agent.actor, actions)
        if not agent.knows:
            self.of_layers(group, agent.critic, still)

    def of_layers(self, group: Group, network: nn.Sequential, outputs: list[Mirror]) -> None:
        """Find out by what averages the layers of a network become symmetric."""
        dense: list[Any] = [layer for layer in network if isinstance(layer, nn.Linear)]
        inputs = self.features
        for layer in dense:
            width = layer.out_features
            is_last = layer is dense[-1]
            if not is_last and width % self.size:
                raise ArgumentError(f"hidden: {width} units are no multiple of {self.size} images")
            images = outputs if is_last else group.regular(width // self.size)
            self.averages.append((layer.weight, Average(images, inputs)))
            self.averages.append((layer.bias, Average(images)))
            inputs = images

    @torch.no_grad()
    def begin(self) -> None:
        """Make new weights symmetric. Averages of random ones are smaller: they stay as large."""
        for values, average in self.averages:
            if values.ndim == 2:
                values.mul_(math.sqrt(self.size))
            values.copy_(average(values))

    @torch.no_grad()
    def check(self) -> None:
        """Raise :class:`ArgumentError` for weights that are not symmetric."""
        for values, average in self.averages:
            if float((average(values) - values).abs().max()) > SAME:
                raise ArgumentError("initialize: its network is not symmetric as --mirror exact is")

    def gradients(self) -> None:
        """Take from gradients what would make weights less symmetric.

        Adam moves weights of the same gradients alike.
        """
        for values, average in self.averages:
            if values.grad is not None:
                values.grad.copy_(average(values.grad))

    def learn(self, scale: Scale, rows: Tensor) -> None:
        """Take rows of observations and all of their images into mean and variance."""
        images = [
            (torch.from_numpy(one.source), torch.from_numpy(one.sign)) for one in self.observations
        ]
        scale.learn(torch.cat([rows[:, source] * sign.to(rows) for source, sign in images]))


class Average:
    """The mean of weights ``(out, in)`` or ``(out,)`` over a group.

    All weights of an orbit are one number, but for their sign; what is its own opposite is 0.
    """

    def __init__(self, outputs: Sequence[Mirror], inputs: Sequence[Mirror] | None = None) -> None:
        sources: Indices = np.stack([one.source for one in outputs])
        signs: Floats = np.stack([one.sign for one in outputs])
        if inputs is not None:
            columns, width = np.stack([one.source for one in inputs]), len(inputs[0].source)
            sources = sources[:, :, None] * width + columns[:, None, :]
            signs = signs[:, :, None] * np.stack([one.sign for one in inputs])[:, None, :]
        sources, signs = sources.reshape(len(outputs), -1), signs.reshape(len(outputs), -1)
        first = sources.min(axis=0)
        is_first = sources == first
        sign = (signs * is_first).sum(axis=0) / is_first.sum(axis=0)
        _, orbits, sizes = np.unique(first, return_inverse=True, return_counts=True)
        self.num = len(sizes)
        self.orbits = torch.from_numpy(orbits)
        self.signs = torch.from_numpy(sign).float()
        self.shares = torch.from_numpy(sign / sizes[orbits]).float()

    def __call__(self, values: Tensor) -> Tensor:
        """Return the mean."""
        shares, orbits = self.shares.to(values), self.orbits.to(values.device)
        sums = values.new_zeros(self.num).index_add_(0, orbits, values.flatten() * shares)
        return (sums[orbits] * self.signs.to(values)).view_as(values)


def cut(image: Mirror, part: slice) -> Mirror:
    """Return the image of a part of the numbers, which only has numbers of the same part."""
    source = image.source[part]
    return Mirror(source - (part.start or 0), image.sign[part])
