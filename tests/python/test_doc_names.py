"""Full names in the documentation can be imported, and its links lead somewhere."""

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


LINKING = [
    *PAGES,
    *(ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md")),
    *(ROOT / name / "README.md" for name in ("policies", "robots")),
    *sorted((DOCS / "optimizations").glob("*.md")),
    *sorted((ROOT / "examples").glob("*/README.md")),
]


def without_code(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub gives the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", without_code(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", LINKING, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", without_code(page)):
        if link.startswith("http"):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link
