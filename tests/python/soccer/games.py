"""Simulations of either library, created and filled with one call."""

from __future__ import annotations

from typing import Any

from soccer.libraries import Library
from soccer.setups import Setup

STANDARD = Setup()


def simulation(library: Library, setup: Setup = STANDARD, **more: Any) -> Any:
    """Make an initialized simulation that has done its first step."""
    arguments, keywords = setup.arguments(library)
    made = library.SoccerSimulation(*arguments, **keywords, **more)
    assert made.init()
    made.step([])
    return made


def join(game: Any, library: Library, *players: tuple[str, str, int]) -> list[Any]:
    """Add players by model, team and number."""
    agents: list[Any] = game.add_players([library.InitRequest(*player) for player in players])
    if library.name == "rcsssmj":
        game.mj_data.ctrl[:] = 0.0  # instead of whatever is in memory
    return agents


def play_on(game: Any, library: Library) -> None:
    """Enter free play, with the ball far from all players."""
    game.step([library.DropBallCommand((0.0, -12.0))])
    assert game.game_state.play_mode.name == "PLAY_ON"
