"""The game that a scenario plays: field, rules, referee, phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from soccer.libraries import Library

SHORT = 1  # s, a time limit that a scenario reaches quickly


@dataclass(frozen=True)
class Setup:
    """Arguments of a simulation; `limits` replace values of FIFA's rules."""

    field: str = "fifa7vs7"
    rules: str = "fifa"
    limits: tuple[tuple[str, int], ...] = ()
    referee: str = "SoccerReferee"
    phase: int = 0
    play_time: float | None = None
    seed: int = 0

    def arguments(self, library: Library) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Positional and keyword arguments that both libraries take."""
        rules = (
            library.SoccerRules(**dict(self.limits))
            if self.limits
            else library.create_soccer_rule_book(self.rules)
        )
        positional = (
            library.create_soccer_field(self.field),
            rules,
            getattr(library, self.referee)(),
        )
        return positional, {
            "initial_game_phase": library.GamePhase.from_value(self.phase),
            "initial_play_time": self.play_time,
        }


def limited(**limits: int) -> Setup:
    """Make a setup with some values of the rules replaced."""
    return Setup(limits=tuple(limits.items()))
