"""Where a mean lies, with 95 % confidence, for the few games that there are time for."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from rcssgym.policy.evaluate import Measure

Interval: TypeAlias = "tuple[float, float]"

NAN = (float("nan"), float("nan"))
UPPER = 0.975
"""Quantile above which lie 2.5 %."""


def share_interval(hits: int, number: int) -> Interval:
    """Interval of E. B. Wilson, 1927, for a share: `hits` out of `number`."""
    if number == 0:
        return NAN
    return Measure("", "", np.repeat([1.0, 0.0], [hits, number - hits])).interval


def mean_interval(values: Sequence[float]) -> Interval:
    """Student's interval for a mean.

    NaN for values that are all the same: nobody knows from them how much they vary.

    Goals are few and games fewer: the normal approximation would claim too much.
    """
    number = len(values)
    if len(set(values)) < 2:
        return NAN
    mean = statistics.fmean(values)
    half = student_quantile(number - 1) * statistics.stdev(values) / math.sqrt(number)
    return mean - half, mean + half


def student_quantile(freedom: int) -> float:
    """Quantile 0.975 of Student's distribution with so many degrees of freedom."""
    low, high = 0.0, 13.0  # the greatest there is, 12.706, has one degree
    while high - low > 1e-12 * high:
        middle = 0.5 * (low + high)
        if 0.5 + 0.5 * _inside(middle, freedom) < UPPER:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def _inside(t: float, freedom: int) -> float:
    """Probability between -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    is_odd = freedom % 2 == 1
    term = cosine if is_odd else 1.0
    total = term if freedom > 1 else 0.0
    for step in range(3 if is_odd else 2, freedom, 2):
        term *= cosine**2 * (step - 1) / step
        total += term
    return 2.0 / math.pi * (angle + sine * total) if is_odd else sine * total
