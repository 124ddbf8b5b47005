"""State of worlds of 2D games for their display."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from rcssgym._core import DiscBatch
from rcssgym.disc.commands import PLAY_MODES

CYCLE = 0.1
"""Time between two steps of a 2D game, s."""

Disc: TypeAlias = tuple[int, int, float, float, float]
"""A player of the 2D game: side, number, x, y (m), direction of the body (rad)."""


def scored_by(names: Sequence[str], kicks: Sequence[Sequence[int]]) -> tuple[str, str]:
    """Return the names of both teams as they are shown, in a shoot-out with its goals before them.

    :param kicks: kicks of left and right, scored and missed.
    """
    left, right = names
    if not any(map(any, kicks)):
        return left, right
    return f"({kicks[0][0]}) {left}", f"({kicks[1][0]}) {right}"


def disc_world(worlds: DiscBatch, world: int) -> dict[str, Any]:
    """Return the state of a world as keyword arguments for ``show_discs`` of pages and studios."""
    ((ball, players),) = disc_games(worlds, [world])
    left, right = worlds.score[world].tolist()
    return {
        "at": CYCLE * float(worlds.cycle[world]),
        "ball": ball,
        "players": players,
        "score": (left, right),
        "mode": PLAY_MODES[worlds.play_mode[world]],
    }


def disc_games(
    worlds: DiscBatch, chosen: Sequence[int]
) -> list[tuple[tuple[float, float], list[Disc]]]:
    """Return the ball and the players of some worlds."""
    sides = worlds.sides
    who = [(int(side == "r"), sides[:index].count(side) + 1) for index, side in enumerate(sides)]
    columns, connected, balls = worlds.players, worlds.connected, worlds.ball_position
    games = []
    for world in chosen:
        players = [
            (*who[index], x, y, float(np.radians(body)))
            for index, (x, y, _, _, body) in enumerate(columns[world, :, :5].tolist())
            if connected[world, index]
        ]
        x, y = balls[world].tolist()
        games.append(((x, y), players))
    return games
