"""The snippets of the games' documentation run, and its numbers agree with the code."""

import re
from pathlib import Path

import pytest
from rcssgym.envs.games import WEIGHTS

DOCS = Path(__file__).parents[4] / "docs" / "soccer.md"
SNIPPETS = re.findall(r"^```python\n(.*?)^```", DOCS.read_text(), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(len(SNIPPETS)))
def test_a_snippet_runs(snippet: str) -> None:
    exec(compile(snippet, str(DOCS), "exec"), {"__name__": "__main__"})


def test_weights_are_documented() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([-.\d]+) \|", DOCS.read_text(), re.MULTILINE)
    assert {name: float(weight) for name, weight in rows if name in WEIGHTS} == WEIGHTS
    assert len(SNIPPETS) == 3
