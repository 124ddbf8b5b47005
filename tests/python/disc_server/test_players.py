"""Players: how they join and leave, what they are told, and whole games."""

from __future__ import annotations

import json
import re
import time
import zlib
from collections import Counter
from pathlib import Path

import pytest
import rcssgym

from disc_server.client import Client, serving

RECORDS = Path(__file__).parents[2] / "reference" / "disc-wire"
PORTS = re.compile(r"\((?:port|coach_port|olcoach_port|\w*log\w*) [^)]*\)")


def parameters(messages: list[str], word: str) -> dict[str, bool | int | float | str]:
    """Return the parameters that a recorded server has sent."""
    text = next(text for text in messages if text.startswith(f"({word} "))
    pairs = re.findall(r"\((\w+) ([^)]*)\)", text.removeprefix(f"({word} "))
    defaults = rcssgym.DiscSimulation()
    known = defaults.server_params if word == "server_param" else defaults.player_params
    values: dict[str, bool | int | float | str] = {}
    for name, value in pairs:
        kind = type(known[name])
        if kind is str:
            values[name] = value.strip('"')
        else:
            values[name] = bool(int(value)) if kind is bool else kind(float(value))
    return values


@pytest.mark.parametrize("version", [8, 13, 15, 18, 19])
def test_newcomers_are_told_what_the_real_server_told(version: int) -> None:
    """Every message starting at the answer to ``init``, in the recorded order."""
    record = json.loads((RECORDS / f"player_v{version}.json").read_text())
    received = [text for way, text in record["messages"] if way == "<"]
    begin = next(index for index, text in enumerate(received) if text.startswith("(init"))
    end = next(i for i, text in enumerate(received) if text.startswith(("(sense_body", "(think")))
    server_params = parameters(received, "server_param")
    free = {"port": 0, "coach_port": 0, "olcoach_port": 0}
    off = {"game_logging": False, "text_logging": False}
    sim = rcssgym.DiscSimulation(
        {**server_params, **free, **off}, parameters(received, "player_param"), seed=1
    )
    with serving(sim) as server, Client(server.player_address) as client:
        client.send(f"(init L (version {version}))")
        ours = [client.receive() for _ in received[begin:end]]
        for own, real in zip(ours, received[begin:end], strict=True):
            assert PORTS.sub("", own) == PORTS.sub("", real)


@pytest.mark.parametrize("version", range(1, 20))
def test_every_version_is_served(version: int) -> None:
    """A player that introduces itself feels, sees and acts, in each version."""
    with serving() as server, Client(server.player_address) as client:
        client.send(f"(init Alpha (version {version}) (goalie))")
        assert client.receive() == "(init l 1 before_kick_off)"
        body = client.until("(sense_body 0 ")
        assert ("(tackle" in body) == (version >= 8)
        assert ("(focus_point" in body) == (version >= 18)
        see = client.until("(see 0")
        flags = "((f " if version >= 6 else "((flag "
        assert (flags in see) == (version >= 3)
        client.send("(turn 30)")
        client.until("(sense_body")
        assert "(turn 1)" in client.until("(sense_body")


def test_newcomers_of_later_hear_who_has_which_type() -> None:
    """Those of the own team with types, those of the other team without."""
    with serving(coach_w_referee=True) as server, Client(server.player_address) as first:
        first.ask("(init A (version 19))")
        with Client(server.trainer_address) as trainer, Client(server.player_address) as other:
            trainer.ask("(init (version 19))")
            trainer.ask("(change_player_type A 1 7)", "(ok change_player_type A 1 7)")
            assert first.until("(change_player_type") == "(change_player_type 1 7)"
            other.ask("(init B (version 19))")
            assert other.until("(change_player_type") == "(change_player_type 1)"
            with Client(server.player_address) as mate:
                mate.ask("(init A (version 19))")
                assert mate.until("(change_player_type") == "(change_player_type 1 7)"


def test_messages_are_compressed_both_ways() -> None:
    """Each message is a separate stream; -1 switches compression off again."""
    with serving() as server, Client(server.player_address) as client:
        client.ask("(init A (version 19))")
        assert client.ask("(compression 6)", "(ok comp") == "(ok compression 6)"

        def packed(text: str) -> bytes:
            stream = zlib.compressobj(6)
            return stream.compress(text.encode() + b"\0") + stream.flush(zlib.Z_SYNC_FLUSH)

        def until(start: str) -> str:
            while True:
                text = zlib.decompressobj().decompress(client.receive_bytes()).decode()
                if text.startswith(start):
                    return text[:-1]

        assert until("(sense_body").startswith("(sense_body 0 (view_mode high normal)")
        client.send_bytes(packed("(score)"))
        assert until("(score") == "(score 0 0 0)"
        client.send("(this is not compressed)")
        client.send_bytes(packed("(compression -1)"))
        assert until("(ok comp") == "(ok compression -1)"
        client.until("(sense_body")


