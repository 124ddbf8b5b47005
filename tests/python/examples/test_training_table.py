"""The script that trains the table of the page about training: medians, marks, continuation."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="policies need `pip install rcssgym[play]`")
training: Any = pytest.importorskip("benches.training")


def test_the_table_has_medians_and_says_what_was_not_run(tmp_path: Path) -> None:
    for seed, falls in ((1, 3.0), (2, 1.0), (3, 1.5)):
        folder = tmp_path / f"T1Stand-{seed}"
        folder.mkdir()
        result = {"processor_seconds": 60.0 * seed, "figures": {"falls a minute": falls}}
        (folder / "result.json").write_text(json.dumps(result))
    rows = training.table([1, 2, 3], tmp_path).splitlines()
    assert len(rows) == 2 + len(training.ROWS)
    assert "| 5 M | 3 | 2 min | falls a minute: 1.50 (3.00, 1.00, 1.50) |" in rows[2]
    assert all("| not run |" in row for row in rows[3:])
    assert rows[8].split("`")[1] == "rcssgym train --task T1Kick --precision single"


def test_rows_are_trained_by_the_settings_of_their_tasks() -> None:
    """Thus the command that a reader types is the one that was evaluated."""
    from rcssgym.training.config import Config, configured
    from rcssgym.training.presets import PRESETS

    names = {field.name for field in fields(Config)}
    for task, preset in PRESETS.items():
        assert preset.keys() <= names
        assert configured({"task": task}).task == task
    assert {f"{row.task}-v1" for row in training.ROWS} <= PRESETS.keys()
    walk = configured({"task": "T1Walk"})
    assert (walk.gamma, walk.num_envs, walk.late, walk.total_steps) == (0.95, 256, 0.0, 30_000_000)
    assert walk.curriculum_steps == walk.total_steps
    config = configured({"task": "T1Kick", "initialize": "", "num_envs": 8})
    assert (config.initialize, config.num_envs, config.episode_steps) == ("", 8, 100)
    # The first versions have no settings of their own.
    assert configured({"task": "T1Walk-v0"}).gamma == Config.gamma


def test_the_table_goes_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{training.BEGIN}\nold\n{training.END}\nafter\n")
    training.write("new", page)
    assert page.read_text() == f"before\n{training.BEGIN}\nnew\n{training.END}\nafter\n"
    assert training.BEGIN in training.PAGE.read_text()
    assert training.END in training.PAGE.read_text()


def test_curves_are_drawn_of_what_there_is(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    curves = pytest.importorskip("benches.training_curves")
    history = [{"steps": 10 * i, "episode/length": float(i)} for i in range(20)]
    history.insert(3, {"steps": 5})  # no episode has ended
    steps, values = curves.curve({"history": history}, "length")
    assert len(steps) == len(values) == 18
    np.testing.assert_allclose((steps[0], values[0], values[-1]), (10.0, 1.0, 18.0))
    paid = {"history": [{"steps": 10, "reward/arrival": 0.5, "episode/falls": 1.0}]}
    np.testing.assert_allclose(curves.curve(paid, "reward/arrival"), [[10.0], [0.5]])
    (tmp_path / "T1Stand-2").mkdir()
    torch.save({"history": history}, tmp_path / "T1Stand-2" / "checkpoint.pt")
    curves.draw(tmp_path, [1, 2], tmp_path / "curves.png")
    assert (tmp_path / "curves.png").stat().st_size > 1000
    assert curves.SHOWN.keys() == {row.task for row in training.ROWS}


def test_what_is_done_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []

    def start(words: list[str]) -> Any:
        started.append(words)
        raise SystemExit

    monkeypatch.setattr(training.subprocess, "Popen", start)
    (row,) = (one for one in training.ROWS if one.task == "T1Stand")
    with pytest.raises(SystemExit):
        training.train(row, 4, tmp_path)
    assert started[0][2:5] == ["rcssgym", "train", "--task"]
    (tmp_path / "T1Stand-4" / "checkpoint.pt").touch()
    with pytest.raises(SystemExit):
        training.train(row, 4, tmp_path)
    assert started[1][4] == "--resume"
    (tmp_path / "T1Stand-4" / "result.json").touch()
    training.train(row, 4, tmp_path)
    assert len(started) == 2


def test_a_walk_is_judged_by_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    from rcssgym.envs.lookup import new_task
    from rcssgym.policies import load

    monkeypatch.setattr(training, "WORLDS", 8)
    walk = load("T1Walk")

    class Walker:
        """The shipped walk, in the layout of the second versions."""

        def new_task(self) -> Any:
            return new_task("T1GoToBall-v1")

        def act(self, seen: Any) -> Any:
            return walk.act(np.ascontiguousarray(seen[:, :82]))

    found = training.go_to_ball(Walker())
    assert found["arrive"] > 0.7
    assert found["fallen"] == 0.0


def test_the_time_of_training_is_that_of_its_parts() -> None:
    timed = pytest.importorskip("benches.training_time")
    tiny = "--task AntRun --threads 1 --num-envs 4 --num-steps 4 --minibatch 8 --hidden 8"
    found = timed.measured(tiny.split(), 2)
    parts = [found[part] for part in ("worlds", "policy", "learning")]
    assert min(parts) > 0.0
    assert sum(parts) < found["all"]
