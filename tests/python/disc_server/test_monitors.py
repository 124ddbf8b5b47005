"""Monitors: what they are shown and told, and which commands they may send, in each version."""

from __future__ import annotations

import json
import logging
import struct
import time

import pytest
import rcssgym
from rcssgym.view.disc_monitor import DiscMonitor
from rcssgym.view.page import Page

from disc_server.client import PATIENCE, STANDING, Client, serving

LENGTHS = {1: 2052, 2: 2056}
SHOW, MESSAGE = 1, 2


def introduce(client: Client, version: int) -> None:
    """Send a monitor's introduction."""
    client.send("(dispinit)" if version == 1 else f"(dispinit version {version})")


def until(client: Client, version: int, is_show: bool) -> bytes:
    """Wait for a show, or for a message."""
    for _ in range(1000):
        packet = client.receive_bytes()
        if version in LENGTHS:
            assert len(packet) == LENGTHS[version]
            (kind,) = struct.unpack(">h", packet[:2])
            if kind == (SHOW if is_show else MESSAGE):
                return packet
        elif packet.startswith((b"(show", b'{"show"') if is_show else (b"(msg", b'{"msg"')):
            assert packet.endswith(b"\0")
            return packet
    raise AssertionError("nothing of that kind has come")


def text(packet: bytes, version: int) -> str:
    """Return the text of a message."""
    if version in LENGTHS:
        begin = 4 if version == 1 else 6
        return packet[begin:].split(b"\0")[0].decode()
    if version < 0:
        return str(json.loads(packet[:-1])["msg"]["message"])
    return packet[:-1].decode().split('"', 1)[1].removesuffix('")')


VERSIONS = [1, 2, 3, 4, 5, -1]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_is_shown_the_game(version: int) -> None:
    """The same numbers in each form."""
    with serving(coach_w_referee=True) as server, Client(server.player_address) as player:
        player.ask("(init Alpha (version 19) (goalie))")
        player.send("(move -20 10)(change_view narrow)(attentionto our 1)")
        with Client(server.player_address) as monitor:
            introduce(monitor, version)
            until(monitor, version, is_show=True)
            packet = until(monitor, version, is_show=True)
            if version == 1:
                assert packet[2] == 1
                assert packet[4:20] == b"Alpha".ljust(16, b"\0")
                first = struct.unpack(">6h", packet[52:64])
                assert first == (9, 1, 1, 0, -320, 160)
                assert struct.unpack(">h", packet[316:318]) == (0,)
            elif version == 2:
                assert packet[4] == 1
                state, type_id, x, y = struct.unpack(">hhii", packet[60:72])
                assert (state, type_id, x / 65536, y / 65536) == (9, 0, -20, 10)
            elif version < 0:
                show = json.loads(packet[:-1])["show"]
                assert show["mode"] == "before_kick_off"
                assert show["team"]["l"] == {"name": "Alpha", "score": 0}
                assert show["team"]["r"] == {"name": None, "score": 0}
                first = show["players"][0]
                assert (first["state"], first["x"], first["y"], first["vw"]) == (9, -20, 10, 60)
                assert len(show["players"]) == 22
            else:
                shown = packet.decode()
                assert shown.startswith("(show 0 (pm 1) (tm Alpha null 0 0) ((b) 0 0 0 0)")
                assert "((l 1) 0 0x9 -20 10 0 0 0 0 (v h 60)" in shown
                assert ("(fp 0 0)" in shown) == (version == 5)
                capacity = "(s 8000 1 1 130600)" if version >= 4 else "(s 8000 1 1)"
                assert capacity in shown
                assert shown.count("((r ") == 11


