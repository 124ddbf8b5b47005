"""Whatever clients and disks do, the game goes on, and the server ends on request."""

from __future__ import annotations

import os
import random
import re
import resource
import signal
import socket
import time
from pathlib import Path

import pytest
import rcssgym
from rcssgym.cli import main
from rcssgym.disc.parameters import configuration_folder, read_parameters

from disc_server.client import PATIENCE, Client, serving
from disc_server.programs import NO_CONF, PORTS, QUIET, failed, program


def is_playing(server: rcssgym.DiscServer) -> None:
    """Check that a player can join, and receives its body's state."""
    with Client(server.player_address) as client:
        for _ in range(20):
            client.send("(init Last (version 19))")
            try:
                client.until("(sense_body", patience=1.0)
                return
            except TimeoutError:
                continue  # a datagram may be lost among very many
        raise AssertionError("nobody can come")


def test_a_port_in_use_is_an_error(tmp_path: Path) -> None:
    """This applies to the port of each kind of clients."""
    for name, clients in [
        ("port", "players and monitors"),
        ("coach_port", "trainers"),
        ("olcoach_port", "coaches"),
    ]:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
            others = [text for text in PORTS if f"::{name}=" not in text]
            code, errors = failed(tmp_path, *others, *QUIET, f"server::{name}={port}")
            assert code == 1
            assert f"cannot listen for {clients} on 127.0.0.1:{port}" in errors


def test_statistics_stay_if_the_server_does_not_start(tmp_path: Path) -> None:
    statistics = tmp_path / "statistics.json"
    statistics.write_text("of another game")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        port = f"server::port={taken.getsockname()[1]}"
        code, _ = failed(tmp_path, *PORTS[1:], *QUIET, port, "--statistics", str(statistics))
    assert code == 1
    assert statistics.read_text() == "of another game"


def test_parameters_that_cannot_be_are_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Errors: unknown names, wrong types, or values that are not supported."""
    monkeypatch.chdir(tmp_path)
    config = tmp_path / "own.conf"
    config.write_text("# mine\nserver::half_time = 10\nserver::nothing = 1\n")
    for parameter, reason in [
        ("server::half_tim=3", "there is no parameter 'server::half_tim'"),
        ("server::half_time=x", "server::half_time: 'x' is not a whole number"),
        ("half_time=3", "is not of the form server::NAME=VALUE"),
        ("server::port=70000", "port: must be from 0 to 65535, not 70000"),
        ("server::game_log_version=7", "game_log_version: must be 1 to 6 or -1, not 7"),
        ("server::team_l_start=./start", "team_l_start: teams are not started from here"),
        ("CSVSaver::save=maybe", "CSVSaver::save: 'maybe' is not a boolean"),
        ("CSVSaver::host=x", "there is no parameter 'CSVSaver::host'"),
        ("server::slow_down_factor=1001", "slow_down_factor: must be at most 1000, not 1001"),
        ("server::verbose=1", "verbose: is not supported"),
        (f"include={config}", "line 3: there is no parameter 'server::nothing'"),
        ("include=/nowhere", "include: /nowhere cannot be read"),
        ("include=/dev/zero", "include: /dev/zero cannot be read"),
        ("include=~nobody-here/x", "include: ~nobody-here/x cannot be read"),
    ]:
        code = main(["disc", "serve", NO_CONF, *PORTS, parameter])
        errors = capfd.readouterr().err
        assert (parameter, code) == (parameter, 2)
        assert reason in errors
    # As a process, it says the same.
    assert failed(tmp_path, *PORTS, parameter) == (code, errors)


@pytest.mark.parametrize("offset", [-10, 100])
def test_clients_are_asked_to_think_within_the_cycle(
    offset: int, capfd: pytest.CaptureFixture[str]
) -> None:
    synch = ["server::synch_mode=on", f"server::synch_offset={offset}"]
    assert main(["disc", "serve", NO_CONF, *PORTS, *QUIET, *synch]) == 2
    expected = f"synch_offset: must be from 0 and below simulator_step 100, not {offset}"
    assert expected in capfd.readouterr().err


def test_a_user_without_a_home_has_no_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as in a container that runs under an arbitrary user id."""
    monkeypatch.setenv("RCSS_CONF_DIR", "~nobody-here/conf")
    assert read_parameters([], configuration_folder()).files == []


