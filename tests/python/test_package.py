"""The package as a whole."""

import doctest
import inspect
import pkgutil
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
import rcssgym
from rcssgym import cli, errors
from rcssgym.cli.serve import LOG_FILE

ROOT = Path(__file__).parents[2]


def test_everything_public_is_documented() -> None:
    undocumented = [name for name in rcssgym.__all__ if not getattr(rcssgym, name).__doc__]
    assert undocumented == []
    members = inspect.getmembers(rcssgym.WorldBatch)
    assert [name for name, value in members if name[0] != "_" and not value.__doc__] == []


def test_the_docstring_runs() -> None:
    assert doctest.testmod(rcssgym).failed == 0


def test_errors_are_one_tree() -> None:
    for _, error in inspect.getmembers(errors, inspect.isclass):
        assert issubclass(error, rcssgym.RcssGymError | Warning)
        assert getattr(rcssgym, error.__name__) is error


def test_types_are_shipped() -> None:
    assert files("rcssgym").joinpath("py.typed").is_file()
    assert files("rcssgym").joinpath("_core.pyi").is_file()


def test_licences_of_everything_compiled_in_are_shipped() -> None:
    line = re.search(r"^license-files = \[(.*)\]$", (ROOT / "pyproject.toml").read_text(), re.M)
    assert line is not None
    shipped = {path for glob in re.findall(r'"(.*?)"', line[1]) for path in ROOT.glob(glob)}
    table = (ROOT / "robots" / "README.md").read_text()
    named = {ROOT / "robots" / name for name in re.findall(r"`(LICENSE-\w+)`", table)}
    assert len(named) >= 4
    assert shipped == {ROOT / "LICENSE", *named, ROOT / "src/server/web/built/licences.txt"}


WRITTEN = (
    LOG_FILE,
    "console.log",  # written by rcsssmj when tests import it
    "game.log",  # from the README
    "matches/2026-01-01-000000/results.json",
    "runs/T1Walk-0/checkpoint.pt",
    "videos/rl-video-episode-0.mp4",
    "benches/results/compare.json",
    "20261122225928-null-vs-null.rcg",
    "20261122225928-null-vs-null.rcl",
)


def test_git_leaves_out_what_commands_and_examples_write() -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no repository")
    # Independent of the user's own ignore settings.
    git = ["git", "-c", "core.excludesFile=", "check-ignore", "--no-index", *WRITTEN]
    done = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.split() == list(WRITTEN)
    tracked = subprocess.run(
        ["git", "ls-files", "-ci", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    assert tracked.stdout == ""


def loaded_by(*modules: str) -> set[str]:
    """Return all modules that a separate program loads when it imports these."""
    script = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_the_command_imports_no_subcommand_that_nobody_asks_for() -> None:
    loaded = {name for name in loaded_by("rcssgym.cli") if name.startswith("rcssgym.cli")}
    assert loaded == {"rcssgym.cli", "rcssgym.cli.options"}


def test_only_numpy_gymnasium_and_the_progress_bar_are_needed() -> None:
    modules = {module.name for module in pkgutil.walk_packages(cli.__path__, "rcssgym.cli.")}
    assert {f"rcssgym.cli.{name}" for name in cli.SUBCOMMANDS} <= modules
    loaded = {name.partition(".")[0] for name in loaded_by(*sorted(modules))}
    assert {"gymnasium", "numpy", "tqdm", "rcssgym"} <= loaded
    assert "tqdm" not in loaded_by("rcssgym")
    assert not loaded & {"mujoco", "rcsssmj", "torch", "matplotlib", "scipy"}
