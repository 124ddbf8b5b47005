"""The page about matches lists all options and places, and its snippet runs."""

import re
from pathlib import Path

import pytest
import rcssgym.match
from rcssgym.cli import main
from rcssgym.match import Results, Setting
from rcssgym.match.setting import SERVER_PLACES, TEAM_PLACES
from snippets import DOCS

PAGE = (DOCS / "match.md").read_text()
OF_OTHERS = {"--robot", "--policy", "--command", "--port", "--team", "--unum"}


def test_all_options_are_there_and_no_others(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["match", "--help"])
    known = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", capsys.readouterr().out)) - {"--help"}
    documented = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", PAGE))
    assert known <= documented
    assert documented <= known | OF_OTHERS | {"--phase", "--time"}


def test_all_places_are_there() -> None:
    for place in (*TEAM_PLACES, *SERVER_PLACES):
        assert f"`{{{place}}}`" in PAGE


def test_the_snippet_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played: list[Setting] = []

    def play(setting: Setting, tell: object) -> Results:
        assert callable(tell)
        played.append(setting)
        return Results(("us", "them"))

    (snippet,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    monkeypatch.setattr(rcssgym.match, "play", play)
    monkeypatch.chdir(tmp_path)
    exec(compile(snippet, "docs/match.md", "exec"), {"__name__": "__main__"})
    assert played[0].games == 10
    assert "--sync" in played[0].server.line.words
