"""Schedules of walking commands."""

import os
from pathlib import Path

import pytest
from rcssgym import ArgumentError
from rcssgym.policy.agent import Schedule


def test_velocities_hold_from_their_times_on() -> None:
    schedule = Schedule.script("0:0.5,0,0 # ahead\n# then\n 10:0,-0.1,0.5 12.5:0,0,0")
    assert schedule.at(0.0).tolist() == [0.5, 0.0, 0.0]
    assert schedule.at(9.99).tolist() == [0.5, 0.0, 0.0]
    assert schedule.at(10.0).tolist() == [0.0, -0.1, 0.5]
    assert schedule.at(1e9).tolist() == [0.0, 0.0, 0.0]


def test_one_velocity_holds_forever() -> None:
    assert Schedule.constant("1e-1, -2,3").at(77.0).tolist() == [0.1, -2.0, 3.0]
    assert Schedule().at(0.0).tolist() == [0.0, 0.0, 0.0]


def test_a_file_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "walk.txt"
    path.write_text("0:1,0,0\n2:0,0,0\n")
    assert Schedule.file(path) == Schedule.script("0:1,0,0 2:0,0,0")


@pytest.mark.parametrize("text", ["", "1,2", "1,2,3,4", "a,0,0", "0,nan,0", "0,0,inf"])
def test_refuses_a_velocity(text: str) -> None:
    with pytest.raises(ArgumentError, match=f"command: '{text}'"):
        Schedule.constant(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# nothing", "there is none"),
        ("1:0,0,0", r"\[1.0\] do not rise from 0"),
        ("0:0,0,0 2:0,0,0 2:1,0,0", "do not rise"),
        ("0.5,0,0", "'0.5,0,0' is not TIME"),
        ("x:0,0,0", "'x:0,0,0' is not TIME"),
        ("nan:0,0,0", "'nan:0,0,0' is not TIME"),
        ("0:0,0", "command: '0,0'"),
    ],
)
def test_refuses_a_script(text: str, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        Schedule.script(text)


def test_refuses_files(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"none\.txt' cannot be read: No such file"):
        Schedule.file(tmp_path / "none.txt")
    path = tmp_path / "noise"
    path.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(ArgumentError, match="noise' is not text"):
        Schedule.file(path)
    os.mkfifo(tmp_path / "pipe")
    for endless in (tmp_path / "pipe", "/dev/zero"):
        with pytest.raises(ArgumentError, match="cannot be read: it is not a regular file"):
            Schedule.file(endless)
    with pytest.raises(ArgumentError, match="cannot be read: its name has a NUL"):
        Schedule.file("a\0b")
