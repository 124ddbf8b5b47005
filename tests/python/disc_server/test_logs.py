"""Logs and tables that the server writes, and configuration files that it reads."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest
import rcssgym
from rcssgym.disc.parameters import read_parameters

from disc_server.client import Client, serving
from disc_server.programs import QUIET, failed, program

PARAMETERS = Path(__file__).parents[3] / "src" / "disc" / "parameters"


def play(folder: Path, cycles: int, **params: bool | int | str) -> None:
    """Let a player be on the pitch during some cycles of play."""
    logs: dict[str, bool | int | str] = {"game_log_dir": str(folder), "text_log_dir": str(folder)}
    with (
        serving(coach_w_referee=True, simulator_step=20, **{**logs, **params}) as server,
        Client(server.player_address) as player,
        Client(server.trainer_address) as trainer,
    ):
        player.ask("(init A (version 19))")
        trainer.ask("(init (version 19))", "(init ok)")
        trainer.ask("(change_mode play_on)", "(ok change_mode)")
        while int(player.until("(sense_body").split()[1]) < cycles:
            pass


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5, 6, -1])
@pytest.mark.parametrize("records", [False, True])
def test_every_version_of_the_game_log_is_written(
    version: int, records: bool, tmp_path: Path
) -> None:
    """With messages and without them, except in version 1."""
    play(tmp_path, 10, game_logging=True, game_log_version=version, record_messages=records)
    (path,) = tmp_path.iterdir()
    log = path.read_bytes()
    if version == -1:
        values = json.loads(log)
        assert [*values[0]] == ["version"]
        assert sum("show" in value for value in values) >= 10
    elif version == 1:
        assert len(log) % 2052 == 0
        kinds = [struct.unpack(">h", log[at : at + 2])[0] for at in range(0, len(log), 2052)]
        assert kinds.count(1) >= 10
    else:
        assert log[:3] == b"ULG"
        assert log[3] == (version if version < 4 else ord(str(version)))
    assert (b"(referee play_on)" in log) == (records or version == 1)
    assert (b"Recv A_1: (init A (version 19))" in log) == records
    assert b"(result " in log


def test_keepaway_is_logged(tmp_path: Path) -> None:
    """A header with the players, and a line for each episode with the reason for its end."""
    params: dict[str, bool | int | str] = {"keepaway": True, "use_offside": False}
    logs: dict[str, bool | int | str] = {
        "keepaway_log_dir": str(tmp_path),
        "keepaway_log_dated": False,
    }
    with (
        serving(coach_w_referee=True, simulator_step=20, **params, **logs) as server,
        Client(server.player_address) as keeper,
        Client(server.player_address) as other,
        Client(server.player_address) as taker,
        Client(server.trainer_address) as trainer,
    ):
        for client, team in ((keeper, "K"), (other, "K"), (taker, "T")):
            client.ask(f"(init {team} (version 19))")
        trainer.ask("(init (version 19))", "(init ok)")
        trainer.ask("(ear on)", "(ok ear on)")
        trainer.ask("(start)", "(ok start)")
        for command in ("(move (ball) 15 0)", "(move (player T 1) 0 0)"):
            keeper.until("(sense_body")
            trainer.ask(command, "(ok move)")
            if "player" in command:
                trainer.ask("(move (ball) 0.5 0)", "(ok move)")
            trainer.until("(hear referee", patience=5.0)
    (path,) = tmp_path.iterdir()
    assert path.name == "K_0-vs-T_0.kwy"
    lines = path.read_text().splitlines()
    assert lines[:4] == ["# Keepers: 2", "# Takers:  1", "# Region:  20 x 20", "#"]
    assert all(line.startswith("#") for line in lines[:11])
    first, second = (line.split("\t") for line in lines[11:])
    assert [first[0], first[1], first[4]] == ["1", "0", "o"]
    assert [second[0], second[1], second[4]] == ["2", first[2], "t"]
    for line in (first, second):
        assert int(line[3]) == int(line[2]) - int(line[1]) > 0
    assert int(second[3]) >= 5


def test_times_of_cycles_stand_in_the_text_log(tmp_path: Path) -> None:
    """One line per cycle, in ms."""
    play(tmp_path, 10, text_logging=True, log_times=True)
    (path,) = tmp_path.iterdir()
    times = re.findall(r"^\d+,\d+\tCYCLE_TIMES: (\d+\.\d+)$", path.read_text(), re.M)
    assert len(times) >= 10
    assert rcssgym.disc.read_command_log(path).damage is None


def test_results_are_appended_to_a_table(tmp_path: Path) -> None:
    """One line per game, in the form of rcssserver's CSVSaver; earlier content stays."""
    table = tmp_path / "results.csv"
    table.write_text("what was there\n")
    saved = ["CSVSaver::save=on", f"CSVSaver::filename={table}"]
    for _ in range(2):
        with program(tmp_path, *QUIET, *saved) as server, Client(server.ports[0]) as client:
            client.ask("(init Alpha (version 19))", "(init l 1")
            with Client(server.ports[2]) as coach:
                coach.ask("(init Alpha Bernd (version 19))", "(init l ok)")
            assert server.end()[0] == 0
    head, *lines = table.read_text().splitlines()
    assert head == "what was there"
    assert len(lines) == 2
    values = ', "Alpha", NULL, "Bernd", NULL, 0, 0, NULL, NULL, NULL, NULL, NULL'
    for line in lines:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d" + re.escape(values), line)
    code, errors = failed(tmp_path, *QUIET, "CSVSaver::save=1", "CSVSaver::filename=no/where.csv")
    assert code == 1
    assert "cannot write the log file no/where.csv" in errors


