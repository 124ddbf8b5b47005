"""The page of all messages: its files exist, and contain the words for which they are named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from snippets import DOCS, ROOT

PAGE = (DOCS / "protocols.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| `") and line.count("|") == 4
]


def quoted(cell: str) -> list[str]:
    """Return the texts in a cell's backquotes."""
    return re.findall(r"`([^`]+)`", cell)


def contents(cell: str) -> str:
    """Return the contents of all files that a cell names."""
    return "\n".join((ROOT / file).read_text(encoding="utf-8") for file in quoted(cell))


def test_there_are_rows() -> None:
    assert len(ROWS) > 30


@pytest.mark.parametrize(("words", "source", "test"), ROWS, ids=[row[0][:40] for row in ROWS])
def test_a_message_is_where_the_page_says(words: str, source: str, test: str) -> None:
    for where in (source, test):
        text = contents(where)
        for word in quoted(words):
            assert re.search(rf"(?<![A-Za-z]){re.escape(word)}", text), f"{word}: {where}"


def test_files_in_the_text_are_there() -> None:
    for file in re.findall(r"`((?:src|tests|python)/[\w/.]+)", PAGE):
        assert Path(ROOT, file).exists(), file
