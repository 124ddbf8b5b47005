"""95 % confidence intervals of means, for small numbers of games."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any, TypeAlias

from rcssgym.optional import needed_by

Interval: TypeAlias = "tuple[float, float]"

NAN = (float("nan"), float("nan"))
CONFIDENCE = 0.95


def scipy_stats() -> Any:
    """Return ``scipy.stats``.

    Raises :class:`MissingLibraryError` without scipy: ``pip install rcssgym[match]``.
    """
    with needed_by("the confidence of results", "match", "scipy"):
        from scipy import stats
    return stats


def share_interval(hits: int, number: int) -> Interval:
    """Return the interval of E. B. Wilson, 1927, for a share: `hits` out of `number`."""
    if number == 0:
        return NAN
    test = scipy_stats().binomtest(hits, number)
    found = test.proportion_ci(CONFIDENCE, method="wilson")
    return float(found.low), float(found.high)


def mean_interval(values: Sequence[float]) -> Interval:
    """Return Student's interval for a mean.

    NaN for values that are all the same, since they do not show how much values vary.

    Goals are few and games fewer: the interval of the normal approximation would be too narrow.
    """
    number = len(values)
    if len(set(values)) < 2:
        return NAN
    mean, error = statistics.fmean(values), statistics.stdev(values) / math.sqrt(number)
    low, high = scipy_stats().t.interval(CONFIDENCE, number - 1, mean, error)
    return float(low), float(high)
