"""On MuJoCo's physics, games full of random events also equal rcsssmj's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from soccer.comparison import same
from soccer.lockstep import Lockstep
from soccer.ours import Ours
from soccer.random_games import RandomGame
from soccer.reference import Reference
from soccer.scenario import QUICK
from soccer.setups import Setup

SETUPS = {
    "quick": QUICK,
    "ssim": Setup(rules="ssim", phase=1, seed=3),
    "ssim26-large": Setup(field="fifa", rules="ssim26", phase=2),
    "fifa-penalties": Setup(field="fifa", phase=4),
    "extra-half": Setup(phase=3, seed=9),
    "challenge": Setup(referee="KickChallengeReferee"),
}


STRICT_SETUPS = {
    "short-half": replace(QUICK, limits=(*QUICK.limits, ("half_time", 3))),
    "challenge": SETUPS["challenge"],
    "ssim": SETUPS["ssim"],
}

LEAST = {"SoccerReferee": 3, "KickChallengeReferee": 2}
"""Play modes that the shortest games go through."""


def play(name: str, seed: int, cycles: int, *, is_strict: bool = False) -> None:
    setups = STRICT_SETUPS if is_strict else SETUPS
    setup, chance = setups[name], np.random.default_rng([seed, list(setups).index(name)])
    reference = Reference(setup)
    ours = Ours(setup, reference, compat="strict" if is_strict else True)
    game = Lockstep([reference, ours], same)
    RandomGame(game, chance, is_strict=is_strict).play(cycles)
    print(f"{name}, {seed}: {sorted(game.play_modes)}, {sorted(game.fouls)}")
    assert len(game.play_modes) >= LEAST[setup.referee], "hardly anything has happened"


@pytest.mark.parametrize("name", ["quick", "ssim26-large", "challenge"])
def test_short(name: str) -> None:
    play(name, 1, 80)


@pytest.mark.parametrize("name", STRICT_SETUPS)
def test_short_and_strict(name: str) -> None:
    play(name, 1, 100, is_strict=True)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("name", STRICT_SETUPS)
def test_long_and_strict(name: str, seed: int) -> None:
    play(name, seed, 2000, is_strict=True)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("name", SETUPS)
def test_long(name: str, seed: int) -> None:
    play(name, seed, 2000)
