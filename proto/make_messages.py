"""Write the dataclasses of ``rcssgym.playmaker.messages`` from ``playmaker.proto``.

Run it after a change of that file: ``python proto/make_messages.py``. A test compares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROTO = Path(__file__).with_name("playmaker.proto")
FOLDER = PROTO.parents[1] / "python" / "rcssgym" / "playmaker" / "messages"
MODULES = {
    "Enumerations.": "enums",
    "Who speaks to whom.": "agents",
    "What an agent knows. Metres, metres a cycle, degrees; unseen counts are 1000.": "world",
    "Primitive actions of players.": "primitives",
    "What players say.": "say",
    "Drawings, and text for the debug client.": "drawings",
    "Behaviours of bodies, necks, eyes.": "behaviours",
    "The planner's evaluation.": "evaluation",
    "Behaviours of whole players.": "helios",
    "What a player is told to do: the first body action that succeeds wins, all others run.": (
        "actions"
    ),
    "Coach and trainer.": "staff",
    "Parameters, told once.": "parameters",
    "The planner's tree, decided by the playmaker.": "planner",
}
SCALARS = {
    "bool": ("bool", "False"),
    "double": ("float", "0.0"),
    "float": ("float", "0.0"),
    "int32": ("int", "0"),
    "string": ("str", '""'),
}
HEAD = '"""{title}\n\nWritten by ``proto/make_messages.py``.\n"""\n'


@dataclass
class Field:
    """A field of a message."""

    label: str
    kind: str
    name: str
    is_choice: bool


@dataclass
class Block:
    """An enumeration or a message, with what is in it."""

    kind: str
    name: str
    lines: list[str]


def sections(text: str) -> Iterator[tuple[str, list[Block]]]:
    """Yield the titles that the file has, and what is below each."""
    title, blocks, block = "", list[Block](), None
    for line in text.splitlines():
        if line.startswith("// ") and line[3:] in MODULES:
            if blocks:
                yield title, blocks
            title, blocks = line[3:], []
        elif match := re.match(r"(enum|message) (\w+) \{(\})?", line):
            block = Block(match[1], match[2], [])
            blocks.append(block)
        elif line == "}" or line.startswith("service"):
            block = None
        elif block is not None and line.strip():
            block.lines.append(line.strip())
    yield title, blocks


def fields(block: Block) -> Iterator[Field]:
    """Yield the fields of a message."""
    is_choice = False
    for line in block.lines:
        if line.startswith("oneof"):
            is_choice = True
        elif line == "}":
            is_choice = False
        else:
            match = re.fullmatch(r"(repeated )?(map<.*>|\w+) (\w+) = \d+;", line)
            if match is None:
                raise ValueError(f"{block.name}: {line!r} is no field")
            yield Field(match[1] or "", match[2], match[3], is_choice)


def declared(field: Field, enums: dict[str, str]) -> str:
    """Return the line of a field in its class."""
    if field.kind.startswith("map"):
        key, value = (SCALARS.get(kind, (kind,))[0] for kind in field.kind[4:-1].split(", "))
        return f"{field.name}: dict[{key}, {value}] = field(default_factory=dict)"
    kind, default = SCALARS.get(field.kind, (field.kind, ""))
    if field.kind in enums:
        default = f"{kind}.{enums[kind]}"
    if field.label:
        return f"{field.name}: list[{kind}] = field(default_factory=list)"
    if field.is_choice:
        return f"{field.name}: {kind} | None = None"
    if default:
        return f"{field.name}: {kind} = {default}"
    return f"{field.name}: {kind} = field(default_factory=unset({kind}))"


def imported(names: dict[str, list[str]]) -> list[str]:
    """Return imports of names by their modules, in order."""
    package = "rcssgym.playmaker.messages"
    return [
        f"from {package}.{home} import {', '.join(sorted(own, key=in_order))}"
        for home, own in sorted(names.items())
    ]


def in_order(name: str) -> tuple[bool, str]:
    """Return what puts classes before functions."""
    return name[0].islower(), name


def module(title: str, blocks: list[Block], enums: dict[str, str], homes: dict[str, str]) -> str:
    """Return the text of a module."""
    own, body, used = MODULES[title], list[str](), set[str]()
    for block in blocks:
        if block.kind == "enum":
            members = (line.rstrip(";") for line in block.lines)
            body.append(
                "\n".join(
                    ["", "", f"class {block.name}(IntEnum):"]
                    + [f"    {member}" for member in members]
                )
            )
            continue
        lines = [declared(field, enums) for field in fields(block)]
        for field in fields(block):
            used.update(re.findall(r"\w+", field.kind))
        body.append(
            "\n".join(
                ["", "", "@dataclass(slots=True)", f"class {block.name}(Message):"]
                + [f"    {line}" for line in lines or ["pass"]]
            )
        )
    if blocks[0].kind == "enum":
        imports = ["from enum import IntEnum"]
    else:
        text = "".join(body)
        imports = ["from dataclasses import dataclass" + (", field" if "field(" in text else "")]
        others = {"message": ["Message", *(["unset"] if "unset(" in text else [])]}
        for name in used:
            if homes.get(name, own) != own:
                others.setdefault(homes[name], []).append(name)
        imports += ["", *imported(others)]
    return HEAD.format(title=title) + "\n" + "\n".join(imports) + "".join(body) + "\n"


def texts() -> dict[str, str]:
    """Return the texts of all modules by their names."""
    found = list(sections(PROTO.read_text()))
    homes = {block.name: MODULES[title] for title, blocks in found for block in blocks}
    enums = {
        block.name: block.lines[0].partition(" ")[0]
        for _, blocks in found
        for block in blocks
        if block.kind == "enum"
    }
    modules = {MODULES[title]: module(title, blocks, enums, homes) for title, blocks in found}
    by_home: dict[str, list[str]] = {"message": ["Message"]}
    for name, home in homes.items():
        by_home.setdefault(home, []).append(name)
    names = sorted([*homes, "Message"], key=in_order)
    first = HEAD.format(title="The messages of the playmaker interface as dataclasses.")
    imports = ["from rcssgym._core import playmaker_register as _register", *imported(by_home)]
    every = "__all__ = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n"
    register = '\n_register({name: globals()[name] for name in __all__ if name != "Message"})\n'
    modules["__init__"] = first + "\n" + "\n".join(imports) + "\n\n" + every + register
    return modules


def main() -> None:
    """Write all modules."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        (FOLDER / f"{name}.py").write_text(text)


if __name__ == "__main__":
    main()
