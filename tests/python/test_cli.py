"""The command ``rcssgym``."""

import errno
import os
import signal
import subprocess
import sys
import time

import pytest
import rcssgym
from processes import ending
from rcssgym import cli
from rcssgym.cli import disc, main
from rcssgym.startup import INTERRUPTED


def test_run_reports_the_speed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--worlds", "3", "--steps", "5", "--right", "K1", "--threads", "1"]) == 0
    out = capsys.readouterr().out
    assert "WorldBatch(num_worlds=3, left=('T1',), right=('K1',)" in out
    assert f"simd {rcssgym.simd_level()}" in out
    for word in ("worlds", "control steps/s", "world-steps/s", "real-time factor"):
        assert word in out


def test_run_names_its_default_robots(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["run", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "left team; default: one T1 --right" in shown
    assert "right team; default: none --field" in shown


def test_run_for_simulated_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--worlds", "1", "--seconds", "0.1", "--motion", "stand"]) == 0
    assert "0.10 s simulated" in capsys.readouterr().out


def test_module_and_command_are_the_same() -> None:
    command = [sys.executable, "-m", "rcssgym", "run", "--worlds", "1", "--steps", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "world-steps/s" in done.stdout


SUBCOMMANDS = [[name] for name in cli.SUBCOMMANDS]
PARTS = [["disc", name] for name in disc.PARTS]


@pytest.mark.parametrize("command", [[], *SUBCOMMANDS, *PARTS, ["playmaker", "serve"]])
def test_help(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main([*command, "--help"])
    assert exit_info.value.code == 0
    usage, *rest = capsys.readouterr().out.split("\n\n")
    assert usage.startswith(f"usage: {' '.join(['rcssgym', *command])} [-h]")
    # Its purpose, and its arguments.
    assert len(rest) >= 2 or command in (["disc"], ["playmaker"])


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"rcssgym {rcssgym.__version__}\n"


NO_TEXT = os.fsdecode(b"\xf6")
"""A command's argument in an old encoding, as Python passes it on."""


def code_of(arguments: list[str]) -> object:
    """Return the exit code of a command that is run in this process."""
    try:
        return main(arguments)
    except SystemExit as left:
        return left.code


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "COMMAND"),
        (["fly"], "fly"),
        (["run", "--worlds", "0"], "--worlds"),
        (["run", "--worlds", "many"], "--worlds"),
        (["run", "--worlds", "99999999"], "num_worlds"),
        (["run", "--steps", "-1"], "--steps"),
        (["run", "--seconds", "nan"], "--seconds"),
        (["run", "--seconds", "inf"], "--seconds: must be at most 1e+15, not inf"),
        (["evaluate", "--policy", "T1Walk", "--seconds", "1e308"], "at most 1e+15, not 1e308"),
        (["run", "--seconds", "1", "--steps", "1"], "--steps"),
        (["run", "--field", "wembley"], "wembley"),
        (["run", "--left", "T9"], "T9"),
        (["run", "--right", *["T1"] * 12], "right"),
        (["run", "--threads", "0"], "--threads"),
        (["run", "--seed", "-1"], "error: --seed: must be"),
        (["run", "--sped", "1"], "--sped"),
        (["serve", "extra"], "arguments: extra (see rcssgym serve --help)"),
        (["serve", "--no-sync"], "arguments: --no-sync (see rcssgym serve --help)"),
        (["--sync", "serve"], "arguments: --sync (see rcssgym --help)"),
        (["serve", "--time", "-1"], "error: --time: must be a time from 0 to 1e+06 s, not -1.0"),
        (["serve", "--time", "1e9"], "error: --time: must be a time from 0 to 1e+06 s, not 1000"),
        (
            ["serve", "--wsorigin", "me.example"],
            "error: --wsorigin: 'me.example' needs a port for WebSockets",
        ),
        (["serve", "--wsport", "0", "--wsorigin", "http://me"], "'http://me' is neither the name"),
        (["serve", "--protocol", "other"], "argument --protocol: invalid choice: 'other'"),
        (["serve", "--simspark-mport", "0"], "--simspark-mport needs --protocol simspark or both"),
        (
            ["serve", "--protocol", "simspark", "--aport", "0"],
            "--aport needs --protocol rcsssmj or both",
        ),
        (["serve", "--mstep", "0.05"], "error: --mstep: 0.05 s is not a multiple of 0.02 s"),
        (["serve", "--mstep", "0"], "argument --mstep: must be positive, not 0"),
        (["serve", "--max-per-address", "-1"], "error: --max-per-address: must be from 0 to"),
        (["disc", "game", "--left", "none"], "rcssgym disc game: error: --left: must be still"),
        (
            ["playmaker", "serve", "--policy", "none"],
            "rcssgym playmaker serve: error: --policy: 'none'",
        ),
        (["disc", "serve", "server::port=99999"], "error: parameters: port: must be from 0 to"),
        (["disc", "serve", NO_TEXT], f"error: {NO_TEXT!r} is not UTF-8 text"),
        (["playmaker", "serve", "--policy", "DiscHFO2v1", "--host", NO_TEXT], "is not UTF-8 text"),
        (
            ["replay", "x.log", "--wsorigin", "me.example"],
            "error: --wsorigin: 'me.example' needs a port",
        ),
        (
            ["replay", "x.log", "--max-per-address", "-1"],
            "error: --max-per-address: must be from 0 to",
        ),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_two(
    arguments: list[str], word: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert code_of(arguments) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert word in said.err


@pytest.mark.parametrize("arguments", [["run", "--worlds", "0"], ["run", "--seed", "-1"]])
def test_a_process_ends_with_the_same_line_and_code(
    arguments: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    """Whether the mistake is found while arguments are read or later."""
    done = subprocess.run(
        [sys.executable, "-m", "rcssgym", *arguments], capture_output=True, text=True, check=False
    )
    assert code_of(arguments) == done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == capfd.readouterr().err


def test_values_may_begin_with_a_minus(capsys: pytest.CaptureFixture[str]) -> None:
    """A robot that walks backwards is commanded so, and its place has a negative x."""
    command = ["evaluate", "--policy", "T1Walk", "--worlds", "1", "--seconds", "0.1"]
    assert main([*command, "--command", "-0.2,0,0"]) == 0
    place = ["--place", "-5,.5,0", "--commands", "-1:0,0,0"]
    assert main(["play", "--policy", "T1Walk", *place]) == 2
    assert "commands: times [-1.0] do not rise" in capsys.readouterr().err


SHORT_RUN = ["run", "--worlds", "1", "--steps", "1"]


@pytest.mark.parametrize(
    ("arguments", "unbuffered"), [(SHORT_RUN, ""), (SHORT_RUN, "1"), (["--help"], "")]
)
def test_output_that_nobody_reads_ends_the_command_in_silence(
    arguments: list[str], unbuffered: str
) -> None:
    """As with ``rcssgym run | head -1`` in a shell."""
    read, write = os.pipe()
    os.close(read)
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    command = [sys.executable, "-m", "rcssgym", *arguments]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, env=environment)
    os.close(write)
    assert done.returncode == cli.BROKEN_PIPE
    assert done.stderr == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_output_for_which_there_is_no_room_is_one_line() -> None:
    command = [sys.executable, "-m", "rcssgym", *SHORT_RUN]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr == "rcssgym: error: [Errno 28] No space left on device\n"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_files_for_which_there_is_no_room_are_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: int
) -> None:
    def full(_: object) -> int:
        raise OSError(number, os.strerror(number), "checkpoint.pt")

    monkeypatch.setattr("rcssgym.cli.run._run", full)
    monkeypatch.setattr("rcssgym.cli._drop_output", lambda: None)
    assert main(["run"]) == 1
    expected = f"rcssgym: error: [Errno {number}] {os.strerror(number)}: 'checkpoint.pt'\n"
    assert capsys.readouterr().err == expected


def test_ctrl_c_while_a_library_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules written in C turn the interrupt into an error of their own."""

    def interrupted(_: object) -> int:
        raise ImportError("initialization failed") from KeyboardInterrupt()

    monkeypatch.setattr("rcssgym.cli.run._run", interrupted)
    assert main(["run"]) == INTERRUPTED


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("game", [["game"], ["disc", "game"]])
def test_other_signals_stop_a_game_as_ctrl_c_does(game: list[str], number: signal.Signals) -> None:
    command = [sys.executable, "-m", "rcssgym", *game, "--web", "0"]
    started = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with ending(started) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("watch at ")
        time.sleep(1.0)  # the game begins
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number, err
    assert "stopped early" in out
    assert "Traceback" not in err


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    """As SIGHUP is with nohup."""
    program = (
        "import os, signal, rcssgym.cli; signal.signal(signal.SIGHUP, signal.SIG_IGN);"
        "run = rcssgym.cli.main(['run', '--worlds', '1', '--steps', '1']);"
        "os.kill(os.getpid(), signal.SIGHUP); print('went on')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "went on" in done.stdout


def test_a_terminal_without_all_characters_gets_escapes() -> None:
    command = [sys.executable, "-m", "rcssgym", "disc", "game", "--games", "3", "--cycles", "300"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert "\\xb1" in done.stdout


def test_a_closed_standard_error_changes_nothing() -> None:
    command = [sys.executable, "-m", "rcssgym", "disc", "game", "--cycles", "5", "--json"]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", *command], stdout=subprocess.PIPE, text=True
    )
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize("command", ["disc", "playmaker"])
def test_help_of_a_group_says_what_it_is(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "2D league" in capsys.readouterr().out.partition("positional arguments:")[0]


def test_help_shows_defaults_of_the_flag_itself(capsys: pytest.CaptureFixture[str]) -> None:
    ends = {"disc playmaker": "what they have sensed", "record": "of all players"}
    for command, last in ends.items():
        with pytest.raises(SystemExit):
            main([*command.split(), "--help"])
        words = " ".join(capsys.readouterr().out.split())
        assert f"{last} --" in words  # and no default behind it
