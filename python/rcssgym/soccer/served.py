"""What a server asks of a step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rcssgym.soccer.commands import MonitorCommand


class ServedStep:
    """The commands of a server for one step, and which were refused, for the server's log."""

    def __init__(self, commands: Sequence[MonitorCommand]) -> None:
        self._places = {id(command): place for place, command in enumerate(commands)}
        self.refused: list[tuple[int, str]] = []
        """Places among the commands, and reasons."""

    def refuse(self, command: MonitorCommand, reason: str) -> bool:
        """Note that a command was refused; false if it was not the server's."""
        place = self._places.get(id(command))
        if place is None:
            return False
        self.refused.append((place, reason))
        return True