@pytest.mark.parametrize("version", VERSIONS)
def test_newcomers_are_told_parameters_and_types(version: int) -> None:
    """There are 20 messages, in version 1 none."""
    with serving() as server, Client(server.player_address) as monitor:
        introduce(monitor, version)
        first = monitor.receive_bytes()
        if version == 1:
            assert first[:2] == b"\0\1"
        elif version == 2:
            kinds = [struct.unpack(">h", first[:2])[0]]
            kinds += [struct.unpack(">h", monitor.receive_bytes()[:2])[0] for _ in range(19)]
            assert kinds == [8, 9, *[7] * 18]
        else:
            rest = [monitor.receive_bytes() for _ in range(19)]
            start = b'{"' if version < 0 else b"("
            assert first.startswith(start + b"server_param")
            assert rest[0].startswith(start + b"player_param")
            assert all(packet.startswith(start + b"player_type") for packet in rest[1:])
            if version < 0:
                parameters = json.loads(first[:-1])["server_param"]
                assert parameters["half_time"] == 300
                assert parameters["coach_msg_file"] == ""
                assert parameters["auto_mode"] is False


COMMANDS = [
    ("(dispplayer 1 1 160 -80 90)", []),
    ("(dispplayer 1 1)", ["(error illegal_command_form)"]),
    ("(dispfoul 160 160 0)", ["(referee drop_ball)", "(referee play_on)"]),
    ("(dispfoul 0 0 1)", ["(referee foul_r)", "(referee free_kick_l)"]),
    ("(dispcard 1 1 yellow)", ["(referee yellow_card_l_1)"]),
    ("(dispcard 1 1 blue)", ["(error illegal_command_form)"]),
    ("(check_ball)", ["(ok check_ball 0 in_field)"]),
    ("(recover)", ["(ok recover)"]),
    ("(change_mode before_kick_off)", ["(referee before_kick_off)", "(ok change_mode)"]),
    ("(change_mode foo)", ["(error illegal_mode)"]),
    ("(move (ball) 1 2)", ["(ok move)"]),
    ("(change_player_type A 1 3)", ["(error illegal_command_form)"]),
    ("(foo)", ["(error illegal_command_form)"]),
    ("(compression 10)", ["(error illegal_command_form)"]),
    ("(dispcard 1 2 yellow)", []),
    ("(dispcard 1 1 yellow)", ["(referee yellow_card_l_1)", "(referee red_card_l_1)"]),
    ("(dispcard 1 1 yellow)", []),
    ("(foo)", ["(error illegal_command_form)"]),
]
"""As recorded from the real server, but for the card of a player who is not there."""


@pytest.mark.parametrize("version", VERSIONS)
def test_commands_are_answered_as_by_the_real_server(version: int) -> None:
    """Answers are messages on the board."""
    # Some commands let play go on, and answers contain the cycle.
    params = {"send_comms": True, "coach_w_referee": True, **STANDING}
    with serving(**params) as server, Client(server.player_address) as player:
        player.ask("(init A (version 19))")
        with Client(server.player_address) as monitor:
            introduce(monitor, version)
            if version != 1:
                for _ in range(20):
                    monitor.receive_bytes()
            for command, answers in COMMANDS:
                monitor.send(command)
                for answer in answers:
                    received = until(monitor, version, is_show=False)
                    assert (command, text(received, version)) == (command, answer)


def test_wrong_versions_are_refused() -> None:
    """The same applies to monitors beyond ``max_monitors``."""
    with serving(max_monitors=1) as server:
        for version in ("6", "0", "-2", "99"):
            with Client(server.player_address) as monitor:
                monitor.send(f"(dispinit version {version})")
                assert monitor.receive() == "(error illegal_client_version)"
        with Client(server.player_address) as first, Client(server.player_address) as second:
            introduce(first, 5)
            until(first, 5, is_show=True)
            for number in (5, 9):
                introduce(second, number)
                assert second.receive() == "(error no_more_monitor)"
            first.send_to_door("(dispbye)")
            received = first.until("(error")
            assert received == "(error only_init_allowed_on_init_port)"
            first.send("(dispbye)")