def test_configuration_files_are_read_where_rcssserver_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command line has precedence; files are only read."""
    folder = tmp_path / "conf"
    folder.mkdir()
    (folder / "server.conf").write_text(
        "# Configuration of rcssserver\n\nserver::version = 19.0.0\n\n"
        "server::half_time = 7\nserver::goal_width = 10\nserver::game_log_dir = './'\n"
    )
    (folder / "player.conf").write_text("player::version = 19.0.0\nplayer::random_seed = 3\n")
    monkeypatch.setenv("RCSS_CONF_DIR", str(folder))
    with program(
        tmp_path, *QUIET, "server::half_time=8", "server::coach=1", conf="--conf"
    ) as server:
        with Client(server.ports[1]) as trainer:
            trainer.ask("(init (version 19))", "(init ok)")
            answer = trainer.until("(server_param")
            types = trainer.until("(player_param")
        assert "(half_time 8)" in answer
        assert "(goal_width 10)" in answer
        assert "(random_seed 3)" in types
        assert server.end()[0] == 0
    assert {path.name for path in folder.iterdir()} == {"server.conf", "player.conf"}
    (folder / "server.conf").write_text("server::version = 18.1.3\n")
    code, errors = failed(tmp_path, conf="--conf")
    assert code == 2
    assert "server::version: the configuration is one of rcssserver 18.1.3, not of 19" in errors
    (folder / "server.conf").write_text("server::half_tim = 3\n")
    code, errors = failed(tmp_path, conf="--conf")
    assert code == 2
    assert (
        f"{folder / 'server.conf'}: parameters: line 1: there is no parameter 'server::half_tim'"
        in errors
    )


def test_a_configuration_file_may_have_every_parameter(tmp_path: Path) -> None:
    """All those of the file that rcssserver writes, each with its default."""
    sim = rcssgym.DiscSimulation()
    for name, params in (("server", sim.server_params), ("player", sim.player_params)):
        lines = [f"{name}::version = '19.0.0'"]
        for key, value in params.items():
            text = str(value).lower() if isinstance(value, bool) else value
            lines.append(
                f"{name}::{key} = '{text}'" if isinstance(value, str) else f"{name}::{key} = {text}"
            )
        (tmp_path / f"{name}.conf").write_text("\n".join(lines) + "\n")
    (tmp_path / "CSVSaver.conf").write_text(
        "CSVSaver::version = 19.0.0\nCSVSaver::save = false\nCSVSaver::filename = 'a.csv'\n"
    )
    read = read_parameters([], tmp_path)
    assert len(read.files) == 3
    assert read.results is None
    assert read.server == sim.server_params
    assert read.player == sim.player_params
