"""The snippet of docs/disc.md runs, and its table of lots is whole."""

import re
from pathlib import Path

import rcssgym

PAGE = (Path(__file__).parents[3] / "docs" / "disc.md").read_text()


def test_the_snippet_runs() -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    known: dict[str, object] = {}
    exec(compile(snippet, "docs/disc.md", "exec"), known)
    sim = known["sim"]
    assert isinstance(sim, rcssgym.DiscSimulation)
    assert (sim.cycle, sim.play_mode) == (1, "kick_off_l")


def test_every_lot_is_described() -> None:
    section = PAGE.partition("## Lots")[2].partition("\n## ")[0]
    assert tuple(re.findall(r'^\| `"(\w+)"`', section, re.M)) == rcssgym.DiscSimulation.lots
