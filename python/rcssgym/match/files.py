"""Results in files."""

from __future__ import annotations

from pathlib import Path

from rcssgym.match.results import Results
from rcssgym.match.setting import Setting
from rcssgym.match.summary import as_csv, as_json
from rcssgym.replacing import replacing


def write(results: Results, setting: Setting) -> None:
    """Write ``results.csv`` and ``results.json`` anew; readers never see an incomplete file."""
    _replace(setting.out / "results.csv", as_csv(results))
    _replace(setting.out / "results.json", as_json(results, setting))


def _replace(path: Path, content: str) -> None:
    with replacing(path) as new:
        # An error may name a file, whose name may be any bytes.
        new.write_text(content, encoding="utf-8", errors="backslashreplace")
