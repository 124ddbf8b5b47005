"""Settings of the differential tests and the table at their end.

`RCSSGYM_LONG=1` runs the long form (thousands of states, a million control steps).
`RCSSGYM_ORACLE_JSON=FILE` also writes the table there.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

pytest.importorskip("rcsssmj", reason="the oracle is rcsssmj's world in MuJoCo")

from reference.summary import Summary  # noqa: E402

_SUMMARY = Summary()


@dataclass(frozen=True)
class Effort:
    """How much a run does."""

    states: int  # per scenario
    free_runs: int  # per scenario
    drops: int  # per kind
    soak_steps: int  # control steps of one world each


@pytest.fixture(scope="session")
def effort() -> Effort:
    """The short form unless the environment asks for the long one."""
    if os.environ.get("RCSSGYM_LONG", "0") not in ("", "0"):
        return Effort(states=100, free_runs=40, drops=12, soak_steps=1_000_000)
    return Effort(states=12, free_runs=4, drops=2, soak_steps=20_000)


@pytest.fixture(scope="session")
def summary() -> Summary:
    """Collects the errors of the whole run."""
    return _SUMMARY


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the table of errors."""
    if not _SUMMARY.rows:
        return
    terminalreporter.section("errors against MuJoCo")
    for line in _SUMMARY.lines():
        terminalreporter.write_line(line)
    if path := os.environ.get("RCSSGYM_ORACLE_JSON"):
        _SUMMARY.write(Path(path))
