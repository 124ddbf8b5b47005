"""The page about randomization runs, and lists everything that can be randomized."""

import re
from dataclasses import fields
from pathlib import Path

from rcssgym import Randomization

PAGE = (Path(__file__).parents[3] / "docs" / "randomization.md").read_text()


def test_the_snippet_runs() -> None:
    (snippet,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    exec(compile(snippet, "randomization.md", "exec"), {"__name__": "__main__"})


def test_the_table_is_complete() -> None:
    cells = re.findall(r"^\| (`[^|]+) \|", PAGE, re.MULTILINE)
    names = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(names) == sorted(field.name for field in fields(Randomization))
