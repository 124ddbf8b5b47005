"""Allowed differences between two servers' answers to one script.

Events must reach the same clients in the same order. Within a message, everything except numbers of
physics must be the same to the byte: words, their order, brackets, play modes, times, scores, ids.
Numbers of physics may differ by one in the last digit that is sent, since two engines round
differently:

- `q`, `p` (of `pos`), three digits;
- `rt`, `a`, `ax`, `vx`, `pol`, two digits;
- the azimuth in `hear`, an integer;
- `SLT` of monitors, four digits.

Where we send more to monitors than rcsssmj does (see `additions`), the addition must be there.

Numbers that are undefined in rcsssmj (see `server.events`) are not compared; messages that contain
them are counted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from additions import Audience

from server.events import ACCELERATIONS, PHYSICS, Event

TOKEN = re.compile(rb"[()]|[^() ]+| +")
DIGITS = {
    **dict.fromkeys((b"q", b"p"), 3),
    **dict.fromkeys((b"rt", b"a", b"ax", b"vx", b"pol"), 2),
    b"hear": 0,
    b"SLT": 4,
}
"""Digits of the numbers in an expression with this name, except for the time."""


@dataclass
class Verdict:
    """The result of a comparison."""

    messages: int = 0
    equal: int = 0
    """Messages that are the same to the byte."""
    alike: int = 0
    """Messages with numbers that differ in their last digit or the sign of a zero."""
    vague: int = 0
    """Messages that differ in undefined numbers."""
    numbers: int = 0
    """Numbers in such messages that differ by one in the last digit."""
    zeros: int = 0
    """Numbers in such messages that are 0.0 here and -0.0 there."""
    faults: list[str] = field(default_factory=list)
    """Differences that are not allowed."""

    def __str__(self) -> str:
        return (
            f"{self.messages} messages: {self.equal} equal to the byte, {self.alike} with "
            f"{self.numbers} numbers off by one in the last digit and {self.zeros} zeros of the "
            f"other sign, {self.vague} with numbers that are not defined, "
            f"{len(self.faults)} different"
        )


def compare(expected: Sequence[Event], actual: Sequence[Event]) -> Verdict:
    """Compare the messages of our server with those of rcsssmj's."""
    verdict = Verdict()
    audiences: dict[str, Audience] = defaultdict(Audience)
    prepared = [
        replace(event, message=audiences[event.who].expect(event.message)) for event in expected
    ]
    for theirs, ours in zip_longest(prepared, actual):
        if theirs is None or ours is None:
            verdict.faults.append(
                f"only {'one' if ours is None else 'the other'}: {theirs or ours}"
            )
            continue
        verdict.messages += 1
        place = f"turn {theirs.turn}, {theirs.who}"
        if (theirs.turn, theirs.who) != (ours.turn, ours.who):
            verdict.faults.append(f"{place}: instead turn {ours.turn}, {ours.who}")
        elif theirs.message == ours.message:
            verdict.equal += 1
        else:
            _compare_messages(verdict, place, theirs, ours)
    return verdict


def _compare_messages(verdict: Verdict, place: str, theirs: Event, ours: Event) -> None:
    numbers, zeros, vague = 0, 0, False
    for one, other, name in _pairs(theirs.message, ours.message):
        if one == other:
            continue
        if name in DIGITS and _is_vague(name, theirs.vague) and _distance(one, other) is not None:
            vague = True
        elif name in DIGITS and _are_near(one, other, name):
            numbers, zeros = (numbers + 1, zeros) if _distance(one, other) else (numbers, zeros + 1)
        else:
            context = _around(theirs.message, ours.message)
            verdict.faults.append(f"{place}: {one!r} and {other!r} in {context}")
            return
    verdict.numbers += numbers
    verdict.zeros += zeros
    if vague:
        verdict.vague += 1
    else:
        verdict.alike += 1


def _pairs(one: bytes, other: bytes) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield pairs of words of both messages, with the name of the expression that contains them."""
    names: list[bytes] = []
    begins = False
    for left, right in zip_longest(TOKEN.findall(one), TOKEN.findall(other), fillvalue=b""):
        yield left, right, b"" if begins or not names else names[-1]
        if left == b"(":
            names.append(b"")
            begins = True
        elif left == b")":
            del names[-1:]
            begins = False
        elif begins:
            names[-1] = left
            begins = False


def _is_vague(name: bytes, vague: str) -> bool:
    return vague == PHYSICS or (vague == ACCELERATIONS and name == b"a")


def _are_near(one: bytes, other: bytes, name: bytes) -> bool:
    distance = _distance(one, other)
    return distance is not None and distance <= 10.0 ** -DIGITS[name] * (1 + 1e-6)


def _distance(one: bytes, other: bytes) -> float | None:
    """Return the difference between two numbers; None if one of them is not a number."""
    try:
        return abs(float(one) - float(other))
    except ValueError:
        return None


def _around(one: bytes, other: bytes) -> str:
    """Return the first place where two messages differ."""
    index = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    part = slice(max(0, index - 40), index + 40)
    return f"{one[part]!r} and {other[part]!r}"
