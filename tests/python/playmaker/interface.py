"""The interface as read by protobuf's own library: an oracle that shares no code with ours."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

PROTO = Path(__file__).parents[3] / "proto" / "playmaker.proto"
FIELD = descriptor_pb2.FieldDescriptorProto
SCALARS = {
    "bool": FIELD.TYPE_BOOL,
    "double": FIELD.TYPE_DOUBLE,
    "float": FIELD.TYPE_FLOAT,
    "int32": FIELD.TYPE_INT32,
    "string": FIELD.TYPE_STRING,
}


def _fill(field: Any, kind: str, name: str, number: int, enums: set[str]) -> None:
    field.name, field.number, field.label = name, number, FIELD.LABEL_OPTIONAL
    if kind in SCALARS:
        field.type = SCALARS[kind]
    else:
        field.type = FIELD.TYPE_ENUM if kind in enums else FIELD.TYPE_MESSAGE
        field.type_name = f".protos.{kind}"


def _message(file: Any, name: str, body: str, enums: set[str]) -> None:
    message = file.message_type.add(name=name)
    choice = None
    for line in body.splitlines():
        line = line.strip()
        if match := re.match(r"oneof (\w+) \{", line):
            choice = len(message.oneof_decl)
            message.oneof_decl.add(name=match[1])
        elif line == "}":
            choice = None
        elif match := re.match(r"(repeated )?(map<(\w+), (\w+)>|\w+) (\w+) = (\d+);", line):
            field = message.field.add()
            if match[3]:
                camel = "".join(part.capitalize() for part in match[5].split("_"))
                entry = message.nested_type.add(name=f"{camel}Entry")
                entry.options.map_entry = True
                _fill(entry.field.add(), match[3], "key", 1, enums)
                _fill(entry.field.add(), match[4], "value", 2, enums)
                _fill(field, f"{name}.{camel}Entry", match[5], int(match[6]), enums)
                field.label = FIELD.LABEL_REPEATED
                continue
            _fill(field, match[2], match[5], int(match[6]), enums)
            if match[1]:
                field.label = FIELD.LABEL_REPEATED
            if choice is not None:
                field.oneof_index = choice


@cache
def classes() -> dict[str, Any]:
    """Return protobuf's classes of all messages, by name."""
    text = re.sub(r"//.*", "", PROTO.read_text())
    file = descriptor_pb2.FileDescriptorProto(
        name="playmaker.proto", package="protos", syntax="proto3"
    )
    enums = set(re.findall(r"^enum (\w+)", text, re.MULTILINE))
    for name, body in re.findall(r"^enum (\w+) \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL):
        own = file.enum_type.add(name=name)
        for member, number in re.findall(r"(\w+) = (\d+);", body):
            own.value.add(name=member, number=int(number))
    for name in re.findall(r"^message (\w+) \{\}", text, re.MULTILINE):
        file.message_type.add(name=name)
    for name, body in re.findall(r"^message (\w+) \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL):
        _message(file, name, body, enums)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    names = [message.name for message in file.message_type]
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"protos.{name}"))
        for name in names
    }