def test_graphics_of_teams_reach_monitors() -> None:
    """They come as messages on the board, as the coach has sent them."""
    tile = '"8 8 2 1" ". c #000000" "# c #ffffff" ' + " ".join(['".#.#.#.#"'] * 8)
    with serving() as server, Client(server.player_address) as player:
        player.ask("(init A (version 19))")
        with Client(server.coach_address) as coach, Client(server.player_address) as monitor:
            introduce(monitor, 5)
            until(monitor, 5, is_show=True)
            coach.ask("(init A (version 19))", "(init l ok)")
            coach.ask(f"(team_graphic (3 4 {tile}))", "(ok team_graphic 3 4)")
            received = until(monitor, 5, is_show=False).decode()
            assert received == f'(msg 0 1 "(team_graphic_l (3 4 {tile}))")\0'


@pytest.mark.parametrize("version", VERSIONS)
def test_a_monitor_that_comes_late_is_sent_the_graphics_of_teams(version: int) -> None:
    """At most 32 tiles follow a show before the kick-off, from the last one on."""
    picture = '"8 8 1 1" ". c #000000" ' + " ".join(['"........"'] * 8)
    with serving() as server, Client(server.player_address) as player:
        player.ask("(init A (version 19))")
        with Client(server.coach_address) as coach:
            coach.ask("(init A (version 19))", "(init l ok)")
            tiles = [(x, y) for x in range(5) for y in range(8)]
            for x, y in tiles:
                coach.ask(f"(team_graphic ({x} {y} {picture}))", f"(ok team_graphic {x} {y})")
            with Client(server.player_address) as monitor:
                introduce(monitor, version)
                received = [text(until(monitor, version, is_show=False), version) for _ in tiles]
                expected = [f"(team_graphic_l ({x} {y} {picture}))" for x, y in reversed(tiles)]
                assert received == expected


def test_only_so_many_graphics_follow_a_show() -> None:
    """The others follow the next one."""
    picture = '"8 8 1 1" ". c #000000" ' + " ".join(['"........"'] * 8)
    with serving() as server, Client(server.player_address) as player:
        player.ask("(init A (version 19))")
        with Client(server.coach_address) as coach, Client(server.player_address) as monitor:
            coach.ask("(init A (version 19))", "(init l ok)")
            for tile in range(40):
                coach.ask(f"(team_graphic ({tile // 8} {tile % 8} {picture}))", "(ok team_graphic")
            introduce(monitor, 5)
            monitor.until("(player_type (id 17)")
            packets = [monitor.receive()[:5] for _ in range(43)]
            assert packets == ["(show", *["(msg "] * 32, "(show", *["(msg "] * 8, "(show"]


def test_a_monitor_starts_the_game() -> None:
    """This also works without a trainer's mode."""
    with serving() as server, Client(server.player_address) as player:
        player.ask("(init A (version 19))")
        with Client(server.player_address) as monitor:
            introduce(monitor, 4)
            until(monitor, 4, is_show=True)
            monitor.send("(check_ball)")
            received = until(monitor, 4, is_show=False)
            assert text(received, 4) == "(error illegal_command_form)"
            monitor.send("(dispstart)")
            assert player.until("(hear") == "(hear 0 referee kick_off_l)"
    assert isinstance(server.sim, rcssgym.DiscSimulation)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_page_is_a_monitor_at_any_address(host: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "rcssgym.server")
    simulation = rcssgym.DiscSimulation(
        {"port": 0, "coach_port": 0, "olcoach_port": 0, "game_logging": 0, "text_logging": 0}
    )
    with (
        serving(rcssgym.DiscServer(simulation, host)) as server,
        Page(0) as page,
        DiscMonitor(page, server.player_address),
    ):
        end = time.monotonic() + PATIENCE
        while "a monitor has come" not in caplog.text:
            assert time.monotonic() < end
            time.sleep(0.05)
