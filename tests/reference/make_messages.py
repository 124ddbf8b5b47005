"""Writes messages.json: how rcsssmj 0.2.1 reads what agents and monitors send.

    python tests/reference/make_messages.py

Needs `rcsssmj==0.2.1`. Messages made by hand are in messages.txt, others are generated. In the JSON
a message is a string with one character a byte. What was read from it is text that
`tests/wire/reference.rs` writes, too, floats by their bits; of generated messages only its hash is
kept. Where we differ on purpose, `_bounded` and its neighbours say how.
"""

import json
import pathlib
import random
import re
import struct
from collections.abc import Callable, Iterable

from rcsssmj.games.soccer.play_mode import PlayMode
from rcsssmj.games.soccer.server import soccer_command_parser
from rcsssmj.games.soccer.server.soccer_action_parser import SoccerActionParser
from rcsssmj.games.soccer.server.soccer_command_parser import SoccerCommandParser

AnyPart = Callable[[random.Random], bytes]

PATH = pathlib.Path(__file__).with_name("messages.json")
GENERATED = {"init": 350, "actions": 900, "commands": 650}
LARGEST = 1e10
COIN_TOSS = 7
MODES = [mode.value for mode in PlayMode]

GOOD_NUMBERS = b"0 1 -1 12.42 -35.0 1e3 .5 5. +7 1_0".split()
NUMBERS = [
    *GOOD_NUMBERS,
    *b"nan inf -inf 1e11 1e400 x --1 1e-7 0x1 007 1__0 infinity 90 179.99".split(),
    b"3\n",
]
HEADS = [b"he1", b"aj3", b"beam", b"SPK", b"syn", b"say", b"foo", b"le\xc3\xa4", b"\xff", b"init"]
TEXTS = [
    b"aGVsbG8=",
    b"aGVs",
    b"aA==",
    b"aA=",
    b"QUJDREVG",
    b"a",
    b"+/+/",
    b"aGVs==",
    b"say",
    b"\xc3\xa4",
    b"aB=c",
]
NAMES = [
    b"T1",
    b"K1",
    b"A",
    b"magma",
    b"\xc3\xa4",
    b"\xff",
    b"a#b",
    b"'",
    b"Left",
    b"Right",
    b"x" * 65,
    b"a\tb",
]
BYTES = b"()()()  \t\n\r_.+-eE019anfi=/\x00\x0b\x1c\x7f\x80\xc3\xa4\xff'\"#;|"


def by_hand() -> dict[str, list[bytes]]:
    """The messages of messages.txt by kind, and one without anything."""
    messages: dict[str, list[bytes]] = {}
    for line in PATH.with_suffix(".txt").read_text(encoding="ascii").split("\n")[:-1]:
        if line.startswith("# "):
            kind = messages[line[2:]] = [b""]
        else:
            kind.append(line.encode().decode("unicode_escape").encode("latin-1"))
    return messages


def _bits(*numbers: float) -> str:
    return "".join(f" {struct.pack('>d', number).hex()}" for number in numbers)


def _bounded(*numbers: float) -> bool:
    """We pass on no number that MuJoCo calls bad."""
    return all(abs(number) <= LARGEST for number in numbers)


def read_action(action: object) -> str | None:
    """An action as text, None if we refuse it."""
    kind, values = type(action).__name__, vars(action)
    if kind == "MotorAction":
        name, *numbers = values.values()
        return f"motor {name}{_bits(*numbers)}" if _bounded(*numbers) else None
    if kind == "SpeakerAction":
        name, volume, message = values.values()
        return f"say {name}{_bits(volume)} {message.hex()}" if _bounded(volume) else None
    pose = values["target_pose"]
    return f"beam{_bits(*pose)}" if _bounded(*pose) else None


def read_command(command: object) -> str | None:
    """A command as text, None if we refuse it."""
    kind, values = type(command).__name__, vars(command)
    if kind == "KickOffCommand":
        return f"kick-off {values['team_id']}"
    if kind == "SetPlayModeCommand":
        return f"mode {values['play_mode']}" if values["play_mode"] in MODES else None
    if kind == "PlaceBallCommand":
        numbers = (*values["pos"], *(values["vel"] or ()))
        return f"ball{_bits(*numbers)}" if _bounded(*numbers) else None
    if kind == "PlacePlayerCommand":
        number, team, pos, quat = values.values()
        if number >= 2**32 or not _bounded(*pos, *(quat or ())):
            return None
        # Sines differ in their last bit from library to library.
        quat = "".join(
            f" {part + 0.0:.12f}".replace("-0.000000000000", "0.000000000000")
            for part in quat or ()
        )
        return f"player {number} {team}{_bits(*pos)}{quat}"
    return kind


def read_init(message: bytes) -> str:
    """Who joins, or nothing; we refuse names that other agents could not read well."""
    request = SoccerActionParser().parse_init(message)
    if request is None:
        return ""
    model, team, number = vars(request).values()
    control = any(ord(letter) < 32 or 127 <= ord(letter) < 160 for letter in team)
    return "" if control or len(team.encode()) > 64 else f"{model} {team} {number}"


