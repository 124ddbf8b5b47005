"""rcsssmj and rcssgym under the same names, so that one script can use either."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Library:
    """All public names of a package's modules as attributes."""

    name: str
    modules: tuple[str, ...]

    @cached_property
    def _names(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for module in self.modules:
            found |= vars(import_module(module))
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._names:
            raise AttributeError(f"{self.name} has no {name}")
        return self._names[name]

    def make(self, call: Call) -> Any:
        """Build the object that a `Call` describes."""
        return getattr(self, call.name)(*call.arguments)


@dataclass(frozen=True)
class Call:
    """A constructor and its arguments, for either library."""

    name: str
    arguments: tuple[Any, ...]


def call(name: str, *arguments: Any) -> Call:
    """Describe an action or a command without a library."""
    return Call(name, arguments)


_GAME = "rcsssmj.games.soccer"
REFERENCE = Library(
    "rcsssmj",
    (
        "rcsssmj.sim.agent_id",
        "rcsssmj.sim.perceptions",
        "rcsssmj.sim.actions",
        "rcsssmj.sim.commands",
        "rcsssmj.games.teams",
        f"{_GAME}.play_mode",
        f"{_GAME}.game_phase",
        f"{_GAME}.soccer_fields",
        f"{_GAME}.soccer_rules",
        f"{_GAME}.sim.soccer_actions",
        f"{_GAME}.sim.soccer_commands",
        f"{_GAME}.sim.soccer_perceptions",
        f"{_GAME}.sim.soccer_referee",
        f"{_GAME}.sim.soccer_sim",
        f"{_GAME}.sim.soccer_state_info",
    ),
)
OURS = Library(
    "rcssgym", ("rcssgym.perceptions", "rcssgym.actions", "rcssgym.soccer", "rcssgym.errors")
)