def test_full_states_are_told_to_the_team_of_which_it_is_asked() -> None:
    """The other team does not get them."""
    with serving(fullstate_l=True) as server, Client(server.player_address) as left:
        left.ask("(init A (version 19))")
        with Client(server.player_address) as right:
            right.ask("(init B (version 19))")
            assert left.until("(fullstate").startswith("(fullstate 0 (pmode before_kick_off)")
            texts = [right.receive() for _ in range(30)]
            assert not any(text.startswith("(fullstate") for text in texts)


def test_who_leaves_is_gone_and_may_come_back() -> None:
    """``bye`` has no answer; ``reconnect`` puts a new client in the old place."""
    with serving() as server, Client(server.player_address) as client:
        client.ask("(init A (version 8))")
        client.send("(bye)")
        with Client(server.player_address) as again:
            answer = ""
            for _ in range(50):
                again.send_to_door("(reconnect A 1)")
                answer = again.until("(reconnect", "(error")
                if answer.startswith("(reconnect"):
                    break
            assert answer == "(reconnect l before_kick_off)"
            again.until("(server_param")
            again.until("(sense_body")


def test_a_client_that_is_closed_leaves_the_pitch() -> None:
    """The client's machine reports that its port is closed."""
    with serving(coach=True) as server, Client(server.trainer_address) as trainer:
        trainer.ask("(init (version 19))")
        with Client(server.player_address) as client:
            client.ask("(init A (version 19))")
            assert '(p "A" 1' in trainer.ask("(look)", "(ok look")
        deadline = time.monotonic() + 10
        while '(p "A" 1' in (seen := trainer.ask("(look)", "(ok look")):
            assert time.monotonic() < deadline, seen


class Team:
    """Players that chase the ball."""

    def __init__(self, server: rcssgym.DiscServer, name: str, players: int) -> None:
        self.clients = [Client(server.player_address) for _ in range(players)]
        self.heard: Counter[str] = Counter()
        self.cycle = 0
        for number, client in enumerate(self.clients):
            goalie = " (goalie)" if number == 0 else ""
            client.ask(f"(init {name} (version 19){goalie})", "(init")
            client.send(f"(move {-5 - 4 * number} {3 * number - 15})")

    def think(self) -> None:
        """Let every player act once, when the server asks for it."""
        for client in self.clients:
            while not (text := client.receive()).startswith("(think"):
                self.heard[text.split(" ")[0]] += 1
                if text.startswith("(sense_body"):
                    self.cycle = int(text.split()[1])
            client.send("(turn 10)(done)" if self.cycle % 3 else "(kick 100 0)(dash 80)(done)")

    def close(self) -> None:
        """Close all sockets."""
        for client in self.clients:
            client.close()


def test_a_game_of_eleven_against_eleven_in_synch_mode() -> None:
    """Two halves of 40 cycles; all players feel each of them, and none is waited for in vain."""
    params = {"synch_mode": True, "half_time": 4, "nr_extra_halfs": 0, "penalty_shoot_outs": False}
    with serving(coach_w_referee=True, **params) as server:
        teams = [Team(server, name, 11) for name in ("Alpha", "Beta")]
        with Client(server.trainer_address) as trainer:
            trainer.ask("(init (version 19))", "(init ok)")
            halves = 0
            while halves < 2 or teams[0].cycle < 80:
                if teams[0].cycle in (0, 40) and halves == teams[0].cycle // 40:
                    trainer.send("(start)")
                    halves += 1
                for team in teams:
                    team.think()
        assert all(team.cycle == 80 for team in teams)
        for team in teams:
            assert team.heard["(sense_body"] >= 11 * 80
            assert team.heard["(see"] >= 11 * 80 / 2
            team.close()
    assert server.sim.cycle == 80
    assert server.sim.play_mode == "time_over"
    players = server.sim.players
    assert [(player.side, player.unum) for player in players[:12]] == [
        *(("l", unum) for unum in range(1, 12)),
        ("r", 1),
    ]
    assert players[0].goalie


def test_a_game_in_real_time_ends_by_itself() -> None:
    """In ``auto_mode`` it waits for players, kicks off and plays, and the server ends."""
    params = {"half_time": 1, "nr_normal_halfs": 1, "nr_extra_halfs": 0, "penalty_shoot_outs": 0}
    waits = {"connect_wait": 5, "kick_off_wait": 3, "game_over_wait": 3}
    with (
        serving(auto_mode=True, **params, **waits) as server,
        Client(server.player_address) as one,
        Client(server.player_address) as other,
    ):
        one.ask("(init A (version 19))")
        other.ask("(init B (version 19))")
        begin = time.monotonic()
        assert one.until("(hear 0 referee kick_off_l)")
        assert one.until("(hear 10 referee time_up")
        assert time.monotonic() - begin > 0.8
    assert server.sim.cycle == 10
