"""Batches of 2D games that are being played, and the bits of their games."""

from typing import Any

import numpy as np
from rcssgym import DiscBatch, DiscSimulation

HEADER, CHECKSUM = 20, 8
"""Bytes before and after the games in snapshots."""
NAMES = ("left", "right")


def game_bytes(sim: DiscSimulation) -> bytes:
    """Return all bits of a game's state: its snapshot after the teams' names."""
    names = sum(1 + len(name) for name in sim.teams)
    return sim.snapshot()[HEADER + names : -CHECKSUM]


def simulation(seed: int, left: int = 11, right: int = 11, **arguments: Any) -> DiscSimulation:
    sim = DiscSimulation(seed=seed, **arguments)
    for name, size in zip(NAMES, (left, right), strict=True):
        for number in range(size):
            sim.add_player(name, goalie=number == 0)
    return sim


def assert_same_games(batch: DiscBatch, sims: list[DiscSimulation]) -> None:
    """Compare all bits of the games. Simulations also have trainer and coaches at the end."""
    rest, beside = batch.snapshot()[HEADER:], set()
    for sim in sims:
        own = game_bytes(sim)
        pairs = enumerate(zip(rest, own, strict=False))
        length = next(at for at, (ours, theirs) in pairs if ours != theirs)
        # Neither has senses or minds. The batch has no trainer and coaches; the simulation has.
        assert (rest[length - 2 : length + 1], own[length]) == (b"\0\0\0", 1)
        beside.add(len(own) - length)
        rest = rest[length + 1 :]
    assert len(beside) == 1
    assert beside.pop() < 300


def formation(batch: DiscBatch) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return positions of all players in their own halves."""
    own = np.array([[-45.0 + 14 * (i // 4), -24.0 + 16 * (i % 4)] for i in range(11)])
    return np.concatenate([own[: batch.left], -own[: batch.right]])


def playing(num_worlds: int, **arguments: Any) -> DiscBatch:
    batch = DiscBatch(num_worlds, **arguments)
    batch.start()
    batch.set_state(
        position=formation(batch), body=np.where(np.arange(batch.num_players) < 5, 0, 9)
    )
    batch.change_mode("play_on")
    return batch
