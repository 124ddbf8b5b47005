"""States and actions of players of a real proxy, with the commands that the server received."""

import gzip
import json
import re
import typing
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rcssgym.playmaker.messages import Message, PlayerAction, WorldModel

FILE = Path(__file__).parent / "recordings" / "actions.json.gz"
COMMAND = re.compile(r'\([a-z_]+(?: "[^"]*"| [^()]*)?\)')
BODY = ("dash", "turn", "kick", "tackle", "catch", "move")


class Probe(NamedTuple):
    """An action, the state in which it was requested, and the resulting commands."""

    kind: str
    state: WorldModel
    action: PlayerAction
    commands: list[str]


def message(kind: type[Message], values: dict[str, Any]) -> Any:
    """Return the message for its JSON."""
    own = kind()
    types = {field.name: field.type for field in own.__dataclass_fields__.values()}
    for name, value in values.items():
        setattr(own, name, converted(types[name], value))
    return own


def converted(kind: Any, value: Any) -> Any:
    """Convert a field's JSON value to the field's type."""
    arguments = typing.get_args(kind)
    if typing.get_origin(kind) is list:
        return [converted(arguments[0], item) for item in value]
    if typing.get_origin(kind) is dict:
        return {int(key): converted(arguments[1], item) for key, item in value.items()}
    kind = arguments[0] if arguments else kind
    if issubclass(kind, Message):
        return message(kind, value)
    if hasattr(kind, "__members__"):
        return kind[value]
    return kind(value)


@cache
def probes() -> list[Probe]:
    """Return all probes."""
    recorded = json.loads(gzip.decompress(FILE.read_bytes()))["probes"]
    return [
        Probe(
            probe["kind"],
            message(WorldModel, probe["state"]),
            message(PlayerAction, probe["action"]),
            COMMAND.findall(probe["commands"]),
        )
        for probe in recorded
    ]


def only(commands: list[str], *names: str) -> list[str]:
    """Return the commands with these names."""
    return [text for text in commands if text[1:].rstrip(")").split(" ")[0] in names]


def near(one: str, other: str) -> bool:
    """Return whether two commands are equal within 0.02, or to the precision of six digits."""
    (name, *numbers), (named, *others) = one[1:-1].split(), other[1:-1].split()
    first = [*map(float, numbers), 0.0, 0.0][:2]
    second = [*map(float, others), 0.0, 0.0][:2]
    gaps = zip(first, second, strict=True)
    return name == named and all(
        abs(a - b) <= max(0.02, 2e-4 * abs(b)) or min(abs(a), abs(b)) > 179.98 for a, b in gaps
    )
