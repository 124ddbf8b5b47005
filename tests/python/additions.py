"""Differences between what our servers and rcsssmj send to monitors. There are no others.

- The radius of corners is also sent under its correct name, after the misspelt one.
- When a team has players and its name is new to a monitor, the next difference is replaced by a
  second full message: viewers such as RoboViz find players by the team's name, which comes after
  the players in the message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_CORDER = re.compile(rb"\(Corder(AreaRadius [^()]*\))")
_NAMES = re.compile(rb"\(team_left ([^()]*)\)\(team_right ([^()]*)\)")
_POSE = re.compile(rb" TRF\(SLT[^()]*\)")
_ABSENT = (b"<LEFT>", b"<RIGHT>")


def with_corner(message: bytes) -> bytes:
    """Return a message of rcsssmj that also has the radius of corners under its correct name."""
    return _CORDER.sub(rb"\g<0>(Corner\1", message)


@dataclass
class Audience:
    """What rcsssmj has sent to one monitor, and what we send instead."""

    names: tuple[bytes, ...] = ()
    full: bytes | None = None
    """The last full message, if a full one must replace the next difference, else ``None``."""

    def expect(self, message: bytes) -> bytes:
        """Return what we send where rcsssmj sends this message."""
        if not message.startswith(b"((RSMP "):
            return message
        message = with_corner(message)
        before, self.full = self.full, None
        if b"((sg 1 0)full" not in message:
            return message if before is None else _again(before, message)
        names = _NAMES.search(message)
        assert names is not None
        known, self.names = self.names, names.groups()
        if any(
            name not in known and b"(agent %s " % name in message
            for name in self.names
            if name not in _ABSENT
        ):
            self.full = message
        return message


def _again(full: bytes, difference: bytes) -> bytes:
    """Return a full message with the content of a full one and the difference that follows it."""
    scene, state, environment = _parts(full)
    changes, changed_state, nothing = _parts(difference)
    assert not nothing
    names = _NAMES.search(state)
    assert names is not None
    nodes, differences = scene.split(b"(nd"), changes.split(b"(nd")
    assert len(nodes) == len(differences)
    head = differences[0].replace(b"((sg 1 0)diff", b"((sg 1 0)full")
    changed = [
        _POSE.sub(_pose(change) or rb"\g<0>", node, 1)
        for node, change in zip(nodes[1:], differences[1:], strict=True)
    ]
    state = re.sub(rb"\(play_mode [^()]*\)", rb"\g<0>" + names[0], changed_state)
    return b"(nd".join([head, *changed]) + state + environment + b")"


def _pose(change: bytes) -> bytes | None:
    found = _POSE.search(change)
    return None if found is None else found[0]


def _parts(message: bytes) -> tuple[bytes, bytes, bytes]:
    """Return scene, game and surroundings of a message, without its last parenthesis."""
    message = message.removesuffix(b")")
    scene, game, rest = message.partition(b"((gs 1 0)")
    state, begin, environment = (game + rest).partition(b"((ge 1 0)")
    return scene, state, begin + environment
