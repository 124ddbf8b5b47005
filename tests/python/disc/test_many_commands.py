"""Commands of so many worlds that several threads copy them."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray
from rcssgym import DiscBatch
from rcssgym.disc import BodyCommand

WORLDS = 200
Array = NDArray[Any]


def batch(threads: int) -> DiscBatch:
    batch = DiscBatch(WORLDS, seed=3, threads=threads)
    batch.start()
    batch.change_mode("play_on")
    return batch


def drawn(seed: int) -> dict[str, Array]:
    """Return all players' commands; NaN stands for unturned necks and arguments of no command."""
    random = np.random.default_rng(seed)
    kind = random.integers(0, 7, (WORLDS, 22), dtype=np.uint8)
    args = random.uniform(-90, 90, (WORLDS, 22, 2))
    args[kind == BodyCommand.NONE] = np.nan
    neck = random.uniform(-90, 90, (WORLDS, 22))
    neck[:, 3] = np.nan
    return {"kind": kind, "args": args, "turn_neck": neck}


def backwards(array: Array) -> Array:
    moved: Array = array[::-1].copy()[::-1]
    return moved


def by_columns(array: Array) -> Array:
    moved: Array = np.asfortranarray(array)
    return moved


def with_gaps(array: Array) -> Array:
    wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
    wide[..., ::2] = array
    return wide[..., ::2]


def unaligned(array: Array) -> Array:
    room = np.zeros(array.nbytes + 1, np.uint8)[1:]
    moved: Array = np.ndarray(array.shape, array.dtype, room.data)
    moved[...] = array
    return moved


@pytest.mark.parametrize("lay", [backwards, by_columns, with_gaps, unaligned])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_neither_their_memory_nor_who_copies_them_matters(
    lay: Callable[[Array], Array], threads: int
) -> None:
    alone, shared = batch(1), batch(threads)
    for step in range(8):
        commands = drawn(step)
        parts = [slice(first, first + 20) for first in range(0, WORLDS, 20)]
        for part in parts:
            few = {name: np.zeros_like(array) for name, array in commands.items()}
            for name, array in commands.items():
                few[name][part] = array[part]
            alone.step(**few, worlds=np.arange(WORLDS)[part])
        shared.step(**{name: lay(array) for name, array in commands.items()})
    assert alone.snapshot() == shared.snapshot()


def test_what_repeats_is_copied_once_for_all_worlds() -> None:
    full, short = batch(3), batch(3)
    for step in range(8):
        commands = drawn(step)
        neck, args = commands["turn_neck"][0], np.nan_to_num(commands["args"][:, :1])
        short.step(BodyCommand.DASH, args, turn_neck=neck)
        all_args, all_necks = np.repeat(args, 22, 1), np.tile(neck, (WORLDS, 1))
        full.step(BodyCommand.DASH, all_args, turn_neck=all_necks)
        short.step(BodyCommand.TURN, 30.0)
        full.step(BodyCommand.TURN, np.full((WORLDS, 22, 2), 30.0))
    assert full.snapshot() == short.snapshot()


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize(
    ("name", "value", "said"),
    [("args", np.nan, "NaN, number 1 of 'dash'"), ("turn_neck", np.inf, "inf")],
)
def test_the_first_world_of_those_that_are_wrong_is_named(
    name: str, value: float, said: str, threads: int
) -> None:
    played, commands = batch(threads), drawn(0) | {"kind": np.uint8(BodyCommand.DASH)}
    commands["args"] = np.nan_to_num(commands["args"])
    wrong = commands[name][..., -1] if name == "args" else commands[name]
    for world in (190, 60, 120):
        wrong[world, 7] = value
    before = played.snapshot()
    message = f"{name}: {said} at world 60, player 7 (left 8)"
    with pytest.raises(rcssgym.ArgumentError, match=re.escape(message)):
        played.step(**commands)
    assert played.snapshot() == before
    # Worlds that are not stepped are not checked.
    played.step(**commands, worlds=[0, 61, 199])