def test_configuration_files_and_switches_are_read(tmp_path: Path) -> None:
    """With dashes and without."""
    config = tmp_path / "own.conf"
    config.write_text("server::half_time = 7  # s\ncoach_w_referee\n")
    with program(tmp_path, *QUIET, f"include={config}", "-server::synch_mode=on") as server:
        with Client(server.ports[1]) as trainer:
            trainer.ask("(init (version 19))", "(init ok)")
            answer = trainer.until("(server_param")
        assert "(half_time 7)" in answer
        assert "(synch_mode 1)" in answer
        assert server.end()[0] == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("synch", ["on", "off"])
def test_it_ends_when_it_is_asked_to(tmp_path: Path, number: signal.Signals, synch: str) -> None:
    """Even while it waits for a client that sends nothing; logs get their final names."""
    with program(tmp_path, f"server::synch_mode={synch}", "server::auto_mode=on") as server:
        with Client(server.ports[0]) as client:
            client.ask("(init Silent (version 19))", "(init l 1")
            client.until("(sense_body")
            if synch == "on":
                client.until("(think")
            begin = time.monotonic()
            code, errors = server.end(number)
        assert code == 0
        assert "Traceback" not in errors
        assert time.monotonic() - begin < PATIENCE
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == 2
    for name, suffix in zip(names, (".rcg", ".rcl"), strict=True):
        assert re.fullmatch(r"\d{14}-Silent_0-vs-null" + re.escape(suffix), name)
    assert "Recv Silent_1: (init Silent (version 19))" in (tmp_path / names[1]).read_text()


def test_logs_can_be_read_again(tmp_path: Path) -> None:
    """Both logs, including compressed ones."""
    params: dict[str, bool | int | str] = {
        "game_logging": True,
        "text_logging": True,
        "game_log_dir": str(tmp_path / "new" / "logs"),
        "text_log_dir": str(tmp_path),
        "game_log_compression": 6,
        "text_log_fixed": True,
        "text_log_fixed_name": "mine",
        "game_log_dated": False,
    }
    with (
        serving(coach_w_referee=True, simulator_step=20, **params) as server,
        Client(server.player_address) as player,
        Client(server.trainer_address) as trainer,
    ):
        player.ask("(init A (version 19))")
        trainer.ask("(init (version 19))", "(init ok)")
        trainer.ask("(change_mode play_on)", "(ok change_mode)")
        while server_time(player) < 10:
            pass
    log = rcssgym.disc.read_log(tmp_path / "new" / "logs" / "A_0-vs-null.rcg.gz")
    assert log.damage is None
    assert len(log) >= 10
    commands = rcssgym.disc.read_command_log(tmp_path / "mine.rcl")
    assert commands.damage is None
    assert [(line.sender, line.text) for line in commands.messages[:3]] == [
        ("A_1", "(init A (version 19))"),
        ("Coach", "(init (version 19))"),
        ("Coach", "(change_mode play_on)"),
    ]
    assert ("play_on", None) in [(line.text, line.sender) for line in commands.messages]


def server_time(player: Client) -> int:
    """Return the clock in the next cycle."""
    return int(player.until("(sense_body").split()[1])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_a_full_disk_costs_the_log_and_not_the_game(tmp_path: Path) -> None:
    """The server reports the full disk."""
    (tmp_path / "incomplete.rcg").symlink_to("/dev/full")
    with program(tmp_path, "server::text_logging=0", "server::simulator_step=10") as server:
        with Client(server.ports[0]) as client:
            client.ask("(init A (version 19))", "(init l 1")
            for _ in range(40):
                client.until("(sense_body")
        code, errors = server.end()
    assert code == 0
    assert "cannot be written: No space left on device" in errors


def test_a_log_that_cannot_be_written_at_all_is_an_error(tmp_path: Path) -> None:
    """The error comes before anything begins."""
    (tmp_path / "file").write_text("")
    code, errors = failed(tmp_path, *PORTS, "server::game_log_dir=file/logs")
    assert code == 1
    assert "cannot write the log file file/logs/incomplete.rcg" in errors


