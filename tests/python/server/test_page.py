"""The page about the networked server: its script runs, and its tables list all flags."""

import re
import subprocess
import sys

import pytest
from snippets import DOCS, run_section

PAGE = DOCS / "server.md"


def test_the_script_in_python_runs() -> None:
    names = run_section(PAGE, "In Python")
    assert names["perceptions"].startswith("(time (now ")
    assert not names["running"].is_alive()


@pytest.mark.parametrize(("command", "heading"), [("serve", "Flags"), ("replay", "Replay")])
def test_every_flag_has_its_place(command: str, heading: str) -> None:
    usage = [sys.executable, "-m", "rcssgym", command, "--help"]
    text = subprocess.run(usage, capture_output=True, text=True, check=True).stdout
    options = re.findall(r"^  (--.*?)(?:  |$)", text, re.MULTILINE)
    flags = set(re.findall(r"--[a-z-]+", " ".join(options)))
    section = PAGE.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    documented = set(re.findall(r"^\| (.*?) \|", section, re.MULTILINE))
    assert flags == set(re.findall(r"--[a-z-]+", " ".join(documented)))
