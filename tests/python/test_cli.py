"""The command ``rcssgym``."""

import subprocess
import sys

import pytest
import rcssgym
from rcssgym import cli
from rcssgym.cli import disc, main


def test_run_reports_the_speed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--worlds", "3", "--steps", "5", "--right", "K1", "--threads", "1"]) == 0
    out = capsys.readouterr().out
    assert "WorldBatch(num_worlds=3, left=('T1',), right=('K1',)" in out
    assert f"simd {rcssgym.simd_level()}" in out
    for word in ("worlds", "control steps/s", "world-steps/s", "real-time factor"):
        assert word in out


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
        (["run", "--seconds", "1", "--steps", "1"], "--steps"),
        (["run", "--field", "wembley"], "wembley"),
        (["run", "--left", "T9"], "T9"),
        (["run", "--right", *["T1"] * 12], "right"),
        (["run", "--threads", "0"], "--threads"),
        (["run", "--seed", "-1"], "seed"),
        (["run", "--sped", "1"], "--sped"),
        (["serve", "extra"], "arguments: extra (see rcssgym serve --help)"),
        (["serve", "--no-sync"], "arguments: --no-sync (see rcssgym serve --help)"),
        (["--sync", "serve"], "arguments: --sync (see rcssgym --help)"),
        (["serve", "--time", "-1"], "must be a time from 0 s on, not -1.0"),
        (["serve", "--wsorigin", "me.example"], "'me.example' needs a port for WebSockets"),
        (["serve", "--wsport", "0", "--wsorigin", "http://me"], "'http://me' is neither the name"),
        (["serve", "--protocol", "other"], "argument --protocol: invalid choice: 'other'"),
        (["serve", "--simspark-mport", "0"], "--simspark-mport needs --protocol simspark or both"),
        (
            ["serve", "--protocol", "simspark", "--aport", "0"],
            "--aport needs --protocol rcsssmj or both",
        ),
        (["serve", "--mstep", "0.05"], "monitor_step: 0.05 s is not a multiple of 0.02 s"),
        (["serve", "--mstep", "0"], "argument --mstep: must be positive, not 0"),
        (["serve", "--max-per-address", "-1"], "max_per_address: must be from 0 to"),
        (["replay", "x.log", "--wsorigin", "me.example"], "'me.example' needs a port"),
        (["replay", "x.log", "--max-per-address", "-1"], "max_per_address: must be from 0 to"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_two(arguments: list[str], word: str) -> None:
    command = [sys.executable, "-m", "rcssgym", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert word in done.stderr
