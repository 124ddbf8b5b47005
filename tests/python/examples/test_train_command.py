"""The command ``rcssgym train``: its help, and the errors that it reports before learning."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from rcssgym import ArgumentError
from rcssgym.cli import main
from rcssgym.training.config import CHOICES, Config

TINY = ["--num-envs", "4", "--num-steps", "6", "--minibatch", "12", "--total-steps", "24"]
SCRIPTED = ["--task", "Disc-HFO-2v1-Skills", "--initialize", "", "--imitate", "scripted"]


def test_help_says_of_every_option_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    for one in fields(Config):
        option = "--" + one.name.replace("_", "-")
        found = re.search(
            rf"{option} (\S+) (.+?) \(default: (.+?)\)", told.partition("options:")[2]
        )
        assert found is not None, option
        assert found[2] == one.metadata["meaning"] != "", option
        # No task is listed twice with different numbers.
        names = re.findall(r"[A-Za-z0-9-]+(?=[:,])", found[3])
        assert len(names) == len(set(names)), option
        for choice in filter(None, CHOICES.get(one.name, ())):
            assert choice in found[1].split("|"), option


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="training needs `pip install rcssgym[train]`")
    from rcssgym.training import run

    monkeypatch.setattr(run, "imitate", lambda _: pytest.fail("it has imitated already"))
    (tmp_path / "file").touch()
    for folder in ("/proc/run", str(tmp_path / "file"), str(tmp_path / "file" / "run")):
        with pytest.raises(ArgumentError, match="run_dir: cannot write to"):
            run.main([*SCRIPTED, "--run-dir", folder, *TINY])


def test_a_library_that_is_missing_is_told_before_anything_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="training needs `pip install rcssgym[train]`")
    from rcssgym.errors import MissingLibraryError
    from rcssgym.training import run

    def missing() -> None:
        raise MissingLibraryError("--wandb needs wandb")

    monkeypatch.setattr(run, "imitate", lambda _: pytest.fail("it has imitated already"))
    monkeypatch.setattr(run, "wandb_module", missing)
    with pytest.raises(MissingLibraryError):
        run.main([*SCRIPTED, "--run-dir", str(tmp_path), "--wandb", "robots", *TINY])


@pytest.mark.parametrize("device", ["tpu", "cuda:99", ""])
def test_a_device_that_torch_cannot_use_is_refused(device: str, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs `pip install rcssgym[train]`")
    from rcssgym.training import run

    with pytest.raises(ArgumentError, match="device: torch cannot use"):
        run.main(["--task", "T1Stand", "--device", device, "--run-dir", str(tmp_path), *TINY])
