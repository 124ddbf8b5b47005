"""The reports of a run, and the time that they take."""

from __future__ import annotations

import errno
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

for needed in ("torch", "tensorboard", "matplotlib"):
    pytest.importorskip(needed, reason="training needs `pip install rcssgym[train]`")

ROW = {"steps": 1e6, "reward/alive": 0.5, "episode/return": 3.0, "episode/falls": 0.1}


def test_curves_take_a_small_share_of_the_time_and_are_drawn_at_the_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from rcssgym.training import reports

    now, drawn = [100.0], []

    def draw(history: list[dict[str, float]], path: Path) -> None:
        drawn.append((len(history), path))
        now[0] += 2.0

    monkeypatch.setattr(reports, "draw", draw)
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    path = tmp_path / "curves.png"
    curves = reports.Curves(path)
    curves.draw([ROW], is_last=False)
    now[0] += 99.9  # the 2 s of drawing are still more than a fiftieth
    curves.draw([ROW] * 2, is_last=False)
    assert drawn == [(1, path)]
    now[0] += 0.2
    curves.draw([ROW] * 3, is_last=False)
    assert drawn == [(1, path), (3, path)]
    curves.draw([ROW] * 4, is_last=True)
    assert drawn == [(1, path), (3, path), (4, path)]


def test_curves_are_a_picture(tmp_path: Path) -> None:
    from rcssgym.training.reports import draw

    draw([ROW, {**ROW, "steps": 2e6, "evaluation/return": 4.0}], tmp_path / "curves.png")
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full disk at hand")
def test_curves_that_cannot_be_written_stay_as_they_were(tmp_path: Path) -> None:
    from rcssgym.training.reports import draw

    path = tmp_path / "curves.png"
    path.write_bytes(b"old")
    (tmp_path / "curves.png.new").symlink_to("/dev/full")
    with pytest.raises(OSError, match=r"No space left on device: '.*curves\.png'"):
        draw([ROW], path)
    assert path.read_bytes() == b"old"


def test_a_single_update_and_more_terms_than_colors_can_be_seen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from matplotlib import pyplot
    from rcssgym.training import reports

    figures: list[Any] = []
    monkeypatch.setattr(pyplot, "close", figures.append)
    row = {"steps": 1e6, **{f"reward/{number}": float(number) for number in range(11)}}
    reports.draw([row], tmp_path / "curves.png")
    reports.draw([row, {**row, "steps": 2e6}], tmp_path / "curves.png")
    single, several = (figure.axes[0].lines for figure in figures)
    assert [line.get_marker() for line in single] == ["."] * 11
    assert len({(line.get_color(), line.get_linestyle()) for line in several}) == 11


def test_without_git_a_revision_is_unknown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from rcssgym.training.reports import revision

    monkeypatch.setenv("PATH", str(tmp_path))
    assert revision() == "unknown"


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path: Path) -> None:
    from rcssgym.replacing import replacing

    path = tmp_path / "checkpoint.pt"

    def write(text: str, error: BaseException | None = None) -> None:
        with replacing(path) as new:
            new.write_text(text)
            if error is not None:
                raise error

    write("old")
    full = OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(OSError, match=r"No space left on device: '.*checkpoint\.pt'"):
        write("half", full)
    with pytest.raises(KeyboardInterrupt):
        write("half", KeyboardInterrupt())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full disk at hand")
def test_a_checkpoint_on_a_full_disk_says_so(tmp_path: Path) -> None:
    from rcssgym.training.config import configured
    from rcssgym.training.ppo import Trainer

    trainer = Trainer(configured({"task": "T1Stand", "num_envs": 2, "num_steps": 2}))
    (tmp_path / "checkpoint.pt.new").symlink_to("/dev/full")
    with pytest.raises(OSError, match=r"No space left on device: '.*checkpoint\.pt'"):
        trainer.save(tmp_path / "checkpoint.pt")
    assert list(tmp_path.iterdir()) == []


def test_events_that_cannot_be_written_are_told_once(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The writer's thread would print a traceback of its own."""
    from rcssgym.training.config import configured
    from rcssgym.training.ppo import Trainer
    from rcssgym.training.reports import Board

    trainer = Trainer(configured({"task": "T1Stand", "num_envs": 2, "num_steps": 2}))
    folder = tmp_path / "run"
    folder.mkdir()
    wanted = pytest.raises(FileNotFoundError, match=f"No such file or directory: '{folder}'")
    with wanted, Board(trainer, folder) as board:
        board.writer.flush()
        shutil.rmtree(folder)
        for steps in range(100):
            board.show({"reward/alive": 1.0}, steps)
            time.sleep(0.01)  # until the thread has found out
    assert "Traceback" not in capfd.readouterr().err
