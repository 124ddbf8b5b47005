"""S-expressions of the agent protocol: bytes to nested lists.

The protocol's atoms end at spaces and parentheses. It has no quotes, escapes or comments, which a
Lisp reader would treat as syntax (a team may be called ``o'neil;``); hence this reader.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from rcssgym.errors import ProtocolError

Expression: TypeAlias = "list[str | Expression]"

DEEPEST = 32
"""Maximum nesting depth of lists."""
_TOKEN = re.compile(r"[()]|[^\s()]+")


def parse(text: bytes) -> Expression:
    """Return the expressions of a message: lists of atoms (as text) and lists.

    Raises :class:`ProtocolError` for parentheses that do not match, for an atom outside of any
    list, and for lists nested deeper than ``DEEPEST``.
    """
    root: Expression = []
    stack = [root]
    for token in _TOKEN.findall(text.decode("utf-8", errors="replace")):
        if token == "(":
            if len(stack) > DEEPEST:
                raise ProtocolError(f"a message nests lists deeper than {DEEPEST}: {_cut(text)}")
            inner: Expression = []
            stack[-1].append(inner)
            stack.append(inner)
        elif len(stack) == 1:
            what = "closes more lists than it opens" if token == ")" else f"has a bare {token!r}"
            raise ProtocolError(f"a message {what}: {_cut(text)}")
        elif token == ")":
            stack.pop()
        else:
            stack[-1].append(token)
    if len(stack) > 1:
        raise ProtocolError(f"a message leaves a list open: {_cut(text)}")
    return root


def _cut(text: bytes) -> str:
    """Return the beginning of a message, for error messages."""
    return repr(text if len(text) <= 80 else text[:80] + b"...")
