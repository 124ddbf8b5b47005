"""The examples run as they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_push_tells_strong_pushes_from_weak_ones() -> None:
    command = [sys.executable, str(EXAMPLES / "push.py"), "--worlds", "48", "--seconds", "2"]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    shares = [line.split()[4] for line in result.stdout.splitlines() if "m/s" in line]
    assert shares[0] == "100%"
    assert shares[-1] == "0%"
