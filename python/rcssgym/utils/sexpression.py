"""S-expressions as rcsssmj reads them.

A value is any bytes except ``(``, ``)`` and space: there are no quotes, escapes or comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias, Union, overload

from rcssgym.utils.error import ParserError

OBC: Final = ord("(")
"""Byte that opens an expression."""
CBC: Final = ord(")")
"""Byte that closes an expression."""
SC: Final = ord(" ")
"""Byte that separates values."""

_TOKEN = re.compile(rb"[()]|[^() ]+")
Element: TypeAlias = Union[bytes, bytearray, "SExpression"]
"""An element of an expression."""


class MalformedSExpressionError(ParserError):
    """An expression that is not closed."""

    def __init__(self) -> None:
        super().__init__("an expression is not closed")


class SExpression(Sequence[Element]):
    """An expression: a sequence of values and expressions.

    A message is an expression without parentheses around it. A new one is empty;
    :meth:`from_array` parses one.
    """

    def __init__(self) -> None:
        super().__init__()
        self._list: list[Element] = []

    @staticmethod
    def from_array(data: bytes | bytearray) -> SExpression:
        """Parse a message; values are slices of it.

        An unmatched ``)`` ends the message, and the rest is ignored.

        Raises :class:`MalformedSExpressionError` if an expression is open at the end.
        """
        root = SExpression()
        nodes = [root]
        for token in _TOKEN.finditer(data):
            first = data[token.start()]
            if first == OBC:
                nodes.append(nodes[-1].append_node())
            elif first != CBC:
                nodes[-1].append_value(data[token.start() : token.end()])
            elif len(nodes) == 1:
                break
            else:
                nodes.pop()
        if len(nodes) > 1:
            raise MalformedSExpressionError
        return root

    def append_value(self, v: bytes | bytearray) -> bytes | bytearray:
        """Append a value; return it."""
        self._list.append(v)
        return v

    def append_node(self) -> SExpression:
        """Append an empty expression; return it."""
        node = SExpression()
        self._list.append(node)
        return node

    def expressions(self) -> Iterator[SExpression]:
        """Return an iterator over the expressions in this one, without the values."""
        return (element for element in self._list if isinstance(element, SExpression))

    def values(self) -> Iterator[bytes | bytearray]:
        """Return an iterator over the values in this one, without the expressions."""
        return (element for element in self._list if not isinstance(element, SExpression))

    def get_expr(self, i: int) -> SExpression:
        """Return the expression at an index; raises :class:`TypeError` for a value."""
        element = self._list[i]
        if not isinstance(element, SExpression):
            raise TypeError(f"element {i} is the value {bytes(element)!r}, not an expression")
        return element

    def get_str(self, i: int) -> str:
        """Return the value at an index as text."""
        return self._value(i).decode()

    def get_int(self, i: int) -> int:
        """Return the value at an index as an integer."""
        return int(self._value(i))

    def get_float(self, i: int) -> float:
        """Return the value at an index as a number."""
        return float(self._value(i))

    def _value(self, i: int) -> bytes | bytearray:
        element = self._list[i]
        if isinstance(element, SExpression):
            raise TypeError(f"element {i} is the expression {element}, not a value")
        return element

    def __iter__(self) -> Iterator[Element]:
        return iter(self._list)

    @overload
    def __getitem__(self, i: int) -> Element: ...
    @overload
    def __getitem__(self, i: slice[Any, Any, Any]) -> list[Element]: ...
    def __getitem__(self, i: int | slice[Any, Any, Any]) -> Element | list[Element]:
        return self._list[i]

    def __len__(self) -> int:
        return len(self._list)

    def __str__(self) -> str:
        return str(self._list)

    __repr__ = __str__
