"""The page about moving from rcsssmj: both of its scripts run and end in the same way."""

import re
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

pytest.importorskip("rcsssmj", reason="one of the scripts is for rcsssmj")

PAGE = Path(__file__).parents[2] / "docs" / "migration.md"
BEFORE, AFTER = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)


@pytest.fixture(autouse=True)
def _rcsssmj_complains_about_its_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """MuJoCo's warnings go to a file in the working directory."""
    monkeypatch.chdir(tmp_path)


def run(script: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(script, str(PAGE), "exec"), names)
    return names


def test_both_scripts_end_alike() -> None:
    before, after = run(BEFORE), run(AFTER)
    assert after["play_mode"] == before["play_mode"] == "KickOff_Left"
    assert after["angle"] == pytest.approx(before["angle"], abs=0.02)
    assert after["height"] == pytest.approx(before["height"], abs=1e-3)


def test_only_imports_and_workarounds_differ() -> None:
    def body(script: str) -> list[str]:
        return [line for line in script.splitlines() if not line.startswith("from ")]

    gone = [line for line in body(BEFORE) if line not in body(AFTER)]
    assert [line.split("  ")[0] for line in gone] == [
        "simulation.step([])",
        "simulation.mj_data.ctrl[:] = 0.0",
    ]
    assert [line for line in body(AFTER) if line not in body(BEFORE)] == []


def test_every_module_named_exists() -> None:
    names = re.findall(r"`(rcssgym(?:\.[\w.]+)?)`", PAGE.read_text())
    assert len(names) > 8
    for name in names:
        resolve_name(name)


def test_every_module_taken_over_is_named() -> None:
    from soccer.pairs import ELSEWHERE, MODULES

    for path in chain(*MODULES.values(), (path for _, path in ELSEWHERE.values())):
        assert path.rpartition(".")[2] in PAGE.read_text(), path
