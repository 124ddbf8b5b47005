"""The snippets of docs/clang.md run, and say what they say."""

import re

import pytest
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
    assert len(SNIPPETS) == 4
