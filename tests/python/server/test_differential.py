"""Our server against rcsssmj's: the same scripts, every byte of the answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benches.peers.servers import OURS, THEIRS, has_ours, has_theirs
from server.comparison import Verdict, compare
from server.events import Recording, read
from server.recorder import ATTEMPTS, MODES, record
from server.scripts import SCRIPTS

GOLDEN = Path(__file__).parents[2] / "reference" / "server.json.gz"
RECORDED = sorted(read(GOLDEN)) if GOLDEN.exists() else []

pytestmark = pytest.mark.skipif(not has_ours(), reason="there is no command `serve`")


@pytest.fixture(scope="module")
def golden() -> Recording:
    return read(GOLDEN)


def check(verdicts: Iterator[Verdict]) -> None:
    """Fail unless one of a few attempts is without faults.

    A script can only wait until the server should have noticed something; on a very busy machine it
    may not have. Real differences appear in every attempt.
    """
    for verdict in verdicts:
        print(verdict)
        if not verdict.faults:
            # An empty comparison proves nothing.
            assert verdict.equal + verdict.alike + verdict.vague == verdict.messages > 0
            return
    pytest.fail("\n".join([str(verdict), *verdict.faults[:20]]))


@pytest.mark.parametrize("name", RECORDED)
def test_answers_as_rcsssmj_did(name: str, golden: Recording, tmp_path: Path) -> None:
    mode, script = name.split()
    check(compare(golden[name], record(OURS, mode, script, tmp_path)) for _ in range(ATTEMPTS))


@pytest.mark.long
@pytest.mark.skipif(not has_theirs(), reason="rcsssmj is not installed")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("script", SCRIPTS)
def test_answers_as_rcsssmj_does(script: str, mode: str, tmp_path: Path) -> None:
    check(
        compare(record(THEIRS, mode, script, tmp_path), record(OURS, mode, script, tmp_path))
        for _ in range(ATTEMPTS)
    )
