"""The page about the 2D server: its snippet runs, and its parameters exist."""

from __future__ import annotations

import re
from pathlib import Path

import rcssgym

PAGE = (Path(__file__).parents[3] / "docs" / "disc-server.md").read_text()


def test_the_snippet_runs() -> None:
    """The server ends at once, as the page says."""
    (snippet,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    known: dict[str, object] = {}
    exec(compile(snippet, "docs/disc-server.md", "exec"), known)
    server = known["server"]
    assert isinstance(server, rcssgym.DiscServer)
    assert server.player_address[0] == "127.0.0.1"


def test_parameters_have_their_defaults() -> None:
    """The parameters are those of the table with plain names."""
    table = PAGE.partition("| parameter | default | |")[2].partition("\n\n")[0]
    params = rcssgym.DiscSimulation().server_params
    found = 0
    for names, defaults in re.findall(r"^\| (`[^|]*`) \| ([^|]*) \|", table, re.MULTILINE):
        values = [value.strip() for value in defaults.split(",")]
        for name, value in zip(re.findall(r"`(\w+)`", names), values, strict=False):
            if value:
                expected = {"on": True, "off": False}.get(value)
                assert params[name] == (int(value) if expected is None else expected), name
                found += 1
    assert found > 20
