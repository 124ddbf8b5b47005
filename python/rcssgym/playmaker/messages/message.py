"""The base class of all messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from rcssgym import _core

Kind = TypeVar("Kind", bound="Message")


class Message:
    """A message: a dataclass that is written to and read from protobuf's binary format.

    Fields that were not set have their defaults. A nested message that was not set can be read and
    filled; it is sent if any of its fields differs from the default.
    """

    __slots__ = ("_unset",)
    _unset: bool
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def encode(self) -> bytes:
        """Return the bytes.

        Raises :class:`rcssgym.ArgumentError`, naming the field, for values of a wrong type or out
        of its range.
        """
        return _core.playmaker_encode(self)

    @classmethod
    def decode(cls: type[Kind], data: bytes) -> Kind:
        """Read a message of this class; unknown fields are skipped.

        Raises :class:`rcssgym.ArgumentError` for bytes that are not such a message.
        """
        message: Kind = _core.playmaker_decode(cls.__name__, data)
        return message


def unset(kind: type[Kind]) -> Callable[[], Kind]:
    """Return a factory for the default of a field: a message that is not sent while it is empty."""

    def make() -> Kind:
        message = kind()
        message._unset = True
        return message

    return make
