"""The real server's recorded answers, compared with ours."""

from __future__ import annotations

import json
from pathlib import Path

from disc_server.client import Address, Client, serving

RECORD = Path(__file__).parents[2] / "reference" / "disc-wire" / "dialogue.json"
ASIDE = (
    "(see",
    "(sense_body",
    "(server_param",
    "(player_param",
    "(player_type",
    "(change_player_type",
    "(hear",
)
"""Messages that the record leaves out, and those sent at the end of a cycle."""
LAST = "(score)"
"""Sent by players after each message; its answer shows that all earlier answers have arrived."""

SLOWNESS = 1000
"""Factor of a cycle of 0.1 s. All messages are sent within the first cycle, because in the
recording each player's moves came in the same cycle as its other commands, which left no room for
them."""
STRANGE = "(foo)"
"""A message that a stranger gets an answer to, without any other effect."""


Entry = tuple[str, str, list[str]]
"""Sender, message, and answers."""


def settle(server: Address) -> None:
    """Wait until the server has read everything sent before, however busy the machine is.

    The port for introductions answers in order. Clients' ports are polled in turn, so two requests
    are needed.
    """
    with Client(server) as stranger:
        for _ in range(2):
            stranger.send(STRANGE)
            stranger.until("(error unknown_command)", patience=60.0)


def replies(client: Client, has_place: bool, sent: str, door: Address) -> list[str]:
    """Return the answers to a message."""
    if not has_place:
        settle(door)
        return [text[:160] for text in client.all(leave_out=ASIDE)]
    client.send(LAST)
    answers: list[str] = []
    while not (text := client.receive()).startswith("(score"):
        answers.append(text)
    if sent == LAST:
        answers.append(text)
        client.until("(score")
    return [text[:160] for text in answers if not text.startswith(ASIDE)]


def play(entries: list[Entry], doors: dict[str, Address], clients: dict[str, Client]) -> list[str]:
    """Send the recorded messages; return differences between answers."""
    differences = []
    places = {"p0", "p4", "p5"}
    for who, sent, recorded in entries:
        if who in "xyr" and sent.startswith(("(init", "(reconnect")) and who in clients:
            clients.pop(who).close()
        if who not in clients:
            clients[who] = Client(doors.get(who, doors["player"]))
        client = clients[who]
        text, _, note = sent.partition("  [")
        if sent == "(turn 10)":
            client.send_to_door(text)
        else:
            client.send(text, b"" if note else b"\0")
        if sent == "(bye)":
            places.discard(who)
        is_aside = sent == "(turn 10)" or sent.startswith(("(init", "(reconnect"))
        answers = replies(client, who in places and not is_aside, sent, doors["player"])
        expected = [text for text in recorded if not text.startswith(ASIDE)]
        if answers != expected:
            differences.append(f"{who} {sent!r}: {answers}, recorded {expected}")
    return differences


def test_answers_are_those_of_the_real_server() -> None:
    """All 305 entries: introductions, every form of every command, in versions 19, 8 and 7."""
    record = json.loads(RECORD.read_text())
    entries = [(who, sent, answers) for who, sent, answers in record["entries"]]
    again = next(index for index, entry in enumerate(entries) if entry[0] == "--")
    for part in (entries[:again], entries[again + 1 :]):
        clients: dict[str, Client] = {}
        with serving(coach_w_referee=True, slow_down_factor=SLOWNESS) as server:
            doors = {"player": server.player_address, "T": server.trainer_address}
            try:
                assert play(part, doors, clients) == []
            finally:
                for client in clients.values():
                    client.close()
