"""Protocol Buffers, as far as ONNX files need them: bytes to fields.

Files may come from untrusted sources. Fields that are unknown, appear twice where only one is
allowed, or have a wrong type are therefore refused: a more lenient reader might otherwise see
another graph in the same bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rcssgym.errors import ArgumentError

MOST_FIELDS = 1_000_000
"""Maximum number of fields in a file; policies have a few hundred."""
VARINT, EIGHT_BYTES, BYTES, FOUR_BYTES = 0, 1, 2, 5
"""Types on the wire."""
SCALARS = {"int": VARINT, "float": FOUR_BYTES, "text": BYTES, "bytes": BYTES}


@dataclass(frozen=True)
class Field:
    """A field of a message.

    ``kind`` is ``"int"``, ``"float"``, ``"text"`` or ``"bytes"``; ``"floats"`` or ``"doubles"`` for
    numbers of which only the count is read; ``"any"`` for fields that are skipped; ``"never"`` for
    fields that are refused; or the name of another message.
    """

    name: str
    kind: str
    is_repeated: bool = False
    note: str = ""
    """Explanation of the field, for error messages."""


Schema = Mapping[str, Mapping[int, Field]]
Message = dict[str, Any]


class Reader:
    """Reads the messages of a schema.

    Raises :class:`ArgumentError` for bytes that are not such messages.
    """

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._left = MOST_FIELDS

    def message(self, kind: str, data: memoryview) -> Message:
        """Return a message's fields by name: all repeated ones, and others that are present."""
        fields = self._schema[kind]
        found: Message = {field.name: [] for field in fields.values() if field.is_repeated}
        found |= {f.name: 0 for f in fields.values() if f.kind in ("floats", "doubles")}
        for number, wire, value in self._fields(data):
            field = fields.get(number)
            if field is None:
                raise ArgumentError(f"{kind} has a field {number}, which is not known")
            if field.kind == "any":
                continue
            if field.kind == "never":
                raise ArgumentError(f"{kind} has {field.name}{field.note}, and policies may not")
            read = self._value(field, wire, value, f"{field.name} of {kind}")
            if field.is_repeated or field.kind in ("floats", "doubles"):
                found[field.name] += read
            elif field.name in found:
                raise ArgumentError(f"{kind} has {field.name} twice")
            else:
                found[field.name] = read
        return found

    def _value(self, field: Field, wire: int, value: Any, where: str) -> Any:
        """Return a field's value: a list for a repeated field, the count for floats."""
        if field.kind in ("floats", "doubles"):
            size, alone = (4, FOUR_BYTES) if field.kind == "floats" else (8, EIGHT_BYTES)
            if wire == alone:
                return 1
            if wire == BYTES and len(value) % size == 0:
                return len(value) // size
            raise ArgumentError(f"{where} is not made of numbers")
        if field.kind == "int" and field.is_repeated and wire == BYTES:
            return list(self._packed(value))
        if wire != SCALARS.get(field.kind, BYTES):
            raise ArgumentError(f"{where} has type {wire} on the wire")
        if field.kind == "int":
            read: Any = value - 2**64 if value >= 2**63 else value
        elif field.kind == "float":
            (read,) = struct.unpack("<f", value)
        elif field.kind == "text":
            try:
                read = bytes(value).decode()
            except UnicodeDecodeError as error:
                raise ArgumentError(f"{where} is not text") from error
        elif field.kind == "bytes":
            read = value
        else:
            read = self.message(field.kind, value)
        return [read] if field.is_repeated else read

    def _fields(self, data: memoryview) -> Iterator[tuple[int, int, Any]]:
        at = 0
        while at < len(data):
            self._count()
            tag, at = _varint(data, at)
            number, wire = tag >> 3, tag & 7
            if number == 0:
                raise ArgumentError("has a field 0")
            if wire == VARINT:
                value, at = _varint(data, at)
                yield number, wire, value
                continue
            if wire == BYTES:
                size, at = _varint(data, at)
            elif wire in (FOUR_BYTES, EIGHT_BYTES):
                size = 4 if wire == FOUR_BYTES else 8
            else:
                raise ArgumentError(f"has a field {number} of type {wire} on the wire")
            if at + size > len(data):
                raise ArgumentError("ends within a field")
            yield number, wire, data[at : at + size]
            at += size

    def _packed(self, data: memoryview) -> Iterator[int]:
        at = 0
        while at < len(data):
            self._count()
            value, at = _varint(data, at)
            yield value - 2**64 if value >= 2**63 else value

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise ArgumentError(f"has more than {MOST_FIELDS} fields")


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    """Return a number of variable length, and the index after it."""
    value = 0
    for i, byte in enumerate(data[at : at + 10]):
        value |= (byte & 0x7F) << (7 * i)
        if byte < 0x80:
            if value >= 2**64:
                break
            return value, at + i + 1
    raise ArgumentError("has a number without end")
