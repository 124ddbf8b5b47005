"""Our classes beside rcsssmj's of the same name."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from typing import Any

MODULES = {
    "rcssgym.perceptions": [
        "sim.perceptions",
        "games.soccer.sim.soccer_perceptions",
    ],
    "rcssgym.actions": [
        "sim.actions",
        "games.soccer.sim.soccer_actions",
    ],
    "rcssgym.soccer": [
        "sim.agent_id",
        "sim.agent_params",
        "sim.commands",
        "sim.sim_interfaces",
        "games.game",
        "games.teams",
        "games.soccer.game_phase",
        "games.soccer.play_mode",
        "games.soccer.soccer_fields",
        "games.soccer.soccer_rules",
        "games.soccer.sim.soccer_commands",
        "games.soccer.sim.soccer_game",
        "games.soccer.sim.soccer_sim_interfaces",
        "games.soccer.sim.soccer_state_info",
    ],
    "rcssgym.utils.error": ["utils.error"],
    "rcssgym.utils.geometry": ["utils.geometry"],
    "rcssgym.utils.sexpression": ["utils.sexpression"],
}
"""Our modules, and the rcsssmj modules whose names they take over."""

ELSEWHERE = {
    "Foul": ("rcssgym.soccer", "games.soccer.sim.soccer_referee"),
    "quat_from_axis_angle": ("rcssgym.utils.mjutils", "utils.mjutils"),
    "SimStateInformation": ("rcssgym.soccer", "sim.state_info"),
    "GlobalTime": ("rcssgym.soccer", "sim.state_info"),
}
"""Single names from modules that we take over only in part."""


def _public(module: Any) -> Iterator[str]:
    """Classes and functions that a module defines itself."""
    for name, value in vars(module).items():
        is_definition = inspect.isclass(value) or inspect.isfunction(value)
        if is_definition and name[0] != "_" and value.__module__ == module.__name__:
            yield name


def _pairs() -> Iterator[tuple[str, tuple[Any, Any]]]:
    for ours, theirs in MODULES.items():
        for path in theirs:
            module = importlib.import_module(f"rcsssmj.{path}")
            for name in _public(module):
                mine = getattr(importlib.import_module(ours), name, None)
                yield name, (mine, getattr(module, name))
    for name, (place, path) in ELSEWHERE.items():
        module = importlib.import_module(f"rcsssmj.{path}")
        mine = getattr(importlib.import_module(place), name, None)
        yield name, (mine, getattr(module, name))


PAIRS: dict[str, tuple[Any, Any]] = dict(_pairs())
"""Ours (``None`` if there is none) and rcsssmj's, by name."""


def both(name: str) -> tuple[Any, Any]:
    """Our class and rcsssmj's."""
    return PAIRS[name]


def parameters(cls: Any) -> list[tuple[str, Any]]:
    """Names and defaults of a constructor's parameters that can be given by position."""
    found = inspect.signature(cls).parameters.values()
    return [(p.name, p.default) for p in found if p.kind is p.POSITIONAL_OR_KEYWORD]