@pytest.mark.parametrize("synch_mode", [False, True])
def test_floods_and_rubbish_stop_nobody(synch_mode: bool) -> None:
    """Truncated and repeated introductions, random bytes, messages of full length."""
    chance = random.Random(5)
    with (
        serving(synch_mode=synch_mode, coach_w_referee=True) as server,
        Client(server.player_address) as player,
    ):
        player.ask("(init A (version 19))")
        doors = [server.player_address, server.trainer_address, server.coach_address]
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
            init = b"(init A (version 19) (goalie))\0"
            for count in range(20_000):
                rubbish = [
                    init[: chance.randrange(len(init))],
                    chance.randbytes(chance.randrange(64)),
                    b"(" * 8000,
                    b"(dispinit version " + b"9" * 8000,
                    b"",
                ][count % 5]
                stranger.sendto(rubbish, doors[count % 3])
        for _ in range(2_000):
            player.send("(turn 10)(foo)" + " " * chance.randrange(2000))
        player.send("(done)")
        is_playing(server)


def test_a_thousand_clients_leave_room_for_the_game() -> None:
    """At most 64 clients from one address are admitted; memory stays bounded."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with serving() as server, Client(server.player_address) as player:
        player.ask("(init A (version 19))")
        sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(1000)]
        refused = 0
        try:
            for client in sockets:
                client.setblocking(False)
                client.sendto(b"(dispinit version 5)\0", server.player_address)
            time.sleep(1.0)
            for client in sockets:
                try:
                    refused += client.recv(1 << 16).startswith(b"(error no_more_monitor)")
                except OSError:
                    continue
            player.until("(sense_body")
        finally:
            for client in sockets:
                client.close()
        # Some datagrams are lost, because many arrive at the same time.
        assert refused > 0
        is_playing(server)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert used < 256 * 1024, "KiB"


def test_who_says_nothing_in_synch_mode_is_let_go_in_the_end() -> None:
    """The game goes on for the others meanwhile, and at full speed afterwards."""
    with (
        serving(synch_mode=True, coach_w_referee=True) as server,
        Client(server.player_address) as silent,
        Client(server.player_address) as player,
    ):
        silent.ask("(init A (version 19))", "(init")
        player.ask("(init B (version 19))", "(init")
        with Client(server.trainer_address) as trainer:
            trainer.ask("(init (version 19))", "(init ok)")
            trainer.send("(change_mode play_on)")
            end = time.monotonic() + 60
            while time.monotonic() < end:
                player.until("(think")
                player.send("(done)")
                if server_time(player) > 40:
                    break
            else:
                raise AssertionError("the game does not go on")


def test_a_replayed_introduction_does_not_come_in_twice() -> None:
    """The same datagram from the same address is answered by its own port."""
    with serving() as server, Client(server.player_address) as client:
        client.ask("(init A (version 19))", "(init l 1")
        for _ in range(5):
            client.send_to_door("(init A (version 19))")
            assert client.until("(error") == "(error only_init_allowed_on_init_port)"
        with Client(server.player_address) as other:
            assert other.ask("(init A (version 19))", "(init") == "(init l 2 before_kick_off)"


def test_what_cannot_be_served_is_refused() -> None:
    """No simulation, one with a team of its own or with Python's draws, a second run."""
    with pytest.raises(rcssgym.ArgumentError, match="sim: must be a DiscSimulation"):
        rcssgym.DiscServer("game")  # type: ignore[arg-type]
    scripted = rcssgym.DiscSimulation()
    scripted.add_team("A", "still")
    rcssgym.DiscServer(scripted)
    scripted.add_team("B", "scripted")
    with pytest.raises(rcssgym.ArgumentError, match="sim: team 'B' plays by itself"):
        rcssgym.DiscServer(scripted)
    asked = rcssgym.DiscSimulation(chance=lambda *_: None)
    with pytest.raises(rcssgym.ArgumentError, match="chance"):
        rcssgym.DiscServer(asked).bind()
    with serving() as server:
        is_playing(server)
    with pytest.raises(rcssgym.ServerError, match="has run already"):
        server.run()
