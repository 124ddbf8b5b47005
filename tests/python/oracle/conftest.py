"""The two forms of every test here, and the table of errors at the end.

Every test runs in a short form and, marked `long`, with thousands of states and a million control
steps. `RCSSGYM_ORACLE_JSON=FILE` also writes the table to that file. The table needs all tests in
one process: `make test-python ARGS="-n 0 tests/python/oracle"`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("rcsssmj", reason="the oracle is rcsssmj's world in MuJoCo")

from .effort import LONG, SHORT, Effort
from .summary import Summary

_SUMMARIES = {SHORT: Summary(), LONG: Summary()}


@pytest.fixture(
    scope="session",
    params=[SHORT, pytest.param(LONG, marks=pytest.mark.long)],
    ids=lambda effort: effort.name,
)
def effort(request: pytest.FixtureRequest) -> Effort:
    """The form of the test."""
    chosen: Effort = request.param
    return chosen


@pytest.fixture(scope="session")
def summary(effort: Effort) -> Summary:
    """Collects the errors of all tests of one form."""
    if "RCSSGYM_ORACLE_JSON" in os.environ and "PYTEST_XDIST_WORKER" in os.environ:
        raise pytest.UsageError("RCSSGYM_ORACLE_JSON needs one process: add -n 0")
    return _SUMMARIES[effort]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the tables of errors."""
    for effort, summary in _SUMMARIES.items():
        if summary.rows:
            terminalreporter.section(f"errors against MuJoCo, {effort.name} form")
            for line in summary.lines():
                terminalreporter.write_line(line)
    if path := os.environ.get("RCSSGYM_ORACLE_JSON"):
        tables = {effort.name: summary.records() for effort, summary in _SUMMARIES.items()}
        Path(path).write_text(json.dumps(tables, indent=2) + "\n")
