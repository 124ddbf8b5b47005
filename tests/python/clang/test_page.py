"""The snippets of docs/clang.md run, and produce what they state."""

import doctest
import re
from types import ModuleType

import pytest
from rcssgym import clang, say
from snippets import DOCS

PAGE = (DOCS / "clang.md").read_text()
SNIPPETS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_snippet(snippet: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(snippet, {})
    printed = capsys.readouterr().out
    promised = re.findall(r"^print\(.*?\) +# (.*)$", snippet, re.MULTILINE)
    for line in promised:
        assert re.search(re.escape(line).replace(r"\.\.\.", ".*"), printed), line


def test_there_are_snippets() -> None:
    assert len(SNIPPETS) == 9


@pytest.mark.parametrize("module", [clang, clang.node, clang.rule_base, say])
def test_examples_in_docstrings(module: ModuleType) -> None:
    results = doctest.testmod(
        module, extraglobs={"parse": clang.parse, "Situation": clang.Situation}
    )
    assert results.attempted > 0
    assert results.failed == 0
