"""The test requirements: pins, and their sizes."""

import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PINS = [ROOT / "requirements" / name for name in ("test.txt", "rllib.txt")]
NAME = re.compile(r"[\w.-]+(?===)")


def without_cuda(text: str) -> str:
    reduced: str = runpy.run_path(str(ROOT / "requirements/without_cuda.py"))["without_cuda"](text)
    return reduced


def names(text: str) -> set[str]:
    return {match.group() for line in text.splitlines() if (match := NAME.match(line))}


def wanted_by(text: str) -> dict[str, set[str]]:
    """Return which packages require each package, as noted by `uv pip compile` below it."""
    wanted: dict[str, set[str]] = {}
    name = ""
    for line in text.splitlines():
        if match := NAME.match(line):
            name = match.group()
        elif line.startswith("    #"):
            wanted.setdefault(name, set()).add(line.removeprefix("    #").split()[-1])
    return {name: {by for by in those if by != "via"} for name, those in wanted.items()}


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.name)
def test_without_cuda_there_is_pytorchs_cpu_build_and_all_else(path: Path) -> None:
    before = path.read_text()
    after = without_cuda(before)
    removed = names(before) - names(after)
    assert removed
    assert all(re.match("nvidia-|cuda-|triton", name) for name in removed)
    assert not re.search("^(nvidia|cuda|triton)", after, re.MULTILINE)
    changed = set(after.splitlines()) - set(before.splitlines())
    assert len(changed) == 2
    assert all(re.match(r"torch==[\d.]+\+cpu ; python", line) for line in changed)


def test_only_pytorch_wants_what_is_left_out_with_cuda() -> None:
    text = PINS[0].read_text()
    wanted = wanted_by(text)
    removed = names(text) - names(without_cuda(text))
    for name in removed:
        assert wanted[name]
        assert wanted[name] <= removed | {"torch"}


def make(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Return make's commands for the case that the pins have just changed."""
    if shutil.which("make") is None:
        pytest.skip("no make")
    command = ["make", "-n", "-W", "requirements/test.txt", *arguments, ".venv/.test"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("torch", ["cuda", "cpu"])
def test_make_tells_the_size_before_it_downloads(torch: str) -> None:
    done = make(f"TORCH={torch}")
    assert done.returncode == 0, done.stderr
    estimate = re.search(r"echo .* GB to download, .* GB on disk", done.stdout)
    installed = re.search(r"pip .*install -r \S+", done.stdout[done.stdout.find("echo") :])
    assert estimate is not None
    assert installed is not None
    assert ("without_cuda" in installed.group()) == (torch == "cpu")


def test_make_refuses_another_pytorch() -> None:
    done = make("TORCH=gpu")
    assert done.returncode != 0
    assert "TORCH must be cuda or cpu, not 'gpu'" in done.stderr
