"""The rooms of the package use each other in one direction, as ARCHITECTURE.md says."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "rcssgym"


def layers() -> list[set[str]]:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    line = text.partition("`tests/python/test_rooms.py` reads:")[2].split("```")[1]
    return [set(re.findall(r"\w+", layer)) for layer in line.split("<-")]


ROOMS = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))


def imported(node: ast.AST) -> Iterator[str]:
    """Yield names of modules that are imported at run time."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    for child in ast.iter_child_nodes(node):
        yield from imported(child)


def test_every_room_has_its_place() -> None:
    assert sorted(room for layer in layers() for room in layer) == ROOMS


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_uses_only_those_to_its_left(room: str) -> None:
    at = next(index for index, layer in enumerate(layers()) if room in layer)
    allowed = {room}.union(*layers()[:at])
    for path in (PACKAGE / room).rglob("*.py"):
        for name in imported(ast.parse(path.read_text())):
            package, *parts = name.split(".")
            used = parts[0] if package == "rcssgym" and parts else None
            if used in ROOMS:
                assert used in allowed, f"{path.relative_to(ROOT)} uses rcssgym.{used}"
