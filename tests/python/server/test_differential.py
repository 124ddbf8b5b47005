"""Our server beside rcsssmj's: the same scripts, every byte that comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.comparison import Verdict, compare
from server.events import Recording, read
from server.recorder import MODES, record
from server.scripts import SCRIPTS
from server.servers import OURS, THEIRS, has_ours, has_theirs

GOLDEN = Path(__file__).parents[2] / "reference" / "server.json.gz"
RECORDED = sorted(read(GOLDEN)) if GOLDEN.exists() else []

pytestmark = pytest.mark.skipif(not has_ours(), reason="there is no command `serve`")


@pytest.fixture(scope="module")
def golden() -> Recording:
    return read(GOLDEN)


def check(verdict: Verdict) -> None:
    print(verdict)
    assert not verdict.faults, "\n".join([str(verdict), *verdict.faults[:20]])
    # A comparison of nothing but numbers that differ a little would prove little.
    assert verdict.equal + verdict.vague + verdict.alike == verdict.messages > 0


@pytest.mark.parametrize("name", RECORDED)
def test_answers_as_rcsssmj_did(name: str, golden: Recording, tmp_path: Path) -> None:
    mode, script = name.split()
    check(compare(golden[name], record(OURS, mode, script, tmp_path)))


@pytest.mark.long
@pytest.mark.skipif(not has_theirs(), reason="rcsssmj is not installed")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("script", SCRIPTS)
def test_answers_as_rcsssmj_does(script: str, mode: str, tmp_path: Path) -> None:
    theirs = record(THEIRS, mode, script, tmp_path)
    check(compare(theirs, record(OURS, mode, script, tmp_path)))
