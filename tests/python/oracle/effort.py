"""The amount of work in a run of the differential tests."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """Sizes of one form of the tests."""

    name: str
    states: int  # per scenario
    free_runs: int  # per scenario
    drops: int  # per kind
    soak_steps: int  # control steps of one world each


SHORT = Effort("short", states=12, free_runs=2, drops=2, soak_steps=20_000)
LONG = Effort("long", states=100, free_runs=40, drops=12, soak_steps=1_000_000)
