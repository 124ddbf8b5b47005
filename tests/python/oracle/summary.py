"""A table of measured errors, filled by the tests and shown at the end of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

import numpy as np


@dataclass(frozen=True)
class Row:
    """Errors of one quantity over the states of one scenario."""

    quantity: str
    scenario: str
    number: int
    median: float
    worst: float
    note: str = ""


@dataclass
class Summary:
    """All rows of a run, and the errors they summarize, by quantity and group of scenarios."""

    rows: list[Row] = field(default_factory=list)
    errors: dict[str, dict[str, list[float]]] = field(default_factory=dict)

    def add(
        self,
        quantity: str,
        scenario: str,
        errors: Sequence[float] | np.ndarray,
        note: str = "",
        group: str = "",
    ) -> Row:
        """Adds the statistics of `errors`; an empty list gives a row without numbers."""
        row = _row(quantity, scenario, errors, note)
        self.rows.append(row)
        groups = self.errors.setdefault(quantity, {})
        groups.setdefault(group, []).extend(float(error) for error in errors)
        return row

    def totals(self) -> list[Row]:
        """Return, for every quantity, one row per named group and one over all scenarios."""
        rows = []
        for quantity, groups in self.errors.items():
            rows += [_row(quantity, f"all {name}", groups[name]) for name in groups if name]
            rows.append(_row(quantity, "all", [e for errors in groups.values() for e in errors]))
        return rows

    def lines(self) -> list[str]:
        """The table as text, one block per quantity."""
        text = []
        for quantity in self.errors:
            text.append(f"{quantity}")
            text.append(f"  {'':32s} {'number':>7s} {'median':>10s} {'worst':>10s}")
            for row in self.rows + self.totals():
                if row.quantity == quantity:
                    text.append(
                        f"  {row.scenario:32s} {row.number:7d} {_number(row.median)} "
                        f"{_number(row.worst)}  {row.note}".rstrip()
                    )
        return text

    def records(self) -> list[dict[str, object]]:
        """The rows for JSON; missing measurements are None."""
        return [
            {key: None if value != value else value for key, value in asdict(row).items()}
            for row in self.rows + self.totals()
        ]


def _row(quantity: str, scenario: str, errors: Sequence[float] | np.ndarray, note: str = "") -> Row:
    if not len(errors):
        return Row(quantity, scenario, 0, np.nan, np.nan, note)
    median, worst = float(np.median(errors)), float(np.max(errors))
    return Row(quantity, scenario, len(errors), median, worst, note)


def _number(value: float) -> str:
    return f"{'-':>10s}" if np.isnan(value) else f"{value:10.1e}"
