"""The command ``rcssgym train``: its help, and the errors that it reports before learning."""

from __future__ import annotations

import re
import shlex
import socket
import sys
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
    help_text = " ".join(capsys.readouterr().out.split())
    for one in fields(Config):
        option = "--" + one.name.replace("_", "-")
        found = re.search(
            rf"{option} (\S+) (.+?) \(default: (.+?)\)", help_text.partition("options:")[2]
        )
        assert found is not None, option
        assert found[2] == one.metadata["meaning"] != "", option
        # No task is listed twice with different numbers.
        names = re.findall(r"[A-Za-z0-9-]+(?=[:,])", found[3])
        assert len(names) == len(set(names)), option
        for choice in filter(None, CHOICES.get(one.name, ())):
            assert choice in found[1].split("|"), option
    assert "also of torch (default: one per core)" in help_text


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="training needs `pip install rcssgym[train]`")
    from rcssgym.training import run

    monkeypatch.setattr(run, "imitate", lambda _: pytest.fail("it has imitated already"))
    (tmp_path / "file").touch()
    for folder in ("/proc/run", str(tmp_path / "file"), str(tmp_path / "file" / "run"), "a\0b"):
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


def test_a_port_that_is_taken_is_told_before_anything_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="training needs `pip install rcssgym[train]`")
    from rcssgym.training import run

    monkeypatch.setattr(run, "imitate", lambda _: pytest.fail("it has imitated already"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        web = ["--web", str(taken.getsockname()[1])]
        assert main(["train", *SCRIPTED, "--run-dir", str(tmp_path), *TINY, *web]) == 1
    assert f":{web[1]}: Address already in use" in capsys.readouterr().err


def test_the_printed_command_gives_the_same_settings_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a general default was asked for and the task has a value of its own."""
    pytest.importorskip("torch", reason="training needs `pip install rcssgym[train]`")
    from rcssgym.training import run

    monkeypatch.setattr(run, "begun", lambda *_: None)
    monkeypatch.setattr(run, "train", lambda *_: None)
    given = ["--task", "T1Kick", "--initialize", "", "--final-std", "0", *TINY]
    commands, settings = [], []
    for number in range(2):
        run.main([*given, "--run-dir", str(tmp_path / str(number))])
        commands.append(shlex.split(capsys.readouterr().out)[2:])
        settings.append(run.configure(commands[-1])[0])
        given = commands[0]
    assert settings[0].initialize == ""
    assert settings[0].final_std == 0.0
    settings[1].run_dir = settings[0].run_dir
    assert settings[0] == settings[1]


def test_a_task_of_ones_own_may_be_in_the_current_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="training needs `pip install rcssgym[train]`")
    code = "from rcssgym.envs import T1Stand\nclass Waltz(T1Stand): pass\n"
    (tmp_path / "dances_of_this_test.py").write_text(code)
    (tmp_path / "json.py").write_text("raise SystemExit('hides a library')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [one for one in sys.path if one not in ("", str(tmp_path))])
    task = "dances_of_this_test:Waltz"
    assert main(["train", "--task", task, "--device", "none"]) == 2
    assert "device: torch cannot use 'none'" in capsys.readouterr().err
    assert sys.path[-1] == str(tmp_path)


def test_an_unknown_task_leaves_no_folder(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs `pip install rcssgym[train]`")
    from rcssgym.training import run

    with pytest.raises(ArgumentError, match="task: 'Waltz' is neither"):
        run.main(["--task", "Waltz", "--run-dir", str(tmp_path / "run"), *TINY])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (["--initialize", "/nowhere.pt"], "initialize: /nowhere.pt is not a checkpoint"),
        (["--threads", "100000"], "threads: must be from 1 to 1024"),
    ],
)
def test_a_refused_run_leaves_no_folder(more: list[str], complaint: str, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs `pip install rcssgym[train]`")
    from rcssgym.training import run

    arguments = ["--task", "T1Stand", *TINY, "--run-dir", str(tmp_path / "runs" / "a"), *more]
    with pytest.raises(ArgumentError, match=complaint):
        run.main(arguments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("device", ["tpu", "cuda:99", "meta", ""])
def test_a_device_that_torch_cannot_use_is_refused(device: str, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs `pip install rcssgym[train]`")
    from rcssgym.training import run

    with pytest.raises(ArgumentError, match="device: torch cannot use"):
        run.main(["--task", "T1Stand", "--device", device, "--run-dir", str(tmp_path), *TINY])
