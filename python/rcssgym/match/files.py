"""Results in files."""

from __future__ import annotations

from pathlib import Path

from rcssgym.match.results import Results
from rcssgym.match.setting import Setting
from rcssgym.match.summary import as_csv, as_json
from rcssgym.replacing import replacing


def write(results: Results, setting: Setting) -> None:
    """Write ``results.csv`` and ``results.json`` anew; readers never see an incomplete file."""
    replace(setting.out / "results.csv", as_csv(results))
    replace(setting.out / "results.json", as_json(results, setting))


def replace(path: Path, content: str) -> None:
    """Write a file anew; readers see the old content or the new one."""
    with replacing(path) as new:
        # An error may name a file, whose name may be any bytes.
        new.write_text(content, encoding="utf-8", errors="backslashreplace")
