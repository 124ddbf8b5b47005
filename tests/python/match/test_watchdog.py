"""Which processes the watchdog of a match finds, on an imitation of ``/proc``."""

import os
import signal
import time
from pathlib import Path

import pytest
from rcssgym.match import watchdog
from rcssgym.match.watchdog import MARK, kill_marked, marked


def put(proc: Path, number: int, environ: bytes, cmdline: bytes, is_program: bool = True) -> None:
    entry = proc / str(number)
    entry.mkdir()
    (entry / "environ").write_bytes(environ)
    (entry / "cmdline").write_bytes(cmdline)
    if is_program:
        (entry / "exe").symlink_to("/bin/true")


def test_a_process_that_is_just_starting_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = f"HOME=/\0{MARK}=abc/1/left/\0".encode()
    put(tmp_path, 11, own, b"team\0")
    put(tmp_path, 12, b"", b"")  # starts, and then has the mark
    put(tmp_path, 13, b"", b"without\0environment\0")
    put(tmp_path, 14, b"", b"", is_program=False)  # a kernel thread, or a process that has ended
    put(tmp_path, 15, f"{MARK}=other".encode(), b"team\0")
    killed, pauses = [], []

    def kill(number: int, by: int) -> None:
        assert by == signal.SIGKILL
        killed.append(number)
        (tmp_path / str(number) / "environ").unlink()

    def sleep(_: float) -> None:
        pauses.append(len(killed))
        if len(pauses) == 5:
            (tmp_path / "12" / "environ").write_bytes(own)

    monkeypatch.setattr(watchdog, "PROC", tmp_path)
    monkeypatch.setattr(os, "kill", kill)
    monkeypatch.setattr(time, "sleep", sleep)
    assert marked("abc") == [11]
    kill_marked("abc")
    assert killed == [11, 12]
    assert pauses == [1, 1, 1, 1, 1, 2, 2]
