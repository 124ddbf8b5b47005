"""Signals, threads, forks and child processes."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import sysconfig
import textwrap
import threading
import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

import pytest
import rcssgym
from processes import alone, ending
from rcssgym import WorldBatch
from worlds import drive, mixed, same

ENDLESS_STEP = """
    import rcssgym, sys
    worlds = rcssgym.WorldBatch(256)
    targets = worlds.joint_positions
    print("ready", flush=True)
    try:
        worlds.step(targets, substeps=1_000_000)
    except KeyboardInterrupt:
        assert len(set(worlds.time)) == 1
        assert 0.0 < worlds.time[0] < 5000.0
        before = worlds.time[0]
        worlds.step(targets)
        assert abs(worlds.time[0] - before - 0.02) < 1e-6
        print("usable", flush=True)
"""


def start(*arguments: str) -> "AbstractContextManager[subprocess.Popen[str]]":
    process = subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    return ending(process)


def wait_for_line(stream: IO[str] | None, text: str) -> None:
    assert stream is not None
    for line in stream:
        if text in line:
            return
    pytest.fail(f"no line with {text!r}")


def interrupt(process: "subprocess.Popen[str]") -> tuple[str, str]:
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=30)


def test_ctrl_c_stops_a_long_step_and_leaves_the_batch_usable() -> None:
    with start("-c", textwrap.dedent(ENDLESS_STEP)) as process:
        wait_for_line(process.stdout, "ready")
        out, err = interrupt(process)
    assert out.strip() == "usable", err
    assert process.returncode == 0


def test_ctrl_c_ends_the_command_with_its_report() -> None:
    with start("-m", "rcssgym", "run", "--steps", "100000000") as process:
        wait_for_line(process.stdout, "WorldBatch(")
        out, err = interrupt(process)
    assert "world-steps/s" in out
    assert "Traceback" not in err
    assert process.returncode == 128 + signal.SIGINT


COMMANDS = {
    "module": [sys.executable, "-m", "rcssgym"],
    "script": [str(Path(sysconfig.get_path("scripts"), "rcssgym"))],
}
INTERRUPTING = """
import signal
signal.raise_signal(signal.SIGINT)
raise SystemExit("goes on")
"""


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("module", ["gymnasium", "numpy"])
def test_ctrl_c_while_the_command_is_imported_is_quiet(
    command: list[str], module: str, tmp_path: Path
) -> None:
    (tmp_path / f"{module}.py").write_text(INTERRUPTING)
    variables = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [*command, "run", "--steps", "1"], capture_output=True, text=True, env=variables
    )
    assert done.stderr == ""
    assert done.stdout == ""
    assert done.returncode == 128 + signal.SIGINT


IMPORTER = """
import signal, sys
import rcssgym
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""


@pytest.mark.parametrize("arguments", [[], ["-m", "rcssgym"], ["rcssgym"]])
def test_importing_the_package_leaves_ctrl_c_alone(arguments: list[str], tmp_path: Path) -> None:
    package = tmp_path / "importer"
    package.mkdir()
    (package / "__init__.py").write_text(IMPORTER)
    (package / "__main__.py").write_text("")
    script = tmp_path / "script.py"
    script.write_text(IMPORTER)
    for command in (["-c", IMPORTER], ["-m", "importer"], [str(script)]):
        done = subprocess.run(
            [sys.executable, *command, *arguments], capture_output=True, text=True, cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr


def test_other_threads_run_during_a_step_and_get_a_busy_error() -> None:
    worlds = WorldBatch(64)
    stepper = threading.Thread(target=worlds.advance, args=(4000,))
    errors: list[rcssgym.BusyError] = []
    stepper.start()
    while stepper.is_alive():
        try:
            worlds.step(worlds.joint_positions, substeps=0)
        except rcssgym.BusyError as error:
            errors.append(error)
        time.sleep(1e-3)
    stepper.join()
    assert len(errors) > 1
    assert "in use" in str(errors[0])
    assert worlds.time[0] > 0.0


def test_a_signal_handler_inside_a_step_gets_a_busy_error() -> None:
    worlds = WorldBatch(64)
    seen: list[BaseException] = []

    def handler(*_: object) -> None:
        try:
            worlds.snapshot()
        except rcssgym.BusyError as error:
            seen.append(error)

    previous = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        start_time = time.monotonic()
        while not seen and time.monotonic() - start_time < 30.0:
            worlds.advance(1000)
            signal.setitimer(signal.ITIMER_REAL, 0.01)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, previous)
    assert seen


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@alone
def test_a_forked_child_gets_a_fork_error_and_exits_cleanly() -> None:
    worlds = mixed()
    drive(worlds, 2)
    snapshot = worlds.snapshot()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            worlds.advance()
        except rcssgym.ForkError as error:
            del worlds
            mine = mixed()
            mine.restore(snapshot)
            mine.advance()
            status = 0 if "forked" in str(error) else 2
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    worlds.advance()


def advanced(worlds: WorldBatch) -> bytes:
    drive(worlds, 3)
    return pickle.dumps(worlds)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@alone
def test_a_batch_goes_to_a_child_process_and_back(method: str) -> None:
    worlds = mixed(2)
    drive(worlds, 2)
    with multiprocessing.get_context(method).Pool(1) as pool:
        result = pickle.loads(pool.apply(advanced, (worlds,)))
    drive(worlds, 3)
    assert same(worlds, result)
