"""The snippets of the pages about the 2D game run, and their tables are complete."""

import re
from pathlib import Path

import pytest
import rcssgym
from rcssgym import _core
from rcssgym.disc import BodyCommand, Look, Skill

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "disc.md").read_text()
SENSES_PAGE = (DOCS / "disc-senses.md").read_text()
BATCH_PAGE = (DOCS / "disc-batch.md").read_text()
SKILLS_PAGE = (DOCS / "disc-skills.md").read_text()


def test_the_snippet_runs() -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    known: dict[str, object] = {}
    exec(compile(snippet, "docs/disc.md", "exec"), known)
    sim = known["sim"]
    assert isinstance(sim, rcssgym.DiscSimulation)
    assert (sim.cycle, sim.play_mode) == (1, "kick_off_l")


def test_the_snippet_about_senses_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", SENSES_PAGE, re.S)
    exec(compile(snippet, "docs/disc-senses.md", "exec"), {})
    assert "(sense_body 2 " in capsys.readouterr().out


def test_every_lot_is_described() -> None:
    section = PAGE.partition("## Random decisions")[2].partition("\n## ")[0]
    assert tuple(re.findall(r'^\| `"(\w+)"`', section, re.M)) == rcssgym.DiscSimulation.lots


def test_the_snippets_about_batches_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {}
    for snippet in re.findall(r"```python\n(.*?)```", BATCH_PAGE, re.S):
        exec(compile(snippet, "docs/disc-batch.md", "exec"), known)
    batch = known["batch"]
    assert isinstance(batch, rcssgym.DiscBatch)
    assert batch.counts[..., 0].sum() > 10
    assert (tmp_path / "game.gif").stat().st_size > 1000


def test_every_array_and_command_is_described() -> None:
    batch = rcssgym.DiscBatch(2, 3, 2)
    sizes = {"W": 2, "P": 5}
    described = {}
    for row in re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| `(\([^`]*\))` \|", BATCH_PAGE, re.M):
        for name in re.findall(r"\w+", row[0]):
            described[name] = tuple(
                sizes.get(size) or int(size) for size in re.findall(r"\w+", row[1])
            )
    with pytest.raises(rcssgym.ArgumentError) as error:
        batch.read("")  # type: ignore[call-overload]
    names = str(error.value).partition("there are ")[2].split(", ")
    assert sorted(described) == sorted(names)
    for name, shape in described.items():
        assert getattr(batch, name).shape == shape, name
    commands = re.findall(r"(\d) `([A-Z_]+)`", BATCH_PAGE)
    assert [(str(command.value), command.name) for command in BodyCommand] == commands
    assert [command.name.lower() for command in BodyCommand] == _core.DISC_BODY_COMMANDS


def test_the_snippet_about_skills_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", SKILLS_PAGE, re.S)
    exec(compile(snippet, "docs/disc-skills.md", "exec"), {})
    kicks, _ = capsys.readouterr().out.split()
    assert int(kicks) > 100


def test_every_skill_is_described() -> None:
    table, _, looks = SKILLS_PAGE.partition("| `Skill` |")[2].partition("\n`Look`")
    for codes, part in ((Skill, table), (Look, looks)):
        described = sorted(
            (int(code), name) for code, name in re.findall(r"(\d+) `([A-Z_]+)`", part)
        )
        assert described == [(code.value, code.name) for code in codes]
