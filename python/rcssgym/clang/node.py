"""The base of all parts of messages: they are immutable, and check their fields."""

from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from rcssgym._core import check_clang

if TYPE_CHECKING:
    from typing_extensions import Self


class Node:
    """A part of a message: a frozen dataclass, for ``match`` statements, sets and dictionaries.

    The constructor checks it: :class:`rcssgym.ArgumentError` names class, field and value.
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        check_clang(self)

    def children(self) -> Iterator["Node"]:
        """Yield the parts of this part, in order."""
        for field in fields(self):  # type: ignore[arg-type]  # every subclass is a dataclass
            value: Any = getattr(self, field.name)
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, Node):
                    yield part

    def walk(self) -> Iterator["Node"]:
        """Yield this part and everything in it, each part before its own parts."""
        ahead: list[Node] = [self]
        while ahead:
            node = ahead.pop()
            yield node
            ahead.extend(reversed(list(node.children())))

    def __copy__(self) -> "Self":
        return self

    def __deepcopy__(self, memo: object) -> "Self":
        return self


class Definition(Node):
    """Something that gets a name of at most 8 characters."""

    __slots__ = ()


class Visitor:
    """Goes through a message and calls ``visit_CLASS(node)`` for each part that has such a method.

    Parts without such a method go to :meth:`generic_visit`, which visits their own parts. A method
    may call it, too, to visit what is in its part.

    >>> class Players(Visitor):
    ...     def visit_Do(self, node):
    ...         print(node.players)
    >>> Players().visit(parse("(advice (9 (true) (do our {2 3} (hold))))"))
    (2, 3)
    """

    def visit(self, node: Node) -> Any:
        """Call the method for a part, and return what it returns."""
        return getattr(self, f"visit_{type(node).__name__}", self.generic_visit)(node)

    def generic_visit(self, node: Node) -> None:
        """Visit the parts of a part."""
        for child in node.children():
            self.visit(child)
