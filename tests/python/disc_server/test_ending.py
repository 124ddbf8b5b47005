"""The server ends in order, whatever its state and whatever happens to its disks."""

from __future__ import annotations

import gzip
import os
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest
import rcssgym

from disc_server.client import Client
from disc_server.programs import program

STATES = ["nobody", "before_kick_off", "play_on", "goal_l", "half_time", "time_over", "compressed"]
LOGS = [
    "server::game_log_dated=off",
    "server::text_log_dated=off",
    "server::game_log_compression=5",
]


def enter(state: str, ports: list[tuple[str, int]], clients: ExitStack) -> None:
    """Bring a game into a state, with a client of each kind except in the first state."""
    if state == "nobody":
        return
    player = clients.enter_context(Client(ports[0]))
    player.ask("(init A (version 19))", "(init l 1")
    coach = clients.enter_context(Client(ports[2]))
    coach.ask("(init A (version 19))", "(init l ok)")
    monitor = clients.enter_context(Client(ports[0]))
    monitor.send("(dispinit version 5)")
    trainer = clients.enter_context(Client(ports[1]))
    trainer.ask("(init (version 19))", "(init ok)")
    if state == "compressed":
        for client in (player, coach, trainer):
            client.ask("(compression 6)", "(ok compression")
        return
    if state == "half_time":
        trainer.ask("(ear on)", "(ok ear")
        trainer.ask("(start)", "(ok start)")
        trainer.until("(hear referee 10 half_time)", "(hear referee 10 before_kick_off)")
    elif state != "before_kick_off":
        trainer.ask(f"(change_mode {state})", "(ok change_mode)")
    player.until("(sense_body")


# Clients who do not say (done) get to half time too slowly. The short form has every other case.
@pytest.mark.parametrize(
    ("state", "synch"),
    [
        pytest.param(state, synch, marks=[pytest.mark.long] * ((i + j) % 2))
        for i, state in enumerate(STATES)
        for j, synch in enumerate(["off", "on"])
        if (state, synch) != ("half_time", "on")
    ],
)
def test_sigterm_ends_it_in_every_state(tmp_path: Path, state: str, synch: str) -> None:
    """With exit code 0, and both logs complete and under their names."""
    mode = [f"server::synch_mode={synch}", "server::coach_w_referee=on", "server::half_time=1"]
    with program(tmp_path, *mode, *LOGS) as server, ExitStack() as clients:
        enter(state, server.ports, clients)
        code, errors = server.end(signal.SIGTERM)
    assert code == 0
    assert "Traceback" not in errors
    name = "null-vs-null" if state == "nobody" else "A_0-vs-null"
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"{name}.rcg.gz", f"{name}.rcl"]
    gzip.decompress((tmp_path / names[0]).read_bytes())
    log = rcssgym.disc.read_log(tmp_path / names[0])
    assert log.damage is None
    assert log.messages[-1][2].endswith(f"{name})")
    assert rcssgym.disc.read_command_log(tmp_path / names[1]).damage is None


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
@pytest.mark.parametrize("synch", ["on", "off"])
@pytest.mark.parametrize("log", ["rcg", "rcl", "rcg.gz"])
def test_a_full_disk_costs_one_log_and_not_the_game(tmp_path: Path, log: str, synch: str) -> None:
    """The other log is complete."""
    (tmp_path / f"incomplete.{log}").symlink_to("/dev/full")
    packed = ["server::game_log_compression=1"] if log.endswith("gz") else []
    mode = [f"server::synch_mode={synch}", "server::simulator_step=20", "server::synch_offset=10"]
    dated = ["server::text_log_dated=off", "server::game_log_dated=off"]
    with program(tmp_path, *mode, *dated, *packed) as server, Client(server.ports[0]) as client:
        client.ask("(init A (version 19))", "(init l 1")
        for _ in range(20):
            # In synch mode, (done) counts only after the server's (think).
            client.until("(think)" if synch == "on" else "(sense_body")
            client.send("(done)")
        code, errors = server.end()
    assert code == 0
    assert "cannot be" in errors
    assert "No space left on device" in errors
    if log == "rcl":
        assert rcssgym.disc.read_log(tmp_path / "A_0-vs-null.rcg").damage is None
    else:
        commands = rcssgym.disc.read_command_log(tmp_path / "A_0-vs-null.rcl")
        assert commands.damage is None
        assert len(commands) >= 20
