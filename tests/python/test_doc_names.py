"""Full names in the documentation can be imported."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from snippets import DOCS, ROOT

PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]


def resolve(name: str) -> Any:
    """Return the object with a dotted name."""
    found: Any = import_module("rcssgym")
    path = "rcssgym"
    for part in name.split(".")[1:]:
        path += f".{part}"
        found = getattr(found, part) if hasattr(found, part) else import_module(path)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_names_can_be_imported(page: Path) -> None:
    text = page.read_text()
    names = set(re.findall(r"`(rcssgym(?:\.[A-Za-z_]\w*)+)", text))
    for name in sorted(names):
        try:
            resolve(name)
        except ImportError as error:
            pytest.fail(f"{page.name}: {name}: {error}")


def test_names_are_found() -> None:
    text = (DOCS / "tasks.md").read_text()
    assert "`rcssgym.envs.gait_phase`" in text
    with pytest.raises(ImportError):
        resolve("rcssgym.envs.no_such_function")