def read_actions(message: bytes) -> str:
    """All actions of a message."""
    return _joined(read_action(action) for action in SoccerActionParser().parse_action(message, ""))


def read_commands(message: bytes) -> str:
    """All commands of a message."""
    return _joined(read_command(command) for command in SoccerCommandParser().parse(message))


def _joined(parts: Iterable[str | None]) -> str:
    return "|".join(part for part in parts if part is not None)


def fnv(text: str) -> str:
    """FNV-1a of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def _numbers(source: random.Random, count: int) -> list[bytes]:
    good = source.random() < 0.7
    return [source.choice(GOOD_NUMBERS if good else NUMBERS) for _ in range(count)]


def _list(*words: bytes) -> bytes:
    return b"(" + b" ".join(words) + b")"


def any_action(source: random.Random) -> bytes:
    """An expression of an agent, good or nearly so."""
    kind = source.randrange(6)
    if kind < 2:
        return _list(source.choice(HEADS[:2]), *_numbers(source, 5))
    if kind == 2:
        return _list(b"beam", *_numbers(source, 3))
    if kind == 3:
        return _list(b"SPK", b"say", *_numbers(source, 1), source.choice(TEXTS))
    if kind == 4:
        return _list(b"syn")
    return _list(source.choice(HEADS), *_numbers(source, source.randrange(8)))


def any_init(source: random.Random) -> bytes:
    """A request to join, good or nearly so."""
    words = [b"init", source.choice(NAMES), source.choice(NAMES), *_numbers(source, 1)]
    if source.random() < 0.1:
        words.insert(source.randrange(5), source.choice(NAMES))
    return _list(*words) + source.choice([b"", b"", b" ", b"junk", b"(x)"])


def any_command(source: random.Random) -> bytes:
    """A command of a monitor, good or nearly so."""
    kind = source.randrange(8)
    place = [
        _list(b"pos", *_numbers(source, 3)),
        _list(b"move", *_numbers(source, 4)),
        _list(b"move3d", *_numbers(source, 7)),
    ]
    if kind < 2:
        vel = source.choice([b"", _list(b"vel", *_numbers(source, 3))])
        return b"(ball " + place[0] + vel + b")"
    if kind < 5:
        unum = _list(b"unum", *_numbers(source, 1))
        parts = [
            unum,
            _list(b"team", source.choice(NAMES)),
            *source.sample(place, source.choice([1, 1, 1, 2])),
        ]
        source.shuffle(parts)
        return b"(agent " + b"".join(parts) + b")"
    if kind == 5:
        return _list(b"kickOff", *source.sample([b"Left", b"r", b"X"], source.randrange(2)))
    if kind == 6:
        return _list(b"playMode", source.choice([*MODES, "x"]).encode())
    return source.choice([b"(dropBall)", b"(killsim)", b"(foo 1)"])


def mutated(source: random.Random, message: bytes) -> bytes:
    """The message with up to three bytes inserted, removed or replaced, or cut off."""
    data = bytearray(message)
    for _ in range(source.choice([0, 0, 1, 1, 2, 3])):
        at = source.randrange(len(data) + 1)
        kind = source.randrange(4)
        data[at : at + (kind > 0)] = b"" if kind == 1 else bytes([source.choice(BYTES)])
    return bytes(data[: source.randrange(len(data) + 1)] if source.random() < 0.03 else data)


def generated(kind: str, any_part: AnyPart) -> list[bytes]:
    """Messages of one kind, the same ones each time."""
    source = random.Random(kind)
    messages: set[bytes] = set()
    while len(messages) < GENERATED[kind]:
        count = 1 if kind == "init" else source.choice([1, 1, 2])
        message = mutated(source, b"".join(any_part(source) for _ in range(count)))
        # rcsssmj knows neither groups, `((dropBall))`, nor SimSpark's `(kill)`.
        if kind != "commands" or not re.search(rb"\( *(\(|kill\b)", message):
            messages.add(message)
    return sorted(messages)


def messages() -> str:
    """The file's text."""
    soccer_command_parser.randint = lambda _low, _high: COIN_TOSS
    kinds = {
        "init": (any_init, read_init),
        "actions": (any_action, read_actions),
        "commands": (any_command, read_commands),
    }
    lines = []
    for kind, (any_part, read) in kinds.items():
        known = {message.decode("latin-1"): read(message) for message in by_hand()[kind]}
        others = generated(kind, any_part)
        hashed = {message.decode("latin-1"): fnv(read(message)) for message in others}
        lines.append(f'"{kind}": {_json(known)},\n"{kind}_hashed": {_json(hashed)}')
    return "{" + ",\n".join(lines) + "}\n"


def main() -> None:
    """Writes the file beside this script."""
    PATH.write_text(messages(), encoding="utf-8")


def _json(pairs: dict[str, str]) -> str:
    return json.dumps(pairs, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
