"""Clients that connect in part, repeat or truncate messages, have bad versions, or are too many."""

from __future__ import annotations

import resource
import socket
import time
from contextlib import ExitStack

import pytest
import rcssgym

from disc_server.client import Address, Client, serving

MODES = pytest.mark.parametrize("synch_mode", [False, True], ids=["real time", "synch mode"])
SAID = [
    "(init A (version 19))",
    "(synch_see)",
    "(ear (on our partial))",
    "(clang (ver 7 8))",
    "(move -10 3)",
    "(dash (l 60 10) (r 50))(turn_neck 20)(change_view wide)",
    '(say "abc")(attentionto our 2)(pointto 10 20)',
    "(compression 3)",
    "(done)",
]


def goes_on(player: Client, synch_mode: bool) -> None:
    """Check that the server still serves a player: three more cycles."""
    for _ in range(3):
        player.until("(sense_body")
        if synch_mode:
            player.until("(think")
            player.send("(done)")


@MODES
def test_clients_who_are_half_known_hold_up_nobody(synch_mode: bool) -> None:
    """Clients that never speak again, speak only to the first port, or leave at once."""
    with (
        serving(synch_mode=synch_mode, coach_w_referee=True) as server,
        Client(server.player_address) as player,
        ExitStack() as others,
    ):
        player.ask("(init A (version 19))", "(init")
        for count in range(5):
            silent = others.enter_context(Client(server.player_address))
            silent.send_to_door(f"(init B (version {15 + count}))")
            with Client(server.player_address) as gone:
                gone.send_to_door("(init A (version 18))")
        for door in (server.trainer_address, server.coach_address):
            stranger = others.enter_context(Client(door))
            stranger.send_to_door("(look)")
        monitor = others.enter_context(Client(server.player_address))
        monitor.send_to_door("(dispinit version 5)")
        goes_on(player, synch_mode)


@MODES
def test_what_was_said_is_said_again_by_others_and_in_part(synch_mode: bool) -> None:
    """Every datagram of a player, whole and truncated, to its own port and to all others."""
    with (
        serving(synch_mode=synch_mode, coach_w_referee=True) as server,
        Client(server.player_address) as player,
        Client(server.player_address) as own,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger,
    ):
        player.ask("(init P (version 19))", "(init")
        own.ask(SAID[0], "(init")
        doors: list[Address] = [server.player_address, server.trainer_address]
        doors += [server.coach_address, own.port, player.port]
        for text in SAID:
            whole = text.encode() + b"\0"
            own.send_bytes(whole)
            for length in range(len(whole)):
                own.send_bytes(whole[:length])
                for door in doors:
                    stranger.sendto(whole[:length], door)
            for door in doors * 3:
                stranger.sendto(whole, door)
        goes_on(player, synch_mode)
        # No other client may speak for a player.
        stranger.sendto(b"(bye)\0", player.port)
        goes_on(player, synch_mode)


@pytest.mark.parametrize(
    ("door", "introduction", "answer"),
    [
        ("player", "(init A (version {}))", "no_more_player_or_goalie_or_illegal_client_version"),
        ("player", "(dispinit version {})", "illegal_client_version"),
        ("trainer", "(init (version {}))", "illegal_client_version"),
        ("coach", "(init P (version {}))", "illegal_client_version"),
    ],
)
@MODES
def test_versions_that_are_none_are_refused(
    door: str, introduction: str, answer: str, synch_mode: bool
) -> None:
    """At each port; a refused client may introduce itself again with a valid version."""
    with (
        serving(synch_mode=synch_mode, coach_w_referee=True) as server,
        Client(server.player_address) as player,
    ):
        player.ask("(init P (version 19))", "(init")
        address: Address = getattr(server, f"{door}_address")
        for version in ("0", "20", "-2", "99999999999999999999", "1e30"):
            with Client(address) as client:
                client.send_to_door(introduction.format(version))
                refused = client.until("(error")
                known = (f"(error {answer})", "(error illegal_command_form)")
                assert refused in (*known, "(error no_more_team)"), (version, refused)
        with Client(address) as client:
            client.send_to_door(introduction.format(5))
            assert not client.receive_bytes().startswith(b"(error")
        goes_on(player, synch_mode)


@MODES
def test_a_thousand_clients_of_all_kinds(synch_mode: bool) -> None:
    """Some are admitted, the others are refused with a message; memory stays bounded."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with (
        serving(synch_mode=synch_mode, coach_w_referee=True) as server,
        Client(server.player_address) as player,
        ExitStack() as sockets,
    ):
        player.ask("(init A (version 19))", "(init")
        kinds = [
            (server.player_address, b"(init B (version 19))\0"),
            (server.player_address, b"(dispinit version 4)\0"),
            (server.trainer_address, b"(init (version 19))\0"),
            (server.coach_address, b"(init A (version 19))\0"),
        ]
        clients = []
        for count in range(1000):
            client = sockets.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            client.settimeout(0.01)
            door, introduction = kinds[count % 4]
            client.sendto(introduction, door)
            clients.append(client)
        goes_on(player, synch_mode)
        answers: dict[bytes, int] = {}
        for client in clients:
            try:
                answer = client.recv(1 << 16).split(b" (")[0][:40]
            except OSError:
                continue
            answers[answer] = answers.get(answer, 0) + 1
        assert sum(count for text, count in answers.items() if text.startswith(b"(error")) > 0
        goes_on(player, synch_mode)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert used < 256 * 1024, "KiB"


@MODES
def test_an_address_has_so_many_clients_on_a_port(synch_mode: bool) -> None:
    """One client too many is refused with a message; when another has left, there is room."""
    ports = {"port": 0, "coach_port": 0, "olcoach_port": 0, "synch_mode": synch_mode}
    sim = rcssgym.DiscSimulation({**ports, "text_logging": 0, "game_logging": 0}, seed=1)
    with (
        serving(rcssgym.DiscServer(sim, max_per_address=2)) as server,
        Client(server.player_address) as player,
        Client(server.player_address) as other,
    ):
        player.ask("(init A (version 19))", "(init")
        other.ask("(init A (version 19))", "(init")
        for introduction in ("(init A (version 19))", "(dispinit version 3)"):
            with Client(server.player_address) as third:
                third.send_to_door(introduction)
                assert third.until("(error") in (
                    "(error connection_failed)",
                    "(error no_more_monitor)",
                )
        with Client(server.coach_address) as coach:
            coach.ask("(init A (version 19))", "(init l ok)")
        other.send("(bye)")
        end = time.monotonic() + 10.0
        while time.monotonic() < end:
            with Client(server.player_address) as third:
                third.send_to_door("(init A (version 19))")
                if third.receive().startswith("(init"):
                    break
        else:
            raise AssertionError("there is no room when a client has left")
        goes_on(player, synch_mode)
